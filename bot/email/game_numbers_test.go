package email_test

import (
	"strings"
	"testing"

	"stackmate/bot/email/mailtest"
)

// TestNumbersInAnswers answers mails about game 1 with numbers that are not numbers of games.
func TestNumbersInAnswers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.answer(alice, 3, "e4 // see you at 8")
	w.last(alice, 4)
	w.last(bob, 3)
	w.answer(bob, 3, "1 e5")
	w.last(alice, 5)
	w.last(bob, 4)
	w.answer(alice, 5, "2 Nf3\nboard ply:2")
	w.last(alice, 6)
	w.last(bob, 5)
	w.answer(bob, 5, "vacation start 7")
	if l := w.last(bob, 6); strings.Contains(l.Text, "I have done nothing") || !strings.Contains(l.Text, "days left") {
		t.Errorf("vacation is answered %s", l.Text)
	}
	if n := w.plies(1); n != 3 {
		t.Errorf("%d plies", n)
	}
	w.settled()
	n := len(w.server.Mails(alice))
	w.answer(alice, n, "#2 e4")
	if l := w.last(alice, n+1); !strings.Contains(l.Text, "I have done nothing") {
		t.Errorf("another game is answered %s", l.Text)
	}
}
