package email_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

// TestMailsAreCounted checks that each mail that comes in and goes out is told with its result, and
// that a mail which cannot be handled counts as waiting.
func TestMailsAreCounted(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	begun := w.told.Load()
	w.answer(alice, 3, "e4")
	w.last(bob, 3)
	w.send(mailtest.New(alice, chess, "resign yes", w.id(), "resign yes", w.now()))
	robot := mailtest.New("robot@example.com", chess, "help", w.id(), "help", w.now())
	w.send([]byte("Auto-Submitted: auto-replied\n" + string(robot)))
	w.settled()
	if !w.bot.OldestUnread().IsZero() {
		t.Errorf("a mail has waited since %v", w.bot.OldestUnread())
	}
	if got := strings.TrimPrefix(*w.told.Load(), *begun); strings.Count(got, "in:handled") != 1 || strings.Count(got, "in:unconfirmed") != 1 ||
		strings.Count(got, "in:ignored") != 1 || strings.Count(got, "out:sent") < 3 {
		t.Errorf("told: %s", got)
	}
	w.failOn.Store("games")
	before := time.Now().Add(-time.Minute)
	w.answer(bob, 3, "games")
	w.until("it fails", func() bool { return strings.Contains(*w.told.Load(), "in:failed") })
	w.until("it waits", func() bool {
		at := w.bot.OldestUnread()
		return at.After(before) && at.Before(time.Now().Add(time.Minute))
	})
	w.failOn.Store("")
	w.until("it is handled", func() bool { return w.bot.OldestUnread().IsZero() })
}

// TestMailCountNeedsNobody checks that nobody has to count.
func TestMailCountNeedsNobody(t *testing.T) {
	email.CountNothing(errors.New("no"))
	if len(email.ReceivedResults) != 7 || len(email.SentResults) != 3 {
		t.Errorf("results %q and %q", email.ReceivedResults, email.SentResults)
	}
}
