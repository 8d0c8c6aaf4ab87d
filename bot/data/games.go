package data

import (
	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// Games keeps games, and what one player keeps about one.
type Games interface {
	// AddGame stores a new game under its number.
	AddGame(g *game.Game) error
	// Game returns a game ready to play, or ErrNotFound.
	Game(id int64) (*game.Game, error)
	// GameSummary returns a game as lists show it, without its moves, or ErrNotFound.
	GameSummary(id int64) (GameSummary, error)
	// SaveGame stores what changed and appends new plies. It returns ErrConflict if
	// the game's version is not the stored one.
	SaveGame(g *game.Game) error
	// SetHome has a game followed in another place, or returns ErrNotFound.
	SetHome(id int64, home chat.Address) error
	// FindGames returns the games that a filter chooses, in the order of their kind.
	FindGames(f GameFilter) (GameList, error)
	// Conditions returns a player's conditional moves in a game.
	Conditions(id, player int64) (game.Conditions, error)
	// SetConditions replaces them.
	SetConditions(id, player int64, list game.Conditions) error
	// Note returns a player's private note on a game, empty if there is none.
	Note(id, player int64) (string, error)
	// SetNote replaces it.
	SetNote(id, player int64, note string) error
}

// GameKind is a kind of games, as lists show them.
type GameKind uint8

const (
	// Running games are against others, the last moved first.
	Running GameKind = iota
	// Waiting games are those of them that wait for a move of the player, the longest first.
	Waiting
	// Ended games were against others, the last ended first.
	Ended
	// Analyses are games in which the player moves for both sides, the last moved first.
	Analyses
)

// GameFilter chooses games.
type GameFilter struct {
	// Player has a seat in the games. Somebody who is not known, 0, has none.
	Player int64
	// Everyone chooses all players' games at Home instead, Running or Ended.
	Everyone bool
	// Kind is the kind of the games; it decides their order too.
	Kind GameKind
	// Home is the only place whose games are chosen; zero for every place. Analyses are
	// chosen wherever they are.
	Home chat.Address
	// Limit is how many games are returned at most; 0 for all of them.
	Limit int
}

// GameList is the beginning of a list of games. Nothing follows from what is not in it if
// there are more.
type GameList struct {
	Games []GameSummary
	More  bool
}

// Only returns the game of a list of one; ok is false for every other list.
func (l GameList) Only() (line GameSummary, ok bool) {
	if len(l.Games) != 1 || l.More {
		return line, false
	}
	return l.Games[0], true
}

// GameSummary is what a list of games shows of one.
type GameSummary struct {
	ID      int64
	Variant *rules.Variant
	Seats   [2]int64
	Plies   int
	Turn    rules.Color
	Outcome rules.Outcome
	Reason  game.Reason
	Home    chat.Address
	Server  string
	// Clocked is whether a clock runs.
	Clocked bool
}

// Analysis reports whether somebody plays both sides, to look into a position.
func (l GameSummary) Analysis() bool { return l.Seats[0] == l.Seats[1] }

// Over reports whether the game has ended.
func (l GameSummary) Over() bool { return l.Reason != "" }

// ToMove returns the number of the player whose turn it is, 0 when the game is over.
func (l GameSummary) ToMove() int64 {
	if l.Over() {
		return 0
	}
	return l.Seats[l.Turn]
}

// Has reports whether a player has a seat in the game.
func (l GameSummary) Has(player int64) bool { return l.Seats[0] == player || l.Seats[1] == player }
