package discord_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"stackmate/bot/advice"
	"stackmate/bot/computer"
	"stackmate/bot/data"
	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
	"stackmate/bot/request"
	"stackmate/rules"
)

// startThinking is start for a bot that plays against people. With late, nobody waits for its moves,
// and it makes none by itself.
func (tb *testbed) startThinking(late bool) *testbed {
	tb.t.Helper()
	tb.after = func(time.Duration) <-chan time.Time {
		over := make(chan time.Time, 1)
		if late {
			over <- time.Now()
		}
		return over
	}
	tb.prepare = func(*discord.Bot) {
		p := tb.newComputer()
		if late {
			return
		}
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() { defer close(done); p.Run(ctx) }()
		tb.t.Cleanup(func() { cancel(); <-done })
	}
	return tb.start()
}

// newComputer has people play against the program, and ask it for advice.
func (tb *testbed) newComputer() *computer.Player {
	p := computer.New(computer.Options{Store: tb.db, Act: tb.desk.Act, Ran: tb.desk.LoopRan, Threads: 1, Hash: 1, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	a := advice.New(advice.Options{Now: time.Now, Log: slog.New(slog.DiscardHandler), Submit: func(task computer.Task) {
		if tb.holdAdvice != nil {
			<-tb.holdAdvice
		}
		p.Submit(task)
	}})
	tb.desk.UseComputer(request.Computer{GamesPerPlayer: 2, Rating: computer.Rating, Wake: p.Wake, Advise: a.Handle})
	return p
}

// against returns the option that challenges the program.
func against(tb *testbed) []discordtest.Option {
	return []discordtest.Option{opt("opponent", tb.srv.Bot())}
}

// TestAgainstComputer plays the program by slash commands, by buttons and by typing. Each answer has
// both moves and one picture, and mentions the person alone.
func TestAgainstComputer(t *testing.T) {
	tb := newTestbed(t).startThinking(false)
	for _, c := range tb.alice.Autocomplete(tb.ch, "challenge", "level", "3", opt("variant", "orthodox")) {
		if c.Name != "Level 3 (1300)" || c.Value != 3.0 {
			t.Errorf("choice %+v", c)
		}
	}
	against := func(opts ...discordtest.Option) []discordtest.Option { return append(against(tb), opts...) }
	tb.take(step{who: "alice", command: "challenge", opts: []discordtest.Option{opt("opponent", tb.bob), opt("level", 3)}, want: "A level is only for games against Stackmate", private: true})
	m := tb.take(
		step{who: "alice", command: "challenge", opts: against(opt("variant", "orthodox"), opt("color", "White")), want: "Alice (White) – Stackmate level 3 (Black)", notify: "alice"},
		step{who: "alice", command: "move", opts: []discordtest.Option{opt("move", "e4")}, want: "Alice (White) plays 1. e4.\nStackmate level 3 (Black) plays 1… ", notify: "alice"},
	)
	if text := m.Text(); strings.Contains(text, "thinking") || len(m.Attachments) != 1 {
		t.Errorf("answer %s with %d pictures", text, len(m.Attachments))
	}
	tb.alice.Say(tb.ch, tb.srv.Bot().Mention()+" d3")
	typed := tb.ch.WaitMessage(func(m *discordtest.Message) bool { return strings.Contains(unescape(m.Text()), "plays 2. d3.") })
	if text := unescape(typed.Text()); !strings.Contains(text, "plays 2. d3.") || !strings.Contains(text, "Stackmate level 3 (Black) plays 2… ") || len(typed.Attachments) != 1 || !typed.Notifies(tb.alice) {
		t.Errorf("answer %s", typed)
	}
	tb.take(
		step{who: "alice", command: "draw offer", want: "Stackmate level 3 declines the draw", notify: "alice"},
		step{who: "alice", command: "takeback ask", want: "Stackmate level 3 accepts the takeback", notify: "alice"},
		step{who: "alice", command: "resign", want: "Resign game 1 against Stackmate level 3?", private: true},
		step{who: "alice", press: "Resign", want: "Stackmate level 3 wins, 0-1."},
	)
	tb.waitDelivered()
}

// TestOtherLevel presses the buttons that begin a game against the program: on an open challenge, and
// at the end of a game.
func TestOtherLevel(t *testing.T) {
	tb := newTestbed(t).startThinking(false)
	offer := tb.take(step{who: "alice", command: "challenge", opts: []discordtest.Option{opt("variant", "orthodox"), opt("color", "White")}, want: "Alice is looking for an opponent"})
	if m := tb.bob.Click(offer, "Play Stackmate instead").Response(); !m.Ephemeral || !strings.Contains(unescape(m.Text()), "This button is for Alice") {
		t.Errorf("Bob is told %s", m)
	}
	h := tb.alice.Click(offer, "Play Stackmate instead")
	levels := h.Response()
	if !levels.Ephemeral || len(levels.Buttons()) != 8 {
		t.Fatalf("levels %s", levels)
	}
	if len(offer.Now().Buttons()) != 2 {
		t.Errorf("the offer has lost its buttons: %s", offer.Now())
	}
	tb.alice.Click(levels, "Level 1 (850)").Response()
	tb.eventually("the game begins", func() bool { return tb.plies(1) == 0 })
	resigned := tb.take(
		step{who: "alice", command: "resign", want: "Resign game 1 against Stackmate level 1?", private: true},
		step{who: "alice", press: "Resign", want: "Stackmate level 1 wins, 0-1."},
	)
	again := tb.alice.Click(resigned, "Another level").Response()
	if !again.Ephemeral || len(again.Buttons()) != 8 {
		t.Fatalf("levels %s", again)
	}
	tb.alice.Click(again, "Level 2 (1100)").Response()
	tb.eventually("the program has moved", func() bool { return tb.plies(2) == 1 })
	tb.waitDelivered()
}

// plies returns how many plies a game has; -1 if there is no such game.
func (tb *testbed) plies(id int64) (n int) {
	err := tb.db.View(tb.t.Context(), func(tx data.Tx) error {
		g, err := tx.Game(id)
		if err == nil {
			n = len(g.Plies)
		}
		return err
	})
	if err != nil {
		return -1
	}
	return n
}

// turnsOf returns what the program has to do in a game.
func (tb *testbed) turnsOf(id int64) (list []data.ComputerTurn) {
	tb.t.Helper()
	err := tb.db.View(tb.t.Context(), func(tx data.Tx) error {
		turns, err := tx.ComputerTurns(10)
		for _, w := range turns {
			if w.Game == id {
				list = append(list, w)
			}
		}
		return err
	})
	if err != nil {
		tb.t.Fatal(err)
	}
	return list
}

// TestThinking has the program take its time: a short message first, and then one with its move, its
// picture and the mention.
func TestThinking(t *testing.T) {
	tb := newTestbed(t).startThinking(true)
	m := tb.take(
		step{who: "alice", command: "challenge", opts: []discordtest.Option{opt("opponent", tb.srv.Bot()), opt("level", 8), opt("variant", "orthodox"), opt("color", "White")}, want: "Stackmate plays at level 8 of 8", notify: "alice"},
		step{who: "alice", command: "move", opts: []discordtest.Option{opt("move", "e4")}, want: "Alice (White) plays 1. e4. Stackmate level 8 (Black) is thinking."},
	)
	if len(m.Attachments) != 0 || len(m.Buttons()) != 0 {
		t.Errorf("the first message has a picture or buttons: %s", m)
	}
	turns := tb.turnsOf(1)
	if len(turns) != 1 {
		t.Fatalf("turns %+v", turns)
	}
	v := rules.VariantByKey("orthodox")
	g := rules.NewGame(v.Start(), 0)
	if err := g.PlayLAN("e2-e4"); err != nil {
		t.Fatal(err)
	}
	p := g.Position()
	e5, err := p.ParseMove("e5")
	if err != nil {
		t.Fatal(err)
	}
	if done, err := tb.desk.Act(t.Context(), turns[0], 1, data.ComputerAction{Plays: true, Move: e5}); err != nil || !done {
		t.Fatalf("%t %v", done, err)
	}
	next := tb.ch.WaitMessage(func(m *discordtest.Message) bool { return strings.Contains(unescape(m.Text()), "1… e5") })
	if text := unescape(next.Text()); strings.Contains(text, "e4") || len(next.Attachments) != 1 || len(next.Buttons()) == 0 || !next.Notifies(tb.alice) {
		t.Errorf("the second message: %s", next)
	}
	tb.waitDelivered()
}

// TestThreadAgainstComputer plays in a thread, in which the program has White and begins.
func TestThreadAgainstComputer(t *testing.T) {
	tb := newTestbed(t).startThinking(false)
	hall := tb.guild.AddChannel("hall")
	m := tb.alice.Slash(hall, "challenge", opt("opponent", tb.srv.Bot()), opt("variant", "orthodox"), opt("color", "Black"), opt("level", 1)).Response()
	if text := unescape(m.Text()); !strings.Contains(text, "New game: Stackmate level 1 (White) – Alice (Black)") || !strings.Contains(text, "Stackmate level 1 (White) plays 1. ") || len(m.Attachments) != 1 || !m.Notifies(tb.alice) {
		t.Errorf("the beginning: %s", m)
	}
	thread := hall.WaitThread(func(c *discordtest.Channel) bool { return strings.Contains(c.Name(), "Alice") })
	if thread.Name() != "#1 Stackmate level 1 – Alice" {
		t.Errorf("the thread is called %q", thread.Name())
	}
	tb.eventually("the game is in the thread", func() (there bool) {
		err := tb.db.View(t.Context(), func(tx data.Tx) error {
			l, err := tx.GameSummary(1)
			there = strings.HasSuffix(l.Home.ID, thread.ID)
			return err
		})
		return there && err == nil
	})
	answer := tb.alice.Slash(thread, "move", opt("move", "a6")).Response()
	if text := unescape(answer.Text()); !strings.Contains(text, "Alice (Black) plays 1… a6.") || !strings.Contains(text, "Stackmate level 1 (White) plays 2. ") {
		t.Errorf("in the thread: %s", answer)
	}
	tb.alice.Slash(hall, "move", opt("move", "b6")).Response()
	moved := thread.WaitMessage(func(m *discordtest.Message) bool { return strings.Contains(unescape(m.Text()), "plays 2… b6.") })
	tb.eventually("the program has moved", func() bool { return tb.plies(1) == 5 })
	if text := unescape(moved.Text()); !strings.Contains(text, "plays 3. ") {
		t.Errorf("what was said elsewhere: %s", moved)
	}
	tb.waitDelivered()
}
