package game

import (
	"errors"
	"time"

	"stackmate/rules"
)

// ErrNotAnalysis means that a game has two players, but the method is only for analyses.
var ErrNotAnalysis = errors.New("the game is not an analysis")

// Analysis reports whether one player moves for both sides.
func (g *Game) Analysis() bool { return g.Seats[0] == g.Seats[1] }

// Undo takes back the last ply of an analysis, even if it has ended the game. It returns
// ErrNotAnalysis, ErrNoMove, or ErrOver after CloseAnalysis.
func (g *Game) Undo(now time.Time) error {
	switch {
	case !g.Analysis():
		return ErrNotAnalysis
	case g.Reason == Aborted:
		return ErrOver
	case len(g.Plies) == 0:
		return ErrNoMove
	}
	g.Log = append(g.Log, Ply{Move: takeback, At: now})
	g.Outcome, g.Reason, g.Ended, g.DrawOfferBy, g.TakebackBy = rules.Undecided, "", time.Time{}, nil, nil
	return g.Load()
}

// CloseAnalysis ends an analysis without a result. It returns ErrNotAnalysis or ErrOver.
func (g *Game) CloseAnalysis(now time.Time) error {
	switch {
	case !g.Analysis():
		return ErrNotAnalysis
	case g.Over():
		return ErrOver
	}
	g.end(rules.Undecided, Aborted, now)
	return nil
}
