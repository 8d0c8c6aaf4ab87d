package game

import (
	"time"

	"stackmate/bot/chat"
	"stackmate/rules"
)

// Levels of the program as an opponent, from 1, which a child can beat.
const (
	// MaxLevel is the strongest level, DefaultLevel the one that plays if none is chosen.
	MaxLevel, DefaultLevel = 8, 3
)

// Preference is the color that a challenger wants.
type Preference string

// Preferences as they are stored.
const (
	AsWhite  Preference = "white"
	AsBlack  Preference = "black"
	AsRandom Preference = "random"
)

// State is the state of a challenge.
type State string

// States as they are stored. A challenge is open until it is answered or cancelled.
const (
	Open      State = "open"
	Accepted  State = "accepted"
	Declined  State = "declined"
	Cancelled State = "cancelled"
)

// Challenge is an offer to play a game. The game gets the ID of the challenge.
type Challenge struct {
	ID      int64
	Variant *rules.Variant
	Terms   Terms
	// From and To are ids of players. To is 0 if everybody in the server may accept.
	From, To int64
	// Address is the email address that the challenger has challenged, without knowing who
	// has it; empty if the challenge names a player or nobody.
	Address string
	Color   Preference
	// Home is the place where the game will be played, and Server that of the place; zero for
	// a game in private messages.
	Home   chat.Address
	Server string
	State  State
	Made   time.Time
}

// Start returns the game that begins when a player accepts the challenge, and sets To. With
// AsRandom, coin decides the colors: the challenger has White if it is true. Start returns the
// error of Game.Load.
func (c *Challenge) Start(by int64, coin bool, now time.Time) (*Game, error) {
	c.To = by
	g := &Game{ID: c.ID, Variant: c.Variant, Terms: c.Terms, Home: c.Home, Server: c.Server,
		Seats: [2]int64{c.From, c.To}, Started: now}
	if c.Color == AsBlack || c.Color == AsRandom && !coin {
		g.Seats = [2]int64{c.To, c.From}
	}
	g.startClock(now)
	return g, g.Load()
}
