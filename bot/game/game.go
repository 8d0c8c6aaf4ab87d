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
	ErrOver            = errors.New("the game is over")
	ErrNotYourTurn     = errors.New("it is the opponent's turn")
	ErrNoOffer         = errors.New("there is no draw offer to answer")
	ErrOwnOffer        = errors.New("the draw offer is one's own")
	ErrDrawPending     = errors.New("a draw is already offered")
	ErrNoOwnOffer      = errors.New("there is no own draw offer")
	ErrNoMove          = errors.New("there is no own move to take back")
	ErrTakebackPending = errors.New("a takeback is already asked for")
	ErrNoTakeback      = errors.New("nobody asks for a takeback")
	ErrOwnTakeback     = errors.New("the request is one's own")
	ErrTooLate         = errors.New("both have moved")
)

// Reason says why a game ended; who won is its Outcome.
type Reason string

// The reasons.
const (
	Checkmate            Reason = "checkmate"
	Stalemate            Reason = "stalemate"
	InsufficientMaterial Reason = "insufficient"
	Agreement            Reason = "agreement"
	Repetition           Reason = "repetition"
	MoveLimit            Reason = "move-limit"
	Resignation          Reason = "resignation"
	TimeOut              Reason = "time"
	Aborted              Reason = "aborted"
	Adjudicated          Reason = "adjudicated"
)

// Terms are what two players agree on beforehand.
type Terms struct {
	// MoveLimit is the number of the fifty-move rule, 0 for fifty (M7).
	MoveLimit int   `json:"move_limit,omitempty"`
	Clock     Clock `json:"clock,omitzero"`
	// WeekendsOff stops the clocks on Saturday and Sunday.
	WeekendsOff bool `json:"weekends_off,omitempty"`
	Rated       bool `json:"rated,omitempty"`
}

// Ply is a move as it was played.
type Ply struct {
	// Move is in Long Algebraic Notation (see package rules).
	Move string
	// Note is what the mover said to the opponent with it.
	Note string
	At   time.Time
}

// takeback stands in the log for a move taken back.
const takeback = "takeback"

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
	// Log is what was recorded, in order: moves, and moves taken back. It only grows.
	Log []Ply
	// Plies are the moves that stand; Load makes them from Log.
	Plies []Ply
	// Origin is the position string of the first position; empty for the usual one.
	Origin string
	Timing Timing
	// Vacations stop the players' clocks, by color. They are not stored with the game.
	Vacations [2][]Span
	// Outages are when the players could not reach the bot, by color, since the clock
	// began to run; they stop it as well. They are not stored with the game.
	Outages [2][]Span
	// DrawOfferBy is who offers a draw; nil if nobody does.
	DrawOfferBy *rules.Color
	// TakebackBy is who asks to take a move back; nil if nobody does.
	TakebackBy *rules.Color
	Outcome    rules.Outcome
	Reason     Reason
	Started    time.Time
	Ended      time.Time

	play *rules.Game
}

// Load replays the log of a game whose other fields are set. It fails if a move is
// not legal: then the store has been damaged.
func (g *Game) Load() error {
	start := g.Variant.Start()
	if g.Origin != "" {
		var err error
		if start, err = g.Variant.ParseFEN(g.Origin); err != nil {
			return fmt.Errorf("game %d: stored position: %w", g.ID, err)
		}
	}
	g.Plies = nil
	for i, p := range g.Log {
		if p.Move != takeback {
			g.Plies = append(g.Plies, p)
			continue
		}
		if len(g.Plies) == 0 {
			return fmt.Errorf("game %d: log entry %d takes back nothing", g.ID, i+1)
		}
		g.Plies = g.Plies[:len(g.Plies)-1]
	}
	g.play = rules.NewGame(start, g.Terms.MoveLimit)
	for i, p := range g.Plies {
		if err := g.play.PlayLAN(p.Move); err != nil {
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

// Over reports whether the game has ended, with an outcome or without one.
func (g *Game) Over() bool { return g.Reason != "" }

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
	return g.record(by, Ply{Move: g.Variant.LAN(m), At: now}, m)
}

// MoveWithNote is Move with words to the opponent.
func (g *Game) MoveWithNote(by rules.Color, m rules.Move, note string, now time.Time) error {
	if err := g.Move(by, m, now); err != nil {
		return err
	}
	g.Plies[len(g.Plies)-1].Note, g.Log[len(g.Log)-1].Note = note, note
	return nil
}

func (g *Game) record(by rules.Color, ply Ply, m rules.Move) error {
	now := ply.At
	g.Plies, g.Log = append(g.Plies, ply), append(g.Log, ply)
	g.pressClock(by, now)
	g.play.Play(m)
	g.TakebackBy = nil
	if g.DrawOfferBy != nil && *g.DrawOfferBy != by {
		g.DrawOfferBy = nil
	}
	p := g.play.Position()
	switch p.Status() {
	case rules.Checkmate:
		g.end(rules.WinFor(by), Checkmate, now)
	case rules.Stalemate:
		g.end(rules.Draw, Stalemate, now)
	case rules.InsufficientMaterial:
		g.end(rules.Draw, InsufficientMaterial, now)
	}
	return nil
}

func (g *Game) end(o rules.Outcome, r Reason, now time.Time) {
	g.Outcome, g.Reason, g.Ended, g.DrawOfferBy, g.TakebackBy = o, r, now, nil, nil
}

// OfferDraw makes an offer that stands until it is answered or withdrawn, or the
// opponent moves. If the opponent has offered already, it accepts.
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
	g.DrawOfferBy = nil
	return nil
}

// WithdrawDraw takes one's own offer back.
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
		return &ClaimError{Repetitions: g.play.Repetitions(), QuietPlies: p.HalfmoveClock(), Limit: g.play.MoveLimit()}
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

// Abort ends a game without a result while a side has not moved yet.
func (g *Game) Abort(now time.Time) error {
	switch {
	case g.Over():
		return ErrOver
	case len(g.Plies) >= 2:
		return ErrTooLate
	}
	g.end(rules.Undecided, Aborted, now)
	return nil
}

// Adjudicate ends the game with an outcome that somebody entitled has decided.
func (g *Game) Adjudicate(o rules.Outcome, now time.Time) error {
	if g.Over() {
		return ErrOver
	}
	g.end(o, Adjudicated, now)
	return nil
}

// AskTakeback asks to take back one's own last move, and the opponent's answer to
// it if there is one. The request stands until it is answered or somebody moves.
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

// pliesBack is how many plies lead back to before a side's last move.
func (g *Game) pliesBack(by rules.Color) int {
	if g.Turn() == by {
		return 2
	}
	return 1
}

// AnswerTakeback answers the opponent's request; with yes the move is taken back,
// what its mover got for it too, and the clock of the side to move begins anew.
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
