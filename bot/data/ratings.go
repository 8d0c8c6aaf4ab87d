package data

import (
	"time"

	"stackmate/bot/rating"
)

// Ratings keeps the ratings of players, and what they follow from. A variant is the key of a
// game without its setup, such as "nextgen" for "nextgen:shared".
type Ratings interface {
	// Rating returns a player's rating in a variant. If there is none, it is rating.New with
	// no games.
	Rating(player int64, variant string) (Standing, error)
	// Ratings returns all ratings of a player; the variant with the most rated games first.
	Ratings(player int64) ([]Standing, error)
	// SetRating stores a rating.
	SetRating(s Standing) error
	// Leaderboard returns the best ratings, best first.
	Leaderboard(f LeaderboardFilter) ([]Standing, error)
	// RatingChanges returns how a game changed the ratings of its players; nil if it was not
	// rated.
	RatingChanges(game int64) ([]RatingChange, error)
	// AddRatingChange stores how a game changed the rating of one of its players. A game can
	// change each rating only once: a second time is an error.
	AddRatingChange(game int64, c RatingChange) error
	// Tallies returns a player's results against other people, whether rated or not; the variant
	// with the most games first.
	Tallies(player int64) ([]Tally, error)
	// Scores returns a player's last results against other people, at most limit, latest first.
	Scores(player int64, limit int) ([]rating.Score, error)
}

// LeaderboardFilter says which ratings a leaderboard has.
type LeaderboardFilter struct {
	Variant string
	// Server restricts the leaderboard to players who have played a rated game of the variant
	// there. If it is empty, the leaderboard has the players of all servers who agreed to be
	// listed; see PlayerSettings.
	Server string
	// Limit is the largest number of ratings to return.
	Limit int
}

// Standing is a player's rating in a variant.
type Standing struct {
	Player  int64
	Variant string
	Rating  rating.Rating
	// Games is the number of rated games.
	Games int
	// Updated is when the rating last changed.
	Updated time.Time
}

// RatingAt returns the rating at a time: the deviation grows while the player does not play.
func (s Standing) RatingAt(t time.Time) rating.Rating {
	if s.Games == 0 {
		return s.Rating
	}
	return s.Rating.After(t.Sub(s.Updated))
}

// RatingChange is how a game changed a player's rating.
type RatingChange struct {
	Player        int64
	Before, After float64
}

// Tally is the number of games that a player has won, drawn and lost in a variant.
type Tally struct {
	Variant          string
	Won, Drawn, Lost int
}
