package data

import (
	"fmt"
	"time"

	"stackmate/bot/chat"
)

// Players keeps players with their names, addresses and settings. Names are compared without
// regard to the case of ASCII letters.
type Players interface {
	// PlayerAt returns the player with a person's address. It adds the player if there is
	// none, and updates the stored name if the person's is another.
	PlayerAt(p chat.Person, now time.Time) (Player, error)
	// FindPlayer returns the player with an address, or ErrNotFound.
	FindPlayer(a chat.Address) (Player, error)
	// Player returns a player, or ErrNotFound.
	Player(id int64) (Player, error)
	// SavePlayer stores the settings of a player. It returns ErrNotFound if there is no such
	// player.
	SavePlayer(p Player) error
	// Nickname returns a player's name in a server, or ErrNotFound if it is Player.Name.
	Nickname(server string, player int64) (string, error)
	// SetNickname stores a player's name in a server. The empty name deletes it.
	SetNickname(server string, player int64, name string) error
	// PlayersNicknamed returns the players with a nickname in a server, at most three.
	PlayersNicknamed(server, name string) ([]Player, error)
	// PlayersNamed returns the players with a name on a transport, at most three.
	PlayersNamed(transport, name string) ([]Player, error)
	// PlayersOpenToMail returns the players with a name on any transport who accept
	// challenges by email, at most three.
	PlayersOpenToMail(name string) ([]Player, error)
	// Rename changes a player's name on a transport. If the player has no addresses on other
	// transports, it changes Player.Name too.
	Rename(player int64, transport, name string) error
	// HavePlayed reports whether two players have or had a game against each other.
	HavePlayed(a, b int64) (bool, error)
	// Merge gives everything that belongs to one player to another and deletes the first.
	// Where both have the same thing, such as settings, the other's is kept. Of two ratings
	// in a game, it is the one with more games. Merge returns ErrNotFound if the first
	// player does not exist.
	Merge(from, into int64) error
}

// Player is a person who plays, on any number of transports.
type Player struct {
	ID int64
	// Name is the player's name where the player has no nickname; empty for a former player.
	Name string
	// Former is whether the player has deleted everything: only games are left.
	Former bool
	// Level is that of a player who is the program itself; 0 for people. See Computers.
	Level int
	// Addresses reach only the player. The preferred one is first.
	Addresses []chat.Address
	Settings  PlayerSettings
}

// PlayerSettings are what a player has chosen, and what the bot remembers of a player.
type PlayerSettings struct {
	// Language is a tag such as "de"; empty for that of the transport.
	Language string `json:"language,omitempty"`
	// Theme is the name of a theme of pictures; empty for that of the server.
	Theme string `json:"theme,omitempty"`
	// View is the name of the arrangement of boards in pictures; empty for that of the server.
	View string `json:"view,omitempty"`
	// InWords is whether boards that only the player reads are also described in words.
	InWords bool `json:"in_words,omitempty"`
	// Notices is the transport on which the player wants to be notified; empty for the one
	// used first.
	Notices string `json:"notices,omitempty"`
	// OpenToMail is whether the player may be challenged by email.
	OpenToMail bool `json:"open_to_mail,omitempty"`
	// Listed is whether the player agrees to be on the leaderboard of all servers.
	Listed bool `json:"listed,omitempty"`
	// NameAsked is whether the bot has asked the player for a name by email.
	NameAsked bool `json:"name_asked,omitempty"`
	// TransportLanguage is the tag of the language that a transport last reported.
	TransportLanguage string `json:"heard,omitempty"`
}

// Person returns the player's preferred address with Name. The address is zero if the player
// has none.
func (p Player) Person() chat.Person {
	if len(p.Addresses) == 0 {
		return chat.Person{Name: p.Name}
	}
	return chat.Person{Address: p.Addresses[0], Name: p.Name}
}

// NumberedName returns the name of a player who has given none, such as "Player 12".
func NumberedName(player int64) string { return fmt.Sprintf("Player %d", player) }
