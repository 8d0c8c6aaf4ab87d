package data

import "time"

// Servers keeps the settings of servers, whom they ban, and what their administrators have
// done.
type Servers interface {
	// Server returns the settings of a server. It returns the zero value if none are stored.
	Server(id string) (Server, error)
	// SetServer stores the settings of a server.
	SetServer(id string, s Server) error
	// Banned reports whether a player is banned from playing in a server.
	Banned(server string, player int64) (bool, error)
	// SetBanned bans a player from playing in a server, or ends the ban.
	SetBanned(server string, player int64, on bool) error
	// LogAdminAction stores what an administrator has done to a game.
	LogAdminAction(a AdminAction) error
	// AdminActions returns what administrators have done to a game, oldest first.
	AdminActions(game int64) ([]AdminAction, error)
}

// Server is the settings of a server. The zero value is the default.
type Server struct {
	// Channels are the ids of the only channels where games may be offered, their threads
	// included. If there are none, games may be offered in every channel, or, if NoChannels is
	// set, in no channel.
	Channels   []string `json:"channels,omitempty"`
	NoChannels bool     `json:"no_channels,omitempty"`
	// NoThreads is whether games are played in the channel instead of a thread for each.
	NoThreads bool `json:"no_threads,omitempty"`
	// Variant and Clock are those of a challenge that names none, as players write them; empty
	// for the bot's default.
	Variant string `json:"variant,omitempty"`
	Clock   string `json:"clock,omitempty"`
	// Language is a tag such as "de"; empty for that of the transport.
	Language string `json:"language,omitempty"`
	// Theme is the name of a theme of pictures; empty for the default.
	Theme string `json:"theme,omitempty"`
	// View is the name of the arrangement of boards in pictures; empty for the default.
	View string `json:"view,omitempty"`
	// OpenGames is whether the server's games may be seen outside the server, except those
	// in restricted places.
	OpenGames bool `json:"open_games,omitempty"`
}

// AdminAction is what an administrator has done to somebody else's game.
type AdminAction struct {
	Game int64
	// Player is the administrator.
	Player int64
	// Action is what was done, such as "adjudicated 1-0", and Reason what the administrator
	// has written about it.
	Action, Reason string
	At             time.Time
}

// Offers returns where games may be offered: one of OffersEverywhere, OffersNowhere and
// "listed", for Server.Channels.
func (s Server) Offers() string {
	switch {
	case len(s.Channels) > 0:
		return offersListed
	case s.NoChannels:
		return OffersNowhere
	}
	return OffersEverywhere
}

// Where games may be offered in a server. With offersListed it is only in Server.Channels.
const (
	OffersEverywhere = "everywhere"
	OffersNowhere    = "nowhere"
	offersListed     = "listed"
)
