package email

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"time"

	"github.com/emersion/go-smtp"
)

// Bounds of what is taken in directly.
const (
	maxMail        = 10 << 20
	maxRecipients  = 20
	maxConnections = 50
	busySession    = 10 * time.Second // without a word a session is given up for another
	lastSession    = 10 * time.Second
)

// listen takes mail in by SMTP or LMTP until the context ends; sessions that have
// begun are finished.
func (b *Bot) listen(ctx context.Context) error {
	l, err := net.Listen("tcp", b.config.Listen.Addr)
	if err != nil {
		return fmt.Errorf("email.listen.addr: %w", err)
	}
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &session{bot: b, ctx: ctx}, nil }))
	s.LMTP = b.config.Listen.LMTP
	s.Domain = b.domain
	s.MaxMessageBytes, s.MaxRecipients = maxMail, maxRecipients
	s.ReadTimeout, s.WriteTimeout = 5*time.Minute, time.Minute
	s.EnableSMTPUTF8 = true
	s.ErrorLog = slog.NewLogLogger(b.Log.Handler(), slog.LevelDebug)
	b.mu.Lock()
	b.addr = l.Addr()
	b.mu.Unlock()
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastSession)
		defer cancel()
		if s.Shutdown(last) != nil {
			s.Close()
		}
	})
	b.Log.Info("email: listening", "addr", l.Addr().String(), "lmtp", s.LMTP)
	b.in.is(b.Now(), nil)
	b.isReady()
	err = s.Serve(newCrowd(l, maxConnections, busySession))
	if stop() {
		return errors.Join(fmt.Errorf("email: listen: %w", err), s.Close())
	}
	<-ended
	return ctx.Err()
}

// ListenAddr returns where mail is taken in, once Ready is closed; nil if nowhere.
func (b *Bot) ListenAddr() net.Addr {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.addr
}

// session is one connection from a mail server.
type session struct {
	bot  *Bot
	ctx  context.Context
	from string
	to   []string
}

// Reset implements smtp.Session.
func (s *session) Reset() { s.from, s.to = "", nil }

// Logout implements smtp.Session.
func (s *session) Logout() error { return nil }

// Mail implements smtp.Session.
func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.from = from
	return nil
}

// Rcpt implements smtp.Session. Only mail for the bot is taken.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if _, ok := s.bot.detail(to); !ok {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox here"}
	}
	s.to = append(s.to, to)
	return nil
}

// Data implements smtp.Session. It succeeds when what the mail asks for is on disk.
func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if err := s.bot.hear(s.ctx, raw, envelope{sender: &s.from, to: s.to}); err != nil {
		s.bot.Log.Error("email: mail failed", "error", err)
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Try again later"}
	}
	return nil
}
