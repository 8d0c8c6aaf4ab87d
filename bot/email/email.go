// Package email is the front end for mail: it brings the desk what people write to
// the bot's address, and carries the desk's replies to mailboxes.
package email

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/mail"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/mailaddr"
)

// Transport is the name of this front end in addresses. Their IDs are mail addresses as
// mailaddr.Canonical writes them.
const Transport = "email"

// ErrLogin ends Run: only the owner of the bot can mend it.
var ErrLogin = errors.New("the mail server refuses the login: check email.imap.user and email.imap.password")

// Config is what the front end needs to know.
type Config struct {
	// Address is the bot's own, Name what it is called.
	Address, Name string
	// IMAP is the mailbox that is watched; without an address none is.
	IMAP IMAP
	// Listen is where mail is taken in directly; without an address it is not.
	Listen Listen
	// SMTP is the server that takes the bot's mail.
	SMTP Server
	// PlusAddressing is whether mail for user+anything@domain reaches user@domain.
	// Without it tokens are written into subjects.
	PlusAddressing bool
	// TrustedAuthserv are the servers whose Authentication-Results are believed. They
	// must remove forged ones from the mail that they take in (RFC 8601, section 5).
	TrustedAuthserv []string
	// PublicURL is where Unsubscribe can be reached, for List-Unsubscribe; it may be empty.
	PublicURL string
	// MaxAnswersPerDay bounds how many mails from one address are answered; 0 is 100.
	MaxAnswersPerDay int
}

// Server is a mail server with the way to log in there.
type Server struct {
	Addr           string // host:port
	TLS            TLS
	User, Password string
}

// IMAP is a mailbox.
type IMAP struct {
	Server
	// Mailbox is a folder; empty for INBOX.
	Mailbox string
	// Poll is how often a server is asked that cannot tell by itself; 0 is a minute.
	Poll time.Duration
	// Handled is what becomes of mails that have been handled: they are kept, moved to
	// HandledFolder, or deleted after HandledDays.
	Handled       Handled
	HandledFolder string
	HandledDays   int
}

// Listen is where mail is taken in.
type Listen struct {
	Addr string
	LMTP bool
}

// TLS is how a connection is protected.
type TLS string

// The zero value is TLS from the beginning.
const (
	Implicit TLS = "tls"
	StartTLS TLS = "starttls"
	NoTLS    TLS = "none"
)

// Desk is what the front end needs of the desk.
type Desk interface {
	Handle(ctx context.Context, m chat.Message) (*bot.Answer, error)
	// Wake says that letters may have become due.
	Wake()
}

// Options are what the front end needs from outside; all are required but TLS, Dial and Log.
type Options struct {
	Desk Desk
	// Store is the desk's; its transactions must implement Tx.
	Store data.Store
	Now   func() time.Time
	// Rand is where secrets come from.
	Rand io.Reader
	// LookupTXT asks the domain name system, for the keys of signatures.
	LookupTXT func(ctx context.Context, name string) ([]string, error)
	// TLS is how certificates are checked; nil for the usual way.
	TLS *tls.Config
	// Dial opens connections to mail servers; nil for the usual way.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	Log  *slog.Logger
}

// Bot is the front end.
type Bot struct {
	Options
	config       Config
	user, domain string // of the bot's address
	maxBackoff   time.Duration
	minBackoff   time.Duration // bounds of the pauses after failures

	incoming, outgoing connStatus // how mail comes in and goes out

	mu    sync.Mutex
	addr  net.Addr // where it listens
	ready chan struct{}
	once  sync.Once
}

// New returns a front end. It fails if the configuration cannot be right.
func New(c Config, o Options) (*Bot, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Dial == nil {
		o.Dial = (&net.Dialer{}).DialContext
	}
	b := &Bot{Options: o, config: c, ready: make(chan struct{}),
		minBackoff: time.Second, maxBackoff: 5 * time.Minute}
	b.outgoing.up = true // until it is tried
	a, err := mail.ParseAddress(c.Address)
	var ok bool
	if b.config.Address, ok = mailaddr.Canonical(c.Address); !ok || err != nil || a.Address != c.Address {
		return nil, fmt.Errorf("email.address %q is not an address such as chess@example.org", c.Address)
	}
	b.user, b.domain, _ = strings.Cut(b.config.Address, "@")
	if c.Name == "" {
		b.config.Name = "Stackmate"
	}
	if c.IMAP.Mailbox == "" {
		b.config.IMAP.Mailbox = "INBOX"
	}
	if c.IMAP.Poll <= 0 {
		b.config.IMAP.Poll = time.Minute
	}
	if c.MaxAnswersPerDay <= 0 {
		b.config.MaxAnswersPerDay = 100
	}
	if (c.IMAP.Addr == "") == (c.Listen.Addr == "") {
		return nil, errors.New("set either email.imap.addr or email.listen.addr: mail must come in one way")
	}
	if err := c.IMAP.checkHandled(); err != nil {
		return nil, err
	}
	if u, err := url.Parse(c.PublicURL); c.PublicURL != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		return nil, fmt.Errorf("email.public_url %q is not a URL such as https://chess.example.org", c.PublicURL)
	}
	for key, s := range map[string]Server{"imap": c.IMAP.Server, "smtp": c.SMTP} {
		if err := s.check("email." + key); err != nil && (key == "smtp" || s.Addr != "") {
			return nil, err
		}
	}
	return b, b.view(context.Background(), func(Tx) error { return nil })
}

func (c IMAP) checkHandled() error {
	switch c.Handled {
	case "", KeepHandled:
	case MoveHandled:
		if c.HandledFolder == "" || strings.EqualFold(c.HandledFolder, cmp.Or(c.Mailbox, "INBOX")) {
			return errors.New("email.imap.handled_folder must name another folder than email.imap.mailbox")
		}
	case DeleteHandled:
		if c.HandledDays < 1 {
			return fmt.Errorf("email.imap.handled_days %d is not at least 1", c.HandledDays)
		}
	default:
		return fmt.Errorf("email.imap.handled %q is not keep, move or delete", c.Handled)
	}
	return nil
}

func (s Server) check(key string) error {
	if _, _, err := net.SplitHostPort(s.Addr); err != nil {
		return fmt.Errorf("%s.addr %q is not host:port", key, s.Addr)
	}
	switch s.TLS {
	case "", Implicit, StartTLS, NoTLS:
		return nil
	}
	return fmt.Errorf("%s.tls %q is not tls, starttls or none", key, s.TLS)
}

// Run takes mail in until the context ends. An error that is not the context's needs
// the owner's help.
func (b *Bot) Run(ctx context.Context) error {
	b.incoming.record(b.Now(), errors.New("not connected yet"))
	group, ctx := errgroup.WithContext(ctx)
	if b.config.IMAP.Addr != "" {
		group.Go(func() error { return b.runIMAP(ctx) })
	}
	if b.config.Listen.Addr != "" {
		group.Go(func() error { return b.serveSMTP(ctx) })
	}
	return group.Wait()
}

// Ready is closed when mail can come in for the first time.
func (b *Bot) Ready() <-chan struct{} { return b.ready }

func (b *Bot) markReady() { b.once.Do(func() { close(b.ready) }) }
