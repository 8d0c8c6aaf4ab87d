package game

import (
	"fmt"
	"time"

	"stackmate/rules"
)

// OfferDraw offers a draw, until the opponent accepts, declines or moves, or the player withdraws
// it. If the opponent has offered a draw, OfferDraw accepts it. It returns ErrOver or
// ErrDrawPending.
func (g *Game) OfferDraw(by rules.Color, now time.Time) error {
	switch {
	case g.Over():
		return ErrOver
	case g.DrawOfferBy == nil:
		g.DrawOfferBy = &by
		return nil
	case *g.DrawOfferBy == by:
		return ErrDrawPending
	}
	return g.AcceptDraw(by, now)
}

// AcceptDraw accepts the opponent's draw offer. It returns ErrOver, ErrNoOffer or ErrOwnOffer.
func (g *Game) AcceptDraw(by rules.Color, now time.Time) error {
	if err := g.answerable(by); err != nil {
		return err
	}
	g.end(rules.Draw, Agreement, now)
	return nil
}

// DeclineDraw declines the opponent's draw offer. It returns ErrOver, ErrNoOffer or ErrOwnOffer.
func (g *Game) DeclineDraw(by rules.Color) error {
	if err := g.answerable(by); err != nil {
		return err
	}
	g.DrawOfferBy = nil
	return nil
}

// WithdrawDraw withdraws the player's own draw offer. It returns ErrOver or ErrNoOwnOffer.
func (g *Game) WithdrawDraw(by rules.Color) error {
	switch {
	case g.Over():
		return ErrOver
	case g.DrawOfferBy == nil || *g.DrawOfferBy != by:
		return ErrNoOwnOffer
	}
	g.DrawOfferBy = nil
	return nil
}

// answerable returns why a side cannot accept or decline a draw offer.
func (g *Game) answerable(by rules.Color) error {
	switch {
	case g.Over():
		return ErrOver
	case g.DrawOfferBy == nil:
		return ErrNoOffer
	case *g.DrawOfferBy == by:
		return ErrOwnOffer
	}
	return nil
}

// ClaimError is the error of ClaimDraw if no draw can be claimed.
type ClaimError struct {
	// Repetitions is how often the position has occurred. A claim needs three (M6).
	Repetitions int
	// QuietPlies is the number of plies since the last capture or pawn move. A claim needs
	// Limit moves by each side (M7).
	QuietPlies, Limit int
}

// Error implements error.
func (e *ClaimError) Error() string {
	return fmt.Sprintf("no draw to claim: %d of 3 repetitions, %d of %d plies", e.Repetitions, e.QuietPlies, 2*e.Limit)
}

// ClaimDraw ends the game as a draw if the position has occurred three times (M6) or the move
// limit is reached (M7). Either player may claim it at any time. It returns ErrOver or a
// *ClaimError.
func (g *Game) ClaimDraw(now time.Time) error {
	switch {
	case g.Over():
		return ErrOver
	case g.play.ClaimRepetition():
		g.end(rules.Draw, Repetition, now)
	case g.play.ClaimMoveLimit():
		g.end(rules.Draw, MoveLimit, now)
	default:
		p := g.play.Position()
		return &ClaimError{Repetitions: g.play.Repetitions(), QuietPlies: p.HalfmoveClock(), Limit: g.play.MoveLimit()}
	}
	return nil
}
