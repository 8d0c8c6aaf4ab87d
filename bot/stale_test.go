package bot_test

import (
	"testing"
	"time"

	"stackmate/bot/chat"
)

// TestOutdated gives commands about earlier positions: they change nothing, and the answer
// shows the current position.
func TestOutdated(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	mail := func(who, text string, ply int, at time.Time) (refused bool) {
		t.Helper()
		m := c.message(who, alone(who), text)
		m.Game, m.Seen = 1, &chat.Seen{Ply: ply, At: at}
		a := c.handle(m)
		if a.Refused {
			has(t, a.Reply, "game 1 has moved on")
			if a.Picture == nil || a.Game != 1 || a.Ply == nil || *a.Ply != a.Picture.Ply {
				t.Errorf("%s: %s: shows %+v of ply %v", who, text, a.Picture, a.Ply)
			}
		}
		return a.Refused
	}
	before, after := noon.Add(-time.Hour), noon.Add(time.Hour)
	for _, step := range []struct {
		who, text string
		ply       int
		at        time.Time
		late      bool
	}{
		{"Anna", "e4", -1, before, true}, // the game had not begun
		{"Anna", "e4", 0, before, false}, // a position needs no date
		{"Anna", "draw offer", 0, before, false},
		{"Ben", "e5", 0, after, true},
		{"Ben", "e5", 1, before, false},
		{"Anna", "Nf3", 0, after, true},
		{"Anna", "resign", 1, after, true},
		{"Anna", "if Nf3 Nc6", 0, after, true},
		{"Anna", "board", 0, before, false},
		{"Anna", "Nf3", -1, before, true},
		{"Anna", "Nf3", -1, noon, false},
		{"Ben", "Nc6", 4, after, true}, // a position that was taken back
		{"Ben", "Nc6", 3, after, false},
	} {
		if got := mail(step.who, step.text, step.ply, step.at); got != step.late {
			t.Errorf("%s: %s at ply %d: late %t", step.who, step.text, step.ply, got)
		}
	}
	has(t, c.say("Anna", hall, "history").Reply, "1. e4 e5 2. Nf3 Nc6")
}

// TestTakenBackMeanwhile gives commands about positions that were taken back, from a front end that knows of takebacks: the
// positions that replaced them have as many plies.
func TestTakenBackMeanwhile(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	page := func(who, text string, entries int, exact bool) (refused bool) {
		t.Helper()
		m := c.message(who, alone(who), text)
		m.Game, m.Seen = 1, &chat.Seen{Entries: &entries, Exact: exact, At: noon}
		a := c.handle(m)
		if a.Refused {
			has(t, a.Reply, "game 1 has moved on")
		}
		return a.Refused
	}
	c.say("Anna", hall, "#1 e4")
	c.say("Anna", hall, "#1 takeback")
	c.say("Ben", hall, "#1 takeback accept")
	c.say("Anna", hall, "#1 d4")
	for _, step := range []struct {
		who, text string
		entries   int
		exact     bool
		late      bool
	}{
		{"Ben", "e5", 1, true, true}, // chosen after 1. e4, and now 1. d4 was played
		{"Ben", "e5", 1, false, true},
		{"Ben", "e5", 2, false, true}, // a move of the opponent came after it
		{"Ben", "e5", 4, true, true},  // which there has never been
		{"Ben", "d5", 3, true, false},
		{"Anna", "c4", 3, false, true},
		{"Anna", "c4", 4, false, false},
		{"Anna", "draw offer", 4, true, true}, // its author has moved since
		{"Anna", "draw offer", 4, false, false},
	} {
		if got := page(step.who, step.text, step.entries, step.exact); got != step.late {
			t.Errorf("%s: %s after %d entries, exact %t: late %t", step.who, step.text, step.entries, step.exact, got)
		}
	}
	has(t, c.say("Anna", hall, "history").Reply, "1. d4 d5 2. c4")
}
