package rules

import "math/bits"

// attacked reports whether a side attacks a cell. The piece on the cell ignore does not
// block lines.
func (p *Position) attacked(c Cell, by Color, ignore Cell) bool {
	v := p.v
	if v.leapSet[King][c].Has(p.kings[by]) {
		return true
	}
	leapers, occ := &v.leapers[c], &p.occ[by]
	for i := range v.words {
		for w := leapers[i] & occ[i]; w != 0; w &= w - 1 {
			from := Cell(i<<6 + bits.TrailingZeros64(w))
			if reach := v.leapSet[p.board[from].Role()]; reach != nil && reach[from].Has(c) {
				return true
			}
		}
	}
	pawn := NewPiece(by, Pawn)
	// An enemy pawn on c would capture where pawns of this side attack c from.
	for _, from := range v.pawns[by^1].captures[c] {
		if p.board[from] == pawn {
			return true
		}
	}
	for axis, at := range v.spotsOf(c) {
		theirs := p.lines[by&1][at.Line%maxLines]
		if theirs == 0 {
			continue
		}
		occupied := p.lines.Occupied(at.Line)
		if ignore != NoCell {
			if s := v.spotsOf(ignore)[axis]; s.Line == at.Line {
				occupied &^= s.At
			}
		}
		for seen := at.Reach(occupied) & theirs; seen != 0; seen &= seen - 1 {
			if v.axisMask[p.board[v.lineCell(at.Line, seen)].Role()]>>axis&1 != 0 {
				return true
			}
		}
	}
	return false
}

// attacks reports whether the piece on one cell attacks another cell.
func (p *Position) attacks(from, to Cell) bool {
	v, piece := p.v, p.board[from]
	role := piece.Role()
	if role == Pawn {
		for _, c := range v.pawns[piece.Color()].captures[from] {
			if c == to {
				return true
			}
		}
		return false
	}
	if reach := v.leapSet[role]; reach != nil && reach[from].Has(to) {
		return true
	}
	for _, d := range v.slideDirs[role] {
		for i := v.rayStart[int(from)*len(v.dirs)+int(d)]; v.rayCells[i] >= 0; i++ {
			at := v.rayCells[i]
			if at == to {
				return true
			}
			if p.board[at] > Air {
				break
			}
		}
	}
	return false
}

// InCheck reports whether the king of the side to move is attacked.
func (p *Position) InCheck() bool { return p.attacked(p.kings[p.turn], p.turn^1, NoCell) }

// Checkers returns the cells of the pieces that give check to the king of the side to move.
func (p *Position) Checkers() []Cell { return p.Attackers(p.turn^1, p.kings[p.turn]) }

// Attackers returns the cells of a side's pieces that attack a cell: if a piece of the other
// side were there, they could capture it, unless that leaves their own king in check. Pieces
// on a cell of their own side defend it.
func (p *Position) Attackers(by Color, target Cell) (cells []Cell) {
	for from := range p.occ[by].All {
		if from != target && p.attacks(from, target) {
			cells = append(cells, from)
		}
	}
	return cells
}

// Attacks returns the cells that the piece on a cell attacks, as Attackers has it; none if
// there is no piece.
func (p *Position) Attacks(from Cell) (cells []Cell) {
	if !p.board[from].Exists() {
		return nil
	}
	for target := range Cell(p.v.Cells()) {
		if target != from && p.board[target] != Air && p.attacks(from, target) {
			cells = append(cells, target)
		}
	}
	return cells
}

// shield is what chess calls a pinned piece: one that shields its king from a slider. (A
// Pin is a place for an attack board.)
type shield struct {
	cell    Cell
	axis    uint8
	line    uint16
	between uint8 // the cells of the line from the king to the slider, which is one of them
}

// KingState says what restricts the side to move: how many pieces give check, where a
// single check can be parried, and which pieces shield the king. It holds until the next
// move.
type KingState struct {
	checkers  int
	nshields  int
	checkMask CellSet // with one checker: its cell and the cells between it and the king
	shields   [32]shield
}

// InCheck reports whether the side to move is in check.
func (k *KingState) InCheck() bool { return k.checkers > 0 }

// Inspect fills k for the position.
func (p *Position) Inspect(k *KingState) {
	k.checkers, k.nshields, k.checkMask = 0, 0, CellSet{}
	v := p.v
	us, them := p.turn, p.turn^1
	king := p.kings[us]
	leapers, occ := &v.leapers[king], &p.occ[them]
	for i := range v.words {
		for w := leapers[i] & occ[i]; w != 0; w &= w - 1 {
			from := Cell(i<<6 + bits.TrailingZeros64(w))
			if reach := v.leapSet[p.board[from].Role()]; reach != nil && reach[from].Has(king) {
				k.checkers++
				k.checkMask.add(from)
			}
		}
	}
	pawn := NewPiece(them, Pawn)
	for _, from := range v.pawns[us].captures[king] {
		if p.board[from] == pawn {
			k.checkers++
			k.checkMask.add(from)
		}
	}
	for axis, at := range v.spotsOf(king) {
		if p.lines[them&1][at.Line%maxLines] == 0 {
			continue
		}
		below := at.At - 1 // 255 for a spot on no line
		p.inspectSide(k, axis, at, at.All&^below&^at.At)
		p.inspectSide(k, axis, at, at.All&below)
	}
}

// inspectSide looks for sliders that check the king, or would if a piece of its own did not
// shield it, on one side of its line.
func (p *Position) inspectSide(k *KingState, axis int, at Spot, side uint8) {
	v := p.v
	ours, theirs := p.lines[p.turn&1][at.Line%maxLines]&side, p.lines[p.turn&1^1][at.Line%maxLines]&side
	if theirs == 0 {
		return
	}
	first := at.Reach(ours|theirs) & side
	seen := first & (ours | theirs)
	blocker := seen & ours
	if blocker != 0 {
		first = at.Reach((ours|theirs)&^blocker) & side
		seen = first & (ours | theirs)
	}
	slider := seen & theirs
	if slider == 0 || v.axisMask[p.board[v.lineCell(at.Line, slider)].Role()]>>axis&1 == 0 {
		return
	}
	if blocker != 0 {
		k.shields[k.nshields&31] = shield{v.lineCell(at.Line, blocker), uint8(axis), at.Line, first}
		k.nshields++
		return
	}
	k.checkers++
	for ; first != 0; first &= first - 1 {
		k.checkMask.add(v.lineCell(at.Line, first))
	}
}

// shieldOn returns the shield on a cell, or nil.
func (k *KingState) shieldOn(c Cell) *shield {
	for i := range k.nshields {
		if k.shields[i].cell == c {
			return &k.shields[i]
		}
	}
	return nil
}

// staysOnLine reports whether a shield that moves to a cell still shields its king.
func (p *Position) staysOnLine(s *shield, to Cell) bool {
	at := p.v.spotsOf(to)[s.axis]
	return at.Line == s.line && at.At&s.between != 0
}
