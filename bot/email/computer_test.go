package email_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"stackmate/bot/advice"
	"stackmate/bot/chat"
	"stackmate/bot/computer"
	"stackmate/bot/data"
	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
	"stackmate/bot/request"
	"stackmate/rules"
)

// thinks lets people play against the program, which thinks while it is not held up.
func (w *world) thinks() {
	w.t.Helper()
	p := computer.New(computer.Options{Store: w.db, Act: w.desk.Act, Ran: w.desk.LoopRan, Threads: 1, Hash: 1, Now: w.now, Log: slog.New(slog.DiscardHandler)})
	a := advice.New(advice.Options{Submit: p.Submit, Now: w.now, Log: slog.New(slog.DiscardHandler)})
	w.desk.UseComputer(request.Computer{GamesPerPlayer: 5, Rating: computer.Rating, Wake: p.Wake, Advise: a.Handle})
	ctx, cancel := context.WithCancel(w.t.Context())
	done := make(chan struct{})
	go func() { defer close(done); p.Run(ctx) }()
	w.t.Cleanup(func() { cancel(); <-done })
}

// TestAgainstComputer plays the program by mail: each mail has both moves and one board.
func TestAgainstComputer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.thinks()
	w.write(names[alice], "challenge stackmate level:1 chess white", "")
	w.answer(alice, 1, "challenge stackmate level:1 chess white")
	if l := w.last(alice, 2); !strings.Contains(l.Text, "Stackmate plays at level 1 of 8") || !strings.Contains(l.Text, "(White) – Stackmate level 1 (Black)") {
		t.Fatalf("the beginning: %s", l.Text)
	}
	w.answer(alice, 2, "e4")
	l := w.last(alice, 3)
	if !strings.Contains(l.Text, "plays 1. e4.") || !strings.Contains(l.Text, "Stackmate level 1 (Black) plays 1… ") || strings.Contains(l.Text, "thinking") || len(l.Picture) == 0 {
		t.Errorf("the answer: %s", l.Text)
	}
	if w.plies(1) != 2 {
		t.Errorf("%d plies", w.plies(1))
	}
	w.answer(alice, 3, "draw offer")
	if l = w.last(alice, 4); !strings.Contains(l.Text, "offers Stackmate level 1 a draw.") || !strings.Contains(l.Text, "Stackmate level 1 declines the draw") {
		t.Errorf("the offer: %s", l.Text)
	}
	w.answer(alice, 4, "takeback")
	if l = w.last(alice, 5); !strings.Contains(l.Text, "Stackmate level 1 accepts the takeback") {
		t.Errorf("the takeback: %s", l.Text)
	}
	w.answer(alice, 5, "challenge stackmate level:9")
	if l = w.last(alice, 6); !strings.Contains(l.Text, "“9” is not a level. Stackmate plays at levels 1 (easy) to 8 (hard).") {
		t.Errorf("level 9: %s", l.Text)
	}
	w.oneThread(alice, 2)
}

// TestSlowComputer has the program take longer than a mail waits: then there are two mails, the
// second with its move.
func TestSlowComputer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.desk.UseComputer(request.Computer{GamesPerPlayer: 5, Rating: computer.Rating, Wake: func() {}})
	w.write(names[alice], "challenge stackmate chess white", "")
	w.answer(alice, 1, "challenge stackmate chess white")
	w.answer(alice, 2, "e4")
	w.until("the move is made", func() bool { return w.plies(1) == 1 })
	w.settled()
	if n := len(w.server.Mails(alice)); n != 2 {
		t.Fatalf("%d mails before the program had its minute", n)
	}
	w.advance(time.Minute)
	if l := w.last(alice, 3); !strings.Contains(l.Text, "is thinking") {
		t.Errorf("the first: %s", l.Text)
	}
	w.settled()
	w.moveOnce()
	if l := w.last(alice, 4); !strings.Contains(l.Text, "Stackmate level 3 (Black) plays 1… ") || strings.Contains(l.Text, "plays 1. e4") {
		t.Errorf("the second: %s", l.Text)
	}
}

// moveOnce has the program make its first move in game 1, in which one move has been made.
func (w *world) moveOnce() {
	w.t.Helper()
	var turn data.ComputerTurn
	var move rules.Move
	err := w.db.View(w.t.Context(), func(tx data.Tx) error {
		turns, err := tx.ComputerTurns(2)
		if err != nil || len(turns) != 1 {
			w.t.Fatalf("%+v: %v", turns, err)
		}
		g, err := tx.Game(1)
		if err != nil {
			return err
		}
		p := g.Position()
		turn, move = turns[0], p.Moves()[0]
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	if done, err := w.desk.Act(w.t.Context(), turn, 1, data.ComputerAction{Plays: true, Move: move}); err != nil || !done {
		w.t.Fatalf("not played: %v", err)
	}
}

// TestMoreThanAMove writes a move against the program and other commands in one mail: the move comes in a
// mail of its own, and waits for the program's reply no longer than until that is there.
func TestMoreThanAMove(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.desk.UseComputer(request.Computer{GamesPerPlayer: 5, Rating: computer.Rating, Wake: func() {}})
	w.write(names[alice], "challenge stackmate chess white", "")
	w.answer(alice, 1, "challenge stackmate chess white")
	w.answer(alice, 2, "e4\ngames\nd9\nhelp")
	w.until("the commands are answered", func() (answered bool) {
		err := w.db.View(t.Context(), func(tx data.Tx) error {
			waiting, err := tx.Waiting(chat.Address{Transport: email.Transport, ID: alice}, 1)
			answered = len(waiting) == 2 && strings.Contains(waiting[1].Reply.Text, "> games")
			return err
		})
		if err != nil {
			t.Error(err)
		}
		return answered
	})
	w.moveOnce() // which the other mail follows without waiting for the minute to be over
	for i, parts := range [][]string{{"plays 1. e4. Stackmate level 3 (Black) is thinking."}, {"> games\n", "> d9\n", "Not done, because the command before was refused: help"}, {"Stackmate level 3 (Black) plays 1… "}} {
		l := w.last(alice, 3+i)
		for _, part := range parts {
			if !strings.Contains(l.Text, part) {
				t.Errorf("mail %d does not say %q: %s", 3+i, part, l.Text)
			}
		}
		if i > 0 && (strings.Contains(l.Text, "e4. Stackmate") || strings.Contains(l.Text, "> e4")) {
			t.Errorf("mail %d repeats the move: %s", 3+i, l.Text)
		}
	}
	w.settled()
}

// TestAdviceByMail asks for hints and a review by mail, and answers the quiz. What takes long comes in a mail of its own,
// also if it is not the only command of a mail.
func TestAdviceByMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.thinks()
	w.write(names[alice], "challenge stackmate level:1 chess white", "")
	w.answer(alice, 1, "challenge stackmate level:1 chess white")
	w.answer(alice, 2, "hint")
	if l := w.last(alice, 3); !strings.Contains(l.Text, "Try a move with the ") || !strings.Contains(l.Text, "To see the move: “hint move”") || len(l.Picture) == 0 {
		t.Fatalf("the hint: %s", l.Text)
	}
	w.answer(alice, 3, "f3")
	w.answer(alice, 4, "review")
	if l := w.last(alice, 5); !strings.Contains(l.Text, "Game 1 is still running. “hint #1” helps") {
		t.Errorf("the refusal: %s", l.Text)
	}
	w.answer(alice, 5, "resign yes")
	if l := w.last(alice, 6); !strings.Contains(l.Text, "review") || !strings.Contains(l.Text, "shows how the game went, and which moves were mistakes") {
		t.Errorf("the end: %s", l.Text)
	}
	w.answer(alice, 6, "import orthodox 1. f3 e5 2. g4 Qh4#")
	w.answer(alice, 7, "review #2")
	l := w.last(alice, 8)
	if !strings.Contains(l.Text, " % accuracy. Inaccuracies: ") || !strings.Contains(l.Text, "The worst moves:\n• 2. g4?? allows mate in 1.") ||
		!strings.Contains(l.Text, "Try “quiz #2”.") || len(l.Picture) == 0 {
		t.Errorf("the review: %s", l.Text)
	}
	w.answer(alice, 8, "games\nanalyse #2 ply:1\nanalyse #2 ply:2")
	list := w.server.Wait(alice, 11)
	var texts []string
	for _, raw := range list[8:] {
		texts = append(texts, mailtest.Read(t, raw).Text)
	}
	if strings.Count(texts[0], "The answer comes in an email of its own.") != 2 || !strings.Contains(texts[1], "Best line: ") || !strings.Contains(texts[2], "Best line: ") {
		t.Errorf("three commands: %s", strings.Join(texts, "\n"))
	}
	w.answer(alice, 11, "quiz #2")
	if l := w.last(alice, 12); !strings.Contains(l.Text, "Position 1 of ") || !strings.Contains(l.Text, "Find something better. Answer with “quiz ply:") {
		t.Errorf("the quiz: %s", l.Text)
	}
	w.settled()
}

// TestAdviceComesAfterwards has a review be asked for in the mail that ends a game. The end of the game is told first, and
// does not wait for the review.
func TestAdviceComesAfterwards(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	tasks := make(chan computer.Task, 1)
	a := advice.New(advice.Options{Submit: func(task computer.Task) { tasks <- task }, Now: w.now, Log: slog.New(slog.DiscardHandler)})
	w.desk.UseComputer(request.Computer{GamesPerPlayer: 5, Rating: computer.Rating, Wake: func() {}, Advise: a.Handle})
	w.begin()
	w.answer(alice, 3, "e4")
	w.last(alice, 4)
	w.answer(bob, 3, "e5")
	w.last(bob, 4)
	w.answer(alice, 5, "resign yes\nreview")
	if l := w.last(alice, 6); !strings.Contains(l.Text, "resigns. ") || !strings.Contains(l.Text, "> review\nStackmate is thinking. The answer comes in an email of its own.") {
		t.Errorf("the end: %s", l.Text)
	}
	w.last(bob, 5)
	(<-tasks).Do(t.Context(), func() bool { return true })
	if l := w.last(alice, 7); strings.Count(l.Text, " % accuracy") != 2 || len(l.Picture) == 0 {
		t.Errorf("the review: %s", l.Text)
	}
	w.settled()
}
