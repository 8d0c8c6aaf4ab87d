package email

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/emersion/go-smtp"

	"stackmate/bot/email/inbound"
)

// Bounds of what the server takes.
const (
	maxMailBytes   = 10 << 20
	maxRecipients  = 20
	maxConnections = 50
	maxPerAddress  = 20               // connections from one network address
	idleSession    = 10 * time.Second // how long a silent session is kept while others wait
	shutdownGrace  = 10 * time.Second // how long sessions may go on after the context ends
)

// smtpServer takes mail from mail servers by SMTP or LMTP.
type smtpServer struct {
	config  Listen
	self    ownAddress
	log     *slog.Logger
	receive func(ctx context.Context, raw []byte, env envelope) error
	refused func() // called for each recipient that is refused

	mu    sync.Mutex
	bound net.Addr
}

// run serves until the context ends, and returns the context's error; sessions that have
// begun are finished. It calls ready once it listens.
func (s *smtpServer) run(ctx context.Context, ready func()) error {
	l, err := net.Listen("tcp", s.config.Addr)
	if err != nil {
		return fmt.Errorf("email.listen.addr: %w", err)
	}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &smtpSession{server: s, ctx: ctx}, nil }))
	server.LMTP = s.config.LMTP
	server.Domain = s.self.domain
	server.MaxMessageBytes, server.MaxRecipients = maxMailBytes, maxRecipients
	server.ReadTimeout, server.WriteTimeout = 5*time.Minute, time.Minute
	server.EnableSMTPUTF8 = true
	server.ErrorLog = slog.NewLogLogger(s.log.Handler(), slog.LevelDebug)
	s.mu.Lock()
	s.bound = l.Addr()
	s.mu.Unlock()
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
		defer cancel()
		if server.Shutdown(grace) != nil {
			server.Close()
		}
	})
	s.log.InfoContext(ctx, "email: listening", "addr", l.Addr().String(), "lmtp", server.LMTP)
	ready()
	err = server.Serve(newLimitListener(l, maxConnections, maxPerAddress, idleSession))
	if stop() {
		return errors.Join(fmt.Errorf("email: listen: %w", err), server.Close())
	}
	<-ended
	return ctx.Err()
}

// addr returns where the server listens; nil before it does.
func (s *smtpServer) addr() net.Addr {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bound
}

// smtpSession is one connection from a mail server.
type smtpSession struct {
	server *smtpServer
	ctx    context.Context
	from   string
	to     []string
}

// Reset implements smtp.Session.
func (s *smtpSession) Reset() { s.from, s.to = "", nil }

// Logout implements smtp.Session.
func (s *smtpSession) Logout() error { return nil }

// Mail implements smtp.Session.
func (s *smtpSession) Mail(from string, _ *smtp.MailOptions) error {
	s.from = from
	return nil
}

// Rcpt implements smtp.Session. It accepts mail for the bot and for the postmaster.
func (s *smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	if self := s.server.self; !self.owns(to) && !self.isPostmaster(to) {
		s.server.refused()
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox here"}
	}
	s.to = append(s.to, to)
	return nil
}

// Data implements smtp.Session. It succeeds when what the mail asks for is on disk.
func (s *smtpSession) Data(r io.Reader) error {
	raw, err := readHead(r)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(s.to, s.server.self.owns) {
		s.server.log.WarnContext(s.ctx, "email: somebody has written to the postmaster", "bytes", len(raw))
		return nil
	}
	switch err := s.server.receive(s.ctx, raw, envelope{sender: &s.from, to: s.to}); {
	case errors.Is(err, errSetAside):
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 3, 0}, Message: "This mail cannot be handled"}
	case err != nil:
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Try again later"}
	}
	return nil
}

// readHead reads a mail to its end, and returns the beginning that is looked at: up to
// inbound.MaxBytes, and one byte more if the mail is longer. It joins the chunks only at
// the end, so that many unfinished mails need no more memory than they have brought.
func readHead(r io.Reader) ([]byte, error) {
	const chunk = 64 << 10
	var chunks [][]byte
	for size := 0; size <= inbound.MaxBytes; {
		p := make([]byte, min(chunk, inbound.MaxBytes+1-size))
		n, err := io.ReadFull(r, p)
		chunks, size = append(chunks, p[:n]), size+n
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return bytes.Join(chunks, nil), nil
		}
		if err != nil {
			return nil, err
		}
	}
	if _, err := io.Copy(io.Discard, r); err != nil {
		return nil, err
	}
	return bytes.Join(chunks, nil), nil
}
