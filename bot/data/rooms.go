package data

import (
	"time"

	"stackmate/bot/chat"
)

// Rooms keeps who can see the places of servers, as the transports last said.
type Rooms interface {
	// Room returns what is stored about a place, or ErrNotFound.
	Room(a chat.Address) (Room, error)
	// SetRoom replaces what is stored about a place.
	SetRoom(a chat.Address, r Room) error
	// CannotSee reports whether a player is stored as unable to see a place.
	CannotSee(place chat.Address, player int64) (bool, error)
	// SetCannotSee stores whether a player is unable to see a place.
	SetCannotSee(place chat.Address, player int64, hidden bool) error
}

// Room says who can see a place, that is a channel or a thread.
type Room struct {
	// PublicParent is the channel of a thread that everybody who sees the channel can see;
	// zero for other places.
	PublicParent chat.Address
	// Parent is the channel of a thread; zero for a channel.
	Parent chat.Address
	// Restricted is whether some members of the server cannot see the place.
	Restricted bool
	// Checked is when the transport last said all this.
	Checked time.Time
}
