package rules

import (
	"fmt"
	"slices"
)

// The three directions of the slanted lattice, e1, e2 and e3 in the published rules, and how
// pieces move along them.
var (
	stepRight = vector{1, 0, 0}
	stepAhead = vector{0, 1, 0}
	stepClimb = vector{0, 1, 1}

	rookLattice   = withOpposites(stepRight, stepAhead, stepClimb)
	bishopLattice = withOpposites(stepRight.plus(stepAhead), stepRight.plus(stepAhead.times(-1)),
		stepRight.plus(stepClimb), stepRight.plus(stepClimb.times(-1)), stepAhead.plus(stepClimb), stepAhead.plus(stepClimb.times(-1)))
)

// knightLattice lists two steps along one direction and one along another.
func knightLattice() (list []vector) {
	axes := []vector{stepRight, stepAhead, stepClimb}
	for i, long := range axes {
		for j, short := range axes {
			if i != j {
				list = append(list, withOpposites(long.times(2).plus(short), long.times(2).plus(short.times(-1)))...)
			}
		}
	}
	return list
}

// pinsOf lists the pins: below and above each corner of each main board (T2).
func pinsOf(boards []Board, levelNames string) (list []Pin) {
	for i, b := range boards {
		for above, level := range []int{b.Level - 1, b.Level + 1} {
			for far, rank := range []int{b.Rank + 1, b.Rank + b.Ranks} {
				for right, file := range []string{"b", "e"} {
					list = append(list, Pin{
						Name:   fmt.Sprintf("%s%d%c", file, rank, levelNames[level]),
						Level:  level,
						corner: [4]int{i, above, right, far},
					})
				}
			}
		}
	}
	return list
}

var mainBoards = []Board{
	{Title: "Level B", Level: 1, File: 1, Rank: 1, Files: 4, Ranks: 4},
	{Title: "Level D", Level: 3, File: 1, Rank: 3, Files: 4, Ranks: 4},
	{Title: "Level F", Level: 5, File: 1, Rank: 5, Files: 4, Ranks: 4},
}

var tridimensional = compile(definition{
	key: "tridimensional", name: "Tridimensional Chess", author: "Jeffrey M. Thompson, 2003",
	aliases: []string{"tri", "tridim"},
	files:   6, ranks: 10, levels: 7,
	boards:    mainBoards,
	pins:      pinsOf(mainBoards, "ABCDEFG"),
	startPins: []string{"b2A", "e2A", "b9G", "e9G"},
	nameOrder: "frl", levelNames: "ABCDEFG",
	pieces: []movement{
		{role: King, leaps: slices.Concat(rookLattice, bishopLattice)},
		{role: Queen, slides: slices.Concat(rookLattice, bishopLattice)},
		{role: Rook, slides: rookLattice},
		{role: Bishop, slides: bishopLattice},
		{role: Knight, leaps: knightLattice()},
	},
	pawn: pawnMovement{ // T8: Black's vectors are the opposites of White's
		steps:       []vector{stepAhead, stepClimb},
		doubles:     []doubleVector{{stepAhead, stepAhead.times(2), true}, {stepClimb, stepClimb.times(2), true}}, // T7
		captures:    []vector{stepAhead.plus(stepRight.times(-1)), stepAhead.plus(stepRight), stepAhead.plus(stepClimb)},
		climbResets: true, // T9
	},
	promotions: standardPromotions,
	promotesOn: func(c Color, at Coord) bool { // T5
		if c == White {
			return at.Rank >= 8 && at.Level >= 5
		}
		return at.Rank <= 1 && at.Level <= 1
	},
	castlings: []castling{ // T6
		latticeCastling(White, "O-O", "K", "f1A", "e1A"), latticeCastling(White, "O-O-O", "Q", "a1A", "b1A", "b1A"),
		latticeCastling(Black, "O-O", "k", "f10G", "e10G"), latticeCastling(Black, "O-O-O", "q", "a10G", "b10G", "b10G"),
	},
	setup: []setupRow{
		{"a1A", White, "R Q"}, {"e1A", White, "K R"}, {"a2A", White, "P P"}, {"e2A", White, "P P"},
		{"b2B", White, "N B B N"}, {"b3B", White, "P P P P"},
		{"b8F", Black, "P P P P"}, {"b9F", Black, "N B B N"},
		{"a9G", Black, "P P"}, {"e9G", Black, "P P"}, {"a10G", Black, "R Q"}, {"e10G", Black, "K R"},
	},
	notation: wholeOrigin,
	readings: []string{"T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9"},
})

// latticeCastling is a castling in which the king goes to the cell to, where the rook is,
// and the rook goes to partnerTo. The cells between must be empty and safe.
func latticeCastling(c Color, text, symbol, to, partnerTo string, between ...string) castling {
	king := "e1A"
	if c == Black {
		king = "e10G"
	}
	return castling{color: c, san: text, symbol: symbol, king: king, to: to, partner: to, partnerTo: partnerTo,
		partners: []Role{Rook}, empty: between, safe: between}
}
