package game

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"stackmate/bot/chat"
	"stackmate/rules"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

const white, black = rules.White, rules.Black

// begin returns a new game between players 1 (White) and 2.
func begin(t *testing.T, variant, origin string, terms Terms) *Game {
	t.Helper()
	g := &Game{ID: 7, Variant: rules.VariantByKey(variant), Terms: terms, Seats: [2]int64{1, 2}, Origin: origin, Started: noon}
	if err := g.Load(); err != nil {
		t.Fatal(err)
	}
	return g
}

// play makes moves in LAN, each by the side to move.
func play(t *testing.T, g *Game, moves ...string) {
	t.Helper()
	for _, text := range moves {
		if err := g.Move(g.Turn(), read(t, g, text), noon); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

func read(t *testing.T, g *Game, text string) rules.Move {
	t.Helper()
	p := g.Position()
	m, err := p.ParseLAN(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestActions does every action in every situation: it answers what it should, and
// where it refuses, nothing is different afterwards.
func TestActions(t *testing.T) {
	situations := map[string]func(*testing.T, *Game){
		"beginning":     func(*testing.T, *Game) {},
		"black to move": func(t *testing.T, g *Game) { play(t, g, "e2-e4") },
		"white offers":  func(t *testing.T, g *Game) { must(t, g.OfferDraw(white, noon)) },
		"black offers":  func(t *testing.T, g *Game) { must(t, g.OfferDraw(black, noon)) },
		"over":          func(t *testing.T, g *Game) { must(t, g.Resign(white, noon)) },
	}
	actions := map[string]func(*testing.T, *Game) error{
		"white moves":     func(t *testing.T, g *Game) error { return g.Move(white, anyMove(g), noon) },
		"black moves":     func(t *testing.T, g *Game) error { return g.Move(black, anyMove(g), noon) },
		"white offers":    func(t *testing.T, g *Game) error { return g.OfferDraw(white, noon) },
		"black offers":    func(t *testing.T, g *Game) error { return g.OfferDraw(black, noon) },
		"white accepts":   func(t *testing.T, g *Game) error { return g.AcceptDraw(white, noon) },
		"black accepts":   func(t *testing.T, g *Game) error { return g.AcceptDraw(black, noon) },
		"white declines":  func(t *testing.T, g *Game) error { return g.DeclineDraw(white) },
		"black declines":  func(t *testing.T, g *Game) error { return g.DeclineDraw(black) },
		"white withdraws": func(t *testing.T, g *Game) error { return g.WithdrawDraw(white) },
		"black withdraws": func(t *testing.T, g *Game) error { return g.WithdrawDraw(black) },
		"white resigns":   func(t *testing.T, g *Game) error { return g.Resign(white, noon) },
		"black resigns":   func(t *testing.T, g *Game) error { return g.Resign(black, noon) },
	}
	// What refuses; everything else is done. An offer or outcome follows in state.
	type result struct {
		err   error
		state string // who offers, or how it ended; "" for a game that goes on
	}
	want := map[string]map[string]result{
		"beginning": {
			"white moves": {nil, ""}, "black moves": {ErrNotYourTurn, ""}, "white offers": {nil, "white offers"},
			"black offers": {nil, "black offers"}, "white accepts": {ErrNoOffer, ""}, "black accepts": {ErrNoOffer, ""},
			"white declines": {ErrNoOffer, ""}, "black declines": {ErrNoOffer, ""}, "white withdraws": {ErrNoOwnOffer, ""},
			"black withdraws": {ErrNoOwnOffer, ""}, "white resigns": {nil, "0-1 resignation"}, "black resigns": {nil, "1-0 resignation"},
		},
		"black to move": {
			"white moves": {ErrNotYourTurn, ""}, "black moves": {nil, ""}, "white offers": {nil, "white offers"},
			"black offers": {nil, "black offers"}, "white accepts": {ErrNoOffer, ""}, "black accepts": {ErrNoOffer, ""},
			"white declines": {ErrNoOffer, ""}, "black declines": {ErrNoOffer, ""}, "white withdraws": {ErrNoOwnOffer, ""},
			"black withdraws": {ErrNoOwnOffer, ""}, "white resigns": {nil, "0-1 resignation"}, "black resigns": {nil, "1-0 resignation"},
		},
		"white offers": {
			"white moves": {nil, "white offers"}, "black moves": {ErrNotYourTurn, "white offers"},
			"white offers": {ErrDrawPending, "white offers"}, "black offers": {nil, "1/2-1/2 agreement"},
			"white accepts": {ErrOwnOffer, "white offers"}, "black accepts": {nil, "1/2-1/2 agreement"},
			"white declines": {ErrOwnOffer, "white offers"}, "black declines": {nil, ""},
			"white withdraws": {nil, ""}, "black withdraws": {ErrNoOwnOffer, "white offers"},
			"white resigns": {nil, "0-1 resignation"}, "black resigns": {nil, "1-0 resignation"},
		},
		"black offers": {
			"white moves": {nil, ""}, "black moves": {ErrNotYourTurn, "black offers"},
			"white offers": {nil, "1/2-1/2 agreement"}, "black offers": {ErrDrawPending, "black offers"},
			"white accepts": {nil, "1/2-1/2 agreement"}, "black accepts": {ErrOwnOffer, "black offers"},
			"white declines": {nil, ""}, "black declines": {ErrOwnOffer, "black offers"},
			"white withdraws": {ErrNoOwnOffer, "black offers"}, "black withdraws": {nil, ""},
			"white resigns": {nil, "0-1 resignation"}, "black resigns": {nil, "1-0 resignation"},
		},
		"over": {},
	}
	for action := range actions {
		want["over"][action] = result{ErrOver, "0-1 resignation"}
	}
	for situation, prepare := range situations {
		for action, do := range actions {
			t.Run(situation+"/"+action, func(t *testing.T) {
				g := begin(t, "orthodox", "", Terms{})
				prepare(t, g)
				before, position := *g, g.Position()
				tt, ok := want[situation][action]
				if !ok {
					t.Fatal("nothing is expected")
				}
				if err := do(t, g); !errors.Is(err, tt.err) || (err == nil) != (tt.err == nil) {
					t.Errorf("got %v, want %v", err, tt.err)
				}
				if got := state(g); got != tt.state {
					t.Errorf("then %q, want %q", got, tt.state)
				}
				if tt.err != nil {
					if diff := cmp.Diff(before, *g, cmpopts.IgnoreUnexported(Game{}, rules.Variant{})); diff != "" || position != g.Position() {
						t.Errorf("refused, but changed:\n%s", diff)
					}
				}
				if g.Over() != !g.Ended.IsZero() || g.Over() && g.ToMove() != 0 {
					t.Errorf("over %v, ended %v, to move %d", g.Over(), g.Ended, g.ToMove())
				}
			})
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func anyMove(g *Game) rules.Move { p := g.Position(); return p.Moves()[0] }

func state(g *Game) string {
	switch {
	case g.Over():
		return fmt.Sprint(g.Outcome, " ", g.Reason)
	case g.DrawOfferBy != nil:
		return g.DrawOfferBy.String() + " offers"
	}
	return ""
}

// TestOfferStands follows one offer through the moves of both sides.
func TestOfferStands(t *testing.T) {
	g := begin(t, "orthodox", "", Terms{})
	must(t, g.OfferDraw(white, noon)) // before the move
	play(t, g, "e2-e4")
	if state(g) != "white offers" {
		t.Error("the offerer's own move took the offer away")
	}
	play(t, g, "e7-e5")
	if state(g) != "" {
		t.Error("the opponent's move did not answer the offer")
	}
	must(t, g.OfferDraw(black, noon)) // while the opponent thinks
	play(t, g, "g1-f3")
	if state(g) != "" {
		t.Error("the opponent's move did not answer the second offer")
	}
	must(t, g.OfferDraw(black, noon))
	play(t, g, "b8-c6")
	must(t, g.AcceptDraw(white, noon.Add(time.Hour)))
	if state(g) != "1/2-1/2 agreement" || g.DrawOfferBy != nil || !g.Ended.Equal(noon.Add(time.Hour)) {
		t.Errorf("%q, offer %v, ended %v", state(g), g.DrawOfferBy, g.Ended)
	}
}

// TestEnds plays the last move of games that end on the board.
func TestEnds(t *testing.T) {
	tests := map[string]struct {
		variant, origin string
		moves           []string
		want            string
	}{
		"mate": {"orthodox", "", []string{"f2-f3", "e7-e5", "g2-g4", "d8-h4"}, "0-1 checkmate"},
		"mate by White": {"orthodox", "", []string{"e2-e4", "e7-e5", "f1-c4", "b8-c6", "d1-h5", "g8-f6", "h5-f7"},
			"1-0 checkmate"},
		"stalemate":    {"orthodox", "7k/8/8/6Q1/8/8/8/K7 w - - 0 1", []string{"g5-g6"}, "1/2-1/2 stalemate"},
		"insufficient": {"orthodox", "7k/8/8/8/8/8/1p6/K7 w - - 0 1", []string{"a1-b2"}, "1/2-1/2 insufficient"},
		"enough":       {"orthodox", "7k/8/8/8/8/8/1p4R1/K7 w - - 0 1", []string{"a1-b2"}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			g := begin(t, tt.variant, tt.origin, Terms{})
			if tt.want != "" {
				must(t, g.OfferDraw(black, noon))
			}
			play(t, g, tt.moves...)
			if got := state(g); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if g.Over() && (g.DrawOfferBy != nil || !g.Ended.Equal(noon)) {
				t.Errorf("offer %v, ended %v", g.DrawOfferBy, g.Ended)
			}
		})
	}
}

func TestClaimRepetition(t *testing.T) {
	dance := []string{"g1-f3", "g8-f6", "f3-g1", "f6-g8"}
	g := begin(t, "orthodox", "", Terms{})
	play(t, g, dance...)
	claim(t, g, ClaimError{Repetitions: 2, QuietPlies: 4, Limit: 50})
	play(t, g, dance...)
	late := *g
	must(t, g.ClaimDraw(noon.Add(time.Hour)))
	if state(g) != "1/2-1/2 repetition" || !g.Ended.Equal(noon.Add(time.Hour)) {
		t.Errorf("%q at %v", state(g), g.Ended)
	}
	if err := g.ClaimDraw(noon); !errors.Is(err, ErrOver) {
		t.Errorf("claimed again: %v", err)
	}
	must(t, late.Load())
	play(t, &late, "e2-e4") // the position is no longer on the board
	claim(t, &late, ClaimError{Repetitions: 1, QuietPlies: 0, Limit: 50})
}

// TestDrawsWithoutClaim holds standard chess to FIDE 9.6: five repetitions and 75 moves end
// a game. The other games' rules say nothing of the kind.
func TestDrawsWithoutClaim(t *testing.T) {
	dance := []string{"g1-f3", "g8-f6", "f3-g1", "f6-g8"}
	for _, tt := range []struct {
		name, variant, fen string
		terms              Terms
		moves              []string
		times              int
		want               string
	}{
		{"four times", "orthodox", "", Terms{}, dance, 3, ""},
		{"five times", "orthodox", "", Terms{}, dance, 4, "1/2-1/2 fivefold"},
		{"five times in another game", "millennium", "", Terms{}, []string{"1b1-2d1", "3b8-2d8", "2d1-1b1", "2d8-3b8"}, 5, ""},
		{"74 moves and a half", "orthodox", "7k/8/8/8/8/8/8/KR6 w - - 148 80", Terms{}, []string{"a1-a2"}, 1, ""},
		{"75 moves", "orthodox", "7k/8/8/8/8/8/8/KR6 w - - 148 80", Terms{}, []string{"a1-a2", "h8-h7"}, 1, "1/2-1/2 move-limit-over"},
		{"75 moves with a smaller limit", "orthodox", "7k/8/8/8/8/8/8/KR6 w - - 148 80", Terms{MoveLimit: 20}, []string{"a1-a2", "h8-h7"}, 1, "1/2-1/2 move-limit-over"},
		{"75 moves with a greater limit", "orthodox", "7k/8/8/8/8/8/8/KR6 w - - 148 80", Terms{MoveLimit: 100}, []string{"a1-a2", "h8-h7"}, 1, ""},
		{"mate with the last of 75 moves", "orthodox", "7k/8/5K2/8/8/8/8/6Q1 w - - 149 80", Terms{}, []string{"g1-g7"}, 1, "1-0 checkmate"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := begin(t, tt.variant, tt.fen, tt.terms)
			for range tt.times {
				play(t, g, tt.moves...)
			}
			if got := state(g); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func claim(t *testing.T, g *Game, want ClaimError) {
	t.Helper()
	var got *ClaimError
	if err := g.ClaimDraw(noon); !errors.As(err, &got) || *got != want {
		t.Errorf("got %v, want %v", err, &want)
	}
	if g.Over() {
		t.Error("the game is over")
	}
}

// TestClaimMoveLimit holds Millennium to M7: pawns that move straight up or down do
// not begin the count anew, those that move forward do. The limit is the players' own.
func TestClaimMoveLimit(t *testing.T) {
	const limit = 2
	g := begin(t, "millennium", "", Terms{MoveLimit: limit})
	play(t, g, "1e2-2e2", "3e7-2e7", "1b1-2d1")
	claim(t, g, ClaimError{Repetitions: 1, QuietPlies: 3, Limit: limit})
	play(t, g, "3b8-2d8")
	must(t, g.ClaimDraw(noon))
	if state(g) != "1/2-1/2 move-limit" {
		t.Error(state(g))
	}
	g = begin(t, "millennium", "", Terms{MoveLimit: limit})
	play(t, g, "1e2-2e2", "3e7-2e7", "1b1-2d1", "3d7-3d6")
	claim(t, g, ClaimError{Repetitions: 1, QuietPlies: 0, Limit: limit})
	g = begin(t, "orthodox", "7k/8/8/8/8/8/8/KQ6 w - - 99 80", Terms{})
	claim(t, g, ClaimError{Repetitions: 1, QuietPlies: 99, Limit: 50})
	play(t, g, "a1-a2")
	must(t, g.ClaimDraw(noon))
}

func TestStart(t *testing.T) {
	for _, tt := range []struct {
		color Preference
		coin  bool
		white int64
	}{{AsWhite, false, 1}, {AsWhite, true, 1}, {AsBlack, true, 2}, {AsBlack, false, 2}, {AsRandom, true, 1}, {AsRandom, false, 2}} {
		c := Challenge{ID: 9, Variant: rules.VariantByKey("millennium"), Terms: Terms{MoveLimit: 10}, From: 1, To: 2,
			Color: tt.color, Home: chat.Address{Transport: "t", ID: "home"}, Server: "server"}
		g, err := c.Start(2, tt.coin, noon)
		must(t, err)
		if g.Seats != [2]int64{tt.white, 3 - tt.white} || g.ToMove() != tt.white {
			t.Errorf("%s with coin %v: seats %v, %d to move", tt.color, tt.coin, g.Seats, g.ToMove())
		}
		if g.ID != 9 || g.Home != c.Home || g.Server != "server" || g.Terms != c.Terms || !g.Started.Equal(noon) || g.Over() {
			t.Errorf("game %+v", g)
		}
	}
}

func TestColors(t *testing.T) {
	g := begin(t, "orthodox", "", Terms{})
	for player, want := range map[int64][]rules.Color{1: {white}, 2: {black}, 3: nil} {
		if diff := cmp.Diff(want, g.Colors(player)); diff != "" {
			t.Errorf("player %d:\n%s", player, diff)
		}
	}
	g.Seats[black] = 1
	if diff := cmp.Diff([]rules.Color{white, black}, g.Colors(1)); diff != "" {
		t.Error(diff)
	}
}

// TestDamaged loads what no game can have left behind.
func TestDamaged(t *testing.T) {
	for name, g := range map[string]*Game{
		"illegal move": {ID: 4, Log: []Ply{{Move: "e2-e4"}, {Move: "e2-e4"}}},
		"no move":      {ID: 4, Log: []Ply{{Move: "♞"}}},
		"takeback":     {ID: 4, Log: []Ply{{Move: takeback}}},
		"origin":       {ID: 4, Origin: "nonsense"},
	} {
		g.Variant = rules.VariantByKey("orthodox")
		if err := g.Load(); err == nil || !strings.HasPrefix(err.Error(), "game 4: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLoadAgain reloads a game from what would be stored of it.
func TestLoadAgain(t *testing.T) {
	g := begin(t, "millennium", "", Terms{})
	play(t, g, "1c1-2b2", "3d8-2e7")
	again := &Game{ID: g.ID, Variant: g.Variant, Seats: g.Seats, Log: g.Log, Started: g.Started}
	must(t, again.Load())
	if again.Position() != g.Position() || again.Turn() != white || len(again.Plies) != 2 {
		t.Error("another game")
	}
}
