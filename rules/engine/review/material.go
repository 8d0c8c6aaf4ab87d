package review

import (
	"slices"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// balance returns what a side's pieces are worth more than those of the other.
func balance(p *rules.Position, side rules.Color) (s engine.Score) {
	v := p.Variant()
	for _, r := range v.Roles() {
		n := p.Count(rules.NewPiece(side, r)) - p.Count(rules.NewPiece(side.Other(), r))
		s += engine.Score(n) * engine.Value(v, r)
	}
	return s
}

// settler plays out the captures of a position.
type settler struct{ nodes int }

// Bounds of what a settler looks at: positions, and captures in a row.
const maxSettled, maxCaptures = 5000, 12

// settle returns the captures with which both sides win as much as they can: either may
// leave off at any time, unless it is in check.
func settle(p rules.Position) []rules.Move {
	const all = engine.Score(1 << 20)
	_, line := new(settler).search(&p, -all, all, maxCaptures)
	return line
}

func (s *settler) search(p *rules.Position, alpha, beta engine.Score, depth int) (best engine.Score, line []rules.Move) {
	s.nodes++
	best = balance(p, p.Turn())
	if depth == 0 || s.nodes > maxSettled {
		return best, nil
	}
	var k rules.KingState
	p.Inspect(&k)
	moves := p.AppendCaptures(nil, &k)
	if k.InCheck() {
		best = -1 << 19
		moves = p.AppendQuiets(moves, &k)
	}
	if alpha = max(alpha, best); alpha >= beta {
		return best, nil
	}
	slices.SortStableFunc(moves, func(a, b rules.Move) int { return int(promise(p, b) - promise(p, a)) })
	for _, m := range moves {
		var u rules.Undo
		p.Make(m, &u)
		score, rest := s.search(p, -beta, -alpha, depth-1)
		p.Unmake(m, &u)
		if score = -score; score > best {
			best, line = score, append([]rules.Move{m}, rest...)
		}
		if alpha = max(alpha, best); alpha >= beta {
			break
		}
	}
	return best, line
}

// promise orders captures: those of valuable pieces by cheap ones first.
func promise(p *rules.Position, m rules.Move) engine.Score {
	v := p.Variant()
	taken, ok := p.Captures(m)
	if !ok {
		return engine.Value(v, m.Promotion)
	}
	mover, _, _ := p.Mover(m)
	return 16*engine.Value(v, taken.Role()) - engine.Value(v, mover.Role())/16
}

// loss is a piece that is captured in a line.
type loss struct {
	role  rules.Role
	first rules.Cell // where it was when the line began
	cell  rules.Cell // by which it is named; see account
	ply   int        // of the capture, counted from the beginning of the line
	on    rules.Cell // where it was captured
}

// exchange is what a line does to the material of a side.
type exchange struct {
	atOnce    loss          // what the first move captures
	lost, won []loss        // without what was traded
	promoted  [2]rules.Cell // by color: where a pawn has promoted that survives, else NoCell
	gain      engine.Score  // what the side has more than before, negative if less
	certain   int           // how many plies the engine expects; after them the captures are played out
	guessed   bool          // whether a pawn promotes after those
}

// account plays a line and says what it means for a side: `certain` moves that the engine
// expects, then captures. Pieces are named by the cells on which they are after the first
// `named` moves of the line.
func account(p rules.Position, side rules.Color, line []rules.Move, certain, named int) exchange {
	x := exchange{certain: certain, promoted: [2]rules.Cell{rules.NoCell, rules.NoCell}, gain: -balance(&p, side)}
	// By cell, for pieces that have moved: where they were at first, and by what they are named.
	first, names := map[rules.Cell]rules.Cell{}, map[rules.Cell]rules.Cell{}
	queens := x.promoted // where the promoted pieces are
	moved := func(from, to rules.Cell) {
		first[to], names[to] = homeOf(first, from), homeOf(names, from)
	}
	for i, m := range line {
		if i == named {
			clear(names)
		}
		next := p.Play(m)
		if taken, ok := p.Captures(m); ok {
			at := captured(&p, &next, m)
			l := loss{taken.Role(), homeOf(first, at), homeOf(names, at), i, at}
			if i == 0 {
				x.atOnce = l
			}
			if taken.Color() == side {
				x.lost = append(x.lost, l)
			} else {
				x.won = append(x.won, l)
			}
			if c := taken.Color(); queens[c] == at {
				queens[c], x.promoted[c] = rules.NoCell, rules.NoCell
			}
		}
		if m.Kind == rules.Castle {
			moved(partner(&p, &next))
		}
		if mover, from, to := p.Mover(m); mover.Exists() {
			moved(from, to)
			x.guessed = x.guessed || m.Promotion != rules.NoRole && i >= certain
			switch c := mover.Color(); {
			case m.Promotion != rules.NoRole && i < certain:
				queens[c], x.promoted[c] = to, to
			case queens[c] == from:
				queens[c] = to
			}
		}
		p = next
	}
	x.gain += balance(&p, side)
	x.lost, x.won = withoutTrades(p.Variant(), x.lost, x.won)
	return x
}

// has reports whether a side loses a piece in the line, at once or at least not in a trade.
func (x *exchange) has(piece loss) bool {
	same := func(l loss) bool { return l.role == piece.role && l.first == piece.first }
	return same(x.atOnce) || slices.ContainsFunc(x.lost, same) || slices.ContainsFunc(x.won, same)
}

func homeOf(home map[rules.Cell]rules.Cell, c rules.Cell) rules.Cell {
	if h, ok := home[c]; ok {
		return h
	}
	return c
}

// captured returns the cell on which a move captures a piece.
func captured(before, after *rules.Position, m rules.Move) rules.Cell {
	if m.Kind != rules.EnPassant {
		return m.To
	}
	pieces := before.Pieces(before.Turn().Other())
	for c := range pieces.All {
		if !after.At(c).Exists() {
			return c
		}
	}
	return rules.NoCell
}

// partner returns where the piece with which the king castles was and is.
func partner(before, after *rules.Position) (from, to rules.Cell) {
	old, now := before.Pieces(before.Turn()), after.Pieces(before.Turn())
	for c := range old.All {
		if before.At(c) != after.At(c) && before.At(c).Role() != rules.King {
			from = c
		}
	}
	for c := range now.All {
		if before.At(c) != after.At(c) && after.At(c).Role() != rules.King {
			to = c
		}
	}
	return from, to
}

// even is how much two pieces may differ in value to be traded for one another.
const even = 60

// withoutTrades removes pieces that are lost for others of about the same value: first those
// that are retaken at once, then those of the same role, then others.
func withoutTrades(v *rules.Variant, lost, won []loss) (l, w []loss) {
	l, w = slices.Clone(lost), slices.Clone(won)
	for _, traded := range []func(x, y loss) bool{
		func(x, y loss) bool {
			return x.on == y.on && (x.ply == y.ply+1 || y.ply == x.ply+1) && similar(v, x.role, y.role)
		},
		func(x, y loss) bool { return x.role == y.role },
		func(x, y loss) bool { return similar(v, x.role, y.role) },
	} {
		l = slices.DeleteFunc(l, func(x loss) bool {
			i := slices.IndexFunc(w, func(y loss) bool { return traded(x, y) })
			if i >= 0 {
				w = slices.Delete(w, i, i+1)
			}
			return i >= 0
		})
	}
	return l, w
}

// similar reports whether pieces of two roles are of about the same value.
func similar(v *rules.Variant, a, b rules.Role) bool {
	d := engine.Value(v, a) - engine.Value(v, b)
	return -even <= d && d <= even
}
