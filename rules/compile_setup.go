package rules

import "strings"

// compilePawns lists where pawns go from each cell. Black's vectors are the opposites of
// White's.
func compilePawns(v *Variant) {
	m := v.def.pawn
	for _, s := range m.steps {
		v.pawnsReturn = v.pawnsReturn || s.rank == 0
	}
	v.pawnsReturn = v.pawnsReturn || len(v.def.pins) > 0
	for color, sign := range []int{1, -1} {
		flip := func(list []vector) (out []vector) {
			for _, s := range list {
				out = append(out, s.times(sign))
			}
			return out
		}
		t := &v.pawns[color]
		t.steps = v.targets(flip(m.steps))
		t.captures = v.targets(flip(m.captures))
		t.doubles = make([][]doubleStep, len(v.cells))
		for c, at := range v.cells {
			for _, d := range m.doubles {
				to := v.CellAt(at.plus(d.to.times(sign)))
				if to == NoCell {
					continue
				}
				via := v.CellAt(at.plus(d.via.times(sign)))
				t.doubles[c] = append(t.doubles[c], doubleStep{via, to, d.enPassant})
			}
			if v.def.promotesOn(Color(color), at) {
				v.promotionZone[color].add(Cell(c))
			}
		}
		for c := range v.cells {
			for _, to := range t.steps[c] {
				if v.promotionZone[color].Has(to) {
					t.ready.add(Cell(c))
				}
			}
		}
	}
	compileShifts(v)
}

func compileCastles(v *Variant) {
	v.rightsLost = make([]uint16, len(v.cells))
	cells := func(names []string) (list []Cell) {
		for _, n := range names {
			list = append(list, v.mustCell(n))
		}
		return list
	}
	for i, d := range v.def.castlings {
		c := castlingCells{color: d.color, partners: d.partners, king: v.mustCell(d.king), to: v.mustCell(d.to),
			partner: v.mustCell(d.partner), partnerTo: v.mustCell(d.partnerTo),
			empty: cells(d.empty), safe: append(cells(d.safe), v.mustCell(d.to))}
		v.castlings = append(v.castlings, c)
		v.rightsLost[c.king] |= 1 << i
		v.rightsLost[c.partner] |= 1 << i
	}
}

func (v *Variant) mustCell(name string) Cell {
	c := v.CellNamed(name)
	if c == NoCell {
		panic("rules: " + v.Key() + " has no cell " + name)
	}
	return c
}

func compileStart(v *Variant) {
	p := Position{v: v, ep: NoCell, epPawn: NoCell}
	for c, pin := range v.pinOf {
		if pin >= 0 {
			p.board[c] = Air
		}
	}
	for i, name := range v.def.startPins {
		pin := v.PinNamed(name)
		p.pins[i] = uint8(pin)
		for _, c := range v.pins[pin].Cells {
			p.board[c] = Empty
		}
	}
	for _, r := range v.def.setup {
		at := v.cells[v.mustCell(r.at)]
		for _, letters := range strings.Fields(r.pieces) {
			c, role := v.CellAt(at), v.roleWritten(letters)
			p.put(c, NewPiece(r.color, role))
			if role == Pawn {
				p.unmoved.add(c)
				v.pawnHomes[r.color].add(c)
			}
			at.File++
		}
	}
	p.rights = uint16(1<<len(v.castlings) - 1)
	p.turn = White
	p.sum = p.sumAnew()
	v.start = p
	compilePassed(v)
}

// compilePassed lists where a pawn is after it has passed over a cell. In every game the
// cell passed over determines where the pawn is.
func compilePassed(v *Variant) {
	for color := range v.enPassantPawn {
		v.enPassantPawn[color] = map[Cell]Cell{}
		for home := range v.pawnHomes[color].All {
			for _, d := range v.pawns[color].doubles[home] {
				if !d.enPassant || d.via == NoCell {
					continue
				}
				if to, ok := v.enPassantPawn[color][d.via]; ok && to != d.to {
					panic("rules: two first moves pass over " + v.names[d.via])
				}
				v.enPassantPawn[color][d.via] = d.to
			}
		}
	}
}

// roleWritten returns the role with exactly these letters, or NoRole if the game has none.
func (v *Variant) roleWritten(letters string) Role {
	for _, r := range v.Roles() {
		if r.Letters() == letters {
			return r
		}
	}
	return NoRole
}
