package email_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

const (
	carl      = "carl@bücher.example"
	carlASCII = "carl@xn--bcher-kva.example"
)

// TestInternationalDomain invites somebody with an internationalized domain through a server without
// SMTPUTF8. Both spellings of the domain are one player.
func TestInternationalDomain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.write(names[alice], "hello", "help")
	w.answer(alice, 1, "challenge Carl@BÜCHER.example orthodox white")
	if l := w.last(alice, 2); !strings.Contains(l.Text, "sent to") {
		t.Fatalf("answer to a challenge: %s", l.Text)
	}
	for i, from := range []string{"Carl <" + carl + ">", "Carl, C. <CARL@Xn--Bcher-Kva.example>", carlASCII} {
		w.send(w.last(carlASCII, i+1).Reply(from, w.id(), []string{"accept", "games", "board"}[i]))
		w.settled()
		if l := w.last(carlASCII, i+2); strings.Contains(l.Text, "I have done nothing") {
			t.Errorf("%s is answered %s", from, l.Text)
		}
	}
	err := w.db.View(t.Context(), func(tx data.Tx) error {
		g, err := tx.Game(1)
		if err != nil {
			return err
		}
		p, err := tx.FindPlayer(chat.Address{Transport: email.Transport, ID: carlASCII})
		if err == nil && g.Seats[1] != p.ID {
			err = fmt.Errorf("player %d sits for player %d", g.Seats[1], p.ID)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestInternationalAlignment accepts signatures and trusted servers in both spellings of an internationalized
// domain.
func TestInternationalAlignment(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, func(c *email.Config) { c.TrustedAuthserv = []string{"mx.bücher.example"} })
	public, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	w.txt["s1._domainkey.xn--bcher-kva.example"] = []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)}
	for _, from := range []string{carl, carlASCII} {
		raw := mailtest.New(from, chess, "board", w.id(), "board", w.now())
		for _, domain := range []string{"bücher.example", "xn--bcher-kva.example", "XN--BCHER-KVA.example"} {
			if !w.bot.AuthenticDomain(t.Context(), signDKIM(t, key, domain, raw)) {
				t.Errorf("%s: the signature of %s is not believed", from, domain)
			}
			results := "Authentication-Results: mx.xn--bcher-kva.example; dmarc=pass header.from=" + domain + "; spf=pass smtp.mailfrom=carl@" + domain + "\r\n"
			if !w.bot.AuthenticDomain(t.Context(), append([]byte(results), raw...)) {
				t.Errorf("%s: a server that trusts %s is not believed", from, domain)
			}
		}
		if w.bot.AuthenticDomain(t.Context(), signDKIM(t, key, "example.org", raw)) {
			t.Errorf("%s: the signature of another domain is believed", from)
		}
	}
}

// TestLongMail accepts a long mail if a trusted server vouches for it, which has read all of it. A
// signature is not enough, since it covers the end, which is not read.
func TestLongMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, func(c *email.Config) { c.TrustedAuthserv = []string{"mx.example.test"} })
	public, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	w.txt["s1._domainkey.example.org"] = []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)}
	picture := "\n\n" + strings.Repeat("a long line of a picture\n", 50_000)
	raw := mailtest.New(alice, chess, "board #1", w.id(), picture, w.now())
	sealed := signDKIM(t, key, "example.org", raw)
	const read = 1<<20 + 1
	pass := []byte("Authentication-Results: mx.example.test; dmarc=pass header.from=example.org; spf=pass smtp.mailfrom=" + alice + "\r\n")
	if !w.bot.AuthenticDomain(t.Context(), append(bytes.Clone(pass), raw...)[:read]) {
		t.Error("the trusted server is not believed")
	}
	if w.bot.AuthenticDomain(t.Context(), sealed) || w.bot.AuthenticDomain(t.Context(), sealed[:read]) {
		t.Error("a signature is believed though not all of the mail is read")
	}
	w.write(names[alice], "hello", "help")
	w.answer(alice, 1, "challenge "+bob+" orthodox white")
	w.last(alice, 2)
	w.send(append(pass, raw...))
	if l := w.last(alice, 3); strings.Contains(l.Text, "I have done nothing") {
		t.Errorf("a long mail is answered %s", l.Text)
	}
}
