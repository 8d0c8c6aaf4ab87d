package engine

// ratings are those of the levels by game. In orthodox chess they are on the scale of Stockfish
// 15.1's UCI_Elo: levels 2 to 6 played 24 to 38 games each against it at 0.06 or 0.1 s a move, which is
// quick for that scale; 1 follows from what 2 scores against it, 7 and 8 from how many positions
// they search. In the other games level 1 has 1000 and each level what it is better than the one
// below, from 6 to 60 games ("arena levels"), and 400 where it won them all. Level 8 of Next
// Generation, Tridimensional and 3D-8L is taken to be 200 better than level 7; it searches four to
// five times as many positions.
// A difference in rating between levels tells more than one between a level and a person.
var ratings = map[string][MaxLevel]int{
	"orthodox":       {850, 1100, 1300, 1600, 1830, 1960, 2060, 2150},
	"millennium":     {1000, 1300, 1640, 2010, 2430, 2850, 3220, 3590},
	"nextgen":        {1000, 1470, 1750, 2170, 2700, 3100, 3520, 3720},
	"tridimensional": {1000, 1180, 1520, 1770, 2110, 2300, 2450, 2650},
	"3d8l":           {1000, 1340, 1530, 1930, 2330, 2730, 3130, 3330},
}
