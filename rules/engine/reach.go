package engine

import (
	"math/bits"

	"stackmate/rules"
)

// seer counts what the pieces of a color attack.
type seer struct {
	p            *rules.Position
	t            *tables
	color        rules.Color
	guarded      *cells  // what enemy pawns attack
	guardedLines []uint8 // the same by lines
	zone         *area   // around the enemy king
	zoneLines    []uint8
	away         *away
}

// reach counts the cells that a piece attacks: free are those without pieces of its own color
// that no enemy pawn attacks, near those around the enemy king, press those with enemy pieces.
func (s *seer) reach(c rules.Cell, role rules.Role) (free, near, press int32) {
	t, away := s.t, s.away
	if axes := t.axes[role]; len(axes) > 0 {
		spots, lines := t.g.Spots(c), s.p.Lines()
		own, theirs := &lines[s.color&1], &lines[s.color&1^1]
		var open, around, enemies uint64 // a byte for each of eight axes
		for i, axis := range axes {
			at := spots[axis]
			mine, others := own[at.Line], theirs[at.Line]
			seen := at.Reach(mine | others)
			if t.pins != nil {
				seen &^= away.lines[at.Line]
			}
			shift := uint(i) % 8 * 8
			open |= uint64(seen&^(mine|s.guardedLines[at.Line])) << shift
			around |= uint64(seen&s.zoneLines[at.Line]) << shift
			enemies |= uint64(seen&others) << shift
			if shift == 56 || i == len(axes)-1 {
				free += int32(bits.OnesCount64(open))
				near += int32(bits.OnesCount64(around))
				press += int32(bits.OnesCount64(enemies))
				open, around, enemies = 0, 0, 0
			}
		}
	}
	if t.leaper[role] {
		leaps, own, theirs := &t.leaps[role][c], s.p.Pieces(s.color), s.p.Pieces(s.color.Other())
		for i := leaps.first; i < leaps.end; i++ {
			to := leaps.cells[i&(words-1)] &^ away.cells[i&(words-1)]
			free += int32(bits.OnesCount64(to &^ s.guarded[i&(words-1)] &^ own[i&(words-1)]))
			near += int32(bits.OnesCount64(to & s.zone.cells[i&(words-1)]))
			press += int32(bits.OnesCount64(to & theirs[i&(words-1)]))
		}
	}
	return free, near, press
}

// exposure counts the cells that a slider along all axes would reach from the king's.
func (s *seer) exposure(king rules.Cell) (n int32) {
	lines := s.p.Lines()
	own := &lines[s.color&1]
	for _, at := range s.t.g.Spots(king) {
		n += int32(bits.OnesCount8(at.Reach(lines.Occupied(at.Line)) &^ own[at.Line]))
	}
	return n
}

// away is which cells do not exist now (T1).
type away struct {
	pins  uint64 // those without an attack board, a bit each
	cells cells
	lines []uint8 // the same by lines
}

// find makes away that of a position.
func (a *away) find(t *tables, p *rules.Position) {
	pins := uint64(0)
	for i := range t.pins {
		if p.At(t.pins[i].Cells[0]) == rules.Air {
			pins |= 1 << i
		}
	}
	if pins == a.pins {
		return
	}
	*a = away{pins: pins, lines: make([]uint8, t.g.Lines())}
	for i := range t.pins {
		if pins>>i&1 != 0 {
			for _, c := range t.pins[i].Cells {
				add(&a.cells, c)
			}
		}
	}
	t.onLines(&a.cells, a.lines)
}

// onLines sets the bits that cells have on their lines.
func (t *tables) onLines(set *cells, lines []uint8) {
	for i := range t.words {
		for w := set[i]; w != 0; w &= w - 1 {
			for _, at := range t.g.Spots(rules.Cell(i<<6 + bits.TrailingZeros64(w))) {
				lines[at.Line] |= at.At
			}
		}
	}
}
