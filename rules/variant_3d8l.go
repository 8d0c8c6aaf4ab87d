package rules

import (
	"fmt"
	"slices"
	"strings"
)

var (
	rook8   = permutations(0, 0, 1)
	bishop8 = permutations(0, 1, 1)
	mace8   = permutations(1, 1, 1)
	knight8 = permutations(0, 1, 2)
	red8    = permutations(1, 1, 2)
	green8  = permutations(1, 2, 2)
)

// plane8 is White's first degree (B1), level 8 on top, sections a to h from the left.
// Black's eighth degree mirrors it. The published rules show it in a picture that we do
// not have. This plane is known at second hand; it agrees with every count and every
// castling point in their text.
const plane8 = `
Rb Ng Nr R  R  Nr Ng Rb
Ng Rm M  N  N  M  Rm Ng
Nr M  Bm B  B  Bm M  Nr
R  N  B  Q  K  B  N  R
R  N  B  G  Q  B  N  R
Nr M  Bm B  B  Bm M  Nr
Ng Rm M  N  N  M  Rm Ng
Rb Ng Nr R  R  Nr Ng Rb`

func setup8() (rows []setupRow) {
	for i, pieces := range strings.Split(strings.TrimSpace(plane8), "\n") {
		level := 8 - i
		at := func(degree int) string { return fmt.Sprintf("%da%d", level, degree) }
		pawns := strings.Repeat("P ", 8)
		rows = append(rows, setupRow{at(1), White, pieces}, setupRow{at(2), White, pawns},
			setupRow{at(7), Black, pawns}, setupRow{at(8), Black, pieces})
	}
	return rows
}

func boards8() (list []Board) {
	for i := range 8 {
		list = append(list, Board{Title: fmt.Sprintf("Level %d", i+1), Level: i, Files: 8, Ranks: 8})
	}
	return list
}

// castles8 lists the six ways to castle from 5e. Each has the levels and sections of the
// king's target, the partner, the partner's target and the points between.
func castles8() (list []castling) {
	ways := []struct{ text, to, partner, by, between string }{
		{"O|O", "7e", "8e", "6e", "6e 7e"},
		{"O/O", "7g", "8h", "6f", "6f 7g"},
		{"O-O", "5g", "5h", "5f", "5f 5g"},
		{"O-O-O", "5c", "5a", "5d", "5d 5c 5b"},
		{"O/O/O", "3c", "1a", "4d", "4d 3c 2b"},
		{"O|O|O", "3e", "1e", "4e", "4e 3e 2e"},
	}
	for c, degree := range []string{"1", "8"} {
		for _, w := range ways {
			var empty []string
			for _, at := range strings.Fields(w.between) {
				empty = append(empty, at+degree)
			}
			list = append(list, castling{color: Color(c), san: w.text, symbol: w.partner + degree,
				king: "5e" + degree, to: w.to + degree, partner: w.partner + degree, partnerTo: w.by + degree,
				partners: []Role{Rook, Rookbishop}, empty: empty, safe: []string{w.by + degree}})
		}
	}
	return list
}

func captures8() (list []vector) {
	for level := -1; level <= 1; level++ {
		for file := -1; file <= 1; file++ {
			if file != 0 || level != 0 {
				list = append(list, vector{file, 1, level})
			}
		}
	}
	return list
}

var eightLevel = compile(definition{
	key: "3d8l", name: "Three-Dimensional Eight-Level Chess", author: "Ray Edward Bornert II, 1984–2000",
	aliases: []string{"8level", "eight", "3d-8l"},
	files:   8, ranks: 8, levels: 8,
	boards:    boards8(),
	nameOrder: "lfr", levelNames: "12345678", colorsAlternate: true,
	pieces: []movement{
		{role: King, leaps: slices.Concat(rook8, bishop8, mace8)},
		{role: Queen, slides: slices.Concat(rook8, bishop8, mace8)},
		{role: GrandKnight, leaps: slices.Concat(knight8, red8, green8)},
		{role: Rookbishop, slides: slices.Concat(rook8, bishop8)},
		{role: Rookmace, slides: slices.Concat(rook8, mace8)},
		{role: Bishopmace, slides: slices.Concat(bishop8, mace8)},
		{role: Rook, slides: rook8},
		{role: Bishop, slides: bishop8},
		{role: Mace, slides: mace8},
		{role: Knight, leaps: knight8},
		{role: RedKnight, leaps: red8},
		{role: GreenKnight, leaps: green8},
	},
	pawn: pawnMovement{
		steps:       []vector{{0, 1, 0}},
		doubles:     []doubleVector{{vector{0, 1, 0}, vector{0, 2, 0}, true}},
		captures:    captures8(),
		climbResets: true, // B2
	},
	promotions: []Role{Queen, GrandKnight, Rookbishop, Rookmace, Bishopmace, Rook, Bishop, Mace,
		Knight, RedKnight, GreenKnight},
	promotesOn: onLastRank,
	castlings:  castles8(),
	setup:      setup8(),
	cannotMate: []Role{GrandKnight, Rookbishop, Rookmace, Bishopmace, Rook, Bishop, Mace, Knight, RedKnight,
		GreenKnight}, // B3
	notation: originTarget,
	readings: []string{"B1", "B2", "B3"},
})
