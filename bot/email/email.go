// Package email is the front end for mail: it gives the desk the commands that people mail
// to the bot's address, and delivers the desk's replies to mailboxes.
//
// A mail comes in by IMAP or SMTP (imap.go, smtp_server.go), is parsed by package inbound,
// authenticated by a token or its domain (token_grant.go, auth.go) and its commands are run
// (run.go). A reply goes into the thread of its game (thread.go), is written by package
// outbound and sent by SMTP (deliver.go, smtp.go).
package email

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"stackmate/bot"
	"stackmate/bot/bymail"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/uptime"
	"stackmate/bot/words"
)

// Transport is the name of this front end in addresses. Their IDs are mail addresses as
// mailaddr.Canonical writes them.
const Transport = "email"

// ErrLogin says that the mail server refuses user or password, which only the owner of the
// bot can correct.
var ErrLogin = errors.New("the mail server refuses the login: check email.imap.user and email.imap.password")

// Desk is what the front end asks of the desk; *bot.Desk implements it.
type Desk interface {
	// Handle runs a command; see bot.Desk.
	Handle(ctx context.Context, m chat.Message) (*bot.Answer, error)
	// Wake says that messages may have become due.
	Wake()
	// FindPlayer returns the player at an address, or data.ErrNotFound.
	FindPlayer(ctx context.Context, a chat.Address) (data.Player, error)
	// GameSummary returns a game that has begun, or data.ErrNotFound.
	GameSummary(ctx context.Context, id int64) (data.GameSummary, error)
	// GameTitle returns the title of messages about a game or challenge, or data.ErrNotFound.
	GameTitle(ctx context.Context, id int64, lang words.Language) (string, error)
	// Forgotten reports whether the database was restored to an earlier state since the reply
	// with a key was sent.
	Forgotten(key string) bool
	// MailNotes returns what a mail says below a message about a game or challenge, or
	// data.ErrNotFound.
	MailNotes(ctx context.Context, reader data.Player, r chat.Reply, id int64, lang words.Language) (bymail.Notes, error)
}

// Options are what the front end needs from outside; all are required but TLS, Dial and Log.
type Options struct {
	Desk  Desk
	Store mailstore.Store
	Now   func() time.Time
	// Rand is a source of unpredictable bytes, such as crypto/rand.Reader.
	Rand io.Reader
	// LookupTXT asks the domain name system for DKIM keys.
	LookupTXT func(ctx context.Context, name string) ([]string, error)
	// TLS is how certificates are checked; nil for the default of crypto/tls.
	TLS *tls.Config
	// Dial opens connections to mail servers; nil for that of net.Dialer.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	Log  *slog.Logger
	// Received, unless nil, is told how each mail that came in was handled: one of
	// ReceivedResults. Sent, unless nil, is told how each mail went out: one of SentResults.
	Received, Sent func(result string)
}

// Bot is the front end.
type Bot struct {
	config Config
	desk   Desk
	store  mailstore.Store
	now    func() time.Time
	log    *slog.Logger

	self   ownAddress
	tokens tokenIssuer
	auth   verifier
	imap   *imapWatcher
	server *smtpServer
	smtp   *smtpClient

	incoming, outgoing *connStatus
	count              mailCount

	ready chan struct{}
	once  sync.Once
}

// New returns a front end. It fails if the configuration cannot be right; the error
// names the key.
func New(c Config, o Options) (*Bot, error) {
	c, err := c.checked()
	if err != nil {
		return nil, err
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Log = o.Log.With("transport", Transport)
	if o.Dial == nil {
		o.Dial = (&net.Dialer{}).DialContext
	}
	d := dialer{o.Dial, o.TLS}
	b := &Bot{config: c, desk: o.Desk, store: o.Store, now: o.Now, log: o.Log, self: newOwnAddress(c.Address),
		incoming: &connStatus{}, outgoing: &connStatus{up: true}, // until it is tried
		count: mailCount{o.Received, o.Sent}, ready: make(chan struct{})}
	b.tokens = tokenIssuer{rand: o.Rand, now: o.Now, secrets: [2]string{c.IMAP.Password, c.SMTP.Password}}
	b.auth = verifier{self: b.self, trusted: c.TrustedAuthserv, lookupTXT: o.LookupTXT, now: o.Now, log: o.Log}
	b.imap = &imapWatcher{config: c.IMAP, dialer: d, store: o.Store, now: o.Now, log: o.Log, status: b.incoming,
		receive: b.receive, ready: b.markReady, minBackoff: time.Second, maxBackoff: 5 * time.Minute}
	b.server = &smtpServer{config: c.Listen, self: b.self, log: o.Log, receive: b.receive, refused: func() { b.count.in(resultRefused) }}
	b.smtp = &smtpClient{config: c.SMTP, dialer: d, self: b.self}
	return b, nil
}

// Run takes mail in until the context ends. Any error but the context's needs the owner's
// help, such as ErrLogin.
func (b *Bot) Run(ctx context.Context) error {
	b.incoming.record(b.now(), errors.New("not connected yet"))
	group, ctx := errgroup.WithContext(ctx)
	if b.config.IMAP.Addr != "" {
		group.Go(func() error { return b.imap.run(ctx) })
	}
	if b.config.Listen.Addr != "" {
		group.Go(func() error {
			return b.server.run(ctx, func() {
				b.incoming.record(b.now(), nil)
				b.markReady()
			})
		})
	}
	return group.Wait()
}

// Ready is closed when mail can come in for the first time.
func (b *Bot) Ready() <-chan struct{} { return b.ready }

func (b *Bot) markReady() { b.once.Do(func() { close(b.ready) }) }

// OldestUnread returns when the oldest mail in the mailbox came that has not been handled, as far
// as the mailbox has been read; zero if there is none.
func (b *Bot) OldestUnread() time.Time { return b.imap.oldest.time() }

// Connections returns whether mail can come in and go out.
func (b *Bot) Connections() []uptime.Connection {
	name := "imap"
	if b.config.Listen.Addr != "" {
		name = "listen"
	}
	return []uptime.Connection{b.incoming.connection(name), b.outgoing.connection("smtp")}
}
