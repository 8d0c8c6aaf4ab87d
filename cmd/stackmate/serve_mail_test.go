package main

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stackmate/bot/discord/discordtest"
	"stackmate/bot/email/mailtest"
)

const (
	chess      = "chess@example.test"
	aliceMail  = "alice@example.org"
	bobMail    = "bob@example.org"
	strangerAt = "mallory@example.org"
)

// hall is the whole program with a Discord and a mail server.
type hall struct {
	t          *testing.T
	srv        *discordtest.Server
	ch         *discordtest.Channel
	alice, bob *discordtest.User
	mail       *mailtest.Server
	db         string
	mails      int

	mu  sync.Mutex
	out bytes.Buffer
}

// newHall runs the program until the test ends, and then checks what it left behind.
func newHall(t *testing.T) *hall {
	t.Helper()
	return newHallWith(t, func(config string) string { return config })
}

// newHallWith is newHall with another configuration.
func newHallWith(t *testing.T, change func(config string) string) *hall {
	t.Helper()
	t.Parallel()
	h := &hall{t: t, srv: newDiscord(t), db: filepath.Join(t.TempDir(), "games.db"),
		mail: mailtest.Start(t, mailtest.Options{Users: map[string]string{chess: "mail-password"}})}
	h.srv.DeliverTwice(true)
	guild := h.srv.AddGuild("Club")
	h.ch = guild.AddChannel("games")
	h.ch.Deny(1 << 35) // no threads: the game stays where it begins
	h.alice, h.bob = h.srv.AddUser("Alice"), h.srv.AddUser("Bob")
	guild.Join(h.alice)
	guild.Join(h.bob)
	login := "    tls: none\n    user: " + chess + "\n    password: mail-password\n"
	config := configFor(h.srv, h.db, "email:\n  address: "+chess+"\n  plus_addressing: true\n"+
		"  imap:\n    addr: "+h.mail.IMAPAddr()+"\n"+login+"  smtp:\n    addr: "+h.mail.SMTPAddr()+"\n"+login)
	path := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(path, []byte(change(config)), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := loadConfig(path, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go pprof.Do(ctx, pprof.Labels("hall", h.db), func(ctx context.Context) {
		done <- serve(ctx, cfg, streams{in: strings.NewReader(""), out: h, err: h}, changes{})
	})
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("it ends with %v", err)
		}
		h.leavesNothing()
	})
	h.srv.WaitReady()
	return h
}

// Write collects the program's output.
func (h *hall) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.out.Write(p)
}

func (h *hall) said() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.out.String()
}

// leavesNothing checks that the program printed no secrets and left no goroutines.
func (h *hall) leavesNothing() {
	t := h.t
	for _, secret := range []string{h.srv.Token, "mail-password", "level=ERROR"} {
		if strings.Contains(h.said(), secret) {
			t.Errorf("it says %q", secret)
		}
	}
	if t.Failed() {
		t.Logf("it said:\n%s", h.said())
	}
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		var b strings.Builder
		if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), h.db) {
			return
		}
		if time.Now().After(end) {
			t.Errorf("left behind:\n%s", b.String())
			return
		}
	}
}

// count returns the number that a query finds in the database, which the program has open.
func (h *hall) count(query string) (n int) {
	h.t.Helper()
	db, err := sql.Open("sqlite", "file:"+h.db+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		h.t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRowContext(h.t.Context(), query).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// eventually waits until a condition holds.
func (h *hall) eventually(what string, holds func() bool) {
	h.t.Helper()
	for end := time.Now().Add(20 * time.Second); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			h.t.Fatalf("not in time: %s", what)
		}
	}
}

// settled waits until every mail has been read and every message was delivered.
func (h *hall) settled() {
	h.t.Helper()
	h.eventually("everything is said", func() bool {
		return h.mail.Unseen(chess) == 0 && h.count("SELECT count(*) FROM outbox WHERE settled IS NULL") == 0
	})
}

func (h *hall) id() string {
	h.mails++
	return fmt.Sprintf("m%d@example.org", h.mails)
}

// lastMail waits for the nth mail to somebody, which must be the last one so far.
func (h *hall) lastMail(to string, n int) mailtest.Message {
	h.t.Helper()
	list := h.mail.Wait(to, n)
	if len(list) != n {
		h.t.Fatalf("%s has %d mails, not %d; the last: %s", to, len(list), n, mailtest.Read(h.t, list[len(list)-1]).Text)
	}
	return mailtest.Read(h.t, list[n-1])
}

// reply answers the nth and last mail to somebody.
func (h *hall) reply(who string, n int, text string) {
	h.t.Helper()
	h.mail.Deliver(chess, h.lastMail(who, n).Reply(who, h.id(), text))
}

// invite has Alice challenge a mail address in the channel, and its owner accept by mail.
func (h *hall) invite(address string, game int) {
	h.t.Helper()
	m := h.alice.Slash(h.ch, "challenge", discordtest.Opt("address", address), discordtest.Opt("variant", "orthodox"),
		discordtest.Opt("color", "white")).Response()
	if name, _, _ := strings.Cut(address, "@"); !m.Ephemeral || !strings.Contains(m.Text(), "sent to "+name) {
		h.t.Fatalf("the challenge is answered %s", m)
	}
	h.reply(address, 1, "accept")
	h.shown(fmt.Sprintf("**Game %d ·", game), h.alice)
	h.lastMail(address, 2)
}

// shown waits for a message in the channel that has a board and notifies one person, if
// any.
func (h *hall) shown(text string, tells *discordtest.User) {
	h.t.Helper()
	m := h.ch.WaitText(text)
	if size := m.Image(h.t).Bounds().Size(); size.X < 300 || size.X == size.Y {
		h.t.Errorf("%s: a picture of %v", text, size)
	}
	var want []string
	if tells != nil {
		want = []string{tells.ID}
	}
	if !slices.Equal(m.Notified, want) {
		h.t.Errorf("%s notifies %v, not %v", text, m.Notified, want)
	}
}

// TestDiscordAgainstMail has a player in Discord and one by mail play to mate, while a
// stranger tries to move.
func TestDiscordAgainstMail(t *testing.T) {
	h := newHall(t)
	h.invite(bobMail, 1)
	stolen := h.lastMail(bobMail, 2).Token()
	b := 2
	for ply, move := range []string{"f3", "e7e5", "g4", "Qh4#"} {
		before := stored(t, h.db)
		for _, raw := range [][]byte{
			mailtest.New(strangerAt, "chess+g1-"+stolen+"@example.test", "Game 1", h.id(), move, time.Now()),
			mailtest.New(bobMail, chess, fmt.Sprintf("Re: Game 1 [g1-%s]", strings.Repeat("a", 26)), h.id(), "#1 "+move, time.Now()),
		} {
			h.mail.Deliver(chess, raw)
		}
		h.settled()
		if after := stored(t, h.db); after != before {
			t.Fatalf("a stranger changed %q to %q", before, after)
		}
		if ply%2 == 0 {
			b++ // Bob is asked whether that was he, once until he answers
		}
		if ply%2 == 0 {
			if m := h.alice.Slash(h.ch, "move", discordtest.Opt("move", move)).Response(); m.Ephemeral {
				t.Fatalf("%s: %s", move, m)
			}
			h.shown("plays "+fmt.Sprint(ply/2+1)+". "+move, nil)
		} else {
			h.answerGame(bobMail, move)
			h.shown([]string{"1… e5", "2… Qh4"}[ply/2], []*discordtest.User{h.alice, nil}[ply/2])
		}
		b++
		h.lastMail(bobMail, b)
	}
	h.ch.WaitText("Checkmate! Player 2 wins")
	end := h.lastMail(bobMail, b)
	if !strings.Contains(end.Text, "Checkmate! Player 2 wins, 0-1.") || len(end.Picture) == 0 {
		t.Errorf("Bob reads %s", end.Text)
	}
	h.settled()
	if n := len(h.ch.Messages()); n != 5 {
		t.Errorf("%d messages in the channel", n)
	}
	if n := len(h.mail.Mails(strangerAt)); n != 1 {
		t.Errorf("the stranger has %d mails", n)
	}
	h.lastMail(bobMail, b)
	h.oneThread(bobMail, 6)
	if got := stored(t, h.db); strings.Count(got, " ") != 4 {
		t.Errorf("stored are %s", got)
	}
}

// answerGame answers the last mail to somebody about a game.
func (h *hall) answerGame(who, text string) {
	h.t.Helper()
	list := h.mail.Mails(who)
	for _, raw := range slices.Backward(list) {
		if l := mailtest.Read(h.t, raw); strings.HasPrefix(l.Subject(), "Game ") {
			h.mail.Deliver(chess, l.Reply(who, h.id(), text))
			return
		}
	}
	h.t.Fatalf("%s has no mail about a game", who)
}

// oneThread checks that the mails about game 1 are one conversation, and how many they
// are. It begins with the invitation, which has a subject of its own.
func (h *hall) oneThread(who string, want int) {
	h.t.Helper()
	var root string
	n := 0
	for _, raw := range h.mail.Mails(who) {
		l := mailtest.Read(h.t, raw)
		if !strings.HasPrefix(l.Subject(), "Game 1 ") && !strings.Contains(l.Subject(), "invites you") {
			continue
		}
		if n++; root == "" {
			root = l.Field("Message-Id")
		} else if !strings.Contains(l.Header.Get("References"), "<"+root+">") {
			h.t.Errorf("%s is in another thread: %v", l.Subject(), l.Header)
		}
	}
	if n != want {
		h.t.Errorf("%s has %d mails about the game, not %d", who, n, want)
	}
}

var linkCode = regexp.MustCompile(`link ([A-Z2-7]{12})`)

// TestLinkedPlayerHearsByMail links a mail address of a player, who then gets by mail what
// Discord does not deliver.
func TestLinkedPlayerHearsByMail(t *testing.T) {
	h := newHall(t)
	m := h.alice.Slash(h.ch, "link", discordtest.Opt("code", aliceMail)).Response()
	if !m.Ephemeral || !strings.Contains(m.Text(), "on its way") {
		t.Fatalf("link: %s", m)
	}
	found := linkCode.FindStringSubmatch(h.lastMail(aliceMail, 1).Text)
	if found == nil {
		t.Fatalf("no code in %s", h.lastMail(aliceMail, 1).Text)
	}
	h.reply(aliceMail, 1, "link "+found[1])
	ask := h.alice.DM().WaitText("wants to link accounts with you and could then play your games.")
	if m = h.alice.Click(ask, "Yes, that's me").Response(); !strings.Contains(m.Text(), "Linked") {
		t.Fatalf("linked: %s", m)
	}
	h.lastMail(aliceMail, 3) // that the player was asked, and that it is done
	if n := h.count("SELECT count(*) FROM players WHERE id IN (SELECT player FROM addresses)"); n != 1 {
		t.Errorf("%d players", n)
	}
	h.alice.CloseDMs()
	h.bob.Slash(h.bob.DM(), "challenge", discordtest.Opt("opponent", h.alice), discordtest.Opt("variant", "orthodox"),
		discordtest.Opt("color", "white")).Response()
	if l := h.lastMail(aliceMail, 4); !strings.Contains(l.Text, "Bob challenges Alice") {
		t.Errorf("Alice reads %s", l.Text)
	}
	h.reply(aliceMail, 4, "accept")
	h.bob.DM().WaitText("New game:")
	h.lastMail(aliceMail, 5)
	h.bob.Slash(h.bob.DM(), "move", discordtest.Opt("move", "e4")).Response()
	if l := h.lastMail(aliceMail, 6); !strings.Contains(l.Text, "1. e4") || len(l.Picture) == 0 {
		t.Errorf("Alice reads %s", l.Text)
	}
	h.reply(aliceMail, 6, "e5")
	h.bob.DM().WaitText("1… e5")
	h.lastMail(aliceMail, 7)
	h.settled()
	h.lastMail(aliceMail, 7)
	if got := stored(t, h.db); got != "e2-e4 e7-e5 " {
		t.Errorf("stored are %s", got)
	}
}

// TestServersGone stops each of the two servers for a while, with messages waiting for it:
// nothing is lost or sent twice.
func TestServersGone(t *testing.T) {
	const carolMail = "carol@example.org"
	h := newHall(t)
	h.invite(bobMail, 1)
	h.invite(carolMail, 2)
	h.alice.Slash(h.ch, "move", discordtest.Opt("move", "d4"), discordtest.Opt("game", 2)).Response()
	h.lastMail(carolMail, 3)
	h.settled() // the server has the mail before the bot knows

	h.mail.Down()
	failures := func() int { return strings.Count(h.said(), `msg="delivery failed"`) }
	h.alice.Slash(h.ch, "move", discordtest.Opt("move", "e4"), discordtest.Opt("game", 1)).Response()
	h.eventually("mail fails", func() bool { return failures() == 1 })
	h.reply(carolMail, 3, "#2 d5") // it lies in the mailbox, and the bot cannot read it
	h.srv.Outage(true)
	h.mail.Up()
	h.eventually("Discord fails", func() bool { return failures() >= 2 })
	h.srv.Outage(false)

	h.shown("1… d5", h.alice)
	if l := h.lastMail(bobMail, 3); !strings.Contains(l.Text, "1. e4") {
		t.Errorf("Bob reads %s", l.Text)
	}
	carol := h.mail.Wait(carolMail, 4)
	h.srv.WaitReady()
	h.alice.Slash(h.ch, "move", discordtest.Opt("move", "c4"), discordtest.Opt("game", 2)).Response()
	h.mail.Wait(carolMail, len(carol)+1)
	h.settled()
	if got := []int{len(h.mail.Mails(bobMail)), len(h.mail.Mails(carolMail)), len(h.ch.Messages())}; !slices.Equal(got, []int{3, 5, 6}) {
		t.Errorf("Bob, Carol and the channel have %v", got)
	}
	if got := stored(t, h.db); got != "e2-e4 d2-d4 d7-d5 c2-c4 " {
		t.Errorf("stored are %s", got)
	}
}
