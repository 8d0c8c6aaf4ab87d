package engine

import (
	"math/bits"

	"stackmate/rules"
)

// pawnCounts is how often each feature that depends on pawns alone occurs for White minus
// Black.
type pawnCounts struct {
	passed                     [distances]int32
	guarded, isolated, doubled int32
}

// pawns is what is known of the pawns of a position.
type pawns struct {
	key      uint64
	attacked [2]cells // by the pawns of a color
	passers  [2]cells // pawns that no enemy pawn can stop
	worth    pair     // of pawnCounts
}

// knownPawns is for how many placements of pawns a searcher remembers what it found.
const knownPawns = 1 << 11

// pawnKey is what a piece on a cell adds to the key of a position's pawns: nothing unless it
// is a pawn.
func (t *tables) pawnKey(piece rules.Piece, c rules.Cell) uint64 {
	if piece.Role() != rules.Pawn {
		return 0
	}
	x := (uint64(c)<<1 | uint64(piece.Color())) + 1
	x *= 0x9e3779b97f4a7c15
	x = (x ^ x>>29) * 0xbf58476d1ce4e5b9
	return x ^ x>>32
}

// pawnsOf returns what is known of the pawns of a position with a key.
func (e *evaluator) pawnsOf(p *rules.Position, key uint64) *pawns {
	k := &e.known[key>>20&(knownPawns-1)]
	if k.key != key {
		*k = pawns{key: key}
		c := e.t.countPawns(p, k)
		c.each(e.t.weights, func(at *pair, n int32) { k.worth.add(*at, n) })
	}
	return k
}

// countPawns finds the features that depend on pawns alone.
func (t *tables) countPawns(p *rules.Position, k *pawns) (counts pawnCounts) {
	n := t.words
	var own [2]cells
	all := p.Pawns()
	for color := range rules.Color(2) {
		own[color] = p.Pieces(color)
		for i := range n {
			own[color][i] &= all[i]
		}
		k.attacked[color] = t.g.PawnAttacks(color, &own[color])
	}
	for color := range rules.Color(2) {
		sign := 1 - 2*int32(color)
		ours, theirs := &own[color], &own[color^1]
		for i := range n {
			for w := ours[i]; w != 0; w &= w - 1 {
				c := rules.Cell(i<<6 + bits.TrailingZeros64(w))
				if k.attacked[color].Has(c) {
					counts.guarded += sign
				}
				if !t.meet(&t.flanks[c], ours) {
					counts.isolated += sign
				}
				if t.meet(&t.file[color][c], ours) {
					counts.doubled += sign
				}
				if t.toGo[color][c] != 255 && !t.meet(&t.span[color][c], theirs) {
					counts.passed[t.distance(color, c)] += sign
					add(&k.passers[color], c)
				}
			}
		}
	}
	return counts
}

// meet reports whether two sets have a cell in common.
func (t *tables) meet(a, b *cells) bool {
	both := uint64(0)
	for i := range t.words {
		both |= a[i] & b[i]
	}
	return both != 0
}

// meetAll reports whether three sets have a cell in common.
func (t *tables) meetAll(a, b, c *cells) bool {
	all := uint64(0)
	for i := range t.words {
		all |= a[i] & b[i] & c[i]
	}
	return all != 0
}

// each calls f with every weight and how often it counts.
func (c *pawnCounts) each(w *weights, f func(at *pair, n int32)) {
	for i := 1; i < distances; i++ {
		f(&w.passed[i], c.passed[i])
	}
	f(&w.guarded, c.guarded)
	f(&w.isolated, c.isolated)
	f(&w.doubled, c.doubled)
}
