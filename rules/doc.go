// Package rules knows the games that Stackmate plays: where their cells are, how
// their pieces move, when a game is over, and how people write moves down.
//
// A game is a [Variant], compiled once from tables into rays and leaps. A
// [Position] is a value that anybody may copy and compare; a [Game] is a list of
// moves that also knows repetition and the counting of moves. The package imports
// the standard library only and knows neither time nor storage nor chance.
package rules
