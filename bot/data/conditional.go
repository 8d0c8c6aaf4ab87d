package data

import "stackmate/bot/game"

// ConditionalMoves keeps the moves that players have prepared for moves of their opponents.
type ConditionalMoves interface {
	// Conditions returns a player's conditional moves in a game; nil if there are none.
	Conditions(id, player int64) (game.Conditions, error)
	// SetConditions replaces a player's conditional moves in a game.
	SetConditions(id, player int64, list game.Conditions) error
}
