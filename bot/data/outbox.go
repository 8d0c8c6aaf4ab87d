package data

import (
	"time"

	"stackmate/bot/chat"
)

// Outbox keeps what is to be said until it has been.
type Outbox interface {
	// Enqueue stores a message and returns its number.
	Enqueue(m OutboxMessage) (int64, error)
	// Due returns messages of a transport that may be sent now, oldest first, but none to
	// some recipients, MostExcepted at most. Of the messages about one game to one address only the oldest is due.
	Due(transport string, now time.Time, limit int, except ...string) ([]OutboxMessage, error)
	// DueSince returns since when the message of a transport has been due that waits the
	// longest; zero if none does.
	DueSince(transport string, now time.Time) (time.Time, error)
	// Waiting returns the messages about a game to an address that have not been sent,
	// oldest first, whenever they are due.
	Waiting(to chat.Address, game int64) ([]OutboxMessage, error)
	// MarkDelivered strikes a message off.
	MarkDelivered(id int64, at time.Time) error
	// Postpone keeps a message for another attempt, and why the last one failed.
	Postpone(id int64, until time.Time, why string) error
	// MarkUndeliverable strikes off a message that can never be delivered.
	MarkUndeliverable(id int64, at time.Time, why string) error
	// Lease notes that a run of the bot delivers a message just now. What ends an attempt
	// ends the lease.
	Lease(id int64, by string) error
	// CountPanic counts a panic that delivering a message ended in, and returns how many
	// there have been.
	CountPanic(id int64) (times int, err error)
	// TakeOver ends the leases of all other runs: they have ended. With panicked, one of
	// these messages was the reason, and it is counted for each. It returns how many
	// there were, and the number of the last message that is stored.
	TakeOver(by string, now time.Time, panicked bool) (released, last int64, err error)
}

// OutboxMessage is a reply on its way to an address.
type OutboxMessage struct {
	ID    int64
	To    chat.Address
	Reply chat.Reply
	// NotBefore is when it may be sent at the earliest.
	NotBefore time.Time
	Attempts  int
	// LeasedBy is the run of the bot that delivers it outside of the outbox until
	// NotBefore; empty if none does.
	LeasedBy string
	// Panics is how often delivering it has ended in a panic.
	Panics int
	// Damage is why its reply could not be read; nil if it could.
	Damage error
}

// MostExcepted is how many recipients Due leaves out at most.
const MostExcepted = 8
