package rules

import "fmt"

// The three directions of the slanted lattice.
var (
	e1 = vector{1, 0, 0}
	e2 = vector{0, 1, 0}
	e3 = vector{0, 1, 1}

	rookSlant   = bothWays(e1, e2, e3)
	bishopSlant = bothWays(e1.plus(e2), e1.plus(e2.times(-1)), e1.plus(e3), e1.plus(e3.times(-1)),
		e2.plus(e3), e2.plus(e3.times(-1)))
)

// knightSlant is two steps along one direction and one along another.
func knightSlant() (list []vector) {
	axes := []vector{e1, e2, e3}
	for i, long := range axes {
		for j, short := range axes {
			if i != j {
				list = append(list, bothWays(long.times(2).plus(short), long.times(2).plus(short.times(-1)))...)
			}
		}
	}
	return list
}

// pinsOf lists the places for attack boards: below and above each corner of each
// main board (T2).
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
	source:  "Rules © 2003 Jeffrey M. Thompson, described here in our own words.",
	aliases: []string{"tri", "tridim"},
	files:   6, ranks: 10, levels: 7,
	boards:    mainBoards,
	pins:      pinsOf(mainBoards, "ABCDEFG"),
	pinned:    []string{"b2A", "e2A", "b9G", "e9G"},
	nameOrder: "frl", levelNames: "ABCDEFG",
	pieces: []movement{
		{role: King, leaps: join(rookSlant, bishopSlant)},
		{role: Queen, slides: join(rookSlant, bishopSlant)},
		{role: Rook, slides: rookSlant},
		{role: Bishop, slides: bishopSlant},
		{role: Knight, leaps: knightSlant()},
	},
	pawn: pawnMovement{ // T8: Black's vectors are the opposites of White's
		steps:       []vector{e2, e3},
		doubles:     []double{{e2, e2.times(2), true}, {e3, e3.times(2), true}}, // T7
		captures:    []vector{e2.plus(e1.times(-1)), e2.plus(e1), e2.plus(e3)},
		climbResets: true, // T9
	},
	promotions: minor,
	promotesOn: func(c Color, at Coord) bool { // T5
		if c == White {
			return at.Rank >= 8 && at.Level >= 5
		}
		return at.Rank <= 1 && at.Level <= 1
	},
	castles: []castling{ // T6
		slantCastling(White, "O-O", "K", "f1A", "e1A"), slantCastling(White, "O-O-O", "Q", "a1A", "b1A", "b1A"),
		slantCastling(Black, "O-O", "k", "f10G", "e10G"), slantCastling(Black, "O-O-O", "q", "a10G", "b10G", "b10G"),
	},
	array: []row{
		{"a1A", White, "R Q"}, {"e1A", White, "K R"}, {"a2A", White, "P P"}, {"e2A", White, "P P"},
		{"b2B", White, "N B B N"}, {"b3B", White, "P P P P"},
		{"b8F", Black, "P P P P"}, {"b9F", Black, "N B B N"},
		{"a9G", Black, "P P"}, {"e9G", Black, "P P"}, {"a10G", Black, "R Q"}, {"e10G", Black, "K R"},
	},
	notation: notation{style: wholeOrigin},
	readings: []string{"T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9"},
})

// slantCastling lets the king go to the rook's cell, the rook to by; the cells in
// between must be empty and safe.
func slantCastling(c Color, text, symbol, to, by string, between ...string) castling {
	king := "e1A"
	if c == Black {
		king = "e10G"
	}
	return castling{color: c, text: text, symbol: symbol, king: king, to: to, partner: to, by: by,
		partners: []Role{Rook}, empty: between, safe: between}
}
