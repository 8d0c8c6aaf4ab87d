// Package game is one correspondence game: seats, moves, offers, result. It is pure:
// it neither reads clocks nor stores anything; time comes in as an argument.
package game

import (
	"errors"
	"fmt"
	"time"

	"stackmate/bot/chat"
	"stackmate/rules"
)

// Facts that refuse an action. They change nothing.
var (
	ErrOver        = errors.New("the game is over")
	ErrNotYourTurn = errors.New("it is the opponent's turn")
	ErrNoOffer     = errors.New("there is no draw offer to answer")
	ErrOwnOffer    = errors.New("the draw offer is one's own")
	ErrOffered     = errors.New("a draw is already offered")
	ErrNotOffered  = errors.New("there is no own draw offer")
)

// Reason says why a game ended; who won is its Outcome.
type Reason string

// The reasons.
const (
	Checkmate    Reason = "checkmate"
	Stalemate    Reason = "stalemate"
	Insufficient Reason = "insufficient"
	Agreement    Reason = "agreement"
	Repetition   Reason = "repetition"
	MoveLimit    Reason = "move-limit"
	Resignation  Reason = "resignation"
)

// Terms are what two players agree on beforehand.
type Terms struct {
	// MoveLimit is the number of the fifty-move rule, 0 for fifty (M7).
	MoveLimit int `json:"move_limit,omitempty"`
}

// Ply is a move as it was played.
type Ply struct {
	// Move is in machine notation.
	Move string
	At   time.Time
}

// Game is a game with its seats. Load makes one from what was stored; methods that
// change it raise nothing but its fields, so that it can be stored again.
type Game struct {
	ID int64
	// Version counts the changes that were stored; a write on an old version fails.
	Version int64
	Variant *rules.Variant
	Terms   Terms
	// Seats are the numbers of the players, by color.
	Seats [2]int64
	// Home is the place where the game is followed; zero if each player hears in private.
	Home   chat.Address
	Server string
	Plies  []Ply
	// Offer is who offers a draw; nil if nobody does.
	Offer   *rules.Color
	Outcome rules.Outcome
	Reason  Reason
	Started time.Time
	Ended   time.Time

	play *rules.Game
}

// Load replays the plies of a game whose other fields are set. It fails if a move
// is not legal: then the store has been damaged.
func (g *Game) Load() error {
	g.play = rules.NewGame(g.Variant.Start(), g.Terms.MoveLimit)
	for i, p := range g.Plies {
		if err := g.play.PlayMachine(p.Move); err != nil {
			return fmt.Errorf("game %d: stored ply %d: %w", g.ID, i+1, err)
		}
	}
	return nil
}

// Rules returns the moves as the rules see them. Callers must not play on it.
func (g *Game) Rules() *rules.Game { return g.play }

// Position returns the position on the board.
func (g *Game) Position() rules.Position { return g.play.Position() }

// Turn returns who is to move.
func (g *Game) Turn() rules.Color { p := g.play.Position(); return p.Turn() }

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.Outcome != rules.Undecided }

// ToMove returns the number of the player whose turn it is, 0 when the game is over.
func (g *Game) ToMove() int64 {
	if g.Over() {
		return 0
	}
	return g.Seats[g.Turn()]
}

// Colors returns the colors that a player has: none, one, or both of a game against oneself.
func (g *Game) Colors(player int64) []rules.Color {
	var list []rules.Color
	for c, p := range g.Seats {
		if p == player {
			list = append(list, rules.Color(c))
		}
	}
	return list
}

// Move plays a legal move for the side to move. It answers and clears a draw offer
// of the opponent; the mover's own offer made before stands.
func (g *Game) Move(by rules.Color, m rules.Move, now time.Time) error {
	switch {
	case g.Over():
		return ErrOver
	case by != g.Turn():
		return ErrNotYourTurn
	}
	g.Plies = append(g.Plies, Ply{Move: g.Variant.MachineText(m), At: now})
	g.play.Play(m)
	if g.Offer != nil && *g.Offer != by {
		g.Offer = nil
	}
	p := g.play.Position()
	switch p.Status() {
	case rules.Checkmate:
		g.end(rules.WinFor(by), Checkmate, now)
	case rules.Stalemate:
		g.end(rules.Draw, Stalemate, now)
	case rules.Insufficient:
		g.end(rules.Draw, Insufficient, now)
	}
	return nil
}

func (g *Game) end(o rules.Outcome, r Reason, now time.Time) {
	g.Outcome, g.Reason, g.Ended, g.Offer = o, r, now, nil
}

// OfferDraw makes an offer that stands until it is answered or withdrawn, or the
// opponent moves. If the opponent has offered already, it accepts.
func (g *Game) OfferDraw(by rules.Color, now time.Time) error {
	switch {
	case g.Over():
		return ErrOver
	case g.Offer == nil:
		g.Offer = &by
		return nil
	case *g.Offer == by:
		return ErrOffered
	}
	return g.AcceptDraw(by, now)
}

// AcceptDraw ends the game by agreement.
func (g *Game) AcceptDraw(by rules.Color, now time.Time) error {
	if err := g.answerable(by); err != nil {
		return err
	}
	g.end(rules.Draw, Agreement, now)
	return nil
}

// DeclineDraw refuses the opponent's offer.
func (g *Game) DeclineDraw(by rules.Color) error {
	if err := g.answerable(by); err != nil {
		return err
	}
	g.Offer = nil
	return nil
}

// WithdrawDraw takes one's own offer back.
func (g *Game) WithdrawDraw(by rules.Color) error {
	switch {
	case g.Over():
		return ErrOver
	case g.Offer == nil || *g.Offer != by:
		return ErrNotOffered
	}
	g.Offer = nil
	return nil
}

func (g *Game) answerable(by rules.Color) error {
	switch {
	case g.Over():
		return ErrOver
	case g.Offer == nil:
		return ErrNoOffer
	case *g.Offer == by:
		return ErrOwnOffer
	}
	return nil
}

// ClaimError says that no draw can be claimed, and how far the counts are.
type ClaimError struct {
	// Repetitions is how often the position has occurred; three are needed (M6).
	Repetitions int
	// QuietPlies counts plies without progress, Limit the moves by each side needed (M7).
	QuietPlies, Limit int
}

func (e *ClaimError) Error() string {
	return fmt.Sprintf("no draw to claim: %d of 3 repetitions, %d of %d plies", e.Repetitions, e.QuietPlies, 2*e.Limit)
}

// ClaimDraw ends the game if the position has occurred three times or the move
// limit is reached; either player may claim. Otherwise it returns a *ClaimError.
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
		return &ClaimError{Repetitions: g.play.Repetitions(), QuietPlies: p.Clock(), Limit: g.play.MoveLimit()}
	}
	return nil
}

// Resign ends the game in the opponent's favour.
func (g *Game) Resign(by rules.Color, now time.Time) error {
	if g.Over() {
		return ErrOver
	}
	g.end(rules.WinFor(by.Other()), Resignation, now)
	return nil
}
