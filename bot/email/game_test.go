package email_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

// TestGame plays a game from the invitation to mate, with each way to receive and to send mail.
func TestGame(t *testing.T) {
	for name, ways := range map[string]struct {
		server mailtest.Options
		change func(*email.Config)
	}{
		"idle":                     {},
		"poll, tokens in subjects": {mailtest.Options{NoIdle: true}, func(c *email.Config) { c.PlusAddressing = false }},
		"tls": {mailtest.Options{TLS: true}, func(c *email.Config) {
			c.IMAP.TLS, c.SMTP.TLS = email.Implicit, email.StartTLS
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, ways.server, ways.change)
			w.play()
		})
	}
}

func (w *world) play() {
	t := w.t
	t.Helper()
	w.begin()
	if ask := mailtest.Read(t, w.server.Mails(alice)[0]); !strings.Contains(ask.Text, "I have done nothing") || strings.Contains(ask.Text, bob) {
		t.Errorf("asked: %s", ask.Text)
	}
	invitation := mailtest.Read(t, w.server.Mails(bob)[0])
	for _, want := range []string{"Player 1 invites you to a game of Standard chess", "costs nothing", "single word “accept”", "“Nf3” a knight to f3", "    accept    starts the game", "    decline   says no", "reply “stop”"} {
		if !strings.Contains(invitation.Text, want) {
			t.Errorf("the invitation lacks %q:\n%s", want, invitation.Text)
		}
	}
	if all := invitation.Text + invitation.HTML; strings.Contains(all, alice) || strings.Contains(all, "Example") {
		t.Error("the invitation tells Alice's address, or the name in her mails")
	}
	a, b := 3, 2
	for i, move := range []string{"f3", "e5", "g4", "Qh4#"} {
		if i%2 == 0 {
			w.answer(alice, a, move)
		} else {
			w.answer(bob, b, move+"\n\nThat hurts!")
		}
		a, b = a+1, b+1
		w.last(alice, a)
		w.last(bob, b)
	}
	end := w.last(bob, b)
	for who, n := range map[string]int{alice: a, bob: b} {
		if pgn := string(w.last(who, n).Attached["game-1.pgn"]); !strings.Contains(pgn, "1. f3 e5 2. g4 Qh4# 0-1") {
			t.Errorf("%s gets the record %q", who, pgn)
		}
	}
	if early := mailtest.Read(t, w.server.Mails(bob)[2]); len(early.Attached) > 0 {
		t.Error("a running game is attached")
	}
	if !strings.Contains(end.Text, "Checkmate! Player 2 wins, 0-1.") || !strings.Contains(end.HTML, "Checkmate!") {
		t.Errorf("the end: %s", end.Text)
	}
	if !bytes.HasPrefix(end.Picture, []byte("\x89PNG")) || !strings.Contains(end.HTML, "Black") || !strings.Contains(end.Text, "R") {
		t.Error("the end is not shown")
	}
	w.oneThread(alice, 3)
	w.oneThread(bob, 1)
	if n := w.plies(1); n != 4 {
		t.Errorf("%d plies", n)
	}
	// The token of an ended game lets nobody act any more.
	old := mailtest.Read(t, w.server.Mails(alice)[a-2])
	w.send(old.Reply(alice, w.id(), "board"))
	if l := w.last(alice, a+1); !strings.Contains(l.Text, "I have done nothing") {
		t.Errorf("an old token is answered %q", l.Text)
	}
	if log := w.logged(); strings.Contains(log, "secret-password") || strings.Contains(log, end.Token()) || strings.Contains(log, "That hurts") {
		t.Errorf("the log tells secrets: %s", log)
	}
}

// oneThread checks that the mails about a game are one thread, from the given mail on.
func (w *world) oneThread(who string, from int) {
	w.t.Helper()
	var known, subjects []string
	var root string
	for i, raw := range w.server.Mails(who) {
		l := mailtest.Read(w.t, raw)
		id := l.Field("Message-Id")
		if slices.Contains(known, id) {
			w.t.Errorf("%s: message %d has the id of another", who, i+1)
		}
		known = append(known, id)
		if l.Field("Auto-Submitted") != "auto-replied" || l.Field("List-Unsubscribe") == "" || l.Token() == "" {
			w.t.Errorf("%s: message %d: %v", who, i+1, l.Header)
		}
		invites := strings.Contains(l.Subject(), "invites you")
		if !strings.HasPrefix(l.Subject(), "Game 1 ") && !invites {
			continue
		}
		if !invites {
			subjects = append(subjects, l.Subject())
		}
		if root == "" {
			root = id
			continue
		}
		if !strings.Contains(l.Header.Get("References"), "<"+root+">") || l.Field("In-Reply-To") == "" {
			w.t.Errorf("%s: message %d is in another thread: %v", who, i+1, l.Header)
		}
	}
	if !strings.HasPrefix(root, "g1-") {
		w.t.Errorf("%s: the thread begins with %q", who, root)
	}
	if len(subjects) < 5 || len(slices.Compact(subjects)) != 1 {
		w.t.Errorf("%s: subjects %q", who, subjects)
	}
}
