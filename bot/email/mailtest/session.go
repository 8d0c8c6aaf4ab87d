package mailtest

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"io"
	"math/big"
	"net"
	"net/mail"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"stackmate/bot/timeutil"
)

// smtpSession is one SMTP connection.
type smtpSession struct {
	server *Server
	user   string
	to     []string
}

// Reset implements smtp.Session.
func (s *smtpSession) Reset() { s.to = nil }

// Logout implements smtp.Session.
func (s *smtpSession) Logout() error { return nil }

// AuthMechanisms implements smtp.AuthSession.
func (s *smtpSession) AuthMechanisms() []string { return []string{sasl.Plain} }

// Auth implements smtp.AuthSession.
func (s *smtpSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if want, ok := s.server.options.Users[user]; !ok || want != password {
			return smtp.ErrAuthFailed
		}
		s.user = user
		return nil
	}), nil
}

// Mail implements smtp.Session. Clients must have logged in.
func (s *smtpSession) Mail(from string, _ *smtp.MailOptions) error {
	if s.user == "" {
		return smtp.ErrAuthRequired
	}
	return nil
}

// Rcpt implements smtp.Session.
func (s *smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	if f, ok := s.server.fault(strings.ToLower(to), false); ok {
		return &smtp.SMTPError{Code: f.Code, EnhancedCode: smtp.EnhancedCode{f.Code / 100, 0, 0}, Message: "as you like it"}
	}
	s.to = append(s.to, to)
	return nil
}

// Data implements smtp.Session.
func (s *smtpSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	f, _ := s.server.fault(strings.ToLower(s.to[0]), true)
	if f.Echo {
		id := ""
		if m, err := mail.ReadMessage(bytes.NewReader(raw)); err == nil {
			id = m.Header.Get("Message-Id")
		}
		return &smtp.SMTPError{Code: f.Code, EnhancedCode: smtp.EnhancedCode{f.Code / 100, 0, 0}, Message: "no more of " + strings.ToUpper(id)}
	}
	if f.Lost {
		s.server.Down()
	}
	for _, to := range s.to {
		s.server.Deliver(to, raw)
	}
	if f.Lost {
		return errors.New("nobody hears this")
	}
	return nil
}

// pollingSession also announces mail that came just before IDLE, which the memory backend
// does only when more comes.
type pollingSession struct{ imapserver.Session }

// Idle implements imapserver.Session.
func (s pollingSession) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	for {
		if err := s.Poll(w, true); err != nil {
			return err
		}
		select {
		case <-stop:
			return nil
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// noIdleListener removes IDLE from the capabilities that the server sends.
type noIdleListener struct{ net.Listener }

// Accept implements net.Listener.
func (d *noIdleListener) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	return &noIdleConn{c}, err
}

type noIdleConn struct{ net.Conn }

// Write implements net.Conn.
func (c *noIdleConn) Write(p []byte) (int, error) {
	return c.Conn.Write(bytes.ReplaceAll(p, []byte(" IDLE"), []byte(" XDLE")))
}

// certificate returns a self-signed certificate for 127.0.0.1.
func certificate(tb testing.TB) tls.Certificate {
	tb.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "mx.example.test"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(timeutil.Day), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		tb.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		tb.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}
}
