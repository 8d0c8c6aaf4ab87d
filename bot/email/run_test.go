package email_test

import (
	"strings"
	"testing"
	"time"

	"stackmate/bot/email/mailtest"
)

// TestSeveral sends several commands in one mail.
func TestSeveral(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.answer(alice, 3, "e4\nhistory\ne5\nboard\n\nI hope that works.")
	l := w.last(alice, 4)
	for _, want := range []string{"> e4\nPlayer 1", "1. e4", "> history", "> e5\n", "Not done, because the command before was refused: board"} {
		if !strings.Contains(l.Text, want) {
			t.Errorf("the answer lacks %q:\n%s", want, l.Text)
		}
	}
	if len(l.Picture) == 0 || w.plies(1) != 1 {
		t.Errorf("%d plies, picture of %d bytes", w.plies(1), len(l.Picture))
	}
	w.last(bob, 3)
	if got := w.counts(); got != [2]int{4, 3} {
		t.Errorf("mails %v", got)
	}
}

// TestCrash loses the answer to a command as a crash does: the command is not run twice, and those
// after it are not run at all.
func TestCrash(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.crashAfter.Store(1)
	w.answer(alice, 3, "e4")
	w.server.Wait(bob, 3)
	w.advance(2 * time.Minute)
	if l := w.last(alice, 4); !strings.Contains(l.Text, "plays 1. e4") || w.plies(1) != 1 {
		t.Errorf("%d plies, the answer: %s", w.plies(1), l.Text)
	}
	w.settled() // it has been tried again
	w.crashAfter.Store(2)
	w.answer(bob, 3, "e5\nhistory\nboard")
	w.server.Wait(bob, 4)
	w.advance(2 * time.Minute)
	w.server.Wait(bob, 6) // what was done is answered by the outbox
	w.settled()
	if list := w.server.Mails(bob); len(list) != 6 || w.plies(1) != 2 {
		t.Fatalf("%d mails, %d plies", len(list), w.plies(1))
	}
	if l := mailtest.Read(t, w.server.Mails(bob)[3]); !strings.Contains(l.Text, "send the rest again: board") {
		t.Errorf("interrupted: %s", l.Text)
	}
}

// TestManyCommands sends more commands in one mail than are run: the answer lists the others.
func TestManyCommands(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.answer(alice, 3, strings.Repeat("board\n", 10)+"e4\n"+strings.Repeat("history\n", 90))
	l := w.last(alice, 4)
	if !strings.Contains(l.Text, "one email can hold 10 commands: e4; history") || strings.Count(l.Text, "history") > 25 || w.plies(1) != 0 {
		t.Errorf("%d plies: %s", w.plies(1), l.Text)
	}
}
