package data

import (
	"slices"
	"time"
)

// Restores keeps when the database was restored from a backup.
type Restores interface {
	// Restores returns all restores, the last one last.
	Restores() (RestoreList, error)
	// NextRestored returns the numbers of running games with two players, and of open challenges
	// that were made after a time, whose players have not been told of the last restore, at most
	// limit, in their order.
	NextRestored(since time.Time, limit int) ([]int64, error)
	// MarkTold stores that the players of all games and challenges up to a number have been told
	// of the last restore; with the number 0, that all players have.
	MarkTold(number int64) error
}

// Restore is one time that the database was restored from a backup. What happened between From
// and At is lost. The zero value is no restore.
type Restore struct {
	At time.Time
	// From is when the backup was made.
	From time.Time
	// LastGame is the last number of a game or challenge that was given before From, and NextGame
	// the first that was given after At. Those in between were lost.
	LastGame, NextGame int64
	// LastMessage and NextMessage are the same for messages of the outbox.
	LastMessage, NextMessage int64
	// Told is whether all players have been told.
	Told bool
}

// RestoreList is a list of restores, the last one last.
type RestoreList []Restore

// Last returns the last restore, the zero value if there is none.
func (l RestoreList) Last() Restore {
	if len(l) == 0 {
		return Restore{}
	}
	return l[len(l)-1]
}

// LostGame returns the restore by which the game or challenge with a number was lost; ok is false
// if there is none.
func (l RestoreList) LostGame(id int64) (r Restore, ok bool) {
	i := slices.IndexFunc(l, func(r Restore) bool { return r.LastGame < id && id < r.NextGame })
	if i < 0 {
		return Restore{}, false
	}
	return l[i], true
}

// LostMessage returns the restore by which it was forgotten that the message with an id was sent;
// ok is false if there is none.
func (l RestoreList) LostMessage(id int64) (r Restore, ok bool) {
	i := slices.IndexFunc(l, func(r Restore) bool { return r.LastMessage < id && id < r.NextMessage })
	if i < 0 {
		return Restore{}, false
	}
	return l[i], true
}

// HeldMessages are messages of one transport that wait until the owner sends or drops them.
type HeldMessages struct {
	Transport string
	Count     int
	// Oldest is since when the oldest of them has been due.
	Oldest time.Time
}
