package rules

// kingFault says why the king cannot do what a reading says, castling included.
func (p *Position) kingFault(e IllegalError, r *candidate) IllegalError {
	for _, m := range p.MovesFrom(e.From) {
		if m.To == e.Cell && (m.Kind != Castle || r.whole != NoCell) {
			e.Fault = promotionFault(m, r)
			return e
		}
	}
	target, near := p.board[e.Cell], p.v.leapSet[King][e.From].has(e.Cell)
	own := target.Exists() && target.Color() == p.turn
	for i := range p.v.castles { // T6: the king's target may be beside it, where its partner stands
		c := &p.v.castles[i]
		if r.whole != NoCell && c.color == p.turn && c.king == e.From && c.to == e.Cell && (!near || own) {
			castle := p.oneCastleFault(i)
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

func (p *Position) castleTextFault(text string) IllegalError {
	for i, c := range p.v.def.castles {
		if c.color == p.turn && castleText(c.text) == text {
			return p.oneCastleFault(i)
		}
	}
	return IllegalError{} // every castling of one side has its like on the other
}

func (p *Position) oneCastleFault(i int) IllegalError {
	c := &p.v.castles[i]
	e := IllegalError{Fault: CastleForfeited, Piece: NewPiece(p.turn, King), From: c.king, Cell: c.to}
	switch {
	case p.rights>>i&1 == 0:
	case p.InCheck():
		e.Fault = CastleInCheck
	default:
		e.Fault, e.Cell = p.castleFault(c)
	}
	return e
}

// boardFault says why an attack board cannot move as a reading says (T3, T4).
func (p *Position) boardFault(r *candidate) IllegalError {
	v := p.v
	e := IllegalError{From: r.whole, Cell: r.to}
	m := Move{From: r.whole, To: r.to, Kind: BoardMove}
	if !p.occupiedPin(uint8(r.whole)) {
		e.Fault = NoBoardThere
		return e
	}
	near := false
	for _, to := range v.pinMoves[r.whole] {
		near = near || Cell(to) == r.to
	}
	rider, piece, movable := p.rider(int(r.whole))
	promotes := rider != NoCell && v.promotionZone[p.turn].has(v.carried(m, rider))
	switch {
	case p.occupiedPin(uint8(r.to)):
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
		e.Fault = p.exposure()
	}
	return e
}
