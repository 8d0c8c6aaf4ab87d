package data

import "stackmate/bot/game"

// Vacations keeps when players are away. Clocks do not run in these times: Games.Game
// returns games with the vacations of their players.
type Vacations interface {
	// Vacations returns a player's vacations, oldest first.
	Vacations(player int64) ([]game.Span, error)
	// SetVacation stores a vacation. If one of the player with the same beginning is stored,
	// it gets the new end.
	SetVacation(player int64, v game.Span) error
}
