package web_test

import (
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"stackmate/bot/advice"
	"stackmate/bot/chat"
	"stackmate/bot/computer"
	"stackmate/bot/request"
	"stackmate/rules"
)

// advise has the program review games.
func (c *club) advise() {
	a := advice.New(advice.Options{Submit: func(task computer.Task) { go task.Do(c.t.Context(), func() bool { return true }) }, Now: c.now, Log: slog.New(slog.DiscardHandler)})
	c.desk.UseComputer(request.Computer{GamesPerPlayer: 3, Rating: func(*rules.Variant, int) int { return 1500 }, Wake: func() {}, Advise: a.Handle})
}

// answer is what a script gets.
type answer struct {
	shown
	Review *struct {
		White, Marks []int
		Best         map[int]chat.Arrow
	}
}

// sends sends what a script sends to the game of the page.
func (b *browser) sends(text string) (a answer) {
	b.t.Helper()
	r := b.request(strings.TrimSuffix(b.at.Path, "/say")+"/say", with(with(b.form(), "text", text), "id", rand.Text()))
	r.Header.Set("Accept", "application/json")
	page := b.page
	b.do(r, nil)
	if err := json.Unmarshal([]byte(b.page), &a); err != nil {
		b.t.Fatal(err)
	}
	b.page = page
	return a
}

// TestReviewData checks what scripts get of a review: the curve, the marks and the best moves, and then the positions of the quiz, to
// solve on the board.
func TestReviewData(t *testing.T) {
	c := found(t, "")
	c.advise()
	c.play(room)
	anna := c.browse().signIn(c.link("Anna", room, "web #1"))
	if a := anna.sends("review"); !a.Refused || a.Review != nil {
		t.Errorf("a running game is reviewed: %+v", a)
	}
	c.says("Ben", room, "#1 resign yes")
	c.says("Anna", room, "challenge @Ben orthodox white")
	c.says("Ben", room, "accept #2")
	for i, move := range []string{"f3", "e5", "g4", "Qh4"} {
		c.says([]string{"Anna", "Ben"}[i%2], room, "#2 "+move)
	}
	anna.open("/g/2").sees(http.StatusOK, "Checkmate")
	a := anna.sends("review")
	if a.Refused || a.Review == nil || len(a.Review.White) != 5 || len(a.Review.Marks) != 4 || a.Review.White[4] != 0 || a.Review.Marks[2] != 3 || !strings.Contains(a.Text, "%") {
		t.Fatalf("%+v %+v", a, a.Review)
	}
	if best := a.Review.Best[3]; best.From == "" || best.Kind != chat.BestMove || best.From == "g2" && best.To == "g4" {
		t.Errorf("the best move is %+v", best)
	}
	quiz := anna.sends("quiz")
	if quiz.Board == nil || quiz.Board.Ply != 2 || len(quiz.Board.Moves) < 15 || quiz.Arrows != nil {
		t.Fatalf("%+v", quiz)
	}
	text := func(from, to string) string {
		for _, m := range quiz.Board.Moves {
			if m.From == from && m.To == to {
				return m.Text
			}
		}
		return ""
	}
	if again := anna.sends(text("g2", "g4")); again.Refused || again.Board == nil || len(again.Board.Moves) == 0 || !strings.Contains(again.Text, "is what was played") {
		t.Errorf("the move that was played: %+v", again.Text)
	}
	best := a.Review.Best[3]
	solved := anna.sends(text(best.From, best.To))
	if solved.Refused || len(solved.Arrows) != 1 || solved.Arrows[0] != best || len(solved.Board.Moves) != 0 {
		t.Errorf("solved: %q, arrows %v", solved.Text, solved.Arrows)
	}
	c.says("Dora", chat.Place{}, "games")
	dora := c.browse().signIn(c.link("Dora", chat.Place{}, "web"))
	if a := dora.sends("review #2"); !a.Refused || a.Review != nil {
		t.Errorf("a stranger gets the review: %+v", a)
	}
}
