// Package data holds what the bot keeps: players, challenges, games, servers, ratings,
// clocks, and messages that came or are to go out. Each noun stands in a file of its own
// with the interface that a store implements for it.
package data

import (
	"context"
	"errors"
)

// Facts that a store reports.
var (
	// ErrNotFound says that there is no such player, game or challenge.
	ErrNotFound = errors.New("not found")
	// ErrConflict says that something was changed since it was read.
	ErrConflict = errors.New("changed in the meantime")
	// ErrReadOnly says that something was to be written where that is not possible.
	ErrReadOnly = errors.New("cannot be written")
)

// Store keeps everything that must survive a restart.
type Store interface {
	// Update runs fn in one transaction that alone may write. What fn did is on disk
	// when Update returns nil, and undone when fn returns an error.
	Update(ctx context.Context, fn func(Tx) error) error
	// View runs fn on one unchanging state of the store. Views do not wait for updates,
	// nor updates for them. Methods that write return ErrReadOnly there.
	View(ctx context.Context, fn func(Tx) error) error
}

// Tx is a transaction of a store. It is not safe for concurrent use.
type Tx interface {
	Players
	LinkCodes
	Blocks
	Vacations
	Reachability
	Challenges
	Games
	Watchers
	Servers
	Inbox
	Clocks
	Ratings
	Outbox
}
