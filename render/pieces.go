package render

import "stackmate/rules"

// Paths that several pieces share.
const (
	plinth = "M22 92 L22 86 Q22 82 28 81 L72 81 Q78 82 78 86 L78 92 Z"
	collar = "M31 82 L34 73 L66 73 L69 82 Z"
	tower  = "M20 41 L33 41 L33 51 L67 51 L67 41 L80 41 L80 56 L68 64 L71 82 L29 82 L32 64 L20 56 Z"
	horse  = "M76 82 C80 58 76 30 54 19 L48 8 L41 19 C33 22 29 29 27 37 L14 57 C11 63 14 70 21 71 C26 72 28 67 33 66 C41 66 46 62 50 56 C51 66 35 70 32 82 Z"
)

// artworks are the pieces, drawn by hand on a field of 100 by 100 with y pointing down.
// Their paths are SVG's absolute M, L, C, Q and Z and one command more: O cx cy r is a
// circle. A piece that moves like two others joins their silhouettes: the first one of
// its name is at the bottom, the second on top.
var artworks = map[rules.Role]artwork{
	rules.Pawn: {parts: []part{
		{bodyInk, "M29 83 C31 70 42 66 44 50 L56 50 C58 66 69 70 71 83 Z"},
		{bodyInk, "O50 35 16.5"},
		{bodyInk, plinth},
	}},
	rules.Rook: {
		parts: []part{
			{bodyInk, "M33 82 L37 42 L63 42 L67 82 Z"},
			{bodyInk, "M24 18 L35 18 L35 25 L44.5 25 L44.5 18 L55.5 18 L55.5 25 L65 25 L65 18 L76 18 L76 34 L66 43 L34 43 L24 34 Z"},
			{bodyInk, plinth},
		},
	},
	rules.Bishop: {
		parts: []part{
			{bodyInk, collar},
			{bodyInk, "M50 16 C60 23 73 38 71 53 C70 62 66 68 62 73 L38 73 C34 68 30 62 29 53 C27 38 40 23 50 16 Z"},
			{bodyInk, "O50 14 6.5"},
			{bodyInk, plinth},
		},
		details: []detail{{4.5, "M56 29 L46 46"}, {4, "M36 66 L64 66"}},
	},
	rules.Knight: {
		parts:   []part{{bodyInk, horse}, {bodyInk, plinth}},
		details: horseLines,
	},
	rules.Queen: {
		parts: []part{
			{bodyInk, collar},
			{bodyInk, "M33 74 C31 62 22 52 11 30 L31 46 L31 20 L43 42 L50 14 L57 42 L69 20 L69 46 L89 30 C78 52 69 62 67 74 Z"},
			{bodyInk, "O11 29 5.5"}, {bodyInk, "O31 18 5.5"}, {bodyInk, "O50 12 5.5"}, {bodyInk, "O69 18 5.5"}, {bodyInk, "O89 29 5.5"},
			{bodyInk, plinth},
		},
		details: []detail{{4, "M34 66 Q50 60 66 66"}},
	},
	rules.King: {
		parts: []part{
			{bodyInk, "M46 7 L54 7 L54 13 L61 13 L61 21 L54 21 L54 32 L46 32 L46 21 L39 21 L39 13 L46 13 Z"},
			{bodyInk, collar},
			{bodyInk, "M34 74 C31 65 12 58 12 43 C12 33 20 28 29 28 C39 28 46 34 50 43 C54 34 61 28 71 28 C80 28 88 33 88 43 C88 58 69 65 66 74 Z"},
			{bodyInk, "M50 46 C43 38 42 30 50 24 C58 30 57 38 50 46 Z"},
			{bodyInk, plinth},
		},
		details: []detail{{4, "M34 67 Q50 61 66 67"}, {4, "M50 46 L50 62"}},
	},
	rules.Mace: {
		parts: []part{
			{bodyInk, "M33 82 C42 78 44 70 44 54 L56 54 C56 70 58 78 67 82 Z"},
			{bodyInk, star(50, 33, 16, 27)},
			{bodyInk, plinth},
		},
		details: []detail{{0, "O50 33 5.5"}},
	},
	rules.Rookbishop: {parts: []part{
		{bodyInk, "M50 12 C57 17 65 26 64 36 C63 43 61 49 59 54 L41 54 C39 49 37 43 36 36 C35 26 43 16 50 10 Z"},
		{bodyInk, "O50 12 5"},
		{bodyInk, tower}, {bodyInk, plinth},
	}, details: []detail{{4.5, "M54 20 L46 36"}}},
	rules.Rookmace: {parts: []part{
		{bodyInk, "M45 36 L55 36 L55 54 L45 54 Z"}, {bodyInk, star(50, 28, 12, 21.5)}, {bodyInk, tower}, {bodyInk, plinth},
	}, details: []detail{{0, "O50 28 4.5"}}},
	rules.Bishopmace: {parts: []part{
		{bodyInk, collar},
		{bodyInk, "M50 36 C62 40 74 49 71 60 C70 66 67 70 63 74 L37 74 C33 70 30 66 29 60 C26 49 38 40 50 36 Z"},
		{bodyInk, star(50, 26, 12, 20)}, {bodyInk, plinth},
	}, details: []detail{{0, "O50 26 4.5"}, {4.5, "M57 47 L49 61"}}},
	rules.RedKnight: {
		parts: []part{{redInk, "M45 20 C44 6 58 3 70 6 C82 9 92 20 93 36 C86 31 83 31 78 32 C74 24 64 19 52 24 Z"},
			{bodyInk, horse}, {bodyInk, plinth}},
		details: horseLines,
	},
	rules.GreenKnight: {
		parts:   []part{{greenInk, "M29 35 L7 6 L43 20 Z"}, {bodyInk, horse}, {bodyInk, plinth}},
		details: horseLines,
	},
	rules.GrandKnight: {
		parts: []part{
			{bodyInk, "M29 82 C32 70 41 64 41 52 C37 59 32 61 27 62 C25 68 20 73 14 70 C8 67 7 61 10 56 L22 37 C23 30 26 26 30 23 L28 10 L38 19 Q50 27 62 19 L72 10 L70 23 C74 26 77 30 78 37 L90 56 C93 61 92 67 86 70 C80 73 75 68 73 62 C68 61 63 59 59 52 C59 64 68 70 71 82 Z"},
			{goldInk, "M41 26 L37 7 L45 14 L50 5 L55 14 L63 7 L59 26 Q50 29 41 26 Z"},
			{bodyInk, plinth},
		},
		details: []detail{{0, "O31 38 3.6"}, {0, "O69 38 3.6"}, {3.5, "M50 38 L50 72"}},
	},
}

var horseLines = []detail{{0, "O38 36 3.8"}, {3.5, "M52 27 C64 36 68 52 66 70"}}
