package data

import (
	"fmt"
	"time"

	"stackmate/bot/chat"
)

// Players keeps who plays: settings, names and addresses.
type Players interface {
	// PlayerAt returns the player with a person's address, made anew if there is
	// none, under the person's present name.
	PlayerAt(p chat.Person, now time.Time) (Player, error)
	// FindPlayer returns the player with an address, or ErrNotFound.
	FindPlayer(a chat.Address) (Player, error)
	// Player returns a player, or ErrNotFound.
	Player(id int64) (Player, error)
	// SavePlayer stores a player's settings.
	SavePlayer(p Player) error
	// Nickname returns what a player is called in a server, or ErrNotFound if that is the
	// player's name everywhere.
	Nickname(server string, player int64) (string, error)
	// SetNickname stores it; the empty name forgets it.
	SetNickname(server string, player int64, name string) error
	// PlayersNicknamed returns the players who are called so in a server, in any case.
	PlayersNicknamed(server, name string) ([]Player, error)
	// PlayersNamed returns the players whom a transport knows by a name, in any case.
	PlayersNamed(transport, name string) ([]Player, error)
	// PlayersOpenToMail returns the players of a name, in any case, who accept challenges by mail.
	PlayersOpenToMail(name string) ([]Player, error)
	// Rename changes what people call a player at the addresses of a transport; if all
	// addresses are, it changes the player's name.
	Rename(player int64, transport, name string) error
	// HavePlayed reports whether two players have a game against one another.
	HavePlayed(a, b int64) (bool, error)
	// Merge gives everything that one player has to another, and forgets the first.
	Merge(from, into int64) error
}

// Player is somebody who plays, whatever the transport.
type Player struct {
	ID int64
	// Name is the player's everywhere but where a server has another.
	Name string
	// Addresses reach the player alone, the preferred one first.
	Addresses []chat.Address
	Settings  PlayerSettings
}

// PlayerSettings are what a player has chosen.
type PlayerSettings struct {
	// Language is a tag such as "de"; empty for the transport's.
	Language string `json:"language,omitempty"`
	// Theme is a table of colours; empty for the server's.
	Theme string `json:"theme,omitempty"`
	// Notices is the transport on which the player wants to hear; empty for the first.
	Notices string `json:"notices,omitempty"`
	// OpenToMail is whether the player may be challenged by mail.
	OpenToMail bool `json:"open_to_mail,omitempty"`
	// Listed is whether the player agrees to be on the leaderboard of all servers.
	Listed bool `json:"listed,omitempty"`
	// NameAsked is whether the player was asked for a name by mail.
	NameAsked bool `json:"name_asked,omitempty"`
	// TransportLanguage is the language that the transport last told.
	TransportLanguage string `json:"heard,omitempty"`
}

// Person returns the player as the front ends know people.
func (p Player) Person() chat.Person {
	if len(p.Addresses) == 0 {
		return chat.Person{Name: p.Name}
	}
	return chat.Person{Address: p.Addresses[0], Name: p.Name}
}

// NumberedName is what a player is called who has no name.
func NumberedName(player int64) string { return fmt.Sprintf("Player %d", player) }
