package request

import (
	"fmt"
	"strings"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/rating"
	"stackmate/bot/words"
	"stackmate/rules"
)

// minRatedMoves is how many moves each side must have made for a game to be rated.
const minRatedMoves = 3

// RatingKey is the key of a game without its setup: setups share their ratings.
func RatingKey(v *rules.Variant) string {
	key, _, _ := strings.Cut(v.Key(), ":")
	return key
}

// unratedReason says why a game that has ended does not change ratings, as the last part
// of a key in the catalogue; empty if it does. An adjudicated game does not: whoever
// manages a server could hand out points that count everywhere.
func unratedReason(g *game.Game) string {
	switch {
	case g.Reason == game.Adjudicated:
		return "adjudicated"
	case g.Reason == game.Aborted || g.Outcome == rules.Undecided:
		return "aborted"
	case len(g.Plies) < 2*minRatedMoves:
		return "short"
	}
	return ""
}

// rate changes the ratings of the players of a game that has ended, if it is to be
// rated and has not been. Whatever ends a game calls it once the game is stored.
func rate(tx data.Tx, g *game.Game, now time.Time) error {
	if !g.Over() || !g.Terms.Rated || g.Seats[0] == g.Seats[1] || unratedReason(g) != "" {
		return nil
	}
	if done, err := tx.RatingChanges(g.ID); err != nil || len(done) > 0 {
		return err
	}
	var old [2]data.Standing
	var idle [2]time.Duration
	for color, player := range g.Seats {
		s, err := tx.Rating(player, RatingKey(g.Variant))
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
		change := data.RatingChange{Player: s.Player, Before: s.Rating.Value, After: after[color].Value}
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
func ratingText(tx data.Tx, say words.Language, g *game.Game, names [2]string) (string, error) {
	if !g.Over() || !g.Terms.Rated {
		return "", nil
	}
	if why := unratedReason(g); why != "" {
		return say.Text("rating.none."+why, "moves", minRatedMoves), nil
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
func changeText(c data.RatingChange) string {
	before, after := rounded(c.Before), rounded(c.After)
	sign := "±"
	switch {
	case after > before:
		sign = "+"
	case after < before:
		sign = "−"
	}
	return fmt.Sprintf("%d (%s%d)", after, sign, max(after-before, before-after))
}

func rounded(x float64) int { return int(x + 0.5) } // ratings are positive

// FormatRating writes a rating, with a question mark while it is uncertain.
func FormatRating(r rating.Rating) string {
	if r.Settled() {
		return fmt.Sprint(rounded(r.Value))
	}
	return fmt.Sprintf("%d?", rounded(r.Value))
}
