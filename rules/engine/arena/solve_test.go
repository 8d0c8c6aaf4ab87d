package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// TestKnownEndings compares with what is known of orthodox chess, and what the readings of
// the other games say of single pieces.
func TestKnownEndings(t *testing.T) {
	tests := []struct {
		variant, pieces string
		percent         float64 // rounded to 0.01, of positions with White to move
		moves           int
	}{
		{"orthodox", "Q", 100, 10}, {"orthodox", "R", 100, 16}, {"orthodox", "B", 0, 0}, {"orthodox", "N", 0, 0},
		{"orthodox", "BB", 49.26, 19}, {"orthodox", "BN", 99.51, 33}, {"orthodox", "NN", 0.01, 1},
		{"nextgen", "Q", 100, 15}, {"nextgen", "R", 0, 0}, {"millennium", "B", 0, 0}, {"3d8l", "G", 0, 0}, {"3d8l", "M", 0, 0},
	}
	for _, tt := range tests {
		if slow := tt.variant == "3d8l" || tt.percent > 0 && len(tt.pieces) > 1; slow && os.Getenv("STACKMATE_SLOW") == "" {
			continue
		}
		list, err := endingsOf(rules.VariantByKey(tt.variant), tt.pieces)
		if err != nil {
			t.Fatal(err)
		}
		table := solve(rules.VariantByKey(tt.variant), list[0]...)
		won, _ := table.share()
		if percent := float64(int(won*10000+0.5)) / 100; percent != tt.percent || table.deepest() != tt.moves {
			t.Errorf("%s %s: %v %% within %d moves, want %v %% within %d", tt.variant, tt.pieces, percent, table.deepest(), tt.percent, tt.moves)
		}
	}
}

// TestTablesFollowTheRules checks random positions against the moves of the rules: White wins
// in one more than the best of its moves, and Black loses in what the best of its moves says.
// In Tridimensional Chess the tables know less than the rules: boards move there.
func TestTablesFollowTheRules(t *testing.T) {
	for _, tt := range []struct {
		variant string
		pieces  []rules.Role
	}{{"orthodox", []rules.Role{rules.Rook}}, {"orthodox", []rules.Role{rules.Queen, rules.Knight}}, {"nextgen", []rules.Role{rules.Queen}},
		{"millennium", []rules.Role{rules.Queen}}, {"3d8l", []rules.Role{rules.Queen}}} {
		if tt.variant == "3d8l" && os.Getenv("STACKMATE_SLOW") == "" {
			continue
		}
		table := solve(rules.VariantByKey(tt.variant), tt.pieces...)
		r := rand.New(rand.NewPCG(1, 1))
		for checked := 0; checked < 200; {
			i := r.IntN(len(table.white))
			if n := table.white[i]; n != impossible && (n > 0 || checked%2 == 0) {
				checked++
				p, err := table.position(i, rules.White)
				if err != nil {
					t.Fatal(err)
				}
				if in, at, ok := table.find(&p); !ok || in != table || in.white[at] != n {
					t.Fatalf("%s: index %d is found as %d, %v", p.FEN(), i, at, ok)
				}
				if want := best(table, &p); int(n) != want {
					t.Fatalf("%s: won in %d, its moves say %d", p.FEN(), n, want)
				}
			}
		}
	}
}

// TestEndings lists and plays won positions as from the shell. The defence holds out as long
// as it can, and each position is a win in the number of moves that is listed.
func TestEndings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "list.tsv")
	var out bytes.Buffer
	err := run(t.Context(), []string{"endings", "-variant", "orthodox,nextgen,3d8l", "-pieces", "Q", "-samples", "3", "-play", "200", "-list", file, "-largest", "3000000"}, &out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"orthodox: ", "  Q      100.000 % of 144508 positions won, within 10 moves\n", " of 3 won", "nextgen: ", "not solved: 5242880 positions"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &out)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != 6 {
		t.Fatalf("%d lines:\n%s", len(lines), text)
	}
	for _, line := range lines {
		f := strings.Split(line, "\t")
		p, err := rules.VariantByKey(f[0]).ParseFEN(f[2])
		if n, _ := strconv.Atoi(f[3]); err != nil || n < 1 || n > 15 || p.Turn() != rules.White || p.Status().Over() {
			t.Errorf("%s: %v", line, err)
		}
	}
	for want, args := range map[string][]string{
		"\"RX\" is not an ending of orthodox": {"endings", "-variant", "orthodox", "-pieces", "RX"},
		"an ending is empty":                  {"endings", "-variant", "orthodox", "-pieces", "R,"},
	} {
		if err := run(t.Context(), args, new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", args, err, want)
		}
	}
}

// TestDefence expects that Black, when it defends, is mated by White's best moves in exactly
// the number of moves of the table.
func TestDefence(t *testing.T) {
	table := solve(rules.VariantByKey("orthodox"), rules.Rook)
	list, err := table.samples(20, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, start := range list {
		p := start
		for n := table.wins(&p); n > 0; n-- {
			p = nextWin(t, table, p, n)
		}
		if p.Status() != rules.Checkmate {
			t.Errorf("%s: it ends with %s", start.FEN(), p.FEN())
		}
	}
}

// nextWin plays a best move in a position that is won in n moves, and Black's defence.
func nextWin(t *testing.T, table *table, p rules.Position, n int) rules.Position {
	for _, m := range p.Moves() {
		next := p.Play(m)
		if mate := next.Status() == rules.Checkmate; mate && n == 1 {
			return next
		} else if next.Status().Over() {
			continue
		}
		if after := next.Play(table.defend(&next)); n > 1 && table.wins(&after) == n-1 {
			return after
		}
	}
	t.Fatalf("%s: no move wins in %d", p.FEN(), n)
	return p
}

// best returns in how many moves White wins, by looking two plies ahead with the rules.
func best(table *table, p *rules.Position) int {
	least := 0
	for _, m := range p.Moves() {
		next := p.Play(m)
		most := 0
		if s := next.Status(); s == rules.Stalemate {
			continue
		}
		safe := false
		for _, reply := range next.Moves() {
			after := next.Play(reply)
			n := table.wins(&after)
			most, safe = max(most, n), safe || n == 0
		}
		if !safe && (least == 0 || most+1 < least) {
			least = most + 1
		}
	}
	return least
}

// TestSymmetries counts in how many ways the boards can be turned and mirrored.
func TestSymmetries(t *testing.T) {
	for key, want := range map[string][2]int{"orthodox": {8, 10}, "millennium": {16, 20}, "nextgen": {16, 10}, "3d8l": {48, 20}, "tridimensional": {4, 16}} {
		tr := newTerrain(rules.VariantByKey(key), []rules.Role{rules.Queen})
		places := 0
		for _, w := range tr.weight {
			places += w
		}
		if got := [2]int{len(tr.turns), len(tr.homes)}; got != want || places != len(tr.cells) {
			t.Errorf("%s: %d symmetries and homes, want %d; %d of %d places", key, got, want, places, len(tr.cells))
		}
		for p, h := range tr.home {
			if tr.turns[tr.turn[p]][p] != tr.homes[h] {
				t.Errorf("%s: place %d does not go home", key, p)
			}
		}
	}
}

// TestWonEndingsAreWon expects that the engine wins random won positions before a draw can be
// claimed, against the defence that holds out longest.
func TestWonEndingsAreWon(t *testing.T) {
	slow := os.Getenv("STACKMATE_SLOW") != ""
	for _, tt := range []struct {
		variant, pieces string
		slow            int // of 100; 0 if it is fast
	}{
		{"orthodox", "Q", 0}, {"orthodox", "R", 0}, {"nextgen", "Q", 0}, {"millennium", "Q", 0},
		{"orthodox", "BN", 97}, {"orthodox", "BB", 97}, {"nextgen", "RB", 97}, {"nextgen", "BB", 97}, {"nextgen", "BN", 97}, {"millennium", "RN", 80}, {"nextgen", "RR", 97}, {"nextgen", "RN", 80}, {"3d8l", "Q", 65},
		{"tridimensional", "QR", 97}, {"tridimensional", "QN", 90},
	} {
		count, least := 5, 5
		switch {
		case slow && tt.slow > 0:
			count, least = 100, tt.slow
		case slow:
			count, least = 100, 100
		case tt.slow > 0:
			continue
		}
		v := rules.VariantByKey(tt.variant)
		list, err := endingsOf(v, tt.pieces)
		if err != nil {
			t.Fatal(err)
		}
		table := solve(v, list[0]...)
		won, err := table.samples(count, 1)
		if err != nil {
			t.Fatal(err)
		}
		if c := table.playSamples(t.Context(), won, 10_000); c.mates < least {
			t.Errorf("%s %s: %v; not won: %q", tt.variant, tt.pieces, c, c.failed)
		}
	}
}

// TestBareKingsAreMated lets the engine play both sides of endings that take long to solve, in
// a random position. Nearly all such are won.
func TestBareKingsAreMated(t *testing.T) {
	for _, tt := range [][2]string{{"orthodox", "BN"}, {"nextgen", "RB"}, {"nextgen", "BN"}, {"millennium", "RB"}, {"millennium", "RR"}, {"millennium", "RN"}, {"tridimensional", "QN"}} {
		v := rules.VariantByKey(tt[0])
		list, err := endingsOf(v, tt[1])
		if err != nil {
			t.Fatal(err)
		}
		p := randomEnding(v, list[0], rand.New(rand.NewPCG(3, 0)))
		g := rules.NewGame(p, 0)
		gr := &ground{variant: v, plies: 100}
		e := engine.New(engine.Options{})
		outcome, reason := gr.over(g)
		for ; outcome == rules.Undecided; outcome, reason = gr.over(g) {
			nodes := uint64(10_000)
			if now := g.Position(); now.Turn() == rules.Black {
				nodes = 2000
			}
			r := e.Search(t.Context(), g, engine.Limits{Nodes: nodes}, nil)
			m, _ := r.Best()
			g.Play(m)
		}
		if outcome != rules.WhiteWins {
			t.Errorf("%s %s: %s: %s after %d plies", tt[0], tt[1], p.FEN(), reason, g.Len())
		}
	}
}

// randomEnding puts kings and White's pieces on random cells on which White to move does not
// lose a piece at once.
func randomEnding(v *rules.Variant, roles []rules.Role, random *rand.Rand) rules.Position {
	start := v.Start()
	for {
		pieces := map[rules.Cell]rules.Piece{}
		for _, piece := range append([]rules.Piece{rules.NewPiece(rules.Black, rules.King), rules.NewPiece(rules.White, rules.King)}, white(roles)...) {
			if c := rules.Cell(random.IntN(v.Cells())); start.At(c) != rules.Air {
				pieces[c] = piece
			}
		}
		if len(pieces) != 2+len(roles) {
			continue
		}
		p, err := setUpPosition(v, pieces, rules.White)
		if err != nil || p.Status().Over() {
			continue
		}
		after := p
		var u rules.Undo
		after.MakePass(&u)
		hanging := slices.ContainsFunc(after.Moves(), func(m rules.Move) bool { return m.Kind != rules.BoardMove && p.At(m.To) != rules.Empty })
		if !hanging && !after.InCheck() {
			return p
		}
	}
}

// white returns pieces of some roles.
func white(roles []rules.Role) (list []rules.Piece) {
	for _, r := range roles {
		list = append(list, rules.NewPiece(rules.White, r))
	}
	return list
}

// TestRows writes a line for the engine's data and finds that its estimates are good.
func TestRows(t *testing.T) {
	table := solve(rules.VariantByKey("orthodox"), rules.Rook)
	var row, log bytes.Buffer
	if err := table.writeRow(&row, &log); err != nil {
		t.Fatal(err)
	}
	fields := strings.Split(strings.TrimSpace(row.String()), "\t")
	if len(fields) != 5 || strings.Join(fields[:4], " ") != "orthodox R 10000 16" {
		t.Errorf("%d fields: %.40q", len(fields), row.String())
	}
	if !strings.Contains(log.String(), "explain 9") {
		t.Error(log.String())
	}
}
