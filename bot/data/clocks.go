package data

import (
	"time"

	"stackmate/bot/game"
)

// Clocks keeps what decides about time, except the clocks themselves, which are part of
// their games.
type Clocks interface {
	// Alarms returns the ids of the games whose alarm is due at now, at most limit of them,
	// the longest due first. See game.Game.NextAlarm.
	Alarms(now time.Time, limit int) ([]int64, error)
	// PostponeAlarm sets the alarm of a running game with a clock to a later time. It does
	// nothing to other games.
	PostponeAlarm(id int64, until time.Time) error
	// Heartbeat returns the time of the last SetHeartbeat; zero if there was none.
	Heartbeat() (time.Time, error)
	// SetHeartbeat stores that the bot was running at now.
	SetHeartbeat(now time.Time) error
	// AddOutage stores an outage. If one of the same transport with the same beginning is
	// stored, it keeps the later end.
	AddOutage(o Outage) error
	// ClockSetBack corrects the stored times that are later than now, after the system clock
	// was ahead and has been set right: messages and alarms become due, turns begin now at the
	// latest, and outages end now at the latest.
	ClockSetBack(now time.Time) error
}

// Outage is a time in which players could not reach the bot. Clocks do not run in it:
// Games.Game returns games with the outages of their players.
type Outage struct {
	// Transport is the transport that was down; empty if the bot was.
	Transport string
	game.Span
}
