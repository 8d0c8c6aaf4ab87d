package data

import (
	"time"

	"stackmate/bot/chat"
)

// Reachability keeps which addresses take no messages, and who cannot see which places.
type Reachability interface {
	// SetUnreachable notes until when an address takes no private messages; the zero
	// time forgets it. Until it is forgotten it is not the preferred one.
	SetUnreachable(a chat.Address, until time.Time) error
	// Unreachable reports whether an address takes no private messages now.
	Unreachable(a chat.Address, now time.Time) (bool, error)
	// ForgetUnreachable forgets those that are over.
	ForgetUnreachable(now time.Time) error
	// SetCannotSee notes whether a player cannot see a place.
	SetCannotSee(place chat.Address, player int64, absent bool) error
	// CannotSee reports whether a player cannot see a place, as was last noted.
	CannotSee(place chat.Address, player int64) (bool, error)
	// MarkReportedUnreachable notes that the opponent hears that a player cannot be reached about a game
	// or challenge, and reports whether that is news.
	MarkReportedUnreachable(game, player int64) (first bool, err error)
}
