package discord_test

import (
	"strings"
	"testing"
)

// Moving without typing works also if the answer to every tap is deferred: what is private stays private, each step
// replaces the previous one, and everybody sees the move.
func TestSlowPick(t *testing.T) {
	tb := newTestbed(t)
	tb.start()
	board := tb.beginIn(tb.ch, "orthodox")
	if err := tb.stop(); err != nil {
		t.Fatal(err)
	}
	tb.wrap = tb.slowly("")
	tb.start()
	h := tb.alice.Click(board, "Move")
	if !h.Deferred() {
		t.Error("Move was not deferred")
	}
	asked := h.Followup(0)
	if !asked.Ephemeral {
		t.Fatalf("everybody sees %s", asked)
	}
	h = tb.choose(tb.alice, asked, "e2")
	tb.eventually("the targets take the place of the pieces", func() bool { return strings.Contains(asked.Now().Text(), "Where to?") })
	if len(h.Followups()) > 0 || !h.Deferred() {
		t.Error("the targets came as a message of their own")
	}
	tb.choose(tb.alice, asked.Now(), "e4")
	tb.eventually("the preview takes their place", func() bool { return len(asked.Now().SelectMenus()) == 0 })
	h = tb.alice.Click(asked, tb.button(asked.Now(), "Play "))
	played := h.Followup(0)
	if played.Ephemeral || !played.Notifies(tb.bob) || !strings.Contains(played.Text(), "1. e4") || len(asked.Now().Components) > 0 {
		t.Errorf("played %s, after %s", played, asked.Now())
	}
	h = tb.alice.Slash(tb.ch, "games")
	if !h.Deferred() || !h.Ephemeral() {
		t.Error("a command that answers in private was deferred in public")
	}
	if m := h.Response(); !strings.Contains(m.Text(), "Your games") {
		t.Errorf("games: %s", m)
	}
	tb.waitDelivered()
}
