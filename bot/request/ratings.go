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

// RatingKey returns the key under which a variant is rated: its own without the setup,
// since all setups of a variant share their ratings.
func RatingKey(v *rules.Variant) string {
	key, _, _ := strings.Cut(v.Key(), ":")
	return key
}

// unratedReason returns why a rated game that has ended does not count, as the last part
// of a key in the catalogue; it is empty if the game counts. An adjudicated game does not
// count, or the admins of one server could hand out points that hold everywhere.
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

// rate changes the players' ratings after a rated game that counts, once. It does nothing
// for any other game.
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

// ratingText returns a sentence on how a rated game changed the ratings, or why it did not
// count. It is empty for an unrated game and for one that is not over.
func ratingText(tx data.Tx, lang words.Language, g *game.Game, names [2]string) (string, error) {
	if !g.Over() || !g.Terms.Rated {
		return "", nil
	}
	if why := unratedReason(g); why != "" {
		return lang.Text("rating.none."+why, "moves", minRatedMoves), nil
	}
	changes, err := tx.RatingChanges(g.ID)
	if err != nil || len(changes) == 0 {
		return "", err
	}
	var parts []string
	for color, player := range g.Seats {
		for _, c := range changes {
			if c.Player == player {
				parts = append(parts, names[color]+" "+ChangeText(c))
			}
		}
	}
	return lang.Text("rating.changed", "changes", strings.Join(parts, ", ")), nil
}

// ChangeText writes a new rating and its difference from the old one, such as "1512 (+12)".
func ChangeText(c data.RatingChange) string {
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

// FormatRating writes a rating as a whole number, with a question mark while it is
// provisional.
func FormatRating(r rating.Rating) string {
	if r.Settled() {
		return fmt.Sprint(rounded(r.Value))
	}
	return fmt.Sprintf("%d?", rounded(r.Value))
}
