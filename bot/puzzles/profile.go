package puzzles

import (
	"stackmate/bot/data"
	"stackmate/bot/request"
	"stackmate/rules"
)

// Tally is what a player has done with the puzzles of a game.
type Tally struct {
	Variant *rules.Variant
	Rating  data.Standing
	// Solved is how many puzzles the player has solved, on whichever try.
	Solved int
}

// Tallies returns a tally for each game of which a player has tried puzzles, and on how many days
// in a row, until today or yesterday, the player has solved one. Days are in UTC.
func Tallies(req *request.Request, player int64) (list []Tally, streak int, err error) {
	attempts, err := req.Tx.PuzzleAttempts(player)
	if err != nil {
		return nil, 0, err
	}
	solved, tried := map[string]int{}, map[string]bool{}
	for _, a := range attempts {
		tried[a.Variant] = tried[a.Variant] || a.Tried
		if !a.Solved.IsZero() {
			solved[a.Variant]++
		}
	}
	for _, v := range rules.Variants() {
		if request.RatingKey(v) != v.Key() || !tried[v.Key()] {
			continue
		}
		s, err := req.Tx.SolverRating(player, v.Key())
		if err != nil {
			return nil, 0, err
		}
		list = append(list, Tally{v, s, solved[v.Key()]})
	}
	today := dayOf(req.Now)
	if streak, err = req.Tx.PuzzleStreak(player, today); err == nil && streak == 0 {
		streak, err = req.Tx.PuzzleStreak(player, today-1)
	}
	return list, streak, err
}

// Position returns the position of the puzzle that the speaker solves, for completions. The error
// is a Refusal if there is none.
func Position(req *request.Request) (rules.Position, error) {
	p, a, err := meant(req)
	if err != nil {
		return rules.Position{}, err
	}
	if a.State != data.PuzzleOpen {
		return rules.Position{}, request.Refuse("puzzle.none")
	}
	return p.Game(played(p, &a)...).Position(), nil
}
