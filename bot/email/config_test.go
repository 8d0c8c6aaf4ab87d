package email_test

import (
	"strings"
	"testing"

	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

func TestConfig(t *testing.T) {
	login := email.Server{Addr: "127.0.0.1:1"}
	good := email.Config{Address: "Chess@Example.test", IMAP: email.IMAP{Server: login}, SMTP: login}
	w := newWorld(t, mailtest.Options{}, nil)
	try := func(c email.Config) error { _, err := email.New(c, email.Options{Store: w.db}); return err }
	if err := try(good); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*email.Config){
		"email.address":       func(c *email.Config) { c.Address = "Stackmate <chess@example.test>" },
		"set either":          func(c *email.Config) { c.Listen.Addr = ":25" },
		"email.smtp.addr":     func(c *email.Config) { c.SMTP.Addr = "mx.example.test" },
		"email.imap.tls":      func(c *email.Config) { c.IMAP.TLS = "ssl3" },
		"email.imap.handled ": func(c *email.Config) { c.IMAP.Handled = "burn" },
		"handled_days":        func(c *email.Config) { c.IMAP.Handled = email.DeleteHandled },
		"handled_folder":      func(c *email.Config) { c.IMAP.Handled, c.IMAP.HandledFolder = email.MoveHandled, "inbox" },
		"email.public_url":    func(c *email.Config) { c.PublicURL = "chess.example.test" },
	} {
		c := good
		change(&c)
		if err := try(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
