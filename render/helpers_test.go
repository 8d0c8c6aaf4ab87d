package render

import (
	"slices"
	"strings"
	"testing"

	"stackmate/bot/words"
	"stackmate/rules"
)

var (
	english = NewTexts(words.In("en"))
	german  = NewTexts(words.In("de"))
)

// gameKeys holds one key for each game, without other starting positions.
var gameKeys = []string{"millennium", "orthodox", "3d8l", "nextgen", "tridimensional"}

// playPlies returns a game of at most plies plies, with moves from all over the board
// that are the same each time.
func playPlies(t testing.TB, key string, plies int) *rules.Game {
	t.Helper()
	g := rules.NewGame(rules.VariantByKey(key).Start(), 0)
	for i := range plies {
		p := g.Position()
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		g.Play(moves[(i*7919+13)%len(moves)])
	}
	return g
}

// playLAN returns the game after moves in LAN.
func playLAN(t testing.TB, key string, moves ...string) *rules.Game {
	t.Helper()
	g := rules.NewGame(rules.VariantByKey(key).Start(), 0)
	if err := g.PlayLAN(moves...); err != nil {
		t.Fatal(err)
	}
	return g
}

// mobilePiece returns the piece of the side to move with the most captures, and of those
// with equally many the one with the most moves.
func mobilePiece(p *rules.Position) rules.Cell {
	best, most := rules.NoCell, -1
	for c := range rules.Cell(p.Variant().Cells()) {
		n := 0
		for _, m := range p.MovesFrom(c) {
			n++
			if _, takes := p.Captures(m); takes {
				n += 20
			}
		}
		if n > most {
			best, most = c, n
		}
	}
	return best
}

// cellNames returns the names of cells, sorted.
func cellNames(v *rules.Variant, cells []rules.Cell) (list []string) {
	for _, c := range cells {
		if c != rules.NoCell {
			list = append(list, v.CellName(c))
		}
	}
	slices.Sort(list)
	return list
}

// boardMoved returns a game whose last move is an attack board's.
func boardMoved(t testing.TB) *rules.Game {
	t.Helper()
	for plies := range 200 {
		g := playPlies(t, "tridimensional", plies)
		p := g.Position()
		if moves := p.BoardMoves(); len(moves) > 0 {
			g.Play(moves[0])
			return g
		}
	}
	t.Fatal("no attack board ever moves")
	return nil
}

// Openings for the pictures of the README.
const (
	openingMillennium = "B2b2 Q2e7 R2a1 R2b8 N2d1 R2h7 Q2e2 Q2f7 B2a3 Q2c7 B3h3 B2b7 R2c1 Q2d7 B2g4 Q1c7 B1f5 B1c8 " +
		"B2e4 R2c7 1c3 3a5 Rx2c7 Qx2c7"
	openingNextgen = "Ac1-Bb2 Af7-Bf6 Ag1-Bg3 Ae7-Ae5 Ae2-Ae4 Ah7-Bh6 Bg3-Ae3 Ad8-Ah4 Ab1-Ac3 Ac7-Bc6 Ae4-Be5 Ag8-Be8 " +
		"Ad1-Bd2 Ad7-Bd7 Ae1-Ac1 Ab8-Bb6 Ad2-Bd3 Ae5-Be4 Af1-Bg2"
)

// playSAN returns the game after moves in SAN.
func playSAN(t testing.TB, key, moves string) *rules.Game {
	t.Helper()
	g := rules.NewGame(rules.VariantByKey(key).Start(), 0)
	for text := range strings.FieldsSeq(moves) {
		p := g.Position()
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		g.Play(m)
	}
	return g
}
