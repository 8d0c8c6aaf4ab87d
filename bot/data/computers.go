package data

import (
	"time"

	"stackmate/rules"
)

// Computers keeps the players that are the program itself: one for each level. They have no
// addresses, so nothing is ever sent to them.
type Computers interface {
	// Computer returns the program's player with a level, and adds it if there is none.
	Computer(level int, now time.Time) (Player, error)
	// ComputerTurns returns the running games in which the program has to move or to answer a
	// draw offer, those that wait longest first, at most limit. It follows from the games
	// alone: there is no list of duties that could be wrong.
	ComputerTurns(limit int) ([]ComputerTurn, error)
	// CountComputerGames returns how many running games a player has against the program.
	CountComputerGames(player int64) (int, error)
	// ComputerTallies returns a player's results against the program, in no order.
	ComputerTallies(player int64) ([]ComputerTally, error)
}

// ComputerTally is a player's results in a variant against a level of the program.
type ComputerTally struct {
	Level int
	Tally
}

// ComputerTurn is something that the program has to do in a game. It is comparable: while the
// game stays as it is, so does the turn.
type ComputerTurn struct {
	Game int64
	// Level is that of the program, and Color its side.
	Level int
	Color rules.Color
	// Opponent is the id of the person who plays against it.
	Opponent int64
	// Plies is the number of plies that have been played and not taken back.
	Plies int
	// Since is when the last move was made or taken back, or the game began.
	Since time.Time
	// Offered is whether the opponent offers a draw, ToMove whether it is the program's turn.
	Offered, ToMove bool
}

// ComputerAction is what the program does in a game. The zero value declines a draw offer.
type ComputerAction struct {
	// Plays is whether it plays Move.
	Plays bool
	Move  rules.Move
	// AcceptsDraw is whether it accepts a draw offer, ClaimsDraw whether it claims a draw.
	AcceptsDraw, ClaimsDraw bool
}
