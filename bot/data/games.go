package data

import (
	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// Games keeps games, and the notes of players on them.
type Games interface {
	// AddGame stores a new game under its ID, which is that of its challenge, and sets its
	// Version.
	AddGame(g *game.Game) error
	// Game returns a game that is ready to play, or ErrNotFound.
	Game(id int64) (*game.Game, error)
	// GameSummary returns a game without its moves, or ErrNotFound.
	GameSummary(id int64) (GameSummary, error)
	// SaveGame stores the changes of a game, appends its new plies, and sets its Version. It
	// returns ErrConflict if the game's Version is not the stored one.
	SaveGame(g *game.Game) error
	// SetHome moves a game to another place. It returns ErrNotFound if there is no such game.
	SetHome(id int64, home chat.Address) error
	// FindGames returns the games that match a filter, in the order of their kind.
	FindGames(f GameFilter) (GameList, error)
	// Note returns a player's private note on a game; empty if there is none.
	Note(id, player int64) (string, error)
	// SetNote replaces a player's private note on a game.
	SetNote(id, player int64, note string) error
}

// GameFilter says which games to find.
type GameFilter struct {
	// Player has a seat in the games; 0 has none.
	Player int64
	// Everyone is whether to find the games of all players at Home instead of those of
	// Player. Kind must be Running or Ended then.
	Everyone bool
	// Kind is the kind of the games, which also decides their order.
	Kind GameKind
	// Home is the place where the games are played; zero for any. It does not restrict
	// Analyses.
	Home chat.Address
	// Limit is the largest number of games to return; 0 for all.
	Limit int
}

// GameKind is a kind of games. Each kind is a list with its own order.
type GameKind uint8

const (
	// Running games have two players and have not ended; the latest move first.
	Running GameKind = iota
	// Waiting games are running games in which it is the player's turn; the longest wait first.
	Waiting
	// Ended games had two players; the last to end first.
	Ended
	// Analyses have one player, who moves for both sides, and are not closed; the latest move
	// first.
	Analyses
)

// GameList is the result of FindGames.
type GameList struct {
	Games []GameSummary
	// More is whether the limit has left out games.
	More bool
}

// Only returns the game of a complete list that has exactly one; else ok is false.
func (l GameList) Only() (line GameSummary, ok bool) {
	if len(l.Games) != 1 || l.More {
		return line, false
	}
	return l.Games[0], true
}

// GameSummary is a game without its moves, as lists show it.
type GameSummary struct {
	ID      int64
	Variant *rules.Variant
	// Seats are the ids of the players, by color.
	Seats [2]int64
	// Plies is the number of plies that have been played and not taken back.
	Plies   int
	Turn    rules.Color
	Outcome rules.Outcome
	// Reason is why the game has ended; empty while it is running.
	Reason game.Reason
	// Home is the place where the game is played, and Server that of the place; both may be
	// zero.
	Home   chat.Address
	Server string
	// Clocked is whether a clock is running.
	Clocked bool
}

// Analysis reports whether one player moves for both sides.
func (l GameSummary) Analysis() bool { return l.Seats[0] == l.Seats[1] }

// Over reports whether the game has ended.
func (l GameSummary) Over() bool { return l.Reason != "" }

// ToMove returns the id of the player whose turn it is; 0 if the game is over.
func (l GameSummary) ToMove() int64 {
	if l.Over() {
		return 0
	}
	return l.Seats[l.Turn]
}

// Has reports whether a player has a seat in the game.
func (l GameSummary) Has(player int64) bool { return l.Seats[0] == player || l.Seats[1] == player }
