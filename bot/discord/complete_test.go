package discord_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
)

// names returns completions as people see them.
func names(list []discordtest.Choice) string {
	var names []string
	for _, c := range list {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

// Legal moves, squares and numbers are completed.
func TestComplete(t *testing.T) {
	tb := newTestbed(t)
	tb.srv.DeliverTwice(true)
	tb.start()
	tb.begin("orthodox")
	for typed, want := range map[string]string{"Nf": "Nf3", "e": "e3, e4", "xyzzy": "", "O-O": "", "g1": "Nf3, Nh3"} {
		got := names(tb.alice.Autocomplete(tb.ch, "move", "move", typed))
		for _, part := range strings.Split(want, ", ") {
			if !strings.Contains(got, part) || want == "" && got != "" {
				t.Errorf("%q offers %q, want %q", typed, got, want)
			}
		}
	}
	all := tb.alice.Autocomplete(tb.ch, "move", "move", "")
	if len(all) != 20 {
		t.Fatalf("offers %d moves: %s", len(all), names(all))
	}
	if got := tb.bob.Autocomplete(tb.ch, "move", "move", ""); len(got) != 0 {
		t.Errorf("whose turn it is not is offered %s", names(got))
	}
	if got := tb.carol.Autocomplete(tb.ch, "move", "move", "e"); len(got) != 0 {
		t.Errorf("who does not play is offered %s", names(got))
	}
	if got := names(tb.alice.Autocomplete(tb.ch, "moves", "square", "g")); !strings.Contains(got, "g1 knight") {
		t.Errorf("squares: %s", got)
	}
	tb.begin("3d8l")
	if got := tb.alice.Autocomplete(tb.ch, "move", "move", "", discordtest.Opt("game", 2)); len(got) != 25 {
		t.Errorf("%d moves of hundreds: %s", len(got), names(got))
	}
	if got := names(tb.alice.Autocomplete(tb.ch, "board", "level", "", discordtest.Opt("game", 2))); !strings.HasPrefix(got, "Level 1, Level 2, ") || !strings.HasSuffix(got, "Level 8, Level by level") {
		t.Errorf("levels: %s", got)
	}
	games := tb.alice.Autocomplete(tb.ch, "move", "game", "")
	if len(games) != 2 || !strings.Contains(names(games), "Alice – Bob") || games[0].Value.(float64)+games[1].Value.(float64) != 3 {
		t.Errorf("games: %+v", games)
	}
	if got := tb.alice.Autocomplete(tb.ch, "board", "game", "2"); len(got) != 1 || got[0].Value != 2.0 {
		t.Errorf("games: %+v", got)
	}
	tb.alice.Slash(tb.ch, "challenge", discordtest.Opt("opponent", tb.bob)).Response()
	if got := tb.bob.Autocomplete(tb.ch, "accept", "challenge", ""); len(got) != 1 || got[0].Value != 3.0 {
		t.Errorf("challenges: %+v", got)
	}
	// What is offered is accepted.
	move := all[7]
	if m := tb.alice.Slash(tb.ch, "move", discordtest.Opt("move", move.Value), discordtest.Opt("game", 1)).Response(); !strings.Contains(m.Text(), "1. "+move.Name) {
		t.Errorf("%s leads to %s", move.Name, m)
	}
	if text := tb.logs.String(); strings.Contains(text, "xyzzy") {
		t.Errorf("the log tells what was typed:\n%s", text)
	}
}

// stuckDesk doesn't complete anything until it is released, even after the context has ended.
type stuckDesk struct {
	discord.Desk
	released chan struct{}
}

// Complete implements discord.Desk.
func (d stuckDesk) Complete(context.Context, chat.Message, string, string) ([]chat.Option, error) {
	<-d.released
	return []chat.Option{{Label: "late", Command: "late"}}, nil
}

// Completions are answered in time, with none if necessary.
func TestCompleteSlowly(t *testing.T) {
	tb := newTestbed(t)
	released := make(chan struct{})
	tb.prepare = func(b *discord.Bot) { discord.SetCompletionTimeout(b, 100*time.Millisecond) }
	tb.wrap = func(d discord.Desk) discord.Desk { return stuckDesk{d, released} }
	tb.start()
	defer close(released)
	if got := tb.alice.Autocomplete(tb.ch, "move", "move", "e"); len(got) != 0 {
		t.Errorf("offered %s", names(got))
	}
}

// Completions that Discord would reject are left out.
func TestCompleteOdd(t *testing.T) {
	tb := newTestbed(t)
	tb.wrap = func(d discord.Desk) discord.Desk { return oddDesk{d} }
	tb.start()
	if got := tb.alice.Autocomplete(tb.ch, "move", "move", "e"); len(got) != 25 || len([]rune(got[0].Name)) != 100 {
		t.Errorf("offered %d: %s", len(got), names(got))
	}
	if got := tb.alice.Autocomplete(tb.ch, "move", "game", ""); len(got) != 1 || got[0].Value != 7.0 {
		t.Errorf("offered %+v", got)
	}
}

// oddDesk returns too many and too long completions.
type oddDesk struct{ discord.Desk }

// Complete implements discord.Desk.
func (d oddDesk) Complete(_ context.Context, _ chat.Message, argument, _ string) (list []chat.Option, err error) {
	if argument == "game" {
		return []chat.Option{{Label: "no number", Command: "x"}, {Label: "seven", Command: "7"}}, nil
	}
	list = append(list, chat.Option{Label: "too long", Command: strings.Repeat("x", 101)}, chat.Option{Label: "empty"})
	for range 30 {
		list = append(list, chat.Option{Label: strings.Repeat("ä", 130), Command: strings.Repeat("x", 100)})
	}
	return list, nil
}
