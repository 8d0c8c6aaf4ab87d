package data

import "time"

// Inbox keeps the ids of received messages, since transports may deliver a message twice.
type Inbox interface {
	// MarkReceived stores the id of a message of a transport. It returns false if that id
	// is already stored.
	MarkReceived(transport, id string, at time.Time) (fresh bool, err error)
}
