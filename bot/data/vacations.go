package data

import (
	"stackmate/bot/game"
)

// Vacations keeps when players are away.
type Vacations interface {
	// Vacations returns a player's vacations, oldest first.
	Vacations(player int64) ([]game.Span, error)
	// SetVacation stores a vacation, or changes the end of the one that began then.
	SetVacation(player int64, v game.Span) error
}
