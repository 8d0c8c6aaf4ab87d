package email_test

import (
	"strings"
	"testing"

	"stackmate/bot/email/mailtest"
)

// TestPanicCostsOneMail has the handling of one mail panic: the mails after it are
// answered, and it is set aside after three times.
func TestPanicCostsOneMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.panicOn.Store("resign")
	w.answer(alice, 3, "resign")
	w.answer(bob, 2, "board")
	if l := w.last(bob, 3); !strings.Contains(l.Text, "to move") {
		t.Errorf("Bob reads %s", l.Text)
	}
	w.settled()
	if n := w.panics.Load(); n != 3 {
		t.Errorf("it was tried %d times", n)
	}
	w.panicOn.Store("")
	w.answer(alice, 3, "e4")
	w.last(bob, 4)
	if w.plies(1) != 1 {
		t.Errorf("%d plies", w.plies(1))
	}
}
