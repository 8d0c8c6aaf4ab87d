package rules

var (
	rookPlane          = withOpposites(vector{1, 0, 0}, vector{0, 1, 0})
	bishopPlane        = withOpposites(vector{1, 1, 0}, vector{1, -1, 0})
	knightPlane        = withOpposites(vector{1, 2, 0}, vector{1, -2, 0}, vector{2, 1, 0}, vector{2, -1, 0})
	standardPromotions = []Role{Queen, Rook, Bishop, Knight}
)

var orthodox = compile(definition{
	key: "orthodox", name: "Orthodox chess", author: "the laws everyone knows",
	aliases: []string{"chess", "classic", "standard"},
	files:   8, ranks: 8, levels: 1,
	boards:    []Board{{Title: "Board", Files: 8, Ranks: 8}},
	nameOrder: "fr", levelNames: "1",
	pieces: []movement{
		{role: King, leaps: join(rookPlane, bishopPlane)},
		{role: Queen, slides: join(rookPlane, bishopPlane)},
		{role: Rook, slides: rookPlane},
		{role: Bishop, slides: bishopPlane},
		{role: Knight, leaps: knightPlane},
	},
	pawn: pawnMovement{
		steps:       []vector{{0, 1, 0}},
		doubles:     []doubleVector{{vector{0, 1, 0}, vector{0, 2, 0}, true}},
		captures:    []vector{{-1, 1, 0}, {1, 1, 0}},
		climbResets: true,
	},
	promotions: standardPromotions,
	promotesOn: func(c Color, at Coord) bool { return at.Rank == lastRank(c, 8) },
	castlings:  join(orthodoxCastling(White, "", "1", "O-O", "O-O-O"), orthodoxCastling(Black, "", "8", "O-O", "O-O-O")),
	setup: []setupRow{
		{"a1", White, "R N B Q K B N R"}, {"a2", White, "P P P P P P P P"},
		{"a7", Black, "P P P P P P P P"}, {"a8", Black, "R N B Q K B N R"},
	},
	cannotMate: []Role{Bishop, Knight},
	notation:   pieceTarget,
})

// lastRank returns the last rank, from 0, for the pawns of a color.
func lastRank(c Color, ranks int) int8 {
	if c == White {
		return int8(ranks - 1)
	}
	return 0
}

// orthodoxCastling lists the two castlings of orthodox chess on a level, which may be "",
// and a rank, "1" or "8".
func orthodoxCastling(c Color, level, rank, short, long string) []castling {
	at := func(file string) string { return level + file + rank }
	list := []castling{
		{color: c, san: short, symbol: "K", king: at("e"), to: at("g"), partner: at("h"), partnerTo: at("f"),
			partners: []Role{Rook}, empty: []string{at("f"), at("g")}, safe: []string{at("f")}},
		{color: c, san: long, symbol: "Q", king: at("e"), to: at("c"), partner: at("a"), partnerTo: at("d"),
			partners: []Role{Rook}, empty: []string{at("b"), at("c"), at("d")}, safe: []string{at("d")}},
	}
	if c == Black {
		list[0].symbol, list[1].symbol = "k", "q"
	}
	return list
}

// join returns one table that contains all others.
func join[T any](lists ...[]T) (all []T) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}
