package rules

// kingFault says why the king cannot make a candidate's move, which may be a castling.
func (p *Position) kingFault(e IllegalError, r *candidate) IllegalError {
	for _, m := range p.MovesFrom(e.From) {
		if m.To == e.Cell && (m.Kind != Castle || r.from != NoCell) {
			e.Fault = promotionFault(m, r)
			return e
		}
	}
	target, near := p.board[e.Cell], p.v.leapSet[King][e.From].Has(e.Cell)
	own := target.Exists() && target.Color() == p.turn
	for i := range p.v.castlings { // T6: the king's target may be the cell next to it, where its partner is
		c := &p.v.castlings[i]
		if r.from != NoCell && c.color == p.turn && c.king == e.From && c.to == e.Cell && (!near || own) {
			castle := p.castlingFault(i)
			castle.Piece = e.Piece
			return castle
		}
	}
	switch {
	case !near:
		e.Fault = CannotReach
	case own:
		e.Fault, e.Piece = OwnPiece, target
	default:
		e.Fault = KingIntoCheck
	}
	return e
}

// castlingTextFault says why the side to move cannot castle in the way that a normalized
// text says.
func (p *Position) castlingTextFault(text string) IllegalError {
	for i, c := range p.v.def.castlings {
		if c.color == p.turn && normalizeCastling(c.san) == text {
			return p.castlingFault(i)
		}
	}
	return IllegalError{} // not reached: both sides castle in the same ways
}

// castlingFault says why the castling with an index is not legal.
func (p *Position) castlingFault(i int) IllegalError {
	c := &p.v.castlings[i]
	e := IllegalError{Fault: CastleForfeited, Piece: NewPiece(p.turn, King), From: c.king, Cell: c.to}
	switch {
	case p.rights>>i&1 == 0:
	case p.InCheck():
		e.Fault = CastleInCheck
	default:
		e.Fault, e.Cell = p.castlingObstacle(c)
	}
	return e
}

// boardFault says why an attack board cannot make a candidate's move (T3, T4).
func (p *Position) boardFault(r *candidate) IllegalError {
	v := p.v
	e := IllegalError{From: r.from, Cell: r.to}
	m := Move{From: r.from, To: r.to, Kind: BoardMove}
	if !p.pinOccupied(uint8(r.from)) {
		e.Fault = NoBoardThere
		return e
	}
	near := false
	for _, to := range v.pinMoves[r.from] {
		near = near || Cell(to) == r.to
	}
	rider, piece, movable := p.rider(int(r.from))
	promotes := rider != NoCell && v.promotionZone[p.turn].Has(v.riderTarget(m, rider))
	switch {
	case p.pinOccupied(uint8(r.to)):
		e.Fault = BoardTaken
	case !near:
		e.Fault = BoardTooFar
	case !movable:
		e.Fault = BoardLoaded
	case rider != NoCell && piece.Color() != p.turn:
		e.Fault = BoardOfOpponent
	case rider != NoCell && v.turnsOver(m):
		e.Fault = BoardTurnsOver
	case promotes && r.promotion == NoRole:
		e.Fault = PromotionMissing
	case !promotes && r.promotion != NoRole:
		e.Fault = NoPromotion
	default:
		e.Fault = p.checkFault()
	}
	return e
}
