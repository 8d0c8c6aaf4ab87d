package email_test

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	"stackmate/bot/email"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/email/mailtest"
)

// signDKIM returns a mail with a DKIM signature of a domain over the given header fields.
func signDKIM(t *testing.T, key crypto.Signer, domain string, raw []byte, fields ...string) []byte {
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

// TestAuthenticDomain accepts a mail without a token if a signature or a trusted server vouches for
// it, and only then.
func TestAuthenticDomain(t *testing.T) {
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
	board := func() []byte { return mailtest.New(names[alice], chess, "board #1", w.id(), "", w.now()) }
	const results = "Authentication-Results: "
	pass := results + "mx.example.test; dmarc=pass header.from=example.org\r\n"
	direct := results + "mx.example.test; dmarc=pass header.from=example.org; spf=pass smtp.mailfrom=" + alice + "\r\n"
	by := func(field, domain, names string) []byte {
		return append([]byte(field+"DKIM-Signature: v=1; a=rsa-sha256; d="+domain+"; h="+names+"; b=x\r\n"), board()...)
	}
	const all = "from:to:subject:date:message-id"
	to := func(field string, raw []byte) []byte { // an addressee that is not under the signature
		return append([]byte(field+": "+chess+"\r\n"), raw...)
	}
	toBob := func() []byte { return bytes.Replace(board(), []byte("To: "+chess), []byte("To: "+bob), 1) }
	copied := func() []byte {
		return bytes.Replace(board(), []byte("To: "+chess), []byte("To: "+bob+"\nCc: "+chess), 1)
	}

	w.send(signDKIM(t, key, "example.org", board())) // Alice has never answered a mail
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
		{"signature", signDKIM(t, key, "example.org", board()), true},
		{"signature of a subdomain", signDKIM(t, key, "mail.example.org", board()), true},
		{"no signature", board(), false},
		{"signature of another domain", signDKIM(t, key, "example.com", board()), false},
		{"signature with another key", signDKIM(t, other, "example.org", board()), false},
		{"text changed", append(signDKIM(t, key, "example.org", board()), "resign yes\r\n"...), false},
		{"signature that leaves the id open", signDKIM(t, key, "example.org", board(), "From", "To", "Subject", "Date"), false},
		{"signature that leaves the date open", signDKIM(t, key, "example.org", board(), "From", "To", "Subject", "Message-ID"), false},
		{"signature that leaves the subject open", signDKIM(t, key, "example.org", board(), "From", "To", "Date", "Message-ID"), false},
		{"signature that leaves the addressee open", signDKIM(t, key, "example.org", board(), "From", "Subject", "Date", "Message-ID"), false},
		{"signature of a mail to somebody else, delivered here", to("Delivered-To", signDKIM(t, key, "example.org", toBob())), false},
		{"signature of a mail to somebody else, also to here", to("To", signDKIM(t, key, "example.org", toBob())), false},
		{"signature of a mail to somebody else, copied here", to("Cc", signDKIM(t, key, "example.org", toBob())), false},
		{"signature with a copy here", signDKIM(t, key, "example.org", copied(), "From", "To", "Cc", "Subject", "Date", "Message-ID"), true},
		{"signature that leaves the copy open", signDKIM(t, key, "example.org", copied()), false},
		{"mail to somebody else", signDKIM(t, key, "example.org", bytes.Replace(board(), []byte(chess), []byte(bob), 1)), false},
		{"old mail", signDKIM(t, key, "example.org", bytes.Replace(board(), []byte("21 Nov 2026"), []byte("1 Nov 2026"), 1)), false},
		{"trusted server, straight from the author's", append([]byte(direct), board()...), true},
		{"trusted server, straight from somebody else's", append([]byte(strings.Replace(direct, alice, mallory, 1)), board()...), false},
		{"trusted server, nothing signed", append([]byte(pass), board()...), false},
		{"trusted server, all signed", by(pass, "example.org", all), true},
		{"trusted server, its signature", by(results+"mx.example.test; dkim=pass header.d=example.org\r\n", "example.org", all), true},
		{"trusted server, the end not signed", by(pass, "example.org", all+"; l=5"), false},
		{"trusted server, addressee not signed", by(pass, "example.org", "from:subject:date:message-id"), false},
		{"trusted server, date not signed", by(pass, "example.org", "from:to:subject:message-id"), false},
		{"trusted server, signed by another domain", by(pass, "example.com", all), false},
		{"trusted server, one of two signatures", by(pass+"DKIM-Signature: d=example.org; h="+all+"; b=y\r\n", "example.org", "from"), false},
		{"trusted server, a mail to somebody else delivered here", to("Delivered-To", append([]byte(direct), toBob()...)), false},
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

// TestDKIMLineEnds checks a signature whether the mail came with LF or CRLF: it was made with
// CRLF.
func TestDKIMLineEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	public, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	w.txt["s1._domainkey.example.org"] = []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)}
	in := bytes.ReplaceAll(mailtest.New(alice, chess, "a subject\n that is folded", w.id(), "one\n\ntwo \n\n", w.now()), []byte("\n"), []byte("\r\n"))
	for _, form := range []dkim.Canonicalization{dkim.CanonicalizationSimple, dkim.CanonicalizationRelaxed} {
		var out bytes.Buffer
		if err := dkim.Sign(&out, bytes.NewReader(in), &dkim.SignOptions{Domain: "example.org", Selector: "s1", Signer: key,
			HeaderKeys: []string{"From", "To", "Subject", "Date", "Message-ID"}, HeaderCanonicalization: form, BodyCanonicalization: form}); err != nil {
			t.Fatal(err)
		}
		raw := out.Bytes()
		if !w.bot.AuthenticDomain(t.Context(), raw) {
			t.Errorf("%s: CRLF is not believed", form)
		}
		if !w.bot.AuthenticDomain(t.Context(), bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))) {
			t.Errorf("%s: LF is not believed", form)
		}
		if w.bot.AuthenticDomain(t.Context(), bytes.Replace(raw, []byte("two"), []byte("ten"), 1)) {
			t.Errorf("%s: another text is believed", form)
		}
	}
}

// forgetAsking lets Alice be asked again whether a mail is hers.
func (w *world) forgetAsking() {
	w.t.Helper()
	err := w.db.UpdateMail(w.t.Context(), func(tx mailstore.Tx) error { return tx.ResetEvents(alice, "ask") })
	if err != nil {
		w.t.Fatal(err)
	}
}
