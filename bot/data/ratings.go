package data

import (
	"time"

	"stackmate/bot/rating"
)

// Standing is a player's rating in one game.
type Standing struct {
	Player int64
	// Variant is the game's key without its setup.
	Variant string
	Rating  rating.Rating
	// Games counts the games that were rated.
	Games   int
	Updated time.Time
}

// RatingAt returns the rating with the deviation that it has by RatingAt.
func (s Standing) RatingAt(t time.Time) rating.Rating {
	if s.Games == 0 {
		return s.Rating
	}
	return s.Rating.After(t.Sub(s.Updated))
}

// RatingChange is what a game did to a player's rating.
type RatingChange struct {
	Player        int64
	Before, After float64
}

// Tally counts a player's results in one game.
type Tally struct {
	Variant          string
	Won, Drawn, Lost int
}

// Ratings keeps how well people play.
type Ratings interface {
	// Rating returns a player's rating in a game, a new one if there is none.
	Rating(player int64, variant string) (Standing, error)
	// Ratings returns all ratings of a player, the game played most first.
	Ratings(player int64) ([]Standing, error)
	// SetRating stores a rating.
	SetRating(s Standing) error
	// Leaderboard returns the ratings in a game, best first: of those who agreed to be
	// listed, or of those who have played a rated game in a server.
	Leaderboard(variant, server string, limit int) ([]Standing, error)
	// RatingChanges returns what a game did to its players' ratings; nothing if it has
	// not been rated.
	RatingChanges(game int64) ([]RatingChange, error)
	// AddRatingChange stores what a game did to one player's rating.
	AddRatingChange(game int64, c RatingChange) error
	// Tallies counts a player's results against others by game, the game played most first.
	Tallies(player int64) ([]Tally, error)
	// Scores returns a player's results against others, the last first.
	Scores(player int64, limit int) ([]rating.Score, error)
}
