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
	attacked [2]cells   // by the pawns of a color
	lines    [2][]uint8 // the same by lines
	passers  [2]cells   // pawns that no enemy pawn can stop
	worth    pair       // of pawnCounts
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
		*k = pawns{key: key, lines: k.lines}
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
		if k.lines[color] == nil {
			k.lines[color] = make([]uint8, t.g.Lines())
		}
		clear(k.lines[color])
		t.onLines(&k.attacked[color], k.lines[color])
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
				if !t.flanks[c].meet(ours) {
					counts.isolated += sign
				}
				if t.file[color][c].meet(ours) {
					counts.doubled += sign
				}
				if t.toGo[color][c] != 255 && !t.span[color][c].meet(theirs) {
					counts.passed[t.distance(color, c)] += sign
					add(&k.passers[color], c)
				}
			}
		}
	}
	return counts
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
