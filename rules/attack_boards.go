package rules

import "slices"

// compilePins lists for each pin where an attack board may move from it (T3): to the
// corner across, to the corner along, to the same corner of the next main board, or to
// the other side of the same corner. Each of these changes one part of Pin.corner by one.
func compilePins(v *Variant) {
	v.pinMoves = make([][]uint8, len(v.pins))
	for i := range v.pins {
		for j := range v.pins {
			a, b := v.pins[i].corner, v.pins[j].corner
			distance := 0
			for k := range a {
				distance += max(a[k]-b[k], b[k]-a[k])
			}
			if distance == 1 {
				v.pinMoves[i] = append(v.pinMoves[i], uint8(j))
			}
		}
	}
}

// turnsOver reports whether a move turns an attack board over, from above a main board to
// below it or back.
func (v *Variant) turnsOver(m Move) bool {
	return v.pins[m.From].corner[1] != v.pins[m.To].corner[1]
}

// rider returns the pawn that rides on the attack board on a pin; cell is NoCell when the
// board is empty. Movable is false when the board carries anything else (T4).
func (p *Position) rider(pin int) (cell Cell, piece Piece, movable bool) {
	cell = NoCell
	for _, c := range p.v.pins[pin].Cells {
		if p.board[c] == Empty {
			continue
		}
		if cell != NoCell || p.board[c].Role() != Pawn {
			return NoCell, Empty, false
		}
		cell, piece = c, p.board[c]
	}
	return cell, piece, true
}

// appendBoardMoves adds the moves of attack boards. An empty board neither blocks nor opens
// a line, so it may move unless there is a check to parry. Whether a board with a pawn may
// move is found out by making the move.
func (p *Position) appendBoardMoves(dst []Move, k *KingState) []Move {
	for _, from := range p.pins[:len(p.v.def.startPins)] {
		cell, piece, ok := p.rider(int(from))
		if !ok || cell != NoCell && piece.Color() != p.turn || cell == NoCell && k.checkers > 0 {
			continue
		}
		for _, to := range p.v.pinMoves[from] {
			m := Move{From: Cell(from), To: Cell(to), Kind: BoardMove}
			if p.pinOccupied(to) || cell != NoCell && p.v.turnsOver(m) {
				continue
			}
			if cell == NoCell {
				dst = append(dst, m)
			} else if p.safeAfter(m) {
				dst = p.appendRides(dst, m, cell)
			}
		}
	}
	return dst
}

// appendRides adds the move of an attack board with a pawn: one move for each promotion
// when the pawn promotes by it, else one (T5).
func (p *Position) appendRides(dst []Move, m Move, rider Cell) []Move {
	if !p.v.promotionZone[p.turn].Has(p.v.riderTarget(m, rider)) {
		return append(dst, m)
	}
	for _, r := range p.v.def.promotions {
		m.Promotion = r
		dst = append(dst, m)
	}
	return dst
}

// riderTarget returns the cell to which a board move takes its rider.
func (v *Variant) riderTarget(m Move, rider Cell) Cell {
	for i, c := range v.pins[m.From].Cells {
		if c == rider {
			return v.pins[m.To].Cells[i]
		}
	}
	return NoCell
}

// pinOccupied reports whether an attack board is on a pin.
func (p *Position) pinOccupied(pin uint8) bool {
	for _, at := range p.pins[:len(p.v.def.startPins)] {
		if at == pin {
			return true
		}
	}
	return false
}

// moveBoard moves an attack board and leaves its cells empty. Pins stay sorted, so that
// equal positions are equal values.
func (p *Position) moveBoard(from, to Cell) {
	pins := p.pins[:len(p.v.def.startPins)]
	pins[slices.Index(pins, uint8(from))] = uint8(to)
	slices.Sort(pins)
	for i := range p.v.pins[from].Cells {
		p.board[p.v.pins[from].Cells[i]] = Air
		p.board[p.v.pins[to].Cells[i]] = Empty
	}
}

func (p *Position) makeBoardMove(m Move, u *Undo) {
	us := p.turn ^ 1
	rider, piece, _ := p.rider(int(m.From))
	u.riderFrom, u.moverUnmoved = rider, false
	p.moveBoard(m.From, m.To)
	p.sum += pinKey(m.To) - pinKey(m.From)
	if rider == NoCell {
		return
	}
	to := p.v.riderTarget(m, rider)
	u.riderTo = to
	p.sum -= pieceKey(rider, piece)
	if u.moverUnmoved = p.unmoved.Has(rider); u.moverUnmoved {
		p.unmoved.remove(rider) // T4: a ridden pawn has moved
		p.sum -= unmovedKey(rider)
	}
	if m.Promotion != NoRole {
		piece = NewPiece(us, m.Promotion)
		p.clock = 0
	}
	p.sum += pieceKey(to, piece)
	p.board[to] = piece
	p.vacate(us, rider)
	p.occupy(us, to)
	p.pawns.remove(rider)
	if m.Promotion == NoRole {
		p.pawns.add(to)
	}
}

func (p *Position) unmakeBoardMove(m Move, u *Undo) {
	us := p.turn
	p.moveBoard(m.To, m.From)
	if u.riderFrom == NoCell {
		return
	}
	p.board[u.riderFrom] = NewPiece(us, Pawn)
	p.vacate(us, u.riderTo)
	p.occupy(us, u.riderFrom)
	p.pawns.remove(u.riderTo)
	p.pawns.add(u.riderFrom)
	if u.moverUnmoved {
		p.unmoved.add(u.riderFrom)
	}
}
