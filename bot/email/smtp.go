package email

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"stackmate/bot/outbox"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// redacted is an error without the tokens of a mail, which servers repeat in their answers.
type redacted struct{ error }

var tokenPattern = regexp.MustCompile(`(?i)\b[a-z2-7]{26}\b`)

// Error implements error.
func (e redacted) Error() string { return tokenPattern.ReplaceAllString(e.error.Error(), "…") }

// Unwrap returns the error as it was.
func (e redacted) Unwrap() error { return e.error }

// submit hands a mail to the SMTP server. An error wraps outbox.ErrUndeliverable if the
// server will never take this mail for this recipient; what is wrong with the login
// or the connection may get better. It tells no token.
func (b *Bot) submit(ctx context.Context, to string, raw []byte) error {
	if err := b.submitMail(ctx, to, raw); err != nil {
		return redacted{err}
	}
	return nil
}

// submitMail is submit with errors as they come.
func (b *Bot) submitMail(ctx context.Context, to string, raw []byte) error {
	conn, err := b.dial(ctx, b.config.SMTP, "smtp")
	if err != nil {
		return fmt.Errorf("smtp: %w", err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if deadline, ok := ctx.Deadline(); ok {
		conn.SetDeadline(deadline)
	}
	c, err := b.login(conn)
	if err != nil {
		return fmt.Errorf("smtp: %w", err)
	}
	options := &smtp.MailOptions{Size: int64(len(raw))}
	if !isASCII(to) {
		if ok, _ := c.Extension("SMTPUTF8"); !ok {
			return fmt.Errorf("smtp: %w: the server knows no such addresses", outbox.ErrUndeliverable)
		}
		options.UTF8 = true
	}
	if err := c.Mail(b.config.Address, options); err != nil {
		return fmt.Errorf("smtp: sender: %w", err)
	}
	if err := c.Rcpt(to, nil); err != nil {
		return fmt.Errorf("smtp: recipient: %w", markPermanent(err))
	}
	w, err := c.Data()
	if err != nil {
		return fmt.Errorf("smtp: data: %w", markPermanent(err))
	}
	if _, err := io.Copy(w, bytes.NewReader(raw)); err != nil {
		return fmt.Errorf("smtp: data: %w", err)
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("smtp: data: %w", markPermanent(err))
	}
	c.Quit() // it has been taken, whatever comes now
	return nil
}

// login greets the server and logs in.
func (b *Bot) login(conn net.Conn) (*smtp.Client, error) {
	s := b.config.SMTP
	c := smtp.NewClient(conn)
	if s.TLS == StartTLS {
		var err error
		if c, err = smtp.NewClientStartTLS(conn, b.tlsConfig(s)); err != nil {
			return nil, err
		}
	}
	if err := c.Hello(b.domain); err != nil {
		return nil, err
	}
	if s.User == "" {
		return c, nil
	}
	login := sasl.NewPlainClient("", s.User, s.Password)
	if !c.SupportsAuth(sasl.Plain) && c.SupportsAuth(sasl.Login) {
		login = sasl.NewLoginClient(s.User, s.Password)
	}
	if err := c.Auth(login); err != nil {
		return nil, fmt.Errorf("login: %w", err)
	}
	return c, nil
}

// markPermanent marks the answers that no repetition mends.
func markPermanent(err error) error {
	if e := (*smtp.SMTPError)(nil); errors.As(err, &e) && e.Code >= 500 && e.Code != 530 && e.Code != 535 && e.Code != 503 {
		return fmt.Errorf("%w: %w", outbox.ErrUndeliverable, err)
	}
	return err
}

func isASCII(s string) bool {
	for _, r := range s {
		if r > 0x7e {
			return false
		}
	}
	return true
}
