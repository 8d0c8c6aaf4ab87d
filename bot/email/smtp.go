package email

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"stackmate/bot/outbox"
)

// smtpClient submits mails to the server that sends them on.
type smtpClient struct {
	config Server
	dialer dialer
	self   ownAddress
}

// submit hands a mail to the SMTP server. An error wraps outbox.ErrUndeliverable if the
// server will never take this mail for this recipient; problems with the login or the
// connection may pass. No error contains a token.
func (c *smtpClient) submit(ctx context.Context, to string, raw []byte) error {
	if err := c.send(ctx, to, raw); err != nil {
		return redactedError{err}
	}
	return nil
}

// redactedError hides the tokens of a mail, which servers repeat in their answers.
type redactedError struct{ error }

var tokenPattern = regexp.MustCompile(`(?i)\b[a-z2-7]{26}\b`)

// Error implements error.
func (e redactedError) Error() string { return tokenPattern.ReplaceAllString(e.error.Error(), "…") }

// Unwrap returns the error with its tokens.
func (e redactedError) Unwrap() error { return e.error }

// send is submit with the server's answers in its errors.
func (c *smtpClient) send(ctx context.Context, to string, raw []byte) error {
	conn, err := c.dialer.connect(ctx, c.config, "smtp")
	if err != nil {
		return fmt.Errorf("smtp: %w", err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if deadline, ok := ctx.Deadline(); ok {
		conn.SetDeadline(deadline)
	}
	session, err := c.login(conn)
	if err != nil {
		return fmt.Errorf("smtp: %w", err)
	}
	options := &smtp.MailOptions{Size: int64(len(raw))}
	if !isASCII(to) {
		if ok, _ := session.Extension("SMTPUTF8"); !ok {
			return fmt.Errorf("smtp: %w: the server knows no such addresses", outbox.ErrUndeliverable)
		}
		options.UTF8 = true
	}
	if err := session.Mail(c.self.String(), options); err != nil {
		return fmt.Errorf("smtp: sender: %w", err)
	}
	if err := session.Rcpt(to, nil); err != nil {
		return fmt.Errorf("smtp: recipient: %w", markPermanent(err))
	}
	w, err := session.Data()
	if err != nil {
		return fmt.Errorf("smtp: data: %w", markPermanent(err))
	}
	if _, err := io.Copy(w, bytes.NewReader(raw)); err != nil {
		return fmt.Errorf("smtp: data: %w", err)
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("smtp: data: %w", markPermanent(err))
	}
	session.Quit() // the mail has been taken, whatever the answer is
	return nil
}

// login greets the server and logs in, by PLAIN if the server offers that, else by LOGIN.
func (c *smtpClient) login(conn net.Conn) (*smtp.Client, error) {
	s := c.config
	session := smtp.NewClient(conn)
	if s.TLS == StartTLS {
		var err error
		if session, err = smtp.NewClientStartTLS(conn, c.dialer.tlsConfig(s)); err != nil {
			return nil, err
		}
	}
	if err := session.Hello(c.self.domain); err != nil {
		return nil, err
	}
	if s.User == "" {
		return session, nil
	}
	login := sasl.NewPlainClient("", s.User, s.Password)
	if !session.SupportsAuth(sasl.Plain) && session.SupportsAuth(sasl.Login) {
		login = sasl.NewLoginClient(s.User, s.Password)
	}
	if err := session.Auth(login); err != nil {
		return nil, fmt.Errorf("login: %w", err)
	}
	return session, nil
}

// markPermanent wraps an answer with outbox.ErrUndeliverable if trying again cannot help.
// 503, 530 and 535 are about the session and the login, not the mail.
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
