package data

import (
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/rating"
)

// Puzzles keeps what players have done with puzzles. A puzzle is known by its id; a variant is
// the key of a game without its setup.
type Puzzles interface {
	// PuzzleAttempt returns what a player has done with a puzzle, or ErrNotFound.
	PuzzleAttempt(player int64, puzzle string) (PuzzleAttempt, error)
	// LastPuzzle returns the attempt of a player that was shown last, or ErrNotFound.
	LastPuzzle(player int64) (PuzzleAttempt, error)
	// PuzzleAttempts returns all attempts of a player, those first that were not shown for longest.
	PuzzleAttempts(player int64) ([]PuzzleAttempt, error)
	// SavePuzzleAttempt adds or replaces an attempt.
	SavePuzzleAttempt(a PuzzleAttempt) error
	// CountSolvers returns how many players have solved a puzzle since a time.
	CountSolvers(puzzle string, since time.Time) (int, error)
	// AddPuzzleDay stores that a player has solved a puzzle on a day, counted from 1970.
	AddPuzzleDay(player, day int64) error
	// PuzzleStreak returns on how many days in a row until a day a player has solved puzzles.
	PuzzleStreak(player, day int64) (int, error)
}

// PuzzleRatings keeps how hard puzzles are, and how well players solve them, apart from how well
// they play.
type PuzzleRatings interface {
	// PuzzleRatings returns the ratings of the puzzles of a variant that somebody has tried, by id.
	PuzzleRatings(variant string) (map[string]rating.Rating, error)
	// RatePuzzle stores the rating of a puzzle after another try.
	RatePuzzle(puzzle, variant string, r rating.Rating) error
	// SolverRating returns a player's rating in the puzzles of a variant. If there is none, it is
	// rating.New with no games. Standing.Games counts puzzles.
	SolverRating(player int64, variant string) (Standing, error)
	// SetSolverRating stores a rating.
	SetSolverRating(s Standing) error
}

// PuzzleAttempt is what a player has done with a puzzle.
type PuzzleAttempt struct {
	Player          int64
	Puzzle, Variant string
	// Shown is when the puzzle was last given to the player, or answered.
	Shown time.Time
	// Line are the moves since the puzzle was last given, the player's and the replies, in LAN
	// with spaces between them.
	Line  string
	State PuzzleState
	// Tried is whether the first try is over, which is the only one that is rated, Won whether it
	// succeeded, and Before and After the player's rating.
	Tried, Won    bool
	Before, After float64
	// Solved is when the puzzle was last solved; zero for never.
	Solved time.Time
}

// PuzzleState is how far a player has come with a puzzle.
type PuzzleState string

// States of puzzles: waiting for a move, solved, or given up since the player wanted the
// solution.
const (
	PuzzleOpen    PuzzleState = "open"
	PuzzleSolved  PuzzleState = "solved"
	PuzzleGivenUp PuzzleState = "given up"
)

// DailyPuzzles keeps the places where a puzzle is posted every day.
type DailyPuzzles interface {
	// DailyPuzzle returns the daily puzzle of a place, or ErrNotFound.
	DailyPuzzle(place chat.Address) (DailyPuzzle, error)
	// SetDailyPuzzle adds or replaces the daily puzzle of a place.
	SetDailyPuzzle(d DailyPuzzle) error
	// RemoveDailyPuzzle ends the daily puzzle of a place. It reports whether there was one.
	RemoveDailyPuzzle(place chat.Address) (bool, error)
	// DueDailyPuzzles returns the daily puzzles that are due at a time, the longest due first, at
	// most limit.
	DueDailyPuzzles(now time.Time, limit int) ([]DailyPuzzle, error)
	// CountDailyPuzzles returns in how many places of a server puzzles are posted.
	CountDailyPuzzles(server string) (int, error)
}

// DailyPuzzle is a place where a puzzle of a variant is posted every day.
type DailyPuzzle struct {
	Place   chat.Address
	Server  string
	Variant string
	// Due is when the next puzzle is posted.
	Due time.Time
	// Posted is when the last one was posted, and Puzzle its id; zero before the first.
	Posted time.Time
	Puzzle string
}
