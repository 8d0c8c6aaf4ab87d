// Package game has the state of a correspondence game: its players, moves, offers, clock and
// result. It is pure: it reads no clock and stores nothing. Times are arguments.
//
// A number such as M6 in a comment is that of a paragraph of the rules, which /rules lists.
package game

import (
	"errors"
	"fmt"
	"time"

	"stackmate/bot/chat"
	"stackmate/rules"
)

// Errors of the methods of Game. A method that returns an error has not changed the game.
var (
	// ErrOver means that the game has ended.
	ErrOver = errors.New("the game is over")
	// ErrNotYourTurn means that the other side is to move.
	ErrNotYourTurn = errors.New("it is the opponent's turn")
	// ErrNoOffer means that there is no draw offer to accept or decline.
	ErrNoOffer = errors.New("no draw is offered")
	// ErrOwnOffer means that a player tried to accept or decline the player's own draw offer.
	ErrOwnOffer = errors.New("the draw offer is the player's own")
	// ErrDrawPending means that the player has already offered a draw.
	ErrDrawPending = errors.New("the player has already offered a draw")
	// ErrNoOwnOffer means that the player has no draw offer to withdraw.
	ErrNoOwnOffer = errors.New("the player has not offered a draw")
	// ErrNoMove means that there is no move to take back.
	ErrNoMove = errors.New("there is no move to take back")
	// ErrTakebackPending means that the player has already asked for a takeback.
	ErrTakebackPending = errors.New("the player has already asked for a takeback")
	// ErrNoTakeback means that there is no takeback request to answer.
	ErrNoTakeback = errors.New("no takeback is asked for")
	// ErrOwnTakeback means that a player tried to answer the player's own takeback request.
	ErrOwnTakeback = errors.New("the takeback request is the player's own")
	// ErrTooLate means that both sides have moved, so that the game cannot be aborted.
	ErrTooLate = errors.New("both sides have moved")
)

// Reason is why a game ended. Its Outcome says who won.
type Reason string

// Reasons as they are stored.
const (
	Checkmate            Reason = "checkmate"
	Stalemate            Reason = "stalemate"
	InsufficientMaterial Reason = "insufficient"
	Agreement            Reason = "agreement"
	Repetition           Reason = "repetition"
	MoveLimit            Reason = "move-limit"
	Fivefold             Reason = "fivefold"        // a repetition that nobody had to claim
	MoveLimitOver        Reason = "move-limit-over" // a move limit that nobody had to claim
	Resignation          Reason = "resignation"
	TimeOut              Reason = "time"
	Aborted              Reason = "aborted"
	Adjudicated          Reason = "adjudicated"
)

// Reasons are all reasons that a game that has ended can have.
var Reasons = []Reason{Checkmate, Stalemate, InsufficientMaterial, Agreement, Repetition, MoveLimit, Fivefold, MoveLimitOver,
	Resignation, TimeOut, Aborted, Adjudicated}

// Terms are what two players agree on before a game.
type Terms struct {
	// MoveLimit is the number of moves by each side after which a draw can be claimed if
	// nothing was captured and no pawn moved; 0 for fifty (M7).
	MoveLimit int   `json:"move_limit,omitempty"`
	Clock     Clock `json:"clock,omitzero"`
	// WeekendsOff is whether clocks stop on Saturdays and Sundays, in UTC.
	WeekendsOff bool `json:"weekends_off,omitempty"`
	// Rated is whether the result changes the players' ratings.
	Rated bool `json:"rated,omitempty"`
}

// Ply is a move of one side, or in Game.Log also a takeback.
type Ply struct {
	// Move is in Long Algebraic Notation; see package rules.
	Move string
	// Note is the player's message to the opponent with the move; empty if there is none.
	Note string
	// At is when the move was made.
	At time.Time
}

// Takeback reports whether this is no move but takes the last one back.
func (p Ply) Takeback() bool { return p.Move == takeback }

// Game is a game. Call Load before any other method.
type Game struct {
	ID int64
	// Version is the number of times that the game was saved. Saving fails if the stored game
	// has another version.
	Version int64
	Variant *rules.Variant
	Terms   Terms
	// Seats are the ids of the players, by color. In an analysis they are the same.
	Seats [2]int64
	// Home is the place where the game is played; zero if it is played in private messages.
	Home chat.Address
	// Server is that of Home; empty if there is none.
	Server string
	// Log has all moves and takebacks in their order. Nothing is ever removed from it.
	Log []Ply
	// Plies are the moves in Log that were not taken back. Load sets them.
	Plies []Ply
	// Origin is the position string of the first position; empty for that of the variant.
	Origin string
	Timing Timing
	// Vacations are the players' vacations, by color, in which their clocks stop. They are
	// stored with the players.
	Vacations [2][]Span
	// Outages are the times in this turn in which the players could not reach the bot, by color.
	// Their clocks stop then. Outages are stored apart from the game.
	Outages [2][]Span
	// DrawOfferBy is the side that offers a draw; nil if there is no offer.
	DrawOfferBy *rules.Color
	// TakebackBy is the side that asks for a takeback; nil if there is no request.
	TakebackBy *rules.Color
	Outcome    rules.Outcome
	// Reason is why the game has ended; empty while it is running.
	Reason  Reason
	Started time.Time
	// Ended is when the game ended; zero while it is running.
	Ended time.Time

	play *rules.Game
}

// Load replays Log from Origin and sets Plies. The other exported fields must be set. It returns
// an error if Origin or a move is not legal, which means that the stored game is damaged.
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
		if !p.Takeback() {
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

// Rules returns the moves and positions of the game. Callers must not change it.
func (g *Game) Rules() *rules.Game { return g.play }

// Position returns the present position.
func (g *Game) Position() rules.Position { return g.play.Position() }

// Turn returns the side to move, also after the end of the game.
func (g *Game) Turn() rules.Color { p := g.play.Position(); return p.Turn() }

// Over reports whether the game has ended, with an outcome or without one.
func (g *Game) Over() bool { return g.Reason != "" }

// ToMove returns the id of the player whose turn it is; 0 if the game is over.
func (g *Game) ToMove() int64 {
	if g.Over() {
		return 0
	}
	return g.Seats[g.Turn()]
}

// Colors returns the colors of a player: none, one, or in an analysis both.
func (g *Game) Colors(player int64) []rules.Color {
	var list []rules.Color
	for c, p := range g.Seats {
		if p == player {
			list = append(list, rules.Color(c))
		}
	}
	return list
}

// Move makes a legal move. It declines the opponent's draw offer, keeps the player's own, and
// drops a takeback request of either. It returns ErrOver or ErrNotYourTurn.
func (g *Game) Move(by rules.Color, m rules.Move, now time.Time) error {
	switch {
	case g.Over():
		return ErrOver
	case by != g.Turn():
		return ErrNotYourTurn
	}
	g.play.Play(m)
	ply := Ply{Move: g.Variant.LAN(m), At: now}
	g.Plies, g.Log = append(g.Plies, ply), append(g.Log, ply)
	g.pressClock(by, now)
	g.TakebackBy = nil
	if g.DrawOfferBy != nil && *g.DrawOfferBy != by {
		g.DrawOfferBy = nil
	}
	p := g.play.Position()
	switch status := p.Status(); {
	case status == rules.Checkmate:
		g.end(rules.WinFor(by), Checkmate, now)
	case status == rules.Stalemate:
		g.end(rules.Draw, Stalemate, now)
	case status == rules.InsufficientMaterial:
		g.end(rules.Draw, InsufficientMaterial, now)
	case g.play.EndsByRepetition():
		g.end(rules.Draw, Fivefold, now)
	case g.play.EndsByMoveLimit():
		g.end(rules.Draw, MoveLimitOver, now)
	}
	return nil
}

// MoveWithNote makes a legal move with a message to the opponent. It returns the errors of Move.
func (g *Game) MoveWithNote(by rules.Color, m rules.Move, note string, now time.Time) error {
	if err := g.Move(by, m, now); err != nil {
		return err
	}
	g.Plies[len(g.Plies)-1].Note, g.Log[len(g.Log)-1].Note = note, note
	return nil
}

// end ends the game.
func (g *Game) end(o rules.Outcome, r Reason, now time.Time) {
	g.Outcome, g.Reason, g.Ended, g.DrawOfferBy, g.TakebackBy = o, r, now, nil, nil
}

// Resign ends the game with a win for the opponent. It returns ErrOver.
func (g *Game) Resign(by rules.Color, now time.Time) error {
	if g.Over() {
		return ErrOver
	}
	g.end(rules.WinFor(by.Other()), Resignation, now)
	return nil
}

// Abort ends a game without a result before both sides have moved. It returns ErrOver or
// ErrTooLate.
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

// Adjudicate ends the game with an outcome decided by an administrator. It returns ErrOver.
func (g *Game) Adjudicate(o rules.Outcome, now time.Time) error {
	if g.Over() {
		return ErrOver
	}
	g.end(o, Adjudicated, now)
	return nil
}
