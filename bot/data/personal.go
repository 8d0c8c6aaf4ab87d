package data

import (
	"encoding/json"
	"time"

	"stackmate/bot/chat"
)

// Exports reads what is stored about a player.
type Exports interface {
	// PersonalData returns everything that is stored about a player except the games: a section
	// for each kind of data, also for those of which there is none.
	PersonalData(player int64) ([]PersonalSection, error)
	// SeatedGames returns the ids of a player's games and analyses after the given one, at most
	// limit, in their order.
	SeatedGames(player, after int64, limit int) ([]int64, error)
	// CountGames returns how many games and analyses a player has.
	CountGames(player int64) (int, error)
	// LastExport returns when SetLastExport was last called for a player; zero for never.
	LastExport(player int64) (time.Time, error)
	// SetLastExport stores that a player gets a copy of everything.
	SetLastExport(player int64, at time.Time) error
}

// PersonalSection is one kind of data about a player: a JSON object for each row.
type PersonalSection struct {
	Name string
	Rows []json.RawMessage
}

// Deletions deletes what is stored about a player.
type Deletions interface {
	// DeletionStep returns what a player was last asked before everything is deleted, or
	// ErrNotFound.
	DeletionStep(player int64) (DeletionStep, error)
	// SetDeletionStep replaces what a player was last asked.
	SetDeletionStep(player int64, s DeletionStep) error
	// RemoveIdentity makes a player a former one: without name, addresses and settings, and
	// following nothing. Only what RemoveTraces deletes is left. Bans and blocks by others, and
	// whether an address wants no mail, are kept by a hash with a key, which is fresh unless
	// there is one already. RemoveIdentity returns ErrNotFound if there is no such player.
	RemoveIdentity(player int64, fresh []byte) error
	// RemoveTraces deletes the ratings and results of a former player, and takes the player out
	// of challenges.
	RemoveTraces(player int64) error
	// RemoveMoveNotes deletes the notes to entries of a game's log, which count from 0.
	RemoveMoveNotes(game int64, entries []int) error
	// RemoveAllMoveNotes deletes the notes to all entries of a game's log.
	RemoveAllMoveNotes(game int64) error
	// GamesWithMoveNotes returns the ids of a player's games in which moves have notes.
	GamesWithMoveNotes(player int64) ([]int64, error)
	// NamesOf returns all names that are stored for a player: the general one, those of the
	// addresses, and those in servers.
	NamesOf(player int64) ([]string, error)
	// Undelivered returns all messages that wait in the outbox or are held, and contain one of
	// some texts.
	Undelivered(containing []string) ([]OutboxMessage, error)
	// Rewrite replaces the reply of a message that waits or is held.
	Rewrite(id int64, r chat.Reply) error
	// RemoveAddress deletes one of the addresses of a player who has others, and what is stored
	// about it.
	RemoveAddress(a chat.Address) error
}

// DeletionStep is a question that must be answered with its code before everything is deleted.
type DeletionStep struct {
	// Code is what the player has to give, Step which of the two questions it answers: 1 or 2.
	Code string
	Step int
	// Until is when the code expires.
	Until time.Time
}

// MissingPeople keeps the addresses of which a transport has said that nobody is there any more.
type MissingPeople interface {
	// MarkMissing stores that an address was found missing, unless that is stored already or no
	// player has the address.
	MarkMissing(a chat.Address, at time.Time) error
	// Missing returns the addresses of a transport that were first found missing until a time, at
	// most limit, the longest missing first.
	Missing(transport string, until time.Time, limit int) ([]chat.Address, error)
	// MarkFound deletes what MarkMissing stored.
	MarkFound(a chat.Address) error
}
