package bot_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"stackmate/bot/boards"
	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// board returns the board of a game for somebody, or that there is none.
func (c *club) board(who string, game int64, ply int) (b chat.Board, ok bool) {
	c.t.Helper()
	b, err := c.desk.Board(c.t.Context(), person(who), alone(who), "", game, ply)
	if err != nil && !errors.Is(err, data.ErrNotFound) {
		c.t.Fatal(err)
	}
	return b, err == nil
}

// TestBoardData checks who gets which game as data, and what is in it.
func TestBoardData(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "millennium")
	c.say("Anna", hall, "1e4 // I am sure about this")
	c.say("Ben", hall, "note remember the bishop")
	c.say("Anna", hall, "if 3e5 then 1d4")
	for _, who := range []string{"Anna", "Ben"} {
		b, ok := c.board(who, 1, boards.Latest)
		if !ok || b.Ply != 1 || b.Plies != 1 || b.White != "Anna" || b.Black != "Ben" || b.Status != "Ben (Black) to move." || b.Last.Name != "1e4" {
			t.Fatalf("%s gets %v %+v", who, ok, b)
		}
		if (len(b.Moves) > 0) != (who == "Ben") {
			t.Errorf("%s gets %d moves", who, len(b.Moves))
		}
		text, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"sure", "remember"} {
			if strings.Contains(string(text), secret) {
				t.Errorf("%s's board has %q", who, secret)
			}
		}
	}
	if b, ok := c.board("Ben", 1, 0); !ok || b.Ply != 0 || b.Plies != 1 || len(b.Moves) != 0 || b.Last != nil {
		t.Errorf("the start: %v %+v", ok, b)
	}
	for _, ply := range []int{2, -2, 1 << 40} {
		if _, ok := c.board("Ben", 1, ply); ok {
			t.Errorf("there is a ply %d", ply)
		}
	}
	if b, err := c.desk.Board(t.Context(), person("Anna"), alone("Anna"), "de", 1, boards.Latest); err != nil || b.Status != "Ben (Schwarz) ist am Zug." || b.Pieces["white-king"].Name != "König, weiß" {
		t.Errorf("in German: %v, %q", err, b.Status)
	}
	c.say("Ben", hall, "resign yes")
	if b, _ := c.board("Ben", 1, boards.Latest); !b.Over || len(b.Moves) != 0 || b.Status != "Ben resigns. Anna wins, 1-0." {
		t.Errorf("at the end: %q, %d moves", b.Status, len(b.Moves))
	}
}

// TestBoardDataVisible compares who sees which game with who sees its picture in private.
func TestBoardDataVisible(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.desk.UseRooms("test", newHouse())
	c.game(hall, "Anna", "Ben", "orthodox")              // 1
	c.game(attic, "Anna", "Ben", "orthodox")             // 2
	c.game(alone("Anna"), "Anna", "Ben", "orthodox")     // 3
	c.say("Anna", alone("Anna"), "import chess 1. e4 *") // 4
	who := []string{"Anna", "Ben", "Carl", "Stranger"}
	compare := func(when string, visible ...string) {
		t.Helper()
		for game, want := range visible {
			for _, name := range who {
				_, ok := c.board(name, int64(game+1), boards.Latest)
				if ok != strings.Contains(want, name) {
					t.Errorf("%s: %s sees game %d: %v", when, name, game+1, ok)
				}
				if name == "Stranger" {
					continue // the picture would introduce them
				}
				if a := c.handle(c.message(name, alone(name), "board #"+string(rune('1'+game)))); a.Refused == ok {
					t.Errorf("%s: %s sees the picture of game %d: %v", when, name, game+1, !a.Refused)
				}
			}
		}
	}
	compare("at first", "Anna Ben", "Anna Ben", "Anna Ben", "Anna", "")
	c.admin("settings games:everybody")
	compare("after opening games", "Anna Ben Carl Stranger", "Anna Ben", "Anna Ben", "Anna", "")
	if b, _ := c.board("Stranger", 1, boards.Latest); len(b.Yours) != 0 || len(b.Moves) != 0 {
		t.Errorf("a stranger plays %v", b.Yours)
	}
	if n := c.dump("players"); strings.Contains(n, "stranger") {
		t.Error("looking at a board has introduced somebody")
	}
}

// TestBoardDataLate has a player look after the time has run out: there is nothing to move.
func TestBoardDataLate(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.say("Anna", hall, "challenge @Ben chess white clock:1d")
	c.say("Ben", hall, "accept")
	c.say("Anna", hall, "e4")
	if b, _ := c.board("Ben", 1, boards.Latest); len(b.Moves) != 20 {
		t.Fatalf("%d moves", len(b.Moves))
	}
	c.later(25 * time.Hour)
	if b, _ := c.board("Ben", 1, boards.Latest); !b.Over || len(b.Moves) != 0 {
		t.Errorf("over: %v, %d moves", b.Over, len(b.Moves))
	}
}
