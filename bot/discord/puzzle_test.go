package discord_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/discord/discordtest"
	"stackmate/rules"
	"stackmate/rules/engine/puzzle"
)

var puzzleName = regexp.MustCompile(`Puzzle ([0-9a-z]+): `)

// shownPuzzle returns the puzzle that a message shows.
func shownPuzzle(t *testing.T, m *discordtest.Message) *puzzle.Puzzle {
	t.Helper()
	found := puzzleName.FindStringSubmatch(m.Text())
	if found == nil || puzzle.ByID(found[1]) == nil {
		t.Fatalf("no puzzle in %s", m)
	}
	m.Image(t)
	return puzzle.ByID(found[1])
}

// answerPuzzle makes a move in a puzzle in two taps, and returns the message, which stays the same.
func (tb *testbed) answerPuzzle(u *discordtest.User, m *discordtest.Message, p *puzzle.Puzzle, played []rules.Move, move rules.Move) *discordtest.Message {
	tb.t.Helper()
	pos := p.Game(played...).Position()
	where := tb.choose(u, m, p.Variant.CellName(move.From)).Response()
	if !strings.Contains(where.Text(), "Where to?") {
		tb.t.Fatalf("after the piece: %s", where)
	}
	h := tb.choose(u, where, strings.TrimRight(pos.SAN(move), "+#"))
	if m := h.Response(); !h.Updated() || !h.Ephemeral() || m.ID != where.ID {
		tb.t.Fatalf("after the move: %s", m)
	}
	return h.Response()
}

// TestPuzzle solves a puzzle by menus that nobody else sees, after a restart in the middle, fails the
// next and looks at its solution.
func TestPuzzle(t *testing.T) {
	tb := newTestbed(t).start()
	h := tb.alice.Slash(tb.ch, "puzzle", discordtest.Opt("variant", "orthodox"))
	m := h.Response()
	if !h.Ephemeral() {
		t.Fatalf("everybody sees %s", m)
	}
	p := shownPuzzle(t, m)
	for i := 0; i < len(p.Solution); i += 2 {
		m = tb.answerPuzzle(tb.alice, m, p, p.Solution[:i], p.Solution[i])
		if i == 0 && len(p.Solution) > 1 {
			if !strings.Contains(unescape(m.Text()), "Right: ") {
				t.Errorf("after the first move: %s", m)
			}
			if err := tb.stop(); err != nil {
				t.Fatal(err)
			}
			tb.start()
		}
	}
	if !strings.Contains(m.Text(), "Solved! Your puzzle rating: ") || !strings.Contains(m.Text(), "(+") || len(m.SelectMenus()) > 0 {
		t.Fatalf("at the end: %s", m)
	}
	next := tb.alice.Click(m, "Next puzzle").Response()
	other := shownPuzzle(t, next)
	if other == p || other.Variant != p.Variant {
		t.Errorf("the next puzzle: %s", next)
	}
	pos := other.Position()
	offered := tb.alice.Autocomplete(tb.ch, "solve", "move", "")
	if len(offered) != min(len(pos.Moves()), 25) {
		t.Errorf("%d of %d moves are offered", len(offered), len(pos.Moves()))
	}
	for _, move := range pos.Moves() {
		if v, _ := other.Try(nil, move); v == puzzle.Wrong {
			h := tb.alice.Slash(tb.ch, "solve", discordtest.Opt("move", pos.SAN(move)))
			m = h.Response()
			break
		}
	}
	if !strings.Contains(m.Text(), "isn't it. Your puzzle rating: ") || !strings.Contains(m.Text(), "(−") {
		t.Errorf("a wrong move: %s", m)
	}
	m.Image(t)
	again := tb.alice.Click(m, "Try again").Response()
	if len(again.SelectMenus()) == 0 || shownPuzzle(t, again) != other {
		t.Errorf("again: %s", again)
	}
	if view := tb.alice.Click(again, "3D view").Response(); shownPuzzle(t, view) != other || len(view.SelectMenus()) == 0 {
		t.Errorf("in 3D: %s", view)
	}
	solution := tb.alice.Click(again, "Show solution").Response()
	if !strings.Contains(solution.Text(), "The solution: 1") || strings.Contains(solution.Text(), "rating") {
		t.Errorf("the solution: %s", solution)
	}
	if n := len(tb.ch.Messages()); n != 0 {
		t.Errorf("%d messages in the channel", n)
	}
	for _, c := range tb.alice.Autocomplete(tb.ch, "solve", "move", "") {
		t.Errorf("a puzzle that is over has the move %s", c.Name)
	}
	tb.waitDelivered()
}

// TestDailyPuzzleInChannel posts the puzzle of the day, which two people solve from one button.
func TestDailyPuzzleInChannel(t *testing.T) {
	tb := newTestbed(t)
	boss := tb.srv.AddUser("Boss")
	tb.guild.Join(boss, discordgo.PermissionManageGuild)
	tb.start()
	set := boss.Slash(tb.ch, "settings", discordtest.Opt("puzzle", "orthodox")).Response()
	if !strings.Contains(set.Text(), "puzzle    Standard chess, every day at 9:00 UTC") {
		t.Fatalf("set: %s", set)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); tb.desk.KeepTime(ctx) }()
	defer func() { cancel(); <-done }()
	tb.eventually("the puzzle is posted", func() bool { return len(tb.ch.Messages()) == 1 })
	post := tb.ch.Messages()[0]
	if !strings.Contains(post.Text(), "Puzzle of the day: Standard chess") || len(post.Buttons()) != 1 {
		t.Errorf("posted: %s", post)
	}
	post.Image(t)
	for _, u := range []*discordtest.User{tb.alice, tb.bob, tb.alice} {
		h := u.Click(post, "Solve")
		if m := h.Response(); !h.Ephemeral() || h.Updated() || len(m.SelectMenus()) == 0 {
			t.Fatalf("Solve: %s", m)
		}
		if h.Response(); len(post.Now().Buttons()) != 1 {
			t.Fatalf("the button is gone: %s", post.Now())
		}
	}
	asked := tb.alice.Click(post, "Solve").Response()
	p := shownPuzzle(t, asked)
	for i := 0; i < len(p.Solution); i += 2 {
		asked = tb.answerPuzzle(tb.alice, asked, p, p.Solution[:i], p.Solution[i])
	}
	if !strings.Contains(asked.Text(), "Solved!") {
		t.Errorf("at the end: %s", asked)
	}
	if n := len(tb.ch.Messages()); n != 1 {
		t.Errorf("%d messages", n)
	}
	tb.waitDelivered()
}
