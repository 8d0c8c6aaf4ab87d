package email

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"strings"
	"time"

	"stackmate/bot/mailaddr"
)

// Config is what the owner of the bot decides about mail.
type Config struct {
	// Address is the bot's own. Name is what mail programs show for it; empty for "Stackmate".
	Address, Name string
	// IMAP is the mailbox that is read; without an address none is.
	IMAP IMAP
	// Listen is where mail servers bring mail; without an address they cannot. Either IMAP
	// or Listen must have one.
	Listen Listen
	// SMTP is the server that takes the bot's mail.
	SMTP Server
	// PlusAddressing is whether mail for user+anything@domain reaches user@domain.
	// Without it tokens are written into subjects.
	PlusAddressing bool
	// TrustedAuthserv are the servers whose Authentication-Results are believed. They
	// must remove forged ones from the mail that they take in (RFC 8601, section 5).
	TrustedAuthserv []string
	// PublicURL is the base of unsubscribe links; without it mails have none.
	PublicURL string
	// Pages is the URL of the pages for browsers, to which mails link; without it they do not.
	Pages string
	// MaxAnswersPerDay is how many mails from one address are answered within a day; 0 for 100.
	MaxAnswersPerDay int
}

// Server is a mail server and the login there.
type Server struct {
	Addr           string // host:port
	TLS            TLS
	User, Password string
}

// IMAP is a mailbox on a server.
type IMAP struct {
	Server
	// Mailbox is a folder; empty for INBOX.
	Mailbox string
	// Poll is how often a server without IDLE is asked for new mail; 0 for every minute.
	Poll time.Duration
	// Handled is what happens to mails that have been handled: they are kept, moved to
	// HandledFolder, or deleted after HandledDays.
	Handled       Handled
	HandledFolder string
	HandledDays   int
}

// Listen is where mail servers bring mail, by SMTP or LMTP.
type Listen struct {
	Addr string // host:port
	LMTP bool
}

// TLS is how a connection is encrypted.
type TLS string

// TLS begins with the connection unless the server is to be asked for it, or there is none.
// The zero value means Implicit.
const (
	Implicit TLS = "tls"
	StartTLS TLS = "starttls"
	NoTLS    TLS = "none"
)

// Handled is what happens to mails in the mailbox that have been handled.
type Handled string

// Mails are kept, moved or deleted. The zero value means KeepHandled.
const (
	KeepHandled   Handled = "keep"
	MoveHandled   Handled = "move"
	DeleteHandled Handled = "delete"
)

// Check returns an error, which names the key, if the configuration cannot be right.
func (c Config) Check() error {
	_, err := c.checked()
	return err
}

// checked returns the configuration with defaults filled in. Its errors name the key
// that is wrong.
func (c Config) checked() (Config, error) {
	a, err := mail.ParseAddress(c.Address)
	own, ok := mailaddr.Canonical(c.Address)
	if !ok || err != nil || a.Address != c.Address {
		return c, fmt.Errorf("email.address %q is not an address such as chess@example.org", c.Address)
	}
	c.Address = own
	c.Name = cmp.Or(c.Name, "Stackmate")
	c.IMAP.Mailbox = cmp.Or(c.IMAP.Mailbox, "INBOX")
	if c.IMAP.Poll <= 0 {
		c.IMAP.Poll = time.Minute
	}
	if c.MaxAnswersPerDay <= 0 {
		c.MaxAnswersPerDay = 100
	}
	if (c.IMAP.Addr == "") == (c.Listen.Addr == "") {
		return c, errors.New("set either email.imap.addr or email.listen.addr: mail must come in one way")
	}
	if err := c.IMAP.checkHandled(); err != nil {
		return c, err
	}
	if u, err := url.Parse(c.PublicURL); c.PublicURL != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		return c, fmt.Errorf("email.public_url %q is not a URL such as https://chess.example.org", c.PublicURL)
	}
	if c.IMAP.Addr != "" {
		if err := c.IMAP.check("imap"); err != nil {
			return c, err
		}
	}
	return c, c.SMTP.check("smtp")
}

func (c IMAP) checkHandled() error {
	switch c.Handled {
	case "", KeepHandled:
	case MoveHandled:
		if c.HandledFolder == "" || strings.EqualFold(c.HandledFolder, c.Mailbox) {
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

// check names the server by its key below email.
func (s Server) check(key string) error {
	if _, _, err := net.SplitHostPort(s.Addr); err != nil {
		return fmt.Errorf("email.%s.addr %q is not host:port", key, s.Addr)
	}
	switch s.TLS {
	case "", Implicit, StartTLS, NoTLS:
		return nil
	}
	return fmt.Errorf("email.%s.tls %q is not tls, starttls or none", key, s.TLS)
}
