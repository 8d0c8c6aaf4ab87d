// Package status says how the bot is doing: a Report in numbers, which has no names, addresses or
// secrets, and the same in words, with what to do.
package status

import (
	"slices"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/uptime"
)

// Report is how the bot is doing. It is also what /status answers, in JSON.
type Report struct {
	At      time.Time `json:"at"`
	Version string    `json:"version"`
	Started time.Time `json:"started"`

	Transports []Transport `json:"transports"`
	Games      int         `json:"games"`
	Computer   int         `json:"computer_waiting"`  // games that wait for the program
	Questions  int         `json:"questions_waiting"` // of people to the program
	Commands   Commands    `json:"commands"`          // in the last hour

	// Heartbeat is when the bot last wrote that it runs, and Late how many clocks have waited for
	// more than two minutes.
	Heartbeat time.Time `json:"heartbeat,omitzero"`
	Late      int       `json:"late_clocks"`
	// Stuck are the parts of the program that have stopped working, by name.
	Stuck []string `json:"stuck,omitempty"`

	Schema      int64 `json:"schema"`
	NewestKnown int64 `json:"newest_schema"`
	// Bytes is the size of the database, and Free the room on its disk; negative if unknown.
	Bytes int64 `json:"database_bytes"`
	Free  int64 `json:"free_bytes"`
	// Held is how many messages are held since a restore of the database, which was at Restored.
	Held     int       `json:"held"`
	Restored time.Time `json:"restored,omitzero"`

	Backup *Backup `json:"backup,omitempty"` // nil if none is configured
}

// Transport is how one transport is doing.
type Transport struct {
	Name        string `json:"name"`
	Connections int    `json:"connections"`
	// Since is since when all connections work; zero if not all do, or if it is not known.
	Since time.Time `json:"since,omitzero"`
	Down  []Down    `json:"down,omitempty"` // the connections that do not work

	// Due is how many messages can be sent now, and Oldest since when the first of them could.
	Due    int       `json:"due"`
	Oldest time.Time `json:"oldest,omitzero"`
	// Failing is how many messages could not be sent yet, by cause.
	Failing map[Cause]int `json:"failing,omitempty"`
}

// Down is a connection that does not work.
type Down struct {
	Name  string    `json:"name"`
	Since time.Time `json:"since,omitzero"`
	Cause Cause     `json:"cause"`
}

// Backup is how the backups are going.
type Backup struct {
	Made    time.Time `json:"made,omitzero"` // of the newest; zero if there is none
	Bytes   int64     `json:"bytes"`
	Late    bool      `json:"late"`            // whether the newest is too old
	Failed  time.Time `json:"failed,omitzero"` // when the last attempt failed; zero if it succeeded
	Because Cause     `json:"because,omitempty"`
}

// Options are what a report is made of, apart from the database.
type Options struct {
	Version string
	Started time.Time
	// Transports are the names of those that are configured.
	Transports []string
	// Connections returns the connections of each transport.
	Connections func() map[string][]uptime.Connection
	// Stuck returns which parts of the program have stopped working.
	Stuck func() []string
	// Commands counts the commands.
	Commands *Counter
	// Questions returns how many questions the program has not answered yet. It may be nil.
	Questions func() int
	// Free returns the room on the disk of the database in bytes, negative if unknown.
	Free func() int64
	// Backup returns how the backups are going, nil if none is configured. It may itself be nil.
	Backup func() *Backup
}

// Report makes a report in a transaction.
func (o Options) Report(tx data.Overviews, now time.Time) (Report, error) {
	names := slices.Clone(o.Transports)
	stored, err := tx.Overview(now, names)
	if err != nil {
		return Report{}, err
	}
	r := FromOverview(stored, now)
	r.Version, r.Started, r.Stuck, r.Free, r.Commands = o.Version, o.Started, o.Stuck(), o.Free(), o.Commands.LastHour(now)
	connections := o.Connections()
	for i := range r.Transports {
		r.Transports[i].connect(connections[r.Transports[i].Name])
	}
	if o.Questions != nil {
		r.Questions = o.Questions()
	}
	if o.Backup != nil {
		r.Backup = o.Backup()
	}
	return r, nil
}

// FromOverview returns what the database alone tells.
func FromOverview(o data.Overview, now time.Time) Report {
	r := Report{At: now, Games: o.Games, Computer: o.Computer, Heartbeat: o.Heartbeat, Late: o.Alarms, Schema: o.Schema, NewestKnown: o.Newest,
		Bytes: o.Bytes, Free: -1, Held: o.Held, Restored: o.Restored}
	for _, of := range o.Outbox {
		t := Transport{Name: of.Transport, Due: of.Due, Oldest: of.Oldest}
		for why, n := range of.Failures {
			if t.Failing == nil {
				t.Failing = map[Cause]int{}
			}
			t.Failing[CauseOf(why)] += n
		}
		r.Transports = append(r.Transports, t)
	}
	return r
}

// connect notes the connections of a transport.
func (t *Transport) connect(list []uptime.Connection) {
	t.Connections = len(list)
	for _, c := range list {
		switch {
		case !c.Up:
			t.Down = append(t.Down, Down{c.Name, c.Since, CauseOf(c.Why)})
		case c.Since.After(t.Since):
			t.Since = c.Since
		}
	}
	if len(t.Down) > 0 {
		t.Since = time.Time{}
	}
}
