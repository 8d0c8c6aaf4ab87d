package data

import (
	"time"

	"stackmate/bot/chat"
)

// MostExcepted is the largest number of recipients that Outbox.Due can leave out.
const MostExcepted = 8

// Outbox keeps messages until they have been delivered, or given up.
type Outbox interface {
	// Enqueue stores a message and returns its id.
	Enqueue(m OutboxMessage) (int64, error)
	// Due returns the messages of a transport that may be sent now, oldest first, at most
	// limit, except those to some recipients, of whom there are at most MostExcepted. Of the
	// messages to one address about one game it returns only the oldest.
	Due(transport string, now time.Time, limit int, except ...string) ([]OutboxMessage, error)
	// DueIn is Due for some parts of the outbox.
	DueIn(transport string, parts PartSet, now time.Time, limit int, except ...string) ([]OutboxMessage, error)
	// DueSince returns since when a message of a transport has been due, of the one that has
	// been due longest; zero if none is due.
	DueSince(transport string, now time.Time) (time.Time, error)
	// Waiting returns the messages to an address about a game that have not been delivered or
	// given up, oldest first, whether they are due or not.
	Waiting(to chat.Address, game int64) ([]OutboxMessage, error)
	// MarkDelivered stores that a message has been delivered.
	MarkDelivered(id int64, at time.Time) error
	// MarkMerged stores that a newer message has taken in what a message says.
	MarkMerged(id int64, at time.Time) error
	// Postpone counts a failed attempt to deliver a message, stores its error, and makes the
	// message due again at until.
	Postpone(id int64, until time.Time, why string) error
	// MarkUndeliverable stores that a message is given up, and the error of the last attempt.
	MarkUndeliverable(id int64, at time.Time, why string) error
	// Lease stores that a run of the bot is delivering a message outside of the outbox.
	// MarkDelivered, Postpone and MarkUndeliverable end the lease.
	Lease(id int64, by string) error
	// CountPanic counts a panic while a message was delivered, and returns how many there
	// have been. It returns ErrNotFound if there is no such message.
	CountPanic(id int64) (times int, err error)
	// TakeOver ends the leases of all other runs of the bot, except those of Processes, which are running, and
	// makes their messages due. With panicked it counts a panic for each of them,
	// since one of them may have ended such a run. It returns how many leases it has ended,
	// and the largest id of all messages.
	TakeOver(by string, now time.Time, panicked bool) (released, last int64, err error)
}

// OutboxParts is how many parts the outbox of a transport has. All messages to an address are in one.
const OutboxParts = 16

// PartSet is a set of parts of the outbox, one bit each.
type PartSet uint16

// AllOutboxParts is the set of all parts.
const AllOutboxParts PartSet = 1<<OutboxParts - 1

// OutboxMessage is a reply on its way to an address.
type OutboxMessage struct {
	ID    int64
	To    chat.Address
	Reply chat.Reply
	// NotBefore is when the message is due.
	NotBefore time.Time
	// Trace is the trace of what caused the message, "" if that is not known. Enqueue takes
	// it from the context of the transaction if it is empty.
	Trace string
	// Attempts is the number of failed attempts to deliver it.
	Attempts int
	// LeasedBy is the run of the bot that is delivering the message outside of the outbox
	// until NotBefore; empty if there is none.
	LeasedBy string
	// Panics is the number of panics while the message was delivered.
	Panics int
	// Part is which part of the outbox the message is in, from 0 on. It follows from the address.
	Part int
	// Damage is why the stored reply could not be read; nil if it could.
	Damage error
}
