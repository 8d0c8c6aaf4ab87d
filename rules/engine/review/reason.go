package review

import (
	"context"
	"slices"

	"stackmate/rules"
	"stackmate/rules/engine"
	"stackmate/rules/engine/puzzle"
)

// Kind is a kind of Reason.
type Kind uint8

// The kinds of reasons.
const (
	// NoReason is that of a good move, and of one whose fault cannot be named: it makes the
	// position worse, but neither mate nor material or a draw follows soon.
	NoReason Kind = iota
	// AllowsMate means that the other side mates in Reason.Moves moves.
	AllowsMate
	// MissesMate means that there was a mate in Reason.Moves moves.
	MissesMate
	// AllowsDraw means that a better game becomes a draw, which Reason.Draw names.
	AllowsDraw
	// LosesPiece means that the piece Reason.Role on Reason.Cell is lost, for Reason.For.
	LosesPiece
	// MissesPiece means that the other side's piece Reason.Role on Reason.Cell could have
	// been won, for Reason.For.
	MissesPiece
	// AllowsPromotion means that the other side promotes a pawn on Reason.Cell.
	AllowsPromotion
	// MissesPromotion means that a pawn could have promoted on Reason.Cell.
	MissesPromotion
	// LosesMaterial means that material is lost, but not simply one piece.
	LosesMaterial
	// MissesMaterial means that material could have been won, but not simply one piece.
	MissesMaterial
)

// DrawBy says how a game becomes a draw.
type DrawBy uint8

// How games become draws.
const (
	ByStalemate DrawBy = iota
	ByInsufficientMaterial
	ByRepetition
	ByMoveLimit
)

// Reason says why a move was bad. Kind says which of the other fields mean something.
type Reason struct {
	Kind  Kind
	Moves int
	Role  rules.Role
	// Cell is where a piece was after the move, for a piece that could have been won before
	// it; or where a pawn promotes.
	Cell rules.Cell
	// For is the piece that is won for a lost one, or lost for a won one; NoRole if there is
	// none, or only a pawn.
	For  rules.Role
	Draw DrawBy
}

// reasonFor finds out why a move of the current position of a game was bad; after is the
// worth of the position after it for the other side. What it says follows from playing out
// the lines, or is proven.
func reasonFor(ctx context.Context, g *rules.Game, move *Move, after engine.Score) Reason {
	before := g.Position()
	next := before.Play(move.Played)
	if n := mateIn(ctx, next, after, move.Refutation); n > 0 {
		return Reason{Kind: AllowsMate, Moves: n}
	}
	if by, ok := drawnBy(g, move, after); ok {
		return Reason{Kind: AllowsDraw, Draw: by}
	}
	if n := mateIn(ctx, before, move.Score, move.Best); n > 0 {
		return Reason{Kind: MissesMate, Moves: n}
	}
	return materialReason(before, move)
}

// mateIn returns in how many moves the side to move mates, if its score says that it does
// and this is certain, because it is proven or because the line leads to mate; otherwise 0.
func mateIn(ctx context.Context, p rules.Position, s engine.Score, line []rules.Move) int {
	n, ok := s.Mate()
	if !ok || n <= 0 {
		return 0
	}
	var pr puzzle.Prover
	proven := func(k int) bool { return len(pr.Mates(ctx, &p, k, 1)) > 0 }
	for k := 1; k <= min(n, 2); k++ { // the line may take longer than needed
		if proven(k) {
			return k
		}
	}
	end := p
	for _, m := range line {
		end = end.Play(m)
	}
	if len(line) == 2*n-1 && end.Status() == rules.Checkmate || n == 3 && puzzle.Longest(p.Variant()) == 3 && proven(3) {
		return n
	}
	return 0
}

// better is how likely to win a side is that throws a win away with a draw.
const better = 0.7

// drawnBy returns how a move of a better side leads to a draw.
func drawnBy(g *rules.Game, move *Move, after engine.Score) (by DrawBy, ok bool) {
	if Win(move.Score) < better || after != 0 {
		return 0, false
	}
	line := prefix(g, g.Len())
	seen := 3
	for i, m := range slices.Concat([]rules.Move{move.Played}, move.Refutation) {
		line.Play(m)
		p := line.Position()
		switch s := p.Status(); {
		case s == rules.Stalemate:
			return ByStalemate, true
		case s == rules.InsufficientMaterial:
			return ByInsufficientMaterial, true
		case line.Repetitions() >= seen:
			return ByRepetition, true
		case line.ClaimMoveLimit():
			return ByMoveLimit, true
		}
		if i > 0 {
			seen = 2 // what the engine repeats once it can repeat again
		}
	}
	return 0, false
}

// horizon is how many plies of a line say what a move does to the material.
const horizon = 7

// material is how much more or less, in hundredths of a pawn, is worth mentioning.
const material = 80

// materialReason says what a move loses, or does not win, compared with the best one.
func materialReason(before rules.Position, move *Move) Reason {
	side := before.Turn()
	played := outcome(before, side, slices.Concat([]rules.Move{move.Played}, move.Refutation), 1)
	best := outcome(before, side, move.Best, 0)
	switch {
	case best.gain-played.gain < material:
		return Reason{}
	case played.promoted[side.Other()] != rules.NoCell && best.promoted[side.Other()] == rules.NoCell:
		return Reason{Kind: AllowsPromotion, Cell: played.promoted[side.Other()]}
	case -played.gain >= max(material, best.gain):
		return named(before.Variant(), Reason{Kind: LosesPiece}, LosesMaterial, &played, played.lost, played.won, -played.gain, &best)
	case best.gain >= material && best.promoted[side] != rules.NoCell && played.promoted[side] == rules.NoCell:
		return Reason{Kind: MissesPromotion, Cell: best.promoted[side]}
	case best.gain >= material:
		return named(before.Variant(), Reason{Kind: MissesPiece}, MissesMaterial, &best, best.won, best.lost, best.gain, &played)
	}
	return Reason{}
}

// outcome returns what a line means for a side's material, when its captures have been
// played out: the shortest beginning of the line that comes to about the same as all of it,
// and in which all that is lost and won is taken in the line itself.
func outcome(p rules.Position, side rules.Color, line []rules.Move, cellsAfter int) exchange {
	line = line[:min(len(line), horizon)]
	whole := settled(p, side, line, cellsAfter)
	for n := 1; n < len(line); n++ {
		if x := settled(p, side, line[:n], cellsAfter); x.gain-whole.gain < even && whole.gain-x.gain < even && x.seen() {
			return x
		}
	}
	return whole
}

func settled(p rules.Position, side rules.Color, line []rules.Move, cellsAfter int) exchange {
	end := p
	for _, m := range line {
		end = end.Play(m)
	}
	return account(p, side, slices.Concat(line, settle(end)), len(line), cellsAfter)
}

// seen reports whether the engine expects each piece to be taken that is lost or won, and each
// pawn to promote that does.
func (x *exchange) seen() bool {
	guessed := func(l loss) bool { return l.ply >= x.certain }
	return !x.guessed && !slices.ContainsFunc(x.lost, guessed) && !slices.ContainsFunc(x.won, guessed)
}

// named fills in the piece that one side loses if that is what it comes to; otherwise it
// returns a reason that names none. A piece is not named if the engine does not expect it to be
// taken, nor if it is lost in the other line as well and so is not what makes the difference.
func named(v *rules.Variant, r Reason, otherwise Kind, x *exchange, lost, won []loss, amount engine.Score, other *exchange) Reason {
	value := func(l loss) engine.Score { return engine.Value(v, l.role) }
	if len(lost) == 0 || len(won) > 1 {
		return Reason{Kind: otherwise}
	}
	most := slices.MaxFunc(lost, func(a, b loss) int { return int(value(a) - value(b)) })
	rest := amount - value(most)
	if len(won) == 1 {
		rest += value(won[0])
		if won[0].role != rules.Pawn {
			r.For = won[0].role
		}
	}
	if rest < -2*even || rest > 2*even || other.has(most) || most.ply >= x.certain {
		return Reason{Kind: otherwise}
	}
	r.Role, r.Cell = most.role, most.cell
	return r
}
