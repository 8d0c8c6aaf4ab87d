package data

import "time"

// Inbox keeps which messages came.
type Inbox interface {
	// MarkReceived notes the id of a message; it returns false if it has been noted before.
	MarkReceived(transport, id string, at time.Time) (bool, error)
	// Prune forgets what only grows and nobody asks for any more: messages noted, messages
	// settled, challenges refused and the like, of before a time, the oldest first and at
	// most so many of each. It reports whether there may be more.
	Prune(before time.Time, limit int) (more bool, err error)
}
