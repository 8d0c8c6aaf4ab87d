// Package mailtest runs mail servers in the process, for tests: SMTP that takes mail
// to anybody, and IMAP for the mailboxes that it is delivered to.
package mailtest

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-smtp"
)

// Options are how a server behaves.
type Options struct {
	// Users are the mailboxes that IMAP serves, with their passwords. SMTP lets the
	// same people in.
	Users map[string]string
	// TLS makes IMAP speak TLS from the beginning, and SMTP offer STARTTLS.
	TLS bool
	// Initial are mails that lie in those mailboxes from the beginning.
	Initial map[string][]byte
	// NoIdle hides that the server could tell of new mail by itself.
	NoIdle bool
}

// Server is a mail server. Its mailboxes survive while it is down.
type Server struct {
	tb        testing.TB
	options   Options
	cert      tls.Certificate
	users     *imapmemserver.Server
	mailboxes map[string]*imapmemserver.User

	smtpAddr, imapAddr string

	mu        sync.Mutex
	delivered map[string][][]byte
	faults    []Fault
	arrived   chan struct{}
	smtp      *smtp.Server
	imap      *imapserver.Server
}

// Fault makes the server fail at the next mail to an address.
type Fault struct {
	// To is whose mail fails; empty for anybody's.
	To string
	// Code is answered to the recipient; 0 if it is accepted.
	Code int
	// Lost is whether the mail is taken but the connection is cut before that is said.
	Lost bool
	// Echo is whether Code is answered to the whole mail, with its id repeated.
	Echo bool
}

// Start starts a server on loopback, which ends with the test.
func Start(tb testing.TB, o Options) *Server {
	tb.Helper()
	s := &Server{tb: tb, options: o, users: imapmemserver.New(), mailboxes: map[string]*imapmemserver.User{},
		delivered: map[string][][]byte{}, arrived: make(chan struct{}, 1), smtpAddr: "127.0.0.1:0", imapAddr: "127.0.0.1:0"}
	for name, password := range o.Users {
		u := imapmemserver.NewUser(name, password)
		if err := u.Create("INBOX", nil); err != nil {
			tb.Fatal(err)
		}
		s.users.AddUser(u)
		s.mailboxes[strings.ToLower(name)] = u
	}
	if o.TLS {
		s.cert = certificate(tb)
	}
	for to, raw := range o.Initial {
		s.Deliver(to, raw)
	}
	s.Up()
	tb.Cleanup(s.Down)
	return s
}

// SMTPAddr is where mail is taken in.
func (s *Server) SMTPAddr() string { return s.smtpAddr }

// IMAPAddr is where mailboxes are read.
func (s *Server) IMAPAddr() string { return s.imapAddr }

// ClientTLS returns what a client needs to trust the server.
func (s *Server) ClientTLS() *tls.Config {
	pool := x509.NewCertPool()
	if s.options.TLS {
		pool.AddCert(s.cert.Leaf)
	}
	return &tls.Config{RootCAs: pool}
}

// Up starts to serve, at the same addresses as before.
func (s *Server) Up() {
	s.tb.Helper()
	quiet := log.New(io.Discard, "", 0)
	mail := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &smtpSession{server: s}, nil }))
	mail.ErrorLog, mail.AllowInsecureAuth, mail.Domain = quiet, true, "mx.example.test"
	options := &imapserver.Options{InsecureAuth: true, Logger: quiet, Caps: imap.CapSet{imap.CapIMAP4rev1: {}},
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return pollingSession{s.users.NewSession()}, nil, nil
		}}
	boxes := imapserver.New(options)
	smtpListener, imapListener := s.bind(&s.smtpAddr), s.bind(&s.imapAddr)
	if s.options.TLS {
		c := &tls.Config{Certificates: []tls.Certificate{s.cert}}
		mail.TLSConfig, mail.AllowInsecureAuth = c, false
		imapListener = tls.NewListener(imapListener, c)
	}
	if s.options.NoIdle {
		imapListener = &noIdleListener{imapListener}
	}
	s.mu.Lock()
	s.smtp, s.imap = mail, boxes
	s.mu.Unlock()
	go mail.Serve(smtpListener)
	go boxes.Serve(imapListener)
}

// bind listens at an address; a port that was left a moment ago may take another one.
func (s *Server) bind(addr *string) net.Listener {
	s.tb.Helper()
	for try := 0; ; try++ {
		l, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", *addr)
		if err == nil {
			*addr = l.Addr().String()
			return l
		}
		if try == 50 {
			s.tb.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Down cuts all connections and refuses new ones.
func (s *Server) Down() {
	s.mu.Lock()
	mail, boxes := s.smtp, s.imap
	s.smtp, s.imap = nil, nil
	s.mu.Unlock()
	if mail != nil {
		mail.Close()
		boxes.Close()
	}
}

// Fail makes the server fail at mails to come, each fault once.
func (s *Server) Fail(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, faults...)
}

// fault returns what goes wrong with a mail to an address, before or after it has been
// brought, and takes it off the list.
func (s *Server) fault(to string, brought bool) (Fault, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, f := range s.faults {
		if (f.To == "" || f.To == to) && (f.Lost || f.Echo) == brought {
			s.faults = append(s.faults[:i:i], s.faults[i+1:]...)
			return f, true
		}
	}
	return Fault{}, false
}

// Deliver puts a mail into the mailbox that an address belongs to, if it is one of
// ours, as a mail from outside would come.
func (s *Server) Deliver(to string, raw []byte) {
	to = strings.ToLower(to)
	local, domain, _ := strings.Cut(to, "@")
	local, _, _ = strings.Cut(local, "+")
	raw = bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	if u := s.mailboxes[local+"@"+domain]; u != nil {
		if _, err := u.Append("INBOX", literal{bytes.NewReader(raw)}, &imap.AppendOptions{}); err != nil {
			s.tb.Error(err)
		}
	}
	s.mu.Lock()
	s.delivered[local+"@"+domain] = append(s.delivered[local+"@"+domain], raw)
	s.mu.Unlock()
	select {
	case s.arrived <- struct{}{}:
	default:
	}
}

type literal struct{ *bytes.Reader }

func (l literal) Size() int64 { return int64(l.Len()) }

// Mails returns every mail that has come for an address, in order.
func (s *Server) Mails(address string) [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([][]byte(nil), s.delivered[address]...)
}

// Wait returns the mails for an address when there are at least n, or fails the test.
func (s *Server) Wait(address string, n int) [][]byte {
	s.tb.Helper()
	deadline := time.After(time.Minute)
	for {
		if list := s.Mails(address); len(list) >= n {
			return list
		}
		select {
		case <-s.arrived:
		case <-time.After(50 * time.Millisecond):
		case <-deadline:
			s.tb.Fatalf("%s has %d mails, not %d", address, len(s.Mails(address)), n)
		}
	}
}

// Seen marks every mail in a mailbox, as somebody does who reads it.
func (s *Server) Seen(address string) {
	s.tb.Helper()
	c, err := imapclient.DialInsecure(s.imapAddr, nil)
	if err != nil {
		s.tb.Fatal(err)
	}
	defer c.Close()
	seen := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen}}
	all := imap.SeqSet{}
	all.AddRange(1, 0)
	if err := c.Login(address, s.options.Users[address]).Wait(); err != nil {
		s.tb.Fatal(err)
	}
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		s.tb.Fatal(err)
	}
	if err := c.Store(all, seen, nil).Close(); err != nil {
		s.tb.Fatal(err)
	}
}

// Count returns how many mails are in a folder; none if there is no such folder.
func (s *Server) Count(address, folder string) int {
	status, err := s.mailboxes[address].Status(folder, &imap.StatusOptions{NumMessages: true})
	if err != nil {
		return 0
	}
	return int(*status.NumMessages)
}

// Unseen returns how many mails in a mailbox nobody has marked.
func (s *Server) Unseen(address string) int {
	s.tb.Helper()
	status, err := s.mailboxes[address].Status("INBOX", &imap.StatusOptions{NumUnseen: true})
	if err != nil {
		s.tb.Fatal(err)
	}
	return int(*status.NumUnseen)
}
