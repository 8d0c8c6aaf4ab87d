package data

import (
	"time"

	"stackmate/bot/game"
)

// Clocks keeps what decides about time. Games know of the outages of their players
// when they are loaded.
type Clocks interface {
	// Alarms returns the games whose clocks must be looked at by now.
	Alarms(now time.Time, limit int) ([]int64, error)
	// PostponeAlarm has a game's clock looked at later, whatever it says.
	PostponeAlarm(id int64, until time.Time) error
	// Heartbeat returns when the bot last noted that it runs; zero if never.
	Heartbeat() (time.Time, error)
	// SetHeartbeat notes that the bot runs.
	SetHeartbeat(now time.Time) error
	// AddOutage stores an outage, or makes the one longer that began then.
	AddOutage(o Outage) error
	// ClockSetBack undoes what was stored for times that have not come after all: the clock
	// was ahead, and has been set right. What waits until then is due, no outage reaches
	// beyond now, no turn began later, and every clock is looked at anew.
	ClockSetBack(now time.Time) error
}

// Outage is a time in which people could not reach the bot.
type Outage struct {
	// Transport is whose people could not; empty for everybody.
	Transport string
	game.Span
}
