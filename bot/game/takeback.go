package game

import (
	"time"

	"stackmate/rules"
)

// takeback is the Move of a Ply in Game.Log that takes back the last ply.
const takeback = "takeback"

// AskTakeback asks the opponent to take back the player's last move, and the opponent's reply to
// it if there is one. The request is open until it is answered or either side moves. It
// returns ErrOver, ErrTakebackPending or ErrNoMove.
func (g *Game) AskTakeback(by rules.Color) error {
	switch {
	case g.Over():
		return ErrOver
	case g.TakebackBy != nil && *g.TakebackBy == by:
		return ErrTakebackPending
	case len(g.Plies) < g.pliesBack(by):
		return ErrNoMove
	}
	g.TakebackBy = &by
	return nil
}

// pliesBack returns how many plies must be taken back to take back a side's last move.
func (g *Game) pliesBack(by rules.Color) int {
	if g.Turn() == by {
		return 2
	}
	return 1
}

// AnswerTakeback answers the opponent's takeback request. With yes, the plies are taken back, and
// so are the increments that their players got for them; the turn of the side to move begins at
// now. It returns ErrOver, ErrNoTakeback or ErrOwnTakeback.
func (g *Game) AnswerTakeback(by rules.Color, yes bool, now time.Time) error {
	switch {
	case g.Over():
		return ErrOver
	case g.TakebackBy == nil:
		return ErrNoTakeback
	case *g.TakebackBy == by:
		return ErrOwnTakeback
	}
	asked := *g.TakebackBy
	g.TakebackBy = nil
	if !yes {
		return nil
	}
	for i := range g.pliesBack(asked) {
		g.Log = append(g.Log, Ply{Move: takeback, At: now})
		mover := g.Turn() // the last ply is that of the other side
		if i == 0 {
			mover = mover.Other()
		}
		g.Timing.Left[mover] = max(g.Timing.Left[mover]-g.Terms.Clock.Increment, 0)
	}
	g.DrawOfferBy = nil
	g.Timing.Since, g.Timing.Spent, g.Timing.Reminders = now, 0, 0
	return g.Load()
}
