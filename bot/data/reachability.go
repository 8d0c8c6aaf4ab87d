package data

import (
	"time"

	"stackmate/bot/chat"
)

// Reachability keeps which addresses accept no private messages, as a transport has said
// when the bot sent one.
type Reachability interface {
	// SetUnreachable stores until when an address is tried last of the player's addresses;
	// the zero time deletes that. It does nothing if no player has the address.
	SetUnreachable(a chat.Address, until time.Time) error
	// Unreachable reports whether an address is stored as unreachable until later than now.
	Unreachable(a chat.Address, now time.Time) (bool, error)
	// ForgetUnreachable deletes what SetUnreachable stored until now or earlier.
	ForgetUnreachable(now time.Time) error
	// MarkReportedUnreachable stores that a player cannot be reached about a game or
	// challenge and that the opponent is told so. It returns false if that is already
	// stored.
	MarkReportedUnreachable(game, player int64) (first bool, err error)
}
