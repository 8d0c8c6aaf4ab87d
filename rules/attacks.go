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
	dirs := len(v.dirs)
	for d, i := range v.rayStart[int(c)*dirs : int(c)*dirs+dirs] {
		for {
			at := v.rayCells[i]
			i++
			if at < 0 {
				break
			}
			piece := p.board[at]
			if piece <= Air || at == ignore {
				continue
			}
			if piece.Color() == by && v.slideMask[piece.Role()]>>uint(d)&1 != 0 {
				return true
			}
			break
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
	cell   Cell  // of the pinned piece
	dir    uint8 // from the king
	slider Cell  // of the slider
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
	dirs := len(v.dirs)
	for d, start := range v.rayStart[int(king)*dirs : int(king)*dirs+dirs] {
		blocker := NoCell
		for i := start; ; i++ {
			at := v.rayCells[i]
			if at < 0 {
				break
			}
			piece := p.board[at]
			if piece <= Air {
				continue
			}
			if piece.Color() == us {
				if blocker != NoCell {
					break
				}
				blocker = at
				continue
			}
			if v.slideMask[piece.Role()]>>uint(d)&1 != 0 {
				if blocker != NoCell {
					k.shields[k.nshields] = shield{blocker, uint8(d), at}
					k.nshields++
				} else {
					k.checkers++
					for j := start; j <= i; j++ {
						k.checkMask.add(v.rayCells[j])
					}
				}
			}
			break
		}
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

// staysOnRay reports whether a shield that moves to a cell still shields its king.
func (p *Position) staysOnRay(s *shield, to Cell) bool {
	v := p.v
	for i := v.rayStart[int(p.kings[p.turn])*len(v.dirs)+int(s.dir)]; ; i++ {
		switch v.rayCells[i] {
		case to:
			return true
		case s.slider:
			return false
		}
	}
}
