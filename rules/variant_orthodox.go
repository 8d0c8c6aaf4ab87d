package rules

import "slices"

var (
	rookPlane          = withOpposites(vector{1, 0, 0}, vector{0, 1, 0})
	bishopPlane        = withOpposites(vector{1, 1, 0}, vector{1, -1, 0})
	knightPlane        = withOpposites(vector{1, 2, 0}, vector{1, -2, 0}, vector{2, 1, 0}, vector{2, -1, 0})
	standardPromotions = []Role{Queen, Rook, Bishop, Knight}
)

var orthodox = compile(definition{
	key: "orthodox", name: "Standard chess",
	aliases: []string{"chess", "classic", "standard", "classical", "normal", "from position"},
	pgnName: "Standard",
	files:   8, ranks: 8, levels: 1,
	boards:    []Board{{Title: "Board", Files: 8, Ranks: 8}},
	nameOrder: "fr", levelNames: "1",
	pieces: []movement{
		{role: King, leaps: slices.Concat(rookPlane, bishopPlane)},
		{role: Queen, slides: slices.Concat(rookPlane, bishopPlane)},
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
	promotesOn: onLastRank,
	castlings:  orthodoxCastlings("", "", "O-O", "O-O-O"),
	setup: []setupRow{
		{"a1", White, "R N B Q K B N R"}, {"a2", White, "P P P P P P P P"},
		{"a7", Black, "P P P P P P P P"}, {"a8", Black, "R N B Q K B N R"},
	},
	cannotMate: []Role{Bishop, Knight},
	fideDraws:  true,
	notation:   pieceTarget,
})

// onLastRank reports whether coordinates are on the last of eight ranks for the pawns of a
// color.
func onLastRank(c Color, at Coord) bool { return at.Rank == [...]int8{White: 7, Black: 0}[c] }

// orthodoxCastlings lists the castlings of orthodox chess, White's on rank 1 of one level and
// Black's on rank 8 of another; short and long are how players write them.
func orthodoxCastlings(whiteLevel, blackLevel, short, long string) (list []castling) {
	for c, level := range []string{whiteLevel, blackLevel} {
		symbols, rank := [...]string{"KQ", "kq"}[c], [...]string{"1", "8"}[c]
		at := func(file string) string { return level + file + rank }
		list = append(list,
			castling{color: Color(c), san: short, symbol: symbols[:1], king: at("e"), to: at("g"), partner: at("h"), partnerTo: at("f"),
				partners: []Role{Rook}, empty: []string{at("f"), at("g")}, safe: []string{at("f")}},
			castling{color: Color(c), san: long, symbol: symbols[1:], king: at("e"), to: at("c"), partner: at("a"), partnerTo: at("d"),
				partners: []Role{Rook}, empty: []string{at("b"), at("c"), at("d")}, safe: []string{at("d")}})
	}
	return list
}
