package game

import (
	"time"

	"stackmate/bot/chat"
	"stackmate/rules"
)

// Preference is the color a challenger wants.
type Preference string

// A challenger takes a color or leaves it to chance.
const (
	AsWhite  Preference = "white"
	AsBlack  Preference = "black"
	AsRandom Preference = "random"
)

// State is what became of a challenge.
type State string

// A challenge is open until it is answered.
const (
	Open      State = "open"
	Accepted  State = "accepted"
	Declined  State = "declined"
	Cancelled State = "cancelled"
)

// Challenge is an offer to play. The game that follows takes its number.
type Challenge struct {
	ID      int64
	Variant *rules.Variant
	Terms   Terms
	// From and To are numbers of players; To is 0 if anybody in the server may accept.
	From, To int64
	// Address is the mail address to which it was made, by somebody who must not learn
	// whose that is before the game begins; empty if it names a player.
	Address string
	Color   Preference
	Home    chat.Address
	Server  string
	State   State
	Made    time.Time
}

// Start returns the game that begins when a player accepts the challenge. The coin
// decides a random color: true gives the challenger White.
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
