package data

import "time"

// Processes keeps which processes run the bot on one database, and which parts of the work each of them does. Where only
// one process may use a database nothing is kept.
type Processes interface {
	// AddProcess adds a process.
	AddProcess(id string) error
	// Beat stores that a process lives, and which works it takes parts of. It returns all processes, or ErrNotFound if
	// the process is not one of them any more.
	Beat(id string, works []string) ([]Process, error)
	// RemoveProcess removes a process with its parts. What it was delivering is due.
	RemoveProcess(id string, now time.Time) error
	// Parts returns who does which parts of all works. Parts that nobody does are left out.
	Parts() (map[Part]string, error)
	// TakePart stores that a process does a part that nobody does.
	TakePart(p Part, process string) error
	// EndPart stores that a process no longer does a part.
	EndPart(p Part, process string) error
	// NextTurn returns how long to wait for the next turn in a queue. Turns are at least a pause apart, by the clock of
	// the database.
	NextTurn(queue string, pause time.Duration) (wait time.Duration, err error)
	// Clock returns the current time by the clock of the database.
	Clock() (time.Time, error)
}

// Process is one that runs the bot.
type Process struct {
	ID string
	// Beats grows while the process lives.
	Beats int64
	// Works are those it takes parts of.
	Works []string
}

// Part is a part of a work, of which one process does it at a time.
type Part struct {
	Work   string
	Number int
}
