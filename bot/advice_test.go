package bot_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/computer"
	"stackmate/bot/data"
	"stackmate/bot/logging"
	"stackmate/bot/outbox"
	"stackmate/bot/request"
)

// secret checks that a reply is for the speaker alone.
func secret(t *testing.T, a *bot.Answer) {
	t.Helper()
	if a.Audience != chat.Secret {
		t.Errorf("%q is for %q", a.Text, a.Audience)
	}
}

// TestHint asks for hints in a game against the program, where it is one's own turn, and on an analysis board; and in
// vain everywhere else.
func TestHint(t *testing.T) {
	c := withComputer(t)
	c.say("Anna", hall, "challenge stackmate chess white 1")
	a := c.say("Anna", hall, "hint")
	secret(t, a)
	has(t, a.Reply, "Try a move with the ")
	whole := a.Buttons[0][0]
	if a.Picture.Square == "" || whole.Command != "hint #1@0 move" || whole.For != chat.Only(1) {
		t.Errorf("picture %+v, button %+v", a.Picture, whole)
	}
	a = c.press("Anna", hall, whole)
	secret(t, a)
	p := c.load(1).Position()
	m, err := p.ParseLAN(a.Picture.Preview)
	if err != nil {
		t.Fatalf("%q: %v", a.Picture.Preview, err)
	}
	has(t, a.Reply, "Stackmate would play "+p.SAN(m)+".")
	c.pressRefused("Ben", whole, "This button is for Anna")
	if now := c.press("Anna", hall, a.Buttons[0][0]); !strings.Contains(now.Text, "Anna (White) plays 1. "+p.SAN(m)) {
		t.Errorf("%q", now.Text)
	}
	c.pressRefused("Anna", whole, "out of date")
	c.say("Ben", hall, "games")
	c.refused("Ben", hall, "hint #1", "You're not playing in game 1.")
	c.refused("Anna", hall, "hint #7", "There is no game 7")
	c.say("Anna", hall, "resign yes")
	c.refused("Anna", hall, "hint #1", "Game 1 is over", "“review #1”")

	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Anna", hall, "e4")
	c.refused("Ben", hall, "hint", "There are no hints in games between people", "analysis boards")
	c.refused("Anna", hall, "hint", "There are no hints in games between people")

	c.say("Anna", alone("Anna"), "import orthodox 1. d4 d5 *")
	secret(t, c.say("Anna", alone("Anna"), "hint #3 move"))
	c.refused("Ben", hall, "hint #3", "There is no game 3")
	c.say("Anna", alone("Anna"), "import orthodox 1. e4 *")
	c.refused("Anna", alone("Anna"), "hint #4", "This is the position of your game 2, which is still running.")
	c.refused("Anna", alone("Anna"), "analyse #4", "This is the position of your game 2")
	c.refused("Anna", alone("Anna"), "review #4", "This is the position of your game 2")
	c.say("Anna", alone("Anna"), "analyse #4 ply:0")
	c.say("Anna", alone("Anna"), "move #4 e5")
	c.refused("Anna", alone("Anna"), "hint #4", "This comes from the position of your game 2")
	c.say("Ben", hall, "e5") // in the game, too
	c.refused("Anna", alone("Anna"), "hint #4", "This is the position of your game 2")
	c.say("Anna", hall, "move #2 Nc3")
	secret(t, c.say("Anna", alone("Anna"), "hint #4"))
}

// TestHintWaits asks while the program is to move.
func TestHintWaits(t *testing.T) {
	c := newClub(t)
	c.after = func(time.Duration) <-chan time.Time { over := make(chan time.Time); close(over); return over }
	c.reopen()
	c.computer = computer.New(computer.Options{Store: c.store})
	c.advise(func(computer.Task) { t.Error("the program thinks") })
	c.say("Anna", hall, "games")
	c.say("Anna", hall, "challenge stackmate chess black 1")
	c.refused("Anna", hall, "hint", "It is Stackmate level 1's turn.")
	c.refused("Anna", hall, "analyse", "Game 1 is still running.", "“hint #1” helps")
	c.refused("Anna", hall, "review", "Game 1 is still running.", "“hint #1” helps")
}

// TestAnalyse asks for the values of positions: quiet ones, won ones, mates and ends of games.
func TestAnalyse(t *testing.T) {
	c := withComputer(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Clara", hall, "games")
	c.refused("Clara", hall, "analyse #1", "Game 1 is still running, and games between people are played without help.")
	c.play(hall, [2]string{"Anna", "Ben"}, "e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#")
	a := c.say("Clara", hall, "analyse #1 ply:6")
	has(t, a.Reply, "Last move: 3… Nf6. White to move. White mates in 1.", "Best line: 4. Qxf7#")
	if a.Picture == nil || a.Picture.Ply != 6 || len(a.Buttons[0]) < 2 || a.Buttons[0][1].Command != "analyse #1 ply:7" {
		t.Errorf("picture %+v, buttons %+v", a.Picture, a.Buttons)
	}
	a = c.press("Clara", hall, a.Buttons[0][1])
	has(t, a.Reply, "Last move: 4. Qxf7#. Black to move. The game ends here: checkmate.")
	has(t, c.say("Anna", hall, "analyze #1 ply:0").Reply, "White to move. ", "Best line: 1. ")
	c.refused("Anna", hall, "analyse #1 ply:8", "“8” is not a half-move of this game. Give a number from 0 to 7.")
	c.refused("Anna", hall, "analyse #1 ply:-1", "Give a number from 0 to 7.")
	c.refused("Anna", hall, "analyse #9", "There is no game 9")

	for fen, want := range map[string][]string{
		"r3k3/pppppppp/8/8/8/8/PPPPPPPP/Q3KB1R b - - 0 1":  {"Black to move. White is winning (+", "Best line: 1… "},
		"q3kb1r/pppppppp/8/8/8/8/PPPPPPPP/R3K3 w - - 0 30": {"White to move. Black is winning (−", "Best line: 30. "},
		"4k3/pppp4/8/8/8/8/PPPPPP2/4K3 b - - 0 12":         {"White is ", " (+", "Best line: 12… "},
	} {
		id := c.say("Anna", alone("Anna"), "import orthodox "+fen).Game
		has(t, c.say("Anna", alone("Anna"), fmt.Sprint("analyse #", id)).Reply, want...)
	}
}

// TestAdviceOff asks a bot that does not play.
func TestAdviceOff(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.play(hall, [2]string{"Anna", "Ben"}, "e4", "e5")
	a := c.say("Anna", hall, "resign yes")
	if labels := buttonLabels(a.Reply); slices.Contains(labels, "Review") {
		t.Errorf("buttons %v", labels)
	}
	for _, text := range []string{"hint", "analyse #1", "review #1"} {
		c.refused("Anna", hall, text, "switched off here, because Stackmate itself does not play")
	}
}

// TestAdviceIsShared has a question asked five times: there is one search, and each asker an answer. Somebody who asks for
// much more is asked to wait, and so is everybody when very many ask.
func TestAdviceIsShared(t *testing.T) {
	c := newClub(t)
	c.computer = computer.New(computer.Options{Store: c.store})
	var mu sync.Mutex
	var tasks []computer.Task
	c.advise(func(task computer.Task) { mu.Lock(); tasks = append(tasks, task); mu.Unlock() })
	submitted := func() int { mu.Lock(); defer mu.Unlock(); return len(tasks) }
	c.game(hall, "Anna", "Ben", "orthodox")
	c.play(hall, [2]string{"Anna", "Ben"}, "e4", "e5", "Nf3")
	c.say("Anna", hall, "resign yes")
	var answers sync.WaitGroup
	ask := func(who, text string) {
		m := c.message(who, hall, text)
		answers.Go(func() {
			if a, err := c.desk.Handle(context.WithoutCancel(t.Context()), m); err != nil || a == nil || a.Refused {
				t.Errorf("%s: %q: %+v, %v", who, text, a, err)
			}
		})
	}
	until := func(n int) {
		t.Helper()
		for deadline := time.Now().Add(10 * time.Second); submitted() < n; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%d searches, not %d", submitted(), n)
			}
		}
	}
	ask("Anna", "analyse #1")
	until(1)
	for range 3 {
		ask("Anna", "analyse #1")
	}
	ask("Ben", "analyse #1")
	ask("Anna", "analyse #1 ply:1")
	until(2)
	c.refused("Anna", hall, "analyse #1 ply:0", "already thinking about 2 things for you")
	ask("Ben", "analyse #1 ply:0")
	until(3)
	time.Sleep(10 * time.Millisecond)
	for i := range submitted() {
		tasks[i].Do(t.Context(), func() bool { return true })
	}
	answers.Wait()
	if submitted() != 3 {
		t.Errorf("%d searches", submitted())
	}
	has(t, c.say("Clara", hall, "analyse #1").Reply, "Best line")
	stopped, stop := context.WithCancel(t.Context())
	stop()
	last := c.message("Clara", hall, "analyse #1 ply:2")
	answers.Go(func() {
		if a, err := c.desk.Handle(t.Context(), last); err != nil || !a.Refused || a.Text != "Stackmate is restarting. Please try again in a minute." {
			t.Errorf("the program ends: %+v, %v", a, err)
		}
	})
	until(4)
	tasks[3].Do(stopped, func() bool { return false })
	answers.Wait()
	c.refused("Clara", hall, "analyse #1 ply:2", "Stackmate is restarting.")
	c.advise(func(task computer.Task) { task.Do(t.Context(), func() bool { return true }) })
	c.say("Clara", hall, "analyse #1 ply:2")
}

// buttonLabels returns the labels of all buttons of a reply.
func buttonLabels(r chat.Reply) (labels []string) {
	for _, row := range r.Buttons {
		for _, b := range row {
			labels = append(labels, b.Label)
		}
	}
	return labels
}

// TestReview ends a game by mate, presses the button below it and plays through the quiz.
func TestReview(t *testing.T) {
	c := withComputer(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	a := c.play(hall, [2]string{"Anna", "Ben"}, "e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#")
	press := button(t, a.Reply, "review")
	if press.Command != "review #1" || press.For != chat.Everybody {
		t.Errorf("button %+v", press)
	}
	a = c.press("Ben", hall, press)
	has(t, a.Reply, "Anna (White): ", " % accuracy. Inaccuracies: ", "Ben (Black): ", "mistakes: 0, blunders: 1.", "Your worst moves:\n• 3… Nf6?? allows mate in 1.")
	if a.Audience != chat.Quiet || a.ButtonSpent || len(a.Files) != 1 || a.Files[0].Name != "game-1-review.png" || !strings.Contains(a.Board, "White's best chances: 100 %, after half-move 6.") {
		t.Errorf("answer %+v with %q", a.Reply, a.Board)
	}
	has(t, c.say("Clara", hall, "review #1").Reply, "The worst moves:\n• 3… Nf6?? allows mate in 1.")
	c.refused("Anna", hall, "review #2", "There is no game 2")

	start := button(t, a.Reply, "quiz")
	c.pressRefused("Anna", start, "This button is for Ben")
	a = c.press("Ben", hall, start)
	secret(t, a)
	has(t, a.Reply, "Position 1 of 1: 3… Nf6?? allows mate in 1. Find something better.", "“quiz ply:5 MOVE”")
	if a.Picture.Ply != 5 || !a.Picture.Black || len(a.Menus) == 0 || strings.Contains(a.Text, "g6") {
		t.Errorf("%q, picture %+v, %d menus", a.Text, a.Picture, len(a.Menus))
	}
	has(t, c.say("Ben", hall, "quiz #1 ply:5 Nf6").Reply, "Nf6 is what was played. There is something better")
	a = c.say("Ben", hall, "quiz #1 Nb8")
	has(t, a.Reply, "Nb8 is not good enough.")
	a = c.press("Ben", hall, button(t, a.Reply, "quiz #1 ply:5"))
	has(t, a.Reply, "Find something better.")
	solution := c.press("Ben", hall, button(t, a.Reply, "quiz #1 ply:5 solution"))
	has(t, solution.Reply, "Best line: 3… ", "That was the last position.")
	best := c.load(1).Rules().At(5)
	m, err := best.ParseLAN(solution.Picture.Preview)
	if err != nil {
		t.Fatal(err)
	}
	has(t, c.say("Ben", hall, "quiz #1 "+best.SAN(m)).Reply, best.SAN(m)+" is the best move.\nBest line: 3… ")
	other := "Qe7"
	if best.SAN(m) == other {
		other = "g6"
	}
	has(t, c.say("Ben", hall, "quiz #1 "+other).Reply, other+" is good, too.")
	c.refused("Ben", hall, "quiz #1 ply:5 Ke6", "is not legal")
	c.refused("Ben", hall, "quiz #1 ply:4", "“4” is not a position of the quiz on game 1.")
	c.refused("Ben", hall, "quiz #1 ply:99", "“99” is not a position")
}

// TestReviewWithoutMistakes praises who made none, and has no quiz for them.
func TestReviewWithoutMistakes(t *testing.T) {
	c := withComputer(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.play(hall, [2]string{"Anna", "Ben"}, "f3", "e5", "g4", "Qh4#")
	a := c.say("Ben", hall, "review")
	has(t, a.Reply, "Ben (Black): 100 % accuracy.", "You didn't make a single inaccuracy. Well played!")
	if len(a.Buttons) != 0 {
		t.Errorf("buttons %+v", a.Buttons)
	}
	c.refused("Ben", hall, "quiz #1", "There is nothing to practise in game 1")
	has(t, c.say("Anna", hall, "quiz #1").Reply, "2. g4?? allows mate in 1.")
}

// TestReviewOfOddGames reviews games that ended early, were imported, begin with Black or are still played.
func TestReviewOfOddGames(t *testing.T) {
	c := withComputer(t)
	c.game(hall, "Anna", "Ben", "millennium")
	a := c.say("Anna", hall, "abort")
	if labels := buttonLabels(a.Reply); slices.Contains(labels, "Review") {
		t.Errorf("buttons %v", labels)
	}
	c.refused("Anna", hall, "review", "Game 1 has too few moves for a review.")
	c.game(hall, "Anna", "Ben", "orthodox")
	c.play(hall, [2]string{"Anna", "Ben"}, "e4")
	c.refused("Ben", hall, "review #2", "Game 2 is still running, and games between people are played without help.")
	c.play(hall, [2]string{"Ben", "Anna"}, "e5")
	a = c.say("Anna", hall, "resign yes")
	has(t, c.press("Anna", hall, button(t, a.Reply, "review")).Reply, "Not a single inaccuracy. Well played!")

	c.say("Anna", alone("Anna"), "import orthodox [FEN \"4k3/8/8/8/8/8/3q4/R3K3 w Q - 0 40\"]\n\n40. Kf1 Qd1+ 41. Rxd1 *")
	c.refused("Anna", alone("Anna"), "quiz #3 ply:7", "is not a position of the quiz")
	a = c.say("Anna", alone("Anna"), "review")
	has(t, a.Reply, "Anna (White): ", "Anna (Black): ", "• 40. Kf1?? misses the queen on d2", "40… Qd1+?? loses the queen on d1")
	a = c.say("Anna", alone("Anna"), "quiz")
	has(t, a.Reply, "of 2: ")
	has(t, c.say("Anna", alone("Anna"), "quiz ply:0 Kxd2").Reply, "Kxd2 is the best move.")
	c.refused("Ben", hall, "review #3", "There is no game 3")

	c.say("Anna", alone("Anna"), "import orthodox [FEN \"r3k3/3Q4/8/8/8/8/8/4K3 b q - 0 40\"]\n\n40... Kf8 41. Qd8+ Rxd8 *")
	a = c.say("Anna", alone("Anna"), "import orthodox 1. f3 e5 2. g4 Qh4#")
	has(t, c.press("Anna", alone("Anna"), button(t, a.Reply, "review")).Reply, "• 2. g4?? allows mate in 1.")
	has(t, c.say("Anna", alone("Anna"), "review #4").Reply, "• 40… Kf8?? misses the queen on d7", "41. Qd8+?? loses the queen on d8")
}

// TestReviewByMailAfterCrash asks for a review by mail. Nobody waits for it: what the bot owes is in the outbox, so a crash
// while the program thinks loses nothing. As long as it is not known, nothing is sent.
func TestReviewByMailAfterCrash(t *testing.T) {
	c := newClub(t)
	var log bytes.Buffer
	var format logging.Format
	attempts := 0
	c.log, c.attempted = logging.New(&log, &format), func(outbox.Attempt) { attempts++ }
	c.reopen()
	c.computer = computer.New(computer.Options{Store: c.store})
	thinking := make(chan computer.Task, 1)
	c.advise(func(task computer.Task) { thinking <- task })
	c.game(hall, "Anna", "Ben", "orthodox")
	c.play(hall, [2]string{"Anna", "Ben"}, "f3", "e5", "g4", "Qh4#")
	c.byMail("Dora", "help")
	m := c.message("Dora", chat.Place{}, "import orthodox 1. f3 e5 2. g4 Qh4#")
	m.From.Address = chat.Address{Transport: "email", ID: "dora@example.org"}
	m.In = chat.Place{Address: m.From.Address, Private: true}
	c.handle(m)
	m.ID, m.Text = "review", "review 2"
	a, err := c.desk.Handle(t.Context(), m)
	if err != nil || a.Refused || a.Later == nil || a.OutboxID() == 0 || a.Text != "Stackmate is thinking. The answer comes in an email of its own." {
		t.Fatalf("answer %+v, %v", a, err)
	}
	if again, err := c.desk.Handle(t.Context(), m); again != nil || err != nil {
		t.Errorf("the mail was handled twice: %+v, %v", again, err)
	}
	c.later(2 * time.Minute)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-thinking; cancel() }()
	if _, err := c.desk.SendDue(ctx, "email", c.front); err != nil {
		t.Fatal(err)
	}
	if len(c.front.messages) != 0 {
		t.Errorf("sent: %+v", c.front.messages)
	}
	if text := log.String(); !strings.Contains(text, "answer not known yet") || strings.Contains(text, "level=WARN") || attempts > 0 {
		t.Errorf("that it is not known yet is a failure, %d attempts: %s", attempts, text)
	}
	err = c.store.View(t.Context(), func(tx data.Tx) error {
		o, err := tx.Overview(c.time(), []string{"email"})
		if len(o.Outbox[0].Failures) > 0 {
			t.Errorf("failing: %v", o.Outbox[0].Failures)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	c.reopen()
	c.startComputer()
	c.later(2 * time.Minute)
	if _, err := c.desk.SendDue(t.Context(), "email", c.front); err != nil {
		t.Fatal(err)
	}
	if len(c.front.messages) != 1 || attempts != 1 {
		t.Fatalf("%d messages, %d attempts", len(c.front.messages), attempts)
	}
	r := c.front.messages[0]
	presentable(t, r.Reply)
	if has(t, r.Reply, "• 2. g4?? allows mate in 1."); r.to != "dora@example.org" || r.Later != nil || r.InReplyTo != "review" || len(r.Files) != 1 {
		t.Errorf("%+v", r)
	}
}

// TestAdviceAtTheEnd asks on analysis boards where there is nothing more to play: mate, stalemate, and draws that nobody claims.
func TestAdviceAtTheEnd(t *testing.T) {
	c := withComputer(t)
	home := alone("Anna")
	for _, tt := range []struct{ fen, move, why string }{
		{"7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "Qf7", "stalemate"},
		{"7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "Qf8#", "checkmate"},
		{"7k/8/8/8/8/8/5B2/4qK2 w - - 0 1", "Bxe1", "insufficient material"},
		{"7k/8/6K1/8/8/8/8/R7 w - - 149 80", "Ra2", "75-move rule"},
	} {
		id := fmt.Sprint(" #", c.say("Anna", home, "import orthodox "+tt.fen).Game)
		c.say("Anna", home, "move"+id+" "+tt.move)
		c.refused("Anna", home, "hint"+id, "is over, so there is nothing left to hint at", "analyse"+id)
		a := c.say("Anna", home, "analyse"+id)
		if has(t, a.Reply, "Black to move. The game ends here: "+tt.why+"."); strings.Contains(a.Text, "Best line") {
			t.Errorf("%s: %s", tt.why, a.Text)
		}
		c.refused("Anna", home, "review"+id, "too few moves")
		has(t, c.say("Anna", home, "analyse"+id+" ply:0").Reply, "Best line: ")
	}
}

// TestReviewOfALongGame asks for reviews of an analysis that is as long as one may be, and a move longer, while a game between
// people is running whose position it must not have.
func TestReviewOfALongGame(t *testing.T) {
	c := withComputer(t)
	c.game(hall, "Anna", "Ben", "millennium")
	c.say("Anna", hall, "1e4")
	id := c.say("Anna", alone("Anna"), "import millennium 1. N1c3 N3c6 2. N1b1 N3b8").Game
	add := func(plies int) {
		t.Helper()
		err := c.store.Update(t.Context(), func(tx data.Tx) error {
			g, err := tx.Game(id)
			if err != nil {
				return err
			}
			for range plies {
				p := g.Position()
				m, err := p.ParseMove([]string{"N1c3", "N3c6", "N1b1", "N3b8"}[len(g.Plies)%4])
				if err == nil {
					err = g.Move(g.Turn(), m, c.time())
				}
				if err != nil {
					return err
				}
			}
			return tx.SaveGame(g)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	review := fmt.Sprint("review #", id)
	asked := false
	c.advise(func(task computer.Task) {
		asked = true
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		task.Do(ended, func() bool { return false })
	})
	add(request.MaxReviewed - 4)
	if c.refused("Anna", alone("Anna"), review, "Stackmate is restarting."); !asked {
		t.Error("the program is not asked")
	}
	add(1)
	c.refused("Anna", alone("Anna"), review, fmt.Sprintf("Game %d is too long for a review, which can have up to 1000 half-moves.", id))
	c.refused("Anna", alone("Anna"), fmt.Sprint("quiz #", id), "too long for a review")
}
