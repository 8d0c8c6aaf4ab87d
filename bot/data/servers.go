package data

import (
	"time"

	"stackmate/bot/chat"
)

// Servers keeps the settings of servers, and what is known of their places.
type Servers interface {
	// Server returns a server's settings, the usual ones if none were made.
	Server(id string) (Server, error)
	// SetServer stores them.
	SetServer(id string, s Server) error
	// Banned reports whether a player may not play in a server.
	Banned(server string, player int64) (bool, error)
	// SetBanned forbids or allows a player to play in a server.
	SetBanned(server string, player int64, on bool) error
	// LogAdminAction notes what somebody did to a game that is not theirs.
	LogAdminAction(i AdminAction) error
	// AdminActions returns what was done to a game, oldest first.
	AdminActions(id int64) ([]AdminAction, error)
	// Room returns what was last known of a place, or ErrNotFound.
	Room(a chat.Address) (Room, error)
	// SetRoom replaces what is known of a place.
	SetRoom(a chat.Address, r Room) error
}

// Server is how the bot behaves in a server. The zero value is the usual way.
type Server struct {
	// Channels are the only places where games may be offered, with their threads. If it is
	// empty games may be offered everywhere, or nowhere with NoChannels.
	Channels   []string `json:"channels,omitempty"`
	NoChannels bool     `json:"no_channels,omitempty"`
	// NoThreads is whether games stay in the channel instead of a thread each.
	NoThreads bool `json:"no_threads,omitempty"`
	// Variant and Clock are what a challenge means unless it says otherwise.
	Variant  string `json:"variant,omitempty"`
	Clock    string `json:"clock,omitempty"`
	Language string `json:"language,omitempty"`
	Theme    string `json:"theme,omitempty"`
	// OpenGames is whether everybody may see the server's games, but those at home in
	// places that some of its members cannot see.
	OpenGames bool `json:"open_games,omitempty"`
}

// AdminAction is something that an administrator did to a game.
type AdminAction struct {
	Game, Player   int64
	Action, Reason string
	At             time.Time
}

// Offers says where games may be offered.
func (s Server) Offers() string {
	switch {
	case len(s.Channels) > 0:
		return offersListed
	case s.NoChannels:
		return OffersNowhere
	}
	return OffersEverywhere
}

// Where games may be offered in a server.
const (
	OffersEverywhere = "everywhere"
	offersListed     = "listed"
	OffersNowhere    = "nowhere"
)
