package data

import (
	"time"

	"stackmate/bot/chat"
)

// Inbox keeps the ids of received messages, since transports may deliver a message twice, and whose messages are of no use any more.
type Inbox interface {
	// MarkReceived stores the id of a message of a transport. It returns false if that id
	// is already stored.
	MarkReceived(transport, id string, at time.Time) (fresh bool, err error)
	// MarkDeleted stores that everything about the person at an address was deleted at a time. It is known by a hash, and forgotten
	// within two days. Call it after RemoveIdentity.
	MarkDeleted(a chat.Address, at time.Time) error
	// DeletedAt returns what MarkDeleted stored, or the zero time.
	DeletedAt(a chat.Address) (time.Time, error)
}
