// Package mailtest runs mail servers inside tests: an SMTP server that takes mail for every
// address, and an IMAP server for the mailboxes to which it is delivered.
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

// Options say how a server behaves.
type Options struct {
	// Users are the addresses that have a mailbox, with the passwords for IMAP and SMTP.
	Users map[string]string
	// TLS makes IMAP use implicit TLS, and SMTP offer STARTTLS.
	TLS bool
	// Initial are mails that are in the mailboxes from the beginning, by address.
	Initial map[string][]byte
	// NoIdle hides the capability IDLE.
	NoIdle bool
}

// Server is a mail server. It keeps its mailboxes while it is down.
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

// Fault says how the server fails at one mail.
type Fault struct {
	// To is the recipient whose next mail fails; empty for anybody.
	To string
	// Code is the SMTP status code with which the server refuses the recipient; 0 to accept it.
	Code int
	// Lost is whether the server takes the mail, but cuts the connection before it says so.
	Lost bool
	// Echo is whether the server refuses the whole mail with Code, and repeats its Message-ID.
	Echo bool
}

// Start starts a server on the loopback interface. It ends with the test.
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

// SMTPAddr returns the host and port of the SMTP server.
func (s *Server) SMTPAddr() string { return s.smtpAddr }

// IMAPAddr returns the host and port of the IMAP server.
func (s *Server) IMAPAddr() string { return s.imapAddr }

// ClientTLS returns a configuration for clients that trusts the server's certificate.
func (s *Server) ClientTLS() *tls.Config {
	pool := x509.NewCertPool()
	if s.options.TLS {
		pool.AddCert(s.cert.Leaf)
	}
	return &tls.Config{RootCAs: pool}
}

// Up starts to serve, on the same ports as before.
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

// bind listens on an address. It tries for a second, since another process may have taken a
// port that was free for a moment.
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

// Down closes all connections and stops listening.
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

// Fail makes the server fail at later mails, once for each fault.
func (s *Server) Fail(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, faults...)
}

// fault removes and returns the first fault for a recipient that happens before the mail is
// sent, or else after that.
func (s *Server) fault(to string, afterData bool) (Fault, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, f := range s.faults {
		if (f.To == "" || f.To == to) && (f.Lost || f.Echo) == afterData {
			s.faults = append(s.faults[:i:i], s.faults[i+1:]...)
			return f, true
		}
	}
	return Fault{}, false
}

// Deliver delivers a mail to an address, as from outside: into the mailbox if the address has
// one, and to Mails in any case.
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

// Mails returns all mails that were delivered to an address, in order.
func (s *Server) Mails(address string) [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([][]byte(nil), s.delivered[address]...)
}

// Wait returns the mails for an address once there are n or more. It fails the test after a
// minute.
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

// Seen sets the flag \Seen on all mails in a mailbox, as a mail program does that shows them.
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

// Count returns how many mails are in a folder, 0 if there is no such folder.
func (s *Server) Count(address, folder string) int {
	status, err := s.mailboxes[address].Status(folder, &imap.StatusOptions{NumMessages: true})
	if err != nil {
		return 0
	}
	return int(*status.NumMessages)
}

// Unseen returns how many mails in a mailbox do not have the flag \Seen.
func (s *Server) Unseen(address string) int {
	s.tb.Helper()
	status, err := s.mailboxes[address].Status("INBOX", &imap.StatusOptions{NumUnseen: true})
	if err != nil {
		s.tb.Fatal(err)
	}
	return int(*status.NumUnseen)
}
