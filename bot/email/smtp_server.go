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
	"strings"
	"time"

	"github.com/emersion/go-smtp"

	"stackmate/bot/email/inbound"
	"stackmate/bot/mailaddr"
)

// Bounds of what is taken in directly.
const (
	maxMailBytes   = 10 << 20
	maxRecipients  = 20
	maxConnections = 50
	maxPerAddress  = 20               // connections from one network address
	idleSession    = 10 * time.Second // without a word a session is given up for another
	shutdownGrace  = 10 * time.Second
)

// serveSMTP takes mail in by SMTP or LMTP until the context ends; sessions that have
// begun are finished.
func (b *Bot) serveSMTP(ctx context.Context) error {
	l, err := net.Listen("tcp", b.config.Listen.Addr)
	if err != nil {
		return fmt.Errorf("email.listen.addr: %w", err)
	}
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &smtpSession{bot: b, ctx: ctx}, nil }))
	s.LMTP = b.config.Listen.LMTP
	s.Domain = b.domain
	s.MaxMessageBytes, s.MaxRecipients = maxMailBytes, maxRecipients
	s.ReadTimeout, s.WriteTimeout = 5*time.Minute, time.Minute
	s.EnableSMTPUTF8 = true
	s.ErrorLog = slog.NewLogLogger(b.Log.Handler(), slog.LevelDebug)
	b.mu.Lock()
	b.addr = l.Addr()
	b.mu.Unlock()
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
		defer cancel()
		if s.Shutdown(last) != nil {
			s.Close()
		}
	})
	b.Log.Info("email: listening", "addr", l.Addr().String(), "lmtp", s.LMTP)
	b.incoming.record(b.Now(), nil)
	b.markReady()
	err = s.Serve(newLimitListener(l, maxConnections, maxPerAddress, idleSession))
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

// smtpSession is one connection from a mail server.
type smtpSession struct {
	bot  *Bot
	ctx  context.Context
	from string
	to   []string
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

// isPostmaster reports whether an address is that of whoever is in charge of the domain,
// for whom every server takes mail (RFC 5321, section 4.5.1).
func (b *Bot) isPostmaster(to string) bool {
	local, domain, _ := strings.Cut(to, "@")
	return strings.EqualFold(local, "postmaster") && mailaddr.Domain(domain) == b.domain
}

// Rcpt implements smtp.Session. Only mail for the bot and for the postmaster is taken.
func (s *smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	if _, ok := s.bot.subaddress(to); !ok && !s.bot.isPostmaster(to) {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox here"}
	}
	s.to = append(s.to, to)
	return nil
}

// readHead reads a mail to its end, and keeps of it what is looked at, and one byte more if it
// is longer. So that many unfinished mails need no more memory than they bring, the
// pieces are put together last.
func readHead(r io.Reader) ([]byte, error) {
	const piece = 64 << 10
	var kept [][]byte
	for size := 0; size <= inbound.MaxBytes; {
		p := make([]byte, min(piece, inbound.MaxBytes+1-size))
		n, err := io.ReadFull(r, p)
		kept, size = append(kept, p[:n]), size+n
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return bytes.Join(kept, nil), nil
		}
		if err != nil {
			return nil, err
		}
	}
	if _, err := io.Copy(io.Discard, r); err != nil {
		return nil, err
	}
	return bytes.Join(kept, nil), nil
}

// Data implements smtp.Session. It succeeds when what the mail asks for is on disk.
func (s *smtpSession) Data(r io.Reader) error {
	raw, err := readHead(r)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(s.to, func(to string) bool { _, own := s.bot.subaddress(to); return own }) {
		s.bot.Log.Warn("email: somebody has written to the postmaster", "sender", s.from, "bytes", len(raw))
		return nil
	}
	switch err := s.bot.receive(s.ctx, raw, envelope{sender: &s.from, to: s.to}); {
	case errors.Is(err, errSetAside):
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 3, 0}, Message: "This mail cannot be handled"}
	case err != nil:
		s.bot.Log.Error("email: mail failed", "error", err)
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Try again later"}
	}
	return nil
}
