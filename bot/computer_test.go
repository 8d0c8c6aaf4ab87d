package bot_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"stackmate/bot/advice"
	"stackmate/bot/chat"
	"stackmate/bot/computer"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/rules"
)

// withComputer has the program play, as soon as it is woken. The bot waits for its reply as long as
// it takes.
func withComputer(t *testing.T) *club {
	t.Helper()
	c := newClub(t)
	c.after = func(time.Duration) <-chan time.Time { return nil }
	c.reopen()
	c.startComputer()
	return c
}

// startComputer begins to play until the function that it returns is called.
func (c *club) startComputer() (stop func()) {
	c.t.Helper()
	log := c.log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	c.computer = computer.New(computer.Options{Store: c.store, Act: c.desk.Act, Ran: c.desk.LoopRan, Threads: 1, Hash: 1, Now: c.time, Log: log})
	c.useComputer(c.computer.Wake)
	c.advise(c.computer.Submit)
	ctx, cancel := context.WithCancel(c.t.Context())
	done := make(chan struct{})
	go func() { defer close(done); c.computer.Run(ctx) }()
	stop = func() { cancel(); <-done }
	c.t.Cleanup(stop)
	return stop
}

// useComputer lets people play against the program, which is woken by wake.
func (c *club) useComputer(wake func()) {
	c.desk.UseComputer(request.Computer{GamesPerPlayer: 3, Rating: rating, Wake: wake})
}

// advise has people ask the program what it thinks. Its tasks are done by submit.
func (c *club) advise(submit func(computer.Task)) {
	log := c.log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	a := advice.New(advice.Options{Submit: submit, Now: c.time, Log: log})
	c.desk.UseComputer(request.Computer{GamesPerPlayer: 3, Rating: rating, Wake: c.computer.Wake, Advise: a.Handle})
}

func rating(_ *rules.Variant, level int) int { return 1000 + 100*level }

// turns returns what the program has to do.
func (c *club) turns() (turns []data.ComputerTurn) {
	c.t.Helper()
	err := c.store.View(c.t.Context(), func(tx data.Tx) (err error) {
		turns, err = tx.ComputerTurns(100)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return turns
}

// load returns a game.
func (c *club) load(id int64) (g *game.Game) {
	c.t.Helper()
	err := c.store.View(c.t.Context(), func(tx data.Tx) (err error) {
		g, err = tx.Game(id)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return g
}

// act has the program do something in its first turn, as it decided when the log had some entries.
func (c *club) act(w data.ComputerTurn, entries int, move string) (done bool) {
	c.t.Helper()
	a := data.ComputerAction{}
	if move != "" {
		p := c.load(w.Game).Position()
		m, err := p.ParseMove(move)
		if err != nil {
			c.t.Fatal(err)
		}
		a = data.ComputerAction{Plays: true, Move: m}
	}
	done, err := c.desk.Act(c.t.Context(), w, entries, a)
	if err != nil {
		c.t.Fatal(err)
	}
	return done
}

// TestAgainstComputer plays a whole game against level 1. Each answer has both moves and one
// picture, and nothing is ever sent to the program.
func TestAgainstComputer(t *testing.T) {
	c := withComputer(t)
	a := c.say("Anna", hall, "challenge stackmate chess white 1")
	has(t, a.Reply, "New game: Anna (White) – Stackmate level 1 (Black).", "Stackmate plays at level 1 of 8, rated 1100.", "Anna, your move")
	notifies(t, a.Reply, "Anna")
	for i := 0; i < 300 && !c.load(1).Over(); i++ {
		g := c.load(1)
		p := g.Position()
		move := p.SAN(bestFor(p))
		a = c.say("Anna", hall, "move move:"+move)
		if g = c.load(1); g.Over() {
			break
		}
		if len(g.Plies) != 2*i+2 {
			t.Fatalf("%d plies after move %d", len(g.Plies), i+1)
		}
		has(t, a.Reply, "Anna (White) plays "+fmt.Sprint(i+1)+". ", "Stackmate level 1 (Black) plays "+fmt.Sprint(i+1)+"… ", "Anna (White) to move.")
		if strings.Contains(a.Text, "thinking") || a.Picture == nil || a.Picture.Ply != len(g.Plies) || len(a.Files) != 1 {
			t.Fatalf("answer %+v", a.Reply)
		}
		notifies(t, a.Reply, "Anna")
	}
	if g := c.load(1); !g.Over() {
		t.Error("the game goes on and on")
	} else if r := c.say("Anna", hall, "board").Reply; !strings.Contains(r.Text, "1-0") && !strings.Contains(r.Text, "0-1") && !strings.Contains(r.Text, "1/2-1/2") {
		t.Errorf("%q has no result", r.Text)
	}
	if messages := c.post(); len(messages) != 0 {
		t.Errorf("%d messages, such as %+v", len(messages), messages[0])
	}
	if rows := c.dump("outbox"); strings.Contains(rows, "computer") || strings.Contains(rows, "itself") {
		t.Errorf("messages for the program: %s", rows)
	}
}

// bestFor returns a capture, else the first move.
func bestFor(p rules.Position) rules.Move {
	moves := p.Moves()
	best := moves[0]
	for _, m := range moves {
		next := p.Play(m)
		if next.Status() == rules.Checkmate {
			return m
		}
		if _, captures := p.Captures(m); captures {
			best = m
		}
	}
	return best
}

// TestLateReply has the program think for longer than anybody waits: then its move is a message of
// its own, with the picture.
func TestLateReply(t *testing.T) {
	c := newClub(t)
	late := make(chan time.Time, 1)
	c.after = func(d time.Duration) <-chan time.Time {
		if d != time.Second {
			t.Errorf("waited for %s", d)
		}
		late <- noon
		return late
	}
	c.reopen()
	c.useComputer(func() {})
	c.say("Anna", hall, "challenge stackmate chess white 5")
	a := c.say("Anna", hall, "e4")
	has(t, a.Reply, "Anna (White) plays 1. e4. Stackmate level 5 (Black) is thinking.")
	if a.Picture != nil || len(a.Buttons) != 0 || len(a.Notify) != 0 {
		t.Errorf("answer %+v", a.Reply)
	}
	if messages := c.post(); len(messages) != 0 {
		t.Fatalf("messages %+v", messages)
	}
	turns := c.turns()
	if len(turns) != 1 || turns[0].Level != 5 || turns[0].Plies != 1 || !turns[0].ToMove {
		t.Fatalf("turns %+v", turns)
	}
	if !c.act(turns[0], 1, "e5") {
		t.Error("the move was not made")
	}
	messages := c.post()
	if len(messages) != 1 || messages[0].to != "hall" || messages[0].Picture == nil {
		t.Fatalf("messages %+v", messages)
	}
	if text := messages[0].Text; strings.Contains(text, "e4.") || !strings.Contains(text, "Stackmate level 5 (Black) plays 1… e5. Anna (White) to move.") {
		t.Errorf("%q", text)
	}
	notifies(t, messages[0].Reply, "Anna")
	if c.act(turns[0], 1, "Nf3") || c.act(turns[0], 2, "d4") {
		t.Error("a move was made twice, or for Anna")
	}
	if g := c.load(1); len(g.Log) != 2 {
		t.Errorf("%d entries", len(g.Log))
	}
}

// TestQueuedReply has somebody type, where the answer may wait: the outbox sends one message.
func TestQueuedReply(t *testing.T) {
	c := newClub(t)
	c.useComputer(func() {})
	c.say("Anna", hall, "challenge stackmate chess white 5")
	m := c.message("Anna", hall, "e4")
	m.AnswerMayWait, m.PublicAnswer = true, true
	if a := c.handleQueued(m); !a.Queued {
		t.Fatalf("answer %+v", a)
	}
	if messages := c.post(); len(messages) != 0 {
		t.Errorf("sent before the program had its second: %+v", messages)
	}
	c.act(c.turns()[0], 1, "e5")
	messages := c.post()
	if len(messages) != 1 || messages[0].InReplyTo != m.ID || messages[0].Asker.Name != "Anna" {
		t.Fatalf("messages %+v", messages)
	}
	has(t, messages[0].Reply, "plays 1. e4.", "plays 1… e5.")

	m = c.message("Anna", hall, "d4")
	m.AnswerMayWait, m.PublicAnswer = true, true
	c.handleQueued(m)
	c.later(2 * time.Second)
	if messages := c.post(); len(messages) != 1 || !strings.Contains(messages[0].Text, "is thinking") {
		t.Errorf("messages %+v", messages)
	}
}

// handleQueued gives a message to the desk without reporting a delivery.
func (c *club) handleQueued(m chat.Message) chatAnswer {
	c.t.Helper()
	a, err := c.desk.Handle(c.t.Context(), m)
	if err != nil || a == nil {
		c.t.Fatalf("%q: %v", m.Text, err)
	}
	return chatAnswer{a.Reply, a.Queued}
}

type chatAnswer struct {
	chat.Reply
	Queued bool
}

// TestComputerAfterCrash ends the program while it thinks. After the restart the move is made, once.
func TestComputerAfterCrash(t *testing.T) {
	c := newClub(t)
	c.useComputer(func() {}) // it never gets around to moving
	c.after = func(time.Duration) <-chan time.Time { over := make(chan time.Time, 1); over <- noon; return over }
	c.reopen()
	c.useComputer(func() {})
	c.say("Anna", hall, "challenge stackmate chess white 1")
	if _, err := c.desk.Handle(t.Context(), c.message("Anna", hall, "e4")); err != nil { // and nobody delivers the answer
		t.Fatal(err)
	}
	c.reopen()
	stop := c.startComputer()
	for deadline := time.Now().Add(20 * time.Second); len(c.load(1).Plies) < 2; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the program does not move")
		}
	}
	stop()
	first := c.load(1).Plies[1].Move
	messages := c.post()
	text := ""
	for _, m := range messages {
		text += m.Text
	}
	if strings.Count(text, "plays 1. e4") != 1 || strings.Count(text, "plays 1… ") != 1 {
		t.Errorf("messages %+v", messages)
	}
	// The same game on another day: the same move.
	c.say("Anna", hall, "takeback")
	if g := c.load(1); len(g.Plies) != 0 {
		t.Fatalf("%d plies", len(g.Plies))
	}
	c.after = nil
	c.reopen()
	c.after = func(time.Duration) <-chan time.Time { return nil }
	c.reopen()
	c.startComputer()
	c.say("Anna", hall, "e4")
	if g := c.load(1); len(g.Plies) != 2 || g.Plies[1].Move != first {
		t.Errorf("it was %s, and is %+v", first, g.Plies)
	}
}

// TestTakebackWhileThinking takes a move back while the program thinks about it. Its late move does
// not land on the other position, not even if that has as many plies.
func TestTakebackWhileThinking(t *testing.T) {
	c := newClub(t)
	c.after = func(time.Duration) <-chan time.Time { over := make(chan time.Time, 1); over <- noon; return over }
	c.reopen()
	c.useComputer(func() {})
	c.say("Anna", hall, "challenge stackmate chess white 5")
	c.say("Anna", hall, "e4")
	turn := c.turns()[0]
	has(t, c.say("Anna", hall, "takeback").Reply, "Stackmate level 5 accepts the takeback: Anna's last move is undone.", "Anna (White) to move")
	if turns := c.turns(); len(turns) != 0 {
		t.Errorf("turns %+v", turns)
	}
	if c.act(turn, 1, "") {
		t.Error("a draw was declined that nobody offered")
	}
	c.later(time.Minute)
	c.say("Anna", hall, "d4")
	if now := c.turns()[0]; now == turn {
		t.Error("the turn looks the same")
	}
	if c.act(turn, 1, "e5") {
		t.Error("the late move was made")
	}
	if !c.act(c.turns()[0], 3, "d5") {
		t.Error("the move was not made")
	}
	has(t, c.say("Anna", hall, "takeback").Reply, "accepts the takeback")
	if g := c.load(1); len(g.Plies) != 0 {
		t.Errorf("%d plies", len(g.Plies))
	}
}

// TestComputerDraws offers the program a draw in its turn and in Anna's.
func TestComputerDraws(t *testing.T) {
	c := withComputer(t)
	c.say("Anna", hall, "challenge stackmate chess white 1")
	a := c.say("Anna", hall, "draw offer")
	has(t, a.Reply, "Anna offers Stackmate level 1 a draw.", "Stackmate level 1 declines the draw in game 1.")
	if len(c.turns()) != 0 {
		t.Error("the offer waits")
	}
	c.refused("Anna", hall, "draw accept yes", "")
	c.refused("Anna", hall, "draw claim", "")
	has(t, c.say("Anna", hall, "resign yes").Reply, "Anna resigns", "0-1")
	if a := c.say("Anna", hall, "rematch"); !strings.Contains(a.Text, "Stackmate level 1 (White) – Anna (Black)") || !strings.Contains(a.Text, "Stackmate level 1 (White) plays 1. ") {
		t.Errorf("rematch %q", a.Text)
	}
	has(t, c.say("Anna", hall, "resign yes").Reply, "1-0")
	a = c.say("Anna", hall, "level #2")
	if len(a.Buttons) != 2 || len(a.Buttons[0]) != 4 || a.Buttons[1][3].Command != "level #2 8" || a.Audience != chat.Secret {
		t.Fatalf("levels %+v", a)
	}
	has(t, c.say("Anna", hall, a.Buttons[0][1].Command).Reply, "Anna (White) – Stackmate level 2 (Black)")
}

// TestComputerRefusals asks for what the program does not do.
func TestComputerRefusals(t *testing.T) {
	c := company(t)
	c.refused("Anna", hall, "challenge stackmate", "switched off")
	c.useComputer(func() {})
	for text, part := range map[string]string{
		"challenge stackmate 9":        "“9” is not a level. Stackmate plays at levels 1 (easy) to 8 (hard).",
		"challenge stackmate 0":        "“0” is not a level.",
		"challenge stackmate level:x":  "“x” is not a level.",
		"challenge stackmate level 9":  "“9” is not a level.",
		"challenge stackmate leicht":   "I don't understand “leicht” here. Stackmate plays at levels 1 (easy) to 8 (hard), for example “challenge stackmate level:3”.",
		"challenge @Stackmate -1":      "I don't understand “-1” here. Stackmate plays at levels 1 (easy) to 8 (hard)",
		"challenge stackmate level":    "I don't understand “level” here. Stackmate plays at levels 1 (easy) to 8 (hard)",
		"challenge stackmate milenium": "Did you mean millennium?",
		"challenge Ben leicht":         "[level:1-8]",
		"rematch leicht":               "for example “rematch level:3”.",
		"challenge Ben 3":              "A level is only for games against Stackmate.",
		"challenge open level:3":       "A level is only for games against Stackmate.",
		"block stackmate":              "works only with people",
		"watch invite stackmate":       "",
		"rematch level:3":              "",
	} {
		c.refused("Anna", hall, text, part)
	}
	for i := range 3 {
		a := c.say("Anna", hall, []string{"challenge stackmate white chess", "challenge @Stackmate level 4 white", "challenge 2 white rated"}[i])
		has(t, a.Reply, "Stackmate level "+[]string{"3", "4", "2"}[i])
		if rated := strings.Contains(a.Text, "not rated"); rated != (i == 2) {
			t.Errorf("%q", a.Text)
		}
		if c.load(int64(i + 1)).Terms.Rated {
			t.Error("the game is rated")
		}
	}
	c.refused("Anna", hall, "challenge stackmate", "You already have 3 games against Stackmate")
	c.say("Ben", hall, "challenge stackmate white")
	c.say("Anna", hall, "#1 abort")
	c.say("Anna", hall, "challenge stackmate white")
}

// TestOpenChallengeToComputer has the program take an open challenge that nobody has taken.
func TestOpenChallengeToComputer(t *testing.T) {
	c := company(t)
	c.useComputer(func() {})
	a := c.say("Anna", hall, "challenge open chess white rated")
	instead := a.Buttons[0][1]
	if instead.Command != "level #1" || instead.For != chat.Only(1) {
		t.Fatalf("button %+v", instead)
	}
	c.refused("Ben", hall, "level #1 level:2", "")
	c.refused("Ben", hall, "level #1", "")
	a = c.say("Anna", hall, "level #1")
	a = c.say("Anna", hall, a.Buttons[0][2].Command)
	has(t, a.Reply, "Anna (White) – Stackmate level 3 (Black)", "not rated")
	if g := c.load(1); g.Terms.Rated {
		t.Error("the game is rated")
	}
	c.refused("Ben", hall, "accept 1", "was already accepted")
	c.refused("Anna", hall, "level #1 level:4", "")
	c.say("Anna", hall, "challenge open chess white")
	c.say("Anna", hall, "cancel #2")
	for _, text := range []string{"level #2", "level #2 3"} {
		c.refused("Anna", hall, text, "Challenge 2 was withdrawn.")
		c.refused("Ben", hall, text, "There is no game 2.")
	}
}

// TestComputerTime has the time of the program run out: nobody reminds it, and it loses.
func TestComputerTime(t *testing.T) {
	c := newClub(t)
	c.useComputer(func() {})
	c.after = func(time.Duration) <-chan time.Time { over := make(chan time.Time, 1); over <- noon; return over }
	c.reopen()
	c.useComputer(func() {})
	if a := c.say("Anna", hall, "challenge stackmate chess white"); !c.load(1).Terms.Clock.IsZero() {
		t.Errorf("%q has a clock", a.Text)
	}
	c.say("Anna", hall, "challenge stackmate chess white 1d")
	c.say("Anna", hall, "#2 e4")
	for range 30 {
		c.later(time.Hour)
		if err := c.desk.CheckClocks(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	messages := c.post()
	if len(messages) != 1 || !strings.Contains(messages[0].Text, "Stackmate level 3 ran out of time") {
		t.Errorf("messages %+v", messages)
	}
	if rows := c.dump("outbox"); strings.Contains(rows, "it's your turn") {
		t.Errorf("a reminder: %s", rows)
	}
}

// TestComputerVacation goes on vacation while a game against the program has a clock: it stands still, and the program,
// which reads nothing, is not told.
func TestComputerVacation(t *testing.T) {
	c := company(t)
	c.useComputer(func() {})
	c.say("Anna", hall, "challenge stackmate chess white 1d")
	c.say("Anna", hall, "vacation start 3")
	for range 50 {
		c.later(time.Hour)
		if err := c.desk.CheckClocks(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if c.load(1).Over() {
		t.Error("the clock ran on")
	}
	c.say("Anna", hall, "vacation end")
	if messages := c.post(); len(messages) != 0 {
		t.Errorf("messages %+v", messages)
	}
	if rows := c.dump("outbox"); strings.Contains(rows, "vacation") {
		t.Errorf("messages for the program: %s", rows)
	}
}

// TestComputerConditions answers the program's move with a conditional move, after which it thinks again.
func TestComputerConditions(t *testing.T) {
	c := newClub(t)
	c.after = func(time.Duration) <-chan time.Time { over := make(chan time.Time, 1); over <- noon; return over }
	c.reopen()
	c.useComputer(func() {})
	c.say("Anna", hall, "challenge stackmate chess white")
	c.say("Anna", hall, "e4")
	c.say("Anna", hall, "if e5 then Nf3")
	c.act(c.turns()[0], 1, "e5")
	if turns := c.turns(); len(turns) != 1 || turns[0].Plies != 3 {
		t.Errorf("turns %+v", turns)
	}
	c.later(2 * time.Second)
	if messages := c.post(); len(messages) != 1 || !strings.Contains(messages[0].Text, "2. Nf3") || !strings.Contains(messages[0].Text, "is thinking") {
		t.Errorf("messages %+v", messages)
	}
}

// TestComputerOutlives has a person delete everything, and the database be restored: the program's
// players stay, and it goes on in the other games.
func TestComputerOutlives(t *testing.T) {
	c := newClub(t)
	c.after = func(time.Duration) <-chan time.Time { over := make(chan time.Time, 1); over <- noon; return over }
	c.reopen()
	c.useComputer(func() {})
	c.say("Anna", alone("Anna"), "challenge stackmate chess white")
	c.say("Ben", alone("Ben"), "challenge stackmate chess white")
	c.say("Anna", alone("Anna"), "e4")
	c.say("Ben", alone("Ben"), "d4")
	has(t, c.say("Anna", alone("Anna"), "games").Reply, "Stackmate level 3's turn")
	has(t, c.say("Anna", alone("Anna"), "profile").Reply, "Stackmate level 3")
	c.say("Anna", alone("Anna"), "mydata export")
	second := c.say("Anna", alone("Anna"), c.say("Anna", alone("Anna"), "mydata delete").Buttons[0][0].Command)
	c.say("Anna", alone("Anna"), second.Buttons[0][0].Command)
	if players := c.dump("players"); !strings.Contains(players, "Stackmate level 3") {
		t.Errorf("players: %s", players)
	}
	if turns := c.turns(); len(turns) != 1 || turns[0].Game != 2 {
		t.Errorf("turns %+v", turns)
	}
	c.post()
	backup := c.backup()
	c.act(c.turns()[0], 1, "d5")
	c.restore(backup)
	c.useComputer(func() {})
	if messages := c.told(); len(messages) != 1 || messages[0].to != "p-ben" || !strings.Contains(messages[0].Text, "is thinking") || strings.Contains(fmt.Sprint(messages[0].Buttons), "pick") {
		t.Errorf("told of the restore: %d messages", len(messages))
	}
	if turns := c.turns(); len(turns) != 1 || !c.act(turns[0], 1, "d5") {
		t.Errorf("turns %+v", turns)
	}
	if messages := c.post(); len(messages) != 1 || !strings.Contains(messages[0].Text, "1… d5") {
		t.Errorf("messages %+v", messages)
	}
	for text, part := range map[string]string{"link stackmate": "", "name Stackmate": "", "watch invite stackmate #2": "works only with people"} {
		c.refused("Ben", alone("Ben"), text, part)
	}
	profile := c.say("Ben", alone("Ben"), "profile stackmate").Reply
	has(t, profile, "The ratings of Stackmate's levels 1 to 8", "Standard chess", "1100", "1800")
	lines := strings.Split(profile.Block, "\n")
	for _, line := range lines {
		if utf8.RuneCountInString(line) != utf8.RuneCountInString(lines[0]) {
			t.Errorf("the columns do not stand below one another:\n%s", profile.Block)
			break
		}
	}
}

// TestComputerResults has games against the program count apart from those against people.
func TestComputerResults(t *testing.T) {
	c := company(t)
	c.useComputer(func() {})
	c.say("Anna", hall, "challenge stackmate 1 white")
	c.say("Anna", hall, "resign yes")
	c.say("Anna", hall, "challenge stackmate 1 nextgen:shared black")
	c.say("Anna", hall, "resign yes")
	profile := c.say("Anna", hall, "profile").Reply
	has(t, profile, "Anna has not finished a game with another person yet. Against Stackmate: level 1 +0 =0 −2. No current games.")
	if profile.Block != "" {
		t.Errorf("block %q", profile.Block)
	}
	c.say("Anna", hall, "challenge stackmate 3 chess black")
	c.later(time.Minute)
	c.act(c.turns()[0], 0, "e4")
	c.say("Anna", hall, "draw offer")
	if done, err := c.desk.Act(t.Context(), c.turns()[0], 1, data.ComputerAction{AcceptsDraw: true}); !done || err != nil {
		t.Fatal(done, err)
	}
	for range 2 {
		c.later(time.Minute)
		c.game(hall, "Anna", "Ben", "nextgen")
		c.say("Ben", hall, "resign yes")
	}
	c.later(time.Minute)
	c.say("Anna", hall, "challenge stackmate 1 nextgen white")
	c.say("Anna", hall, "resign yes")
	profile = c.say("Ben", hall, "profile @Anna").Reply
	has(t, profile, "Anna: 2 won, 0 drawn, 0 lost. Won the last 2 games. Longest winning streak: 2. Against Stackmate: level 1 +0 =0 −3, level 3 +0 =1 −0.",
		"–  +2 =0 −0")
	if strings.Contains(profile.Block, "Standard") || strings.Contains(profile.Block, "Millennium") {
		t.Errorf("block %q", profile.Block)
	}
	has(t, c.say("Ben", hall, "profile").Reply, "Ben: 0 won, 0 drawn, 2 lost.")
}

// TestBeginTwice presses a button for another game twice.
func TestBeginTwice(t *testing.T) {
	c := newClub(t)
	c.after = func(time.Duration) <-chan time.Time { over := make(chan time.Time, 1); over <- noon; return over }
	c.reopen()
	c.useComputer(func() {})
	c.say("Anna", hall, "challenge stackmate chess white")
	c.say("Anna", hall, "resign yes")
	c.say("Anna", hall, "rematch #1")
	c.refused("Anna", hall, "rematch #1", "Game 2 against Stackmate has just begun")
	c.say("Anna", hall, "level #1 5")
	c.refused("Anna", hall, "level #1 5", "Game 3 against Stackmate has just begun")
}

// TestComputerOff has games go on when the program is switched off.
func TestComputerOff(t *testing.T) {
	c := newClub(t)
	c.useComputer(func() {})
	c.say("Anna", hall, "challenge stackmate chess white")
	c.reopen() // without it
	a := c.say("Anna", hall, "e4")
	has(t, a.Reply, "It is the turn of Stackmate level 3 (Black), but playing against Stackmate is switched off.")
	has(t, c.say("Anna", hall, "draw offer").Reply, "Anna offers Stackmate level 3 a draw. Playing against Stackmate is switched off, so the offer waits.")
	c.refused("Anna", hall, "challenge stackmate", "switched off here")
	if a := c.say("Anna", hall, "challenge open chess"); len(a.Buttons[0]) != 1 {
		t.Errorf("buttons %+v", a.Buttons)
	}
	has(t, c.say("Anna", hall, "#1 takeback").Reply, "accepts the takeback")
	if a := c.say("Anna", hall, "resign #1 yes"); strings.Contains(fmt.Sprint(a.Buttons), "level #1") || strings.Contains(fmt.Sprint(a.Buttons), "rematch") {
		t.Errorf("buttons %+v", a.Buttons)
	}
	c.refused("Anna", hall, "rematch #1", "switched off here")
}

// TestRematchLevels checks that the levels of a rematch are offered with their ratings in its game.
func TestRematchLevels(t *testing.T) {
	c := newClub(t)
	c.useComputer(func() {})
	c.desk.UseComputer(request.Computer{GamesPerPlayer: 3, Wake: func() {}, Rating: func(v *rules.Variant, _ int) int {
		return map[string]int{"orthodox": 1, "tridimensional": 2, rules.DefaultKey: 3}[v.Key()]
	}})
	c.say("Anna", hall, "challenge stackmate tridimensional white")
	c.say("Anna", hall, "resign #1 yes")
	c.say("Anna", hall, "challenge stackmate chess white")
	c.say("Anna", hall, "resign #2 yes")
	for args, want := range map[string]string{"": "(1)", "1": "(2)", "2": "(1)", "77": "(3)"} {
		m := c.message("Anna", hall, "")
		m.Call = &chat.Call{Path: []string{"rematch"}, Args: map[string]string{"level": ""}}
		if args != "" {
			m.Call.Args["game"] = args
		}
		list, err := c.desk.Complete(t.Context(), m, "level", "")
		if err != nil || len(list) != 8 || !strings.Contains(list[0].Label, want) {
			t.Errorf("game %q: %v, %v; want %s", args, list, err, want)
		}
	}
}

// TestWaitingCounted checks that it can be seen how many games wait for the program.
func TestWaitingCounted(t *testing.T) {
	c := company(t)
	c.useComputer(func() {})
	c.say("Anna", hall, "challenge stackmate chess white")
	c.say("Anna", hall, "challenge stackmate chess black")
	c.say("Ben", hall, "challenge stackmate chess white")
	c.say("Ben", hall, "draw offer #3")
	err := c.store.View(t.Context(), func(tx data.Tx) error {
		o, err := tx.Overview(c.time(), nil)
		if o.Games != 3 || o.Computer != 2 {
			t.Errorf("of %d games %d wait", o.Games, o.Computer)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
