package bot

import (
	"fmt"
	"strings"
	"time"

	"stackmate/bot/game"
	"stackmate/bot/rating"
	"stackmate/bot/words"
	"stackmate/rules"
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

// now returns the rating with the deviation that it has by now.
func (s Standing) now(t time.Time) rating.Rating {
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

// ratedMoves is how many moves each side must have made for a game to be rated.
const ratedMoves = 3

// base is the key of a game without its setup: setups share their ratings.
func base(v *rules.Variant) string {
	key, _, _ := strings.Cut(v.Key(), ":")
	return key
}

// unrated says why a game that has ended does not change ratings, as the last part
// of a key in the catalogue; empty if it does. An adjudicated game does not: whoever
// manages a server could hand out points that count everywhere.
func unrated(g *game.Game) string {
	switch {
	case g.Reason == game.Adjudicated:
		return "adjudicated"
	case g.Reason == game.Aborted || g.Outcome == rules.Undecided:
		return "aborted"
	case len(g.Plies) < 2*ratedMoves:
		return "short"
	}
	return ""
}

// rate changes the ratings of the players of a game that has ended, if it is to be
// rated and has not been. Whatever ends a game calls it once the game is stored.
func rate(tx Tx, g *game.Game, now time.Time) error {
	if !g.Over() || !g.Terms.Rated || g.Seats[0] == g.Seats[1] || unrated(g) != "" {
		return nil
	}
	if done, err := tx.RatingChanges(g.ID); err != nil || len(done) > 0 {
		return err
	}
	var old [2]Standing
	var idle [2]time.Duration
	for color, player := range g.Seats {
		s, err := tx.Rating(player, base(g.Variant))
		if err != nil {
			return err
		}
		old[color] = s
		if s.Games > 0 {
			idle[color] = now.Sub(s.Updated)
		}
	}
	score := rating.Draw
	if winner, ok := g.Outcome.Winner(); ok {
		score = rating.Loss
		if winner == rules.White {
			score = rating.Win
		}
	}
	var after [2]rating.Rating
	after[rules.White], after[rules.Black] = rating.Play(old[rules.White].Rating, old[rules.Black].Rating, score,
		idle[rules.White], idle[rules.Black])
	for color, s := range old {
		change := RatingChange{Player: s.Player, Before: s.Rating.Value, After: after[color].Value}
		if err := tx.AddRatingChange(g.ID, change); err != nil {
			return err
		}
		s.Rating, s.Games, s.Updated = after[color], s.Games+1, now
		if err := tx.SetRating(s); err != nil {
			return err
		}
	}
	return nil
}

// ratingText says what a game did to the ratings, or why nothing; it is empty for
// a game that was not to be rated and while the game runs.
func ratingText(tx Tx, say words.Language, g *game.Game, names [2]string) (string, error) {
	if !g.Over() || !g.Terms.Rated {
		return "", nil
	}
	if why := unrated(g); why != "" {
		return say.Text("rating.none."+why, "moves", ratedMoves), nil
	}
	changes, err := tx.RatingChanges(g.ID)
	if err != nil || len(changes) == 0 {
		return "", err
	}
	var parts []string
	for color, player := range g.Seats {
		for _, c := range changes {
			if c.Player == player {
				parts = append(parts, names[color]+" "+changeText(c))
			}
		}
	}
	return say.Text("rating.changed", "changes", strings.Join(parts, ", ")), nil
}

// changeText writes a rating and how it came there, such as "1512 (+12)".
func changeText(c RatingChange) string {
	before, after := whole(c.Before), whole(c.After)
	sign := "±"
	switch {
	case after > before:
		sign = "+"
	case after < before:
		sign = "−"
	}
	return fmt.Sprintf("%d (%s%d)", after, sign, max(after-before, before-after))
}

func whole(x float64) int { return int(x + 0.5) } // ratings are positive

// ratingNumber writes a rating, with a question mark while it is uncertain.
func ratingNumber(r rating.Rating) string {
	if r.Settled() {
		return fmt.Sprint(whole(r.Value))
	}
	return fmt.Sprintf("%d?", whole(r.Value))
}
