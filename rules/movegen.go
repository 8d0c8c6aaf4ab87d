package rules

import (
	"math/bits"
	"slices"
)

// Moves returns the legal moves in a fixed order: by the cell they start from, then in the
// order of the piece's vectors, attack boards last.
func (p *Position) Moves() []Move { return p.AppendMoves(make([]Move, 0, 64)) }

// AppendMoves appends the legal moves to dst, in the order of Moves, and returns the
// extended slice. It allocates only when dst has no room.
func (p *Position) AppendMoves(dst []Move) []Move {
	var k KingState
	p.Inspect(&k)
	return p.append(dst, &k, captures|quiets)
}

// AppendCaptures appends the legal moves that capture or promote a pawn, attack boards that
// carry one aside. KingState is what Inspect says of the position.
func (p *Position) AppendCaptures(dst []Move, k *KingState) []Move { return p.append(dst, k, captures) }

// AppendQuiets appends the legal moves that AppendCaptures does not.
func (p *Position) AppendQuiets(dst []Move, k *KingState) []Move { return p.append(dst, k, quiets) }

// kinds says which moves to generate. A promotion counts as a capture.
type kinds uint8

const (
	captures kinds = 1 << iota
	quiets
)

func (p *Position) append(dst []Move, k *KingState, want kinds) []Move {
	movers := p.occ[p.turn]
	if want == captures {
		p.dropIdlePawns(&movers)
	}
	for i := range p.v.words {
		for w := movers[i]; w != 0; w &= w - 1 {
			dst = p.appendFrom(dst, Cell(i<<6+bits.TrailingZeros64(w)), k, want)
		}
	}
	if want&quiets != 0 {
		dst = p.appendBoardMoves(dst, k)
	}
	return dst
}

// dropIdlePawns removes the pawns that can neither capture nor promote from the pieces of
// the side to move.
func (p *Position) dropIdlePawns(movers *CellSet) {
	if p.ep != NoCell {
		return // they may capture en passant
	}
	useful := p.v.pawns[p.turn^1].attacked(&p.occ[p.turn^1])
	ready := &p.v.pawns[p.turn].ready
	for i := range p.v.words {
		movers[i] &^= p.pawns[i] &^ (useful[i] | ready[i])
	}
}

// Legal reports whether any move, also one of another position of the game, is legal here.
// KingState is what Inspect says of the position.
func (p *Position) Legal(m Move, k *KingState) bool {
	var buffer [128]Move
	if m.Kind == BoardMove {
		return slices.Contains(p.appendBoardMoves(buffer[:0], k), m)
	}
	if piece := p.board[m.From]; !piece.Exists() || piece.Color() != p.turn {
		return false
	}
	return slices.Contains(p.appendFrom(buffer[:0], m.From, k, captures|quiets), m)
}

// MovesFrom returns the legal moves of the piece on a cell. There are none when the cell
// has no piece of the side to move.
func (p *Position) MovesFrom(c Cell) []Move { return p.appendMovesFrom(nil, c) }

func (p *Position) appendMovesFrom(dst []Move, c Cell) []Move {
	if !p.board[c].Exists() || p.board[c].Color() != p.turn {
		return dst
	}
	var k KingState
	p.Inspect(&k)
	return p.appendFrom(dst, c, &k, captures|quiets)
}

// BoardMoves returns the legal moves of attack boards, none in games without them.
func (p *Position) BoardMoves() []Move {
	var k KingState
	p.Inspect(&k)
	return p.appendBoardMoves(nil, &k)
}

// appendFrom adds the legal moves of a piece of the side to move.
func (p *Position) appendFrom(dst []Move, from Cell, k *KingState, want kinds) []Move {
	role := p.board[from].Role()
	if role == King {
		dst = p.appendKing(dst, from, want)
		if want&quiets != 0 {
			dst = p.appendCastles(dst, from, k)
		}
		return dst
	}
	if k.checkers > 1 {
		return dst
	}
	first := len(dst)
	if role == Pawn {
		dst = p.appendPawn(dst, from, want)
	} else {
		dst = p.appendSlides(dst, from, role, want)
		dst = p.appendLeaps(dst, from, role, want)
	}
	if k.checkers == 1 {
		dst = filter(dst, first, func(m Move) bool { return k.checkMask.Has(m.To) })
	}
	if k.nshields > 0 {
		if s := k.shieldOn(from); s != nil {
			dst = filter(dst, first, func(m Move) bool { return p.staysOnLine(s, m.To) })
		}
	}
	if role == Pawn && p.ep != NoCell && want&captures != 0 {
		dst = p.appendEnPassant(dst, from)
	}
	return dst
}

// filter removes the moves from index first on that do not satisfy ok.
func filter(list []Move, first int, ok func(Move) bool) []Move {
	kept := list[:first]
	for _, m := range list[first:] {
		if ok(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

func (p *Position) appendSlides(dst []Move, from Cell, role Role, want kinds) []Move {
	if want == captures {
		return p.appendSlideCaptures(dst, from, role)
	}
	v := p.v
	us := p.turn
	rays := v.rayStart[int(from)*len(v.dirs):]
	for _, d := range v.slideDirs[role] {
		for i := rays[d]; ; i++ {
			to := v.rayCells[i]
			if to < 0 {
				break
			}
			piece := p.board[to]
			if piece == Empty {
				if want&quiets != 0 {
					dst = append(dst, Move{From: from, To: to})
				}
				continue
			}
			if piece == Air { // T1
				continue
			}
			if piece.Color() != us && want&captures != 0 {
				dst = append(dst, Move{From: from, To: to})
			}
			break
		}
	}
	return dst
}

func (p *Position) appendSlideCaptures(dst []Move, from Cell, role Role) []Move {
	v := p.v
	spots := v.spotsOf(from)
	for _, axis := range v.slideAxes[role] {
		at := spots[axis]
		theirs := p.lines[p.turn&1^1][at.Line%maxLines]
		if theirs == 0 {
			continue
		}
		for hit := at.Reach(p.lines.Occupied(at.Line)) & theirs; hit != 0; hit &= hit - 1 {
			dst = append(dst, Move{From: from, To: v.lineCell(at.Line, hit)})
		}
	}
	return dst
}

func (p *Position) appendLeaps(dst []Move, from Cell, role Role, want kinds) []Move {
	if p.v.leaps[role] == nil {
		return dst
	}
	if want == captures {
		reach, enemies := &p.v.leapSet[role][from], &p.occ[p.turn^1]
		for i := range p.v.words {
			for w := reach[i] & enemies[i]; w != 0; w &= w - 1 {
				dst = append(dst, Move{From: from, To: Cell(i<<6 + bits.TrailingZeros64(w))})
			}
		}
		return dst
	}
	for _, to := range p.v.leaps[role][from] {
		if p.wanted(to, want) {
			dst = append(dst, Move{From: from, To: to})
		}
	}
	return dst
}

// wanted reports whether a piece of the side to move can go to a cell by a move of these
// kinds.
func (p *Position) wanted(to Cell, want kinds) bool {
	piece := p.board[to]
	return piece == Empty && want&quiets != 0 || piece > Air && piece.Color() != p.turn && want&captures != 0
}

func (p *Position) appendKing(dst []Move, from Cell, want kinds) []Move {
	for _, to := range p.v.leaps[King][from] {
		if p.wanted(to, want) && !p.attacked(to, p.turn^1, from) {
			dst = append(dst, Move{From: from, To: to})
		}
	}
	return dst
}

func (p *Position) appendPawn(dst []Move, from Cell, want kinds) []Move {
	us := p.turn
	t := &p.v.pawns[us]
	for _, to := range t.steps[from] {
		if p.board[to] == Empty {
			dst = p.appendPromotions(dst, from, to, want, quiets)
		}
	}
	if want&quiets != 0 && p.unmoved.Has(from) {
		for _, d := range t.doubles[from] {
			if p.board[d.to] != Empty || d.via != NoCell && p.board[d.via] > Air {
				continue
			}
			kind := Normal
			if d.enPassant && d.via != NoCell && p.board[d.via] == Empty { // T7: the cell passed over must exist
				kind = DoubleStep
			}
			dst = append(dst, Move{From: from, To: d.to, Kind: kind})
		}
	}
	if want&captures != 0 {
		for _, to := range t.captures[from] {
			if piece := p.board[to]; piece > Air && piece.Color() != us {
				dst = p.appendPromotions(dst, from, to, want, captures)
			}
		}
	}
	return dst
}

// appendPromotions adds a pawn's move: one for each promotion when it promotes, else one.
// The move is of the given kind, unless it promotes.
func (p *Position) appendPromotions(dst []Move, from, to Cell, want, kind kinds) []Move {
	if !p.v.promotionZone[p.turn].Has(to) {
		if want&kind == 0 {
			return dst
		}
		return append(dst, Move{From: from, To: to})
	}
	if want&captures == 0 {
		return dst
	}
	for _, r := range p.v.def.promotions {
		dst = append(dst, Move{From: from, To: to, Promotion: r})
	}
	return dst
}

// appendEnPassant finds out by making the capture whether it is legal: it empties two
// cells at once, so shields and the check mask do not say whether the king is safe.
func (p *Position) appendEnPassant(dst []Move, from Cell) []Move {
	for _, to := range p.v.pawns[p.turn].captures[from] {
		if m := (Move{From: from, To: to, Kind: EnPassant}); to == p.ep && p.safeAfter(m) {
			dst = append(dst, m)
		}
	}
	return dst
}

// safeAfter reports whether the mover's king is safe after a move.
func (p *Position) safeAfter(m Move) bool {
	next := p.Play(m)
	return !next.attacked(next.kings[p.turn], p.turn^1, NoCell)
}
