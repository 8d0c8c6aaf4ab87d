package rules

import "slices"

// nextgenPieces move as in orthodox chess on their own board, and a single step to the other
// board. That step is a slide as well: there is no third board on which it could go on.
var nextgenPieces = []movement{
	{role: King, leaps: slices.Concat(rookPlane, bishopPlane, permutations(1, 1, 1), otherBoard(1), straightUp)},
	{role: Queen, slides: slices.Concat(rookPlane, bishopPlane, permutations(1, 1, 1), otherBoard(1), straightUp)},
	{role: Rook, slides: slices.Concat(rookPlane, straightUp)},
	{role: Bishop, slides: slices.Concat(bishopPlane, permutations(1, 1, 1), otherBoard(1))},
	{role: Knight, leaps: slices.Concat(knightPlane, otherBoard(2))},
}

var straightUp = withOpposites(vector{0, 0, 1})

// otherBoard lists the vectors of n squares along a file or rank and one board up or down.
func otherBoard(n int) []vector {
	return withOpposites(vector{n, 0, 1}, vector{n, 0, -1}, vector{0, n, 1}, vector{0, n, -1})
}

// nextgen returns the game with one of its setups (G5): white and black are the boards on
// which the sides start.
func nextgen(key, setup, white, black string, aliases ...string) *Variant {
	return compile(definition{
		key: key, name: "Chess – The Next Generation" + setup, author: "Paul Glover, 1996",
		aliases: aliases,
		files:   8, ranks: 8, levels: 2,
		boards: []Board{ // board A is the upper one
			{Title: "Board B", Level: 0, Files: 8, Ranks: 8},
			{Title: "Board A", Level: 1, Files: 8, Ranks: 8},
		},
		nameOrder: "lfr", levelNames: "BA",
		pieces: nextgenPieces,
		pawn: pawnMovement{ // G1, G2
			steps: []vector{{0, 1, 0}, {0, 1, 1}, {0, 1, -1}, {0, 0, 1}, {0, 0, -1}},
			doubles: []doubleVector{ // G1: the square passed over is on the board of arrival
				{vector{0, 1, 0}, vector{0, 2, 0}, true},
				{vector{0, 1, 1}, vector{0, 2, 1}, true},
				{vector{0, 1, -1}, vector{0, 2, -1}, true},
			},
			captures:    []vector{{-1, 1, -1}, {-1, 1, 0}, {-1, 1, 1}, {1, 1, -1}, {1, 1, 0}, {1, 1, 1}},
			climbResets: true, // G6
		},
		promotions: standardPromotions,
		promotesOn: onLastRank,                                      // G3
		castlings:  orthodoxCastlings(white, black, "O-O", "O-O-O"), // G4
		setup: []setupRow{
			{white + "a1", White, "R N B Q K B N R"}, {white + "a2", White, "P P P P P P P P"},
			{black + "a7", Black, "P P P P P P P P"}, {black + "a8", Black, "R N B Q K B N R"},
		},
		cannotMate: []Role{Rook, Bishop, Knight}, // G6
		notation:   bareOrigin,
		readings:   []string{"G1", "G2", "G3", "G4", "G5", "G6"},
	})
}

var (
	nextgenOpposed = nextgen("nextgen", "", "A", "B", "tng", "next")
	nextgenWhiteB  = nextgen("nextgen:white-b", " (White on B)", "B", "A")
	nextgenShared  = nextgen("nextgen:shared", " (both on A)", "A", "A")
)
