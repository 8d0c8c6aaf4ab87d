package rules

import "slices"

var (
	rookLevels = slices.Concat(permutations(0, 0, 1), // straight, also with a change of level at each step
		withOpposites(vector{1, 0, 1}, vector{1, 0, -1}, vector{0, 1, 1}, vector{0, 1, -1}))
	bishopLevels = slices.Concat(bishopPlane, permutations(1, 1, 1))
	threeLevels  = []Board{
		{Title: "Level 1", Level: 0, Files: 8, Ranks: 8},
		{Title: "Level 2", Level: 1, Files: 8, Ranks: 8},
		{Title: "Level 3", Level: 2, Files: 8, Ranks: 8},
	}
)

var millennium = compile(definition{
	key: "millennium", name: "Millennium 3D Chess", author: "William L. D'Agostino, 2001",
	aliases: []string{"m3d", "mill"},
	files:   8, ranks: 8, levels: 3,
	boards:    threeLevels,
	nameOrder: "lfr", levelNames: "123",
	pieces: []movement{
		{role: King, leaps: slices.Concat(rookLevels, bishopLevels)}, // M1: straight up and down too
		{role: Queen, slides: slices.Concat(rookLevels, bishopLevels)},
		{role: Rook, slides: rookLevels},
		{role: Bishop, slides: bishopLevels},
		{role: Knight, leaps: permutations(0, 1, 2)},
	},
	pawn: pawnMovement{
		steps: []vector{{0, 1, 0}, {0, 1, 1}, {0, 1, -1}, {0, 0, 1}, {0, 0, -1}},
		doubles: []doubleVector{ // M2: two equal steps; M3: a vertical one cannot be taken
			{vector{0, 1, 0}, vector{0, 2, 0}, true},
			{vector{0, 1, 1}, vector{0, 2, 2}, true},
			{vector{0, 1, -1}, vector{0, 2, -2}, true},
			{vector{0, 0, 1}, vector{0, 0, 2}, false},
			{vector{0, 0, -1}, vector{0, 0, -2}, false},
		},
		captures: []vector{{-1, 1, -1}, {-1, 1, 0}, {-1, 1, 1}, {1, 1, -1}, {1, 1, 0}, {1, 1, 1}},
	},
	promotions: standardPromotions,
	promotesOn: func(c Color, at Coord) bool { // M4: on the opponent's home board only
		return onLastRank(c, at) && (c == White && at.Level == 2 || c == Black && at.Level == 0)
	},
	castlings: orthodoxCastlings("1", "3", "0-0", "0-0-0"), // M5
	setup: []setupRow{
		{"1a1", White, "R N B Q K B N R"}, {"1a2", White, "P P P P P P P P"},
		{"3a7", Black, "P P P P P P P P"}, {"3a8", Black, "R N B Q K B N R"},
	},
	cannotMate: []Role{Rook, Bishop, Knight}, // M8
	notation:   pieceTarget,
	readings:   []string{"M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "M9"},
})
