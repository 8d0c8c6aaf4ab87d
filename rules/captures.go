package rules

// Captures holds how many of each [Piece] have been captured, indexed by the piece. It is
// comparable with ==.
type Captures [2 * roleCount]uint16

// Count adds what a legal move of a position captures, if anything. A promoted pawn counts
// as the piece that it has become.
func (c *Captures) Count(p *Position, m Move) {
	if taken, ok := p.Captures(m); ok {
		c[taken]++
	}
}

// Missing returns which pieces of the starting position are not on the boards. That is all
// that a position tells of captures when its moves are not known. Where there are more
// pieces of a kind than at the start, they count as promoted pawns; a promotion to a kind
// of which pieces were captured cannot be seen.
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

// Captured returns what has been captured after the first n plies, n from 0 to Len. What
// the game's first position lacks of the starting position counts as captured before.
func (g *Game) Captured(n int) Captures {
	p := g.start
	c := p.Missing()
	var u Undo
	for _, m := range g.moves[:n] {
		c.Count(&p, m)
		p.Make(m, &u)
	}
	return c
}
