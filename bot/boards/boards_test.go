package boards

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/words"
	"stackmate/rules"
)

// Players of the games of these tests, and somebody else.
const white, black, other int64 = 3, 4, 5

func newGame(t *testing.T, v *rules.Variant, origin string, moves ...string) *game.Game {
	t.Helper()
	g := &game.Game{ID: 7, Variant: v, Seats: [2]int64{white, black}, Origin: origin}
	for _, m := range moves {
		g.Log = append(g.Log, game.Ply{Move: m, Note: "a secret", At: time.Unix(0, 0)})
	}
	if err := g.Load(); err != nil {
		t.Fatal(err)
	}
	return g
}

// sample is a position that was computed by another program, with its legal moves.
type sample struct {
	Variant string
	Moves   []string
	Legal   []string
}

// samples returns the positions with which the rules are tested.
func samples(t *testing.T) (list []sample) {
	t.Helper()
	file, err := os.Open("../../rules/testdata/positions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for d := json.NewDecoder(file); d.More(); {
		var s sample
		if err := d.Decode(&s); err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// In sample positions of every game a board says what the rules do: which piece is where, and
// every legal move, whose text makes it.
func TestBoardsAgreeWithRules(t *testing.T) {
	variants, attacks, promotions := map[string]int{}, 0, 0
	for i, s := range samples(t) {
		g := newGame(t, rules.VariantByKey(s.Variant), "", s.Moves...)
		p := g.Position()
		b := position(g, len(s.Moves), g.Seats[p.Turn()], words.In("en"))
		where := fmt.Sprintf("%s, sample %d", s.Variant, i+1)
		if b.Turn != p.Turn().String() || b.Variant != s.Variant || b.Ply != len(s.Moves) || len(b.Record) != b.Ply {
			t.Errorf("%s: %+v", where, b)
		}
		checkCells(t, where, &p, b)
		checkMoves(t, where, &p, b)
		if (b.Check != nil) != p.InCheck() {
			t.Errorf("%s: check is %+v", where, b.Check)
		}
		for _, m := range b.Moves {
			variants[s.Variant]++
			if m.Attack {
				attacks++
			}
			if m.Promotes != "" {
				promotions++
			}
		}
	}
	for _, v := range rules.Variants() {
		if variants[v.Key()] == 0 && !strings.Contains(v.Key(), ":") {
			t.Errorf("no move of %s", v.Name())
		}
	}
	if attacks == 0 || promotions == 0 {
		t.Errorf("%d moves of attack boards, %d promotions", attacks, promotions)
	}
}

// checkCells compares the cells and planes of a board with the position.
func checkCells(t *testing.T, where string, p *rules.Position, b chat.Board) {
	t.Helper()
	v, seen := p.Variant(), map[string]bool{}
	if len(b.Cells) != v.Cells() {
		t.Fatalf("%s: %d cells of %d", where, len(b.Cells), v.Cells())
	}
	for _, c := range b.Cells {
		cell, plane := v.CellNamed(c.Name), b.Planes[c.Plane]
		want := rules.Coord{File: int8(plane.X + c.X), Rank: int8(plane.Y + c.Y), Level: int8(plane.Z)}
		if cell == rules.NoCell || seen[c.Name] || v.Coord(cell) != want || v.Dark(cell) != c.Dark || c.X >= plane.Files || c.Y >= plane.Ranks {
			t.Errorf("%s: cell %+v", where, c)
		}
		seen[c.Name] = true
		piece := p.At(cell)
		switch _, known := b.Pieces[c.Piece]; {
		case plane.Live == (piece == rules.Air):
			t.Errorf("%s: %s is live: %v", where, c.Name, plane.Live)
		case !piece.Exists() && c.Piece != "", piece.Exists() && !known:
			t.Errorf("%s: on %s is %q", where, c.Name, c.Piece)
		case piece.Exists() && (b.Pieces[c.Piece].Color != piece.Color().String() || b.Pieces[c.Piece].Letters != piece.Role().Letters()):
			t.Errorf("%s: on %s is %+v", where, c.Name, b.Pieces[c.Piece])
		}
	}
	if !slices.IsSortedFunc(b.Planes, func(a, b chat.Plane) int { return a.Z - b.Z }) {
		t.Errorf("%s: planes are not sorted", where)
	}
}

// checkMoves compares the moves of a board with the legal moves of the position.
func checkMoves(t *testing.T, where string, p *rules.Position, b chat.Board) {
	t.Helper()
	legal := p.Moves()
	if len(b.Moves) != len(legal) {
		t.Fatalf("%s: %d moves of %d", where, len(b.Moves), len(legal))
	}
	for _, m := range b.Moves {
		read, err := p.ParseMove(m.Text)
		i := slices.Index(legal, read)
		if err != nil || i < 0 {
			t.Fatalf("%s: %q is no legal move: %v", where, m.Text, err)
		}
		legal = slices.Delete(legal, i, i+1)
		if again, err := p.ParseMove(m.Name); err != nil || again != read {
			t.Errorf("%s: %q is not %q: %v", where, m.Name, m.Text, err)
		}
		if strings.ContainsAny(m.Name, "+#") {
			t.Errorf("%s: %q tells what it does", where, m.Name)
		}
		from, to := m.From, m.To
		if m.Attack {
			from, to = "@"+m.From, m.To
		}
		if start := from + "-" + to; !strings.HasPrefix(m.Text, start) || (m.Text == start) != (m.Promotes == "") {
			t.Errorf("%s: %+v", where, m)
		}
		if m.Promotes != "" && (b.Pieces[m.Promotes].Color != b.Turn || !strings.HasSuffix(m.Text, "="+b.Pieces[m.Promotes].Letters)) {
			t.Errorf("%s: %+v", where, m)
		}
		if _, captures := p.Captures(read); captures != m.Captures {
			t.Errorf("%s: %+v", where, m)
		}
		exists := func(name string) bool {
			return slices.ContainsFunc(b.Cells, func(c chat.Cell) bool { return c.Name == name && b.Planes[c.Plane].Live })
		}
		pin := func(name string, live bool) bool {
			return slices.ContainsFunc(b.Planes, func(p chat.Plane) bool { return p.Pin == name && p.Live == live })
		}
		if !m.Attack && (!exists(m.From) || !exists(m.To)) || m.Attack && (!pin(m.From, true) || !pin(m.To, false)) {
			t.Errorf("%s: %+v is between places that do not exist", where, m)
		}
	}
}

// Moves are for the player whose turn it is, at the end of a game that goes on.
func TestWhoMayMove(t *testing.T) {
	v := rules.VariantByKey("orthodox")
	g := newGame(t, v, "", "e2-e4")
	for _, test := range []struct {
		reader int64
		ply    int
		yours  string
		moves  int
	}{{white, 1, "white", 0}, {black, 1, "black", 20}, {other, 1, "", 0}, {0, 1, "", 0}, {black, 0, "black", 0}, {white, 0, "white", 0}} {
		b := position(g, test.ply, test.reader, words.In("en"))
		if got := strings.Join(b.Yours, " "); got != test.yours || len(b.Moves) != test.moves {
			t.Errorf("reader %d at ply %d: %q with %d moves", test.reader, test.ply, got, len(b.Moves))
		}
	}
	g.Seats = [2]int64{black, black}
	if b := position(g, 1, black, words.In("en")); strings.Join(b.Yours, " ") != "white black" || len(b.Moves) != 20 {
		t.Errorf("an analysis: %v with %d moves", b.Yours, len(b.Moves))
	}
	if err := g.Resign(rules.White, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if b := position(g, 1, black, words.In("en")); !b.Over || len(b.Moves) != 0 {
		t.Errorf("after the end: over %v with %d moves", b.Over, len(b.Moves))
	}
}

// A check has its line, the last move its ends, captures are counted, and an earlier position is
// shown as it was, with the whole record.
func TestMarks(t *testing.T) {
	v := rules.VariantByKey("orthodox")
	g := newGame(t, v, "", "e2-e4", "f7-f5", "e4-f5", "g7-g6", "d1-h5")
	b := position(g, 5, black, words.In("en"))
	if b.Check != nil || b.Last.From != "d1" || b.Last.To != "h5" || b.Last.Name != "Qh5" {
		t.Errorf("check %+v, last %+v", b.Check, b.Last)
	}
	g = newGame(t, v, "", "e2-e4", "f7-f5", "e4-f5", "a7-a6", "d1-h5")
	b = position(g, 5, black, words.In("en"))
	want := chat.Check{King: "e8", By: []chat.Line{{From: "h5", Between: []string{"g6", "f7"}}}}
	if got := fmt.Sprintf("%+v", b.Check); got != fmt.Sprintf("%+v", &want) {
		t.Errorf("check %s, want %+v", got, want)
	}
	if fmt.Sprint(b.Captured) != "[{black-pawn 1}]" || b.Record[4] != "Qh5+" {
		t.Errorf("captured %v, record %v", b.Captured, b.Record)
	}
	b = position(g, 0, black, words.In("en"))
	if b.Last != nil || len(b.Captured) != 0 || len(b.Record) != 5 || b.Plies != 5 {
		t.Errorf("at first: %+v", b)
	}
	check := "4/4/4/4|4/4/4/4|1k2/4/4/4|2/2|2/KR|2/2|2/2 w - - - b2A,e2A,e9E,b6G 7 45"
	g = newGame(t, rules.VariantByKey("tridimensional"), check, "@b6G-b9G")
	if b = position(g, 1, black, words.In("en")); !b.Last.Attack || b.Last.From != "b6G" || b.Last.To != "b9G" {
		t.Errorf("an attack board's move: %+v", b.Last)
	}
}

// Names are in the reader's language, and a board has no text that one player wrote.
func TestTexts(t *testing.T) {
	g := newGame(t, rules.VariantByKey("tridimensional"), "", "b3B-b4B")
	for tag, want := range map[string][]string{"en": {"white king", "Level B", "Attack board b2A"}, "de": {"König, weiß", "Ebene B", "Angriffsbrett b2A"}} {
		b := position(g, 1, black, words.In(tag))
		text, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range want {
			if !strings.Contains(string(text), `"`+part+`"`) {
				t.Errorf("%s: the board does not say %q", tag, part)
			}
		}
		if strings.Contains(string(text), "secret") {
			t.Errorf("%s: the board has a note", tag)
		}
		if len(b.Planes) != 27 || b.Language != tag {
			t.Errorf("%s: %d planes, language %s", tag, len(b.Planes), b.Language)
		}
	}
}

// Between a slider and the king are the cells that exist, in order; a piece that leaps has none.
func TestCellsBetween(t *testing.T) {
	g := newGame(t, rules.VariantByKey("3d8l"), "8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/1m6/8/8/8 w - - 0 40")
	b := position(g, 0, white, words.In("en"))
	want := chat.Check{King: "5e1", By: []chat.Line{{From: "8b4", Between: []string{"7c3", "6d2"}}}}
	if b.Check == nil || fmt.Sprintf("%+v", *b.Check) != fmt.Sprintf("%+v", want) {
		t.Errorf("check %+v, want %+v", b.Check, want)
	}
}
