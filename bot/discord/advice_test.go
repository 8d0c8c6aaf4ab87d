package discord_test

import (
	"strings"
	"testing"
)

// TestReviewButton presses Review at the end of a game, in the channel that everybody reads, and plays through the quiz.
// Nobody else sees anything of it, and those who pressed see at once that they were heard.
func TestReviewButton(t *testing.T) {
	tb := newTestbed(t)
	tb.holdAdvice = make(chan struct{})
	tb.startThinking(false)
	tb.begin("orthodox")
	end := tb.move(tb.alice, "f3").Response()
	for i, text := range []string{"e5", "g4", "Qh4#"} {
		u := tb.alice
		if i%2 == 0 {
			u = tb.bob
		}
		end = tb.move(u, text).Response()
	}
	tb.waitDelivered()
	shown := len(tb.ch.Messages())
	h, again := tb.alice.Click(end, "Review"), tb.carol.Click(end, "Review")
	if !h.Deferred() || !h.Ephemeral() || !again.Deferred() || !again.Ephemeral() {
		t.Error("the review was not deferred in private")
	}
	close(tb.holdAdvice)
	m := h.Response()
	if text := unescape(m.Text()); !m.Ephemeral || len(m.Attachments) != 1 || !strings.Contains(text, "Your worst moves:\n• 2. g4?? allows mate in 1.") || strings.Contains(text, "{") {
		t.Fatalf("review: %s", m)
	}
	m.Image(t)
	if text := unescape(again.Response().Text()); !strings.Contains(text, "The worst moves:\n• 2. g4?? allows mate in 1.") {
		t.Errorf("Carol reads %s", text)
	}
	if now := end.Now(); tb.button(now, "Review") == "" || tb.button(now, "Rematch") == "" {
		t.Errorf("the end has lost its buttons: %s", now)
	}
	m = tb.alice.Click(m, "Quiz: find better moves").Response()
	if text := unescape(m.Text()); !m.Ephemeral || !strings.Contains(text, "Position 1 of ") || !strings.Contains(text, "2. g4?? allows mate in 1. Find something better.") {
		t.Fatalf("quiz: %s", m)
	}
	m = tb.choose(tb.alice, m, "e2 ").Response()
	m = tb.choose(tb.alice, m, "e4").Response()
	if text := unescape(m.Text()); !m.Ephemeral || !strings.Contains(text, "Best line: 2. ") && !strings.Contains(text, "not good enough") {
		t.Errorf("e4: %s", m)
	}
	tb.waitDelivered()
	if n := len(tb.ch.Messages()); n != shown {
		t.Errorf("%d messages are seen by all, there were %d", n, shown)
	}
}

// TestHintInDiscord asks for a hint by a slash command, and by typing where everybody reads.
func TestHintInDiscord(t *testing.T) {
	tb := newTestbed(t).startThinking(false)
	tb.take(step{who: "alice", command: "challenge", opts: append(against(tb), opt("variant", "orthodox"), opt("color", "White"), opt("level", 1)), want: "Stackmate level 1 (Black)", notify: "alice"})
	m := tb.take(step{who: "alice", command: "hint", want: "Try a move with the ", private: true})
	m = tb.alice.Click(m, "Show the move").Response()
	if !m.Ephemeral || !strings.Contains(m.Text(), "Stackmate would play ") {
		t.Errorf("hint: %s", m)
	}
	shown := len(tb.ch.Messages())
	tb.alice.Say(tb.ch, tb.srv.Bot().Mention()+" hint move")
	tb.alice.DM().WaitText("Stackmate would play ")
	tb.waitDelivered()
	for _, said := range tb.ch.Messages()[shown:] {
		if strings.Contains(said.Text(), "would play") {
			t.Errorf("everybody reads %s", said)
		}
	}
	tb.alice.Click(m, tb.button(m, "Play "))
	tb.eventually("both have moved", func() bool { return tb.plies(1) == 2 })
	tb.waitDelivered()
}
