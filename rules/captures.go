package rules

// Captures counts pieces that have been taken, indexed by [Piece]. It is a value,
// comparable with ==.
type Captures [2 * roleCount]uint16

// Count adds what a legal move of a position takes, as it stands there: a promoted
// pawn is taken as what it has become.
func (c *Captures) Count(p *Position, m Move) {
	if taken, ok := p.Captures(m); ok {
		c[taken]++
	}
}

// Missing returns what the position lacks of its game's initial array, which is all
// that a position without its moves tells of captures. A piece more than the array
// has is a promoted pawn; other promotions cannot be seen.
func (p *Position) Missing() (c Captures) {
	for _, side := range []Color{White, Black} {
		promoted := 0
		for _, r := range p.v.Roles() { // pawns come last
			piece := NewPiece(side, r)
			n := p.v.start.Count(piece) - p.Count(piece)
			switch {
			case r == Pawn:
				n -= promoted
			case n < 0:
				promoted -= n
			}
			c[piece] = uint16(max(0, n))
		}
	}
	return c
}

// Captured returns what was taken in the first n plies, and before those what the
// position lacked that the game began with; n is at most Len.
func (g *Game) Captured(n int) Captures {
	p := g.start
	c := p.Missing()
	var u undo
	for _, m := range g.moves[:n] {
		c.Count(&p, m)
		p.make(m, &u)
	}
	return c
}
