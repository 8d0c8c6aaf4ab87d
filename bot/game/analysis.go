package game

import (
	"errors"
	"time"

	"stackmate/rules"
)

// ErrNotAnalysis says that something is for games that one plays alone.
var ErrNotAnalysis = errors.New("both sides are played by different people")

// Analysis reports whether somebody plays both sides, to look into a position.
func (g *Game) Analysis() bool { return g.Seats[0] == g.Seats[1] }

// Undo takes back the last ply of an analysis, also one that ended it.
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

// CloseAnalysis ends an analysis.
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
