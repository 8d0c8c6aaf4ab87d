//go:build integration

package email_test

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
	"stackmate/render"
	"stackmate/store"
)

// Where testdata/servers lets Dovecot listen.
const (
	imapsAddr  = "127.0.0.1:10993"
	submitAddr = "127.0.0.1:10587"
)

// realServers is Dovecot and OpenSMTPD, with their mailboxes.
type realServers struct {
	t   *testing.T
	dir string
	tls *tls.Config
}

func newRealServers(t *testing.T) *realServers {
	t.Helper()
	dir, err := os.MkdirTemp("", "stackmate-mail-")
	if err != nil {
		t.Fatal(err)
	}
	p := &realServers{t: t, dir: dir}
	t.Cleanup(func() { p.servers("down") })
	p.servers("up")
	cert, err := os.ReadFile(filepath.Join(dir, "cert.pem"))
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(cert)
	p.tls = &tls.Config{RootCAs: pool}
	return p
}

// servers runs the script that starts and stops them.
func (p *realServers) servers(verb string) {
	p.t.Helper()
	cmd := exec.Command("testdata/servers/servers.sh", verb, p.dir)
	log, err := os.CreateTemp(p.t.TempDir(), "servers") // no pipe: the servers keep it open
	if err != nil {
		p.t.Fatal(err)
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Run(); err != nil {
		text, _ := os.ReadFile(log.Name())
		p.t.Fatalf("servers.sh %s: %v\n%s", verb, err, text)
	}
}

// send sends the bot a raw mail.
func (p *realServers) send(who, to string, raw []byte) {
	p.t.Helper()
	c, err := smtp.DialStartTLS(submitAddr, p.client())
	if err != nil {
		p.t.Fatal(err)
	}
	defer c.Close()
	if err := c.Auth(sasl.NewPlainClient("", who, "secret-"+strings.TrimSuffix(who, "@example.test"))); err != nil {
		p.t.Fatal(err)
	}
	raw = []byte(strings.ReplaceAll(strings.ReplaceAll(string(raw), "\r\n", "\n"), "\n", "\r\n"))
	if err := c.SendMail(who, []string{to}, strings.NewReader(string(raw))); err != nil {
		p.t.Fatal(err)
	}
}

func (p *realServers) client() *tls.Config {
	c := p.tls.Clone()
	c.ServerName, _, _ = net.SplitHostPort(submitAddr)
	return c
}

// mails reads everything in a person's mailbox.
func (p *realServers) mails(who string) (list [][]byte) {
	p.t.Helper()
	c, err := imapclient.DialTLS(imapsAddr, &imapclient.Options{TLSConfig: p.client()})
	if err != nil {
		p.t.Fatal(err)
	}
	defer c.Close()
	if err := c.Login(who, "secret-"+strings.TrimSuffix(who, "@example.test")).Wait(); err != nil {
		p.t.Fatal(err)
	}
	box, err := c.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait()
	if err != nil || box.NumMessages == 0 {
		return nil
	}
	all := imap.SeqSet{}
	all.AddRange(1, box.NumMessages)
	found, err := c.Fetch(all, &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{Peek: true}}}).Collect()
	if err != nil {
		p.t.Fatal(err)
	}
	for _, m := range found {
		list = append(list, m.BodySection[0].Bytes)
	}
	return list
}

// last returns the nth mail to somebody, and fails if there are more.
func (p *realServers) last(who string, n int) mailtest.Message {
	p.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		list := p.mails(who)
		switch {
		case len(list) == n:
			return mailtest.Read(p.t, list[n-1])
		case len(list) > n || time.Now().After(deadline):
			p.t.Fatalf("%s has %d mails, not %d", who, len(list), n)
		}
	}
}

// TestRealServers plays a whole game through Dovecot and OpenSMTPD, which are stopped for a while in
// the middle.
func TestRealServers(t *testing.T) {
	const robot, anna, ben = "bot@example.test", "alice@example.test", "bob@example.test"
	p := newRealServers(t)
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "real.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	desk := bot.New(bot.Options{Store: db, Renderer: render.New(0), Now: time.Now, Coin: func() bool { return true }, Log: log,
		Mail: true, Code: func() string { return rand.Text()[:12] }})
	login := email.Server{User: robot, Password: "secret-bot"}
	config := email.Config{Address: robot, PlusAddressing: true, IMAP: email.IMAP{Server: login}, SMTP: login}
	config.IMAP.Addr, config.SMTP.Addr, config.SMTP.TLS = imapsAddr, submitAddr, email.StartTLS
	front, err := email.New(config, email.Options{Desk: desk, Store: db, Now: time.Now, Rand: rand.Reader, TLS: p.tls, Log: log,
		LookupTXT: net.DefaultResolver.LookupTXT})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	group.Go(func() { front.Run(ctx) })
	group.Go(func() { desk.Send(ctx, email.Transport, front) })
	defer func() { cancel(); group.Wait() }()
	<-front.Ready() // mails from before are not for it

	answer := func(who string, n int, id, text string) {
		t.Helper()
		l := p.last(who, n)
		p.send(who, l.ReplyTo(), l.Reply(who, id+"@example.test", text))
	}
	p.send(anna, robot, mailtest.New(anna, robot, "hello", "m0@example.test", "help", time.Now()))
	answer(anna, 1, "m1", "challenge "+ben+" orthodox white")
	p.last(anna, 2)
	answer(ben, 1, "m2", "accept")
	p.last(ben, 2)
	answer(anna, 3, "m3", "f3")
	p.last(ben, 3)
	p.last(anna, 4)

	p.servers("pause")
	a := chat.Address{Transport: email.Transport, ID: ben}
	said, err := desk.Handle(ctx, chat.Message{From: chat.Person{Address: a}, In: chat.Place{Address: a, Private: true}, Text: "e5"})
	if err != nil || said.Refused {
		t.Fatal(err, said)
	}
	if err := desk.Delivered(ctx, said, nil); err != nil { // Ben has seen it
		t.Fatal(err)
	}
	time.Sleep(2 * time.Second)
	p.servers("resume")

	answer(anna, 5, "m4", "g4")
	p.last(anna, 6)
	answer(ben, 4, "m5", "Qh4#")
	for who, n := range map[string]int{anna: 7, ben: 5} {
		l := p.last(who, n)
		if !strings.Contains(l.Text, "Checkmate! Player 2 wins") || len(l.Picture) == 0 || l.Field("Auto-Submitted") != "auto-replied" {
			t.Errorf("%s reads %s", who, l.Text)
		}
	}
}
