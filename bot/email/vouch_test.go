package email_test

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	"stackmate/bot"
	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

// signed signs a mail as a domain does.
func signed(t *testing.T, key crypto.Signer, domain string, raw []byte, fields ...string) []byte {
	t.Helper()
	if fields == nil {
		fields = []string{"From", "To", "Subject", "Date", "Message-ID"}
	}
	var out bytes.Buffer
	in := bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
	if err := dkim.Sign(&out, bytes.NewReader(in), &dkim.SignOptions{Domain: domain, Selector: "s1", Signer: key, HeaderKeys: fields}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestVouched lets somebody known write without a token, when a signature or a
// trusted server vouches for it, and only then.
func TestVouched(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, func(c *email.Config) { c.TrustedAuthserv = []string{"mx.example.test"} })
	public, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, other, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	record := []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)}
	for _, domain := range []string{"example.org", "mail.example.org", "example.com"} {
		w.txt["s1._domainkey."+domain] = record
	}
	board := func() []byte { return mailtest.New(names[alice], chess, "board #1", w.id(), "") }
	const results = "Authentication-Results: "
	pass := results + "mx.example.test; dmarc=pass header.from=example.org\r\n"

	w.send(signed(t, key, "example.org", board())) // Alice has never answered a mail
	w.settled()
	if l := w.last(alice, 1); !strings.Contains(l.Text, "I have done nothing") {
		t.Fatalf("a stranger with a signature is answered %s", l.Text)
	}
	w.answer(alice, 1, "challenge "+bob+" orthodox white")
	w.last(alice, 2)
	w.answer(bob, 1, "accept")
	w.last(alice, 3)
	n := 3
	for _, test := range []struct {
		name string
		raw  []byte
		want bool
	}{
		{"signature", signed(t, key, "example.org", board()), true},
		{"signature of a subdomain", signed(t, key, "mail.example.org", board()), true},
		{"no signature", board(), false},
		{"signature of another domain", signed(t, key, "example.com", board()), false},
		{"signature with another key", signed(t, other, "example.org", board()), false},
		{"text changed", append(signed(t, key, "example.org", board()), "resign yes\r\n"...), false},
		{"signature that leaves the id open", signed(t, key, "example.org", board(), "From", "To", "Date"), false},
		{"mail to somebody else", signed(t, key, "example.org", bytes.Replace(board(), []byte(chess), []byte(bob), 1)), false},
		{"old mail", signed(t, key, "example.org", bytes.Replace(board(), []byte("21 Nov 2026"), []byte("1 Nov 2026"), 1)), false},
		{"trusted server", append([]byte(pass), board()...), true},
		{"trusted server, its signature", append([]byte(results+"mx.example.test; dkim=pass header.d=example.org\r\n"), board()...), true},
		{"trusted server says fail", append([]byte(results+"mx.example.test; dmarc=fail header.from=example.org; dkim=fail header.d=example.org\r\n"), board()...), false},
		{"trusted server, another domain", append([]byte(results+"mx.example.test; dmarc=pass header.from=example.com\r\n"), board()...), false},
		{"another server", append([]byte(results+"mx.example.com; dmarc=pass header.from=example.org\r\n"), board()...), false},
		{"forged below the trusted server's own", append([]byte(results+"mx.example.test; dmarc=none\r\nReceived: from x\r\n"+pass), board()...), false},
		{"forged below another server's", append([]byte(results+"mx.example.com; none\r\n"+pass), board()...), false},
	} {
		w.forgetAsking()
		w.send(test.raw)
		n++
		l := w.last(alice, n)
		if got := !strings.Contains(l.Text, "I have done nothing"); got != test.want {
			t.Errorf("%s: vouched %t, want %t: %.60s", test.name, got, test.want, l.Text)
		}
	}
}

// forgetAsking lets an address be asked again.
func (w *world) forgetAsking() {
	w.t.Helper()
	err := w.db.Update(w.t.Context(), func(tx bot.Tx) error { return tx.(email.Tx).MailForget(alice, "ask") })
	if err != nil {
		w.t.Fatal(err)
	}
}
