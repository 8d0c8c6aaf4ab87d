package puzzles

import (
	"time"

	"stackmate/bot/data"
	"stackmate/bot/rating"
	"stackmate/bot/request"
	"stackmate/rules/engine/puzzle"
)

// rate changes the ratings of the speaker and of a puzzle by the result of the speaker's first
// try, and notes it in the attempt. It returns a sentence on the change, empty if there is none
// since the first try was over before.
func rate(req *request.Request, p *puzzle.Puzzle, a *data.PuzzleAttempt, score rating.Score) (string, error) {
	if a.Tried {
		return "", nil
	}
	own, err := req.Tx.SolverRating(req.Player.ID, a.Variant)
	if err != nil {
		return "", err
	}
	rated, err := req.Tx.PuzzleRatings(a.Variant)
	if err != nil {
		return "", err
	}
	idle := time.Duration(0)
	if own.Games > 0 {
		idle = req.Now.Sub(own.Updated)
	}
	mine, its := rating.Play(own.Rating, ratingOf(p, rated), score, idle, 0) // puzzles get no worse
	a.Tried, a.Won, a.Before, a.After = true, score == rating.Win, own.Rating.Value, mine.Value
	own.Rating, own.Games, own.Updated = mine, own.Games+1, req.Now
	if err := req.Tx.SetSolverRating(own); err != nil {
		return "", err
	}
	change := request.ChangeText(data.RatingChange{Before: a.Before, After: a.After})
	return req.Lang.Text("puzzle.rated", "change", change), req.Tx.RatePuzzle(p.ID, a.Variant, its)
}

// ratingOf returns the rating of a puzzle, given those that the store has: a guess until somebody
// has tried it.
func ratingOf(p *puzzle.Puzzle, rated map[string]rating.Rating) rating.Rating {
	if r, ok := rated[p.ID]; ok {
		return r
	}
	return rating.Rating{Value: float64(p.Rating), Deviation: puzzle.InitialDeviation, Volatility: rating.New.Volatility}
}
