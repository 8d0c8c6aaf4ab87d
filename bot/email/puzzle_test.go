package email_test

import (
	"regexp"
	"strings"
	"testing"

	"stackmate/bot/email/mailtest"
	"stackmate/rules/engine/puzzle"
)

var puzzleTitle = regexp.MustCompile(`Puzzle ([0-9a-z]+): `)

// mailed returns the puzzle of a mail.
func mailed(t *testing.T, m mailtest.Message) *puzzle.Puzzle {
	t.Helper()
	found := puzzleTitle.FindStringSubmatch(m.Header.Get("Subject"))
	if found == nil || puzzle.ByID(found[1]) == nil {
		t.Fatalf("no puzzle in %q:\n%s", m.Header.Get("Subject"), m.Text)
	}
	return puzzle.ByID(found[1])
}

// TestPuzzleByMail solves a puzzle while a game goes on: a reply to the puzzle that is only a move is
// not played in the game, also when another puzzle was sent since.
func TestPuzzleByMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	begun := w.last(alice, 3)
	w.answer(alice, 3, "puzzle")
	first := w.last(alice, 4)
	p := mailed(t, first)
	for _, want := range []string{"to move and ", "Type your move like this: “solve ", "solution ", "shows the solution"} {
		if !strings.Contains(first.Text, want) {
			t.Errorf("the puzzle does not say %q:\n%s", want, first.Text)
		}
	}
	if len(first.Picture) == 0 || strings.Contains(first.Text, "deadline") || strings.Contains(first.Text, "resign") {
		t.Errorf("a mail about the game: %s", first.Text)
	}
	reply := func(to mailtest.Message, text string) { w.send(to.Reply(names[alice], w.id(), text)) }
	reply(begun, "puzzle daily orthodox")
	if other := mailed(t, w.last(alice, 5)); other == p {
		t.Fatal("the puzzle of the day is the same")
	}
	san := func(n int) string {
		pos := p.Game(p.Solution[:n]...).Position()
		return pos.SAN(p.Solution[n])
	}
	at, mails := first, 5
	for i := 0; i < len(p.Solution); i += 2 {
		if i > 0 { // an answer to the older mail: the puzzle has gone on
			reply(first, san(0))
			mails++
			w.last(alice, mails)
		}
		reply(at, []string{"", "solve "}[min(i, 1)]+san(i))
		mails++
		at = w.last(alice, mails)
		want := "Solved! Your puzzle rating: "
		if i+1 < len(p.Solution) {
			want = "Right: " + san(i) + ". The reply is " + san(i+1)
		}
		if !strings.Contains(at.Text, want) || mailed(t, at) != p {
			t.Fatalf("after %s:\n%s", san(i), at.Text)
		}
	}
	if !strings.Contains(at.Text, "puzzle orthodox   gives you the next puzzle") {
		t.Errorf("solved:\n%s", at.Text)
	}
	if plies := w.plies(1); plies != 0 {
		t.Errorf("%d moves in the game", plies)
	}
}
