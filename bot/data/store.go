// Package data has the types of what the bot stores: players, challenges, games, servers,
// ratings, and messages received or to be sent. Each noun has a file with its types and the
// interface by which a store keeps them. Package store implements the interfaces.
//
// The comment of a method names the errors that its callers may have to tell apart. Besides
// them every method may return errors of the storage, such as a full disk.
package data

import (
	"context"
	"errors"
	"time"
)

// Errors that stores return. Compare with errors.Is.
var (
	// ErrNotFound means that what was asked for is not stored.
	ErrNotFound = errors.New("not found")
	// ErrConflict means that something has changed since it was read.
	ErrConflict = errors.New("changed in the meantime")
	// ErrReadOnly means that a method which writes was called in Store.View, or that the storage
	// cannot be written.
	ErrReadOnly = errors.New("cannot be written")
)

// Store keeps everything that must survive a restart. It is safe for concurrent use.
type Store interface {
	// Update runs fn in a transaction, as if no other Update ran at the same time. It runs fn again if another process has
	// made that impossible. If fn returns
	// nil, its changes are on disk when Update returns nil. If fn returns an error or panics,
	// its changes are undone, and Update returns that error. fn may run again, from the beginning, if the storage has
	// undone its changes: what it does outside of the transaction must be the same if it is done twice.
	Update(ctx context.Context, fn func(Tx) error) error
	// View runs fn on a snapshot of the store. Views and updates don't wait for each other.
	// In fn, methods that write return ErrReadOnly. View returns the error of fn.
	View(ctx context.Context, fn func(Tx) error) error
}

// Tx is a transaction of a Store. It must not be used after the function to which it was
// passed has returned, and is not safe for concurrent use.
type Tx interface {
	Players
	Computers
	LinkCodes
	WebSessions
	Blocks
	Vacations
	Reachability
	Challenges
	Games
	ConditionalMoves
	Watchers
	Servers
	Rooms
	Inbox
	Clocks
	Ratings
	Puzzles
	PuzzleRatings
	DailyPuzzles
	Outbox
	Processes
	Restores
	Exports
	Deletions
	MissingPeople
	Overviews

	// Prune deletes at most limit rows of each kind of data in Retention that are too old at now.
	// The oldest go first. It reports whether there may be more.
	Prune(now time.Time, keep Retention, limit int) (more bool, err error)
}

// Retention is for how long data is kept that nobody needs any more.
type Retention struct {
	// Messages is for the ids of received messages and mails, by which one that comes twice is
	// recognised, and for codes and guesses for linking.
	Messages time.Duration
	// Outbox is for the traces of messages that were delivered or given up.
	Outbox time.Duration
	// Challenges is for declined and cancelled challenges.
	Challenges time.Duration
	// Email is for what belongs to the mails of ended games, and counts of mails.
	Email time.Duration
}

// DefaultRetention returns for how long data is kept if nothing else is configured.
func DefaultRetention() Retention {
	const month = 30 * 24 * time.Hour
	return Retention{Messages: month, Outbox: month, Challenges: month, Email: month}
}
