package data

import (
	"time"

	"stackmate/bot/chat"
)

// Room says who can see a place where a game is at home.
type Room struct {
	// PublicParent is the channel of a thread that everybody in the channel can see; zero for
	// every other place.
	PublicParent chat.Address
	// Parent is the channel of any thread; zero for every other place.
	Parent chat.Address
	// Restricted is whether some members of the server cannot see the place.
	Restricted bool
	// Checked is when the transport last said so.
	Checked time.Time
}
