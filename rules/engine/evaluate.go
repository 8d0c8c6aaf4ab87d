package engine

import (
	"math/bits"

	"stackmate/rules"
)

// counts is how often each feature occurs for White minus Black, those of pieces on their
// cells and of pawns alone aside.
type counts struct {
	mobility, threat, two    [maxRoles]int32
	press, half, clear       [maxRoles]int32
	danger                   [2]int8 // to the enemy king, by color: an index of weights.danger
	shelter, cover, ridden   int32
	exposed                  int32
	escort, pursuit, stopped int32 // of passed pawns
}

// evaluator computes what a position is worth from the features that depend on more than
// one piece.
type evaluator struct {
	t *tables
	counts
	known []pawns
	away  away
}

// sum returns the worth of the counted features for White. Key stands for the pawns.
func (e *evaluator) sum(p *rules.Position, key uint64) (total pair) {
	k := e.pawnsOf(p, key)
	e.count(p, k)
	w := e.t.weights
	c := &e.counts
	total = k.worth
	for _, r := range e.t.roles {
		total.add(w.mobility[r], c.mobility[r])
		total.add(w.threat[r], c.threat[r])
		total.add(w.two[r], c.two[r])
		total.add(w.press[r], c.press[r])
		total.add(w.half[r], c.half[r])
		total.add(w.clear[r], c.clear[r])
	}
	total = total.plus(w.danger[c.danger[rules.White]]).minus(w.danger[c.danger[rules.Black]])
	total.add(w.shelter, c.shelter)
	total.add(w.cover, c.cover)
	total.add(w.exposed, c.exposed)
	total.add(w.ridden, c.ridden)
	total.add(w.escort, c.escort)
	total.add(w.pursuit, c.pursuit)
	total.add(w.stopped, c.stopped)
	return total
}

// count finds the features of a position whose pawns are known.
func (e *evaluator) count(p *rules.Position, k *pawns) {
	e.counts = counts{}
	t := e.t
	n := t.words
	occ := [2]cells{p.Pieces(rules.White), p.Pieces(rules.Black)}
	all := p.Pawns()
	menace := &t.weights.menace
	if t.pins != nil {
		e.away.find(t, p)
	}
	for color := range rules.Color(2) {
		sign := 1 - 2*int32(color)
		own, theirs := &occ[color], &occ[color^1]
		from := seer{p: p, t: t, color: color, guarded: &k.attacked[color^1], guardedLines: k.lines[color^1],
			zone: &t.king[p.King(color^1)], zoneLines: t.kingLines[p.King(color^1)], away: &e.away}
		hits, attackers := int32(0), 0
		var seen [maxRoles]int32
		for i := range n {
			for w := own[i] &^ all[i]; w != 0; w &= w - 1 {
				c := rules.Cell(i<<6 + bits.TrailingZeros64(w))
				role := p.At(c).Role()
				if role == rules.King {
					e.exposed += sign * from.exposure(c)
					around := &t.king[c]
					for j := around.first; j < around.end; j++ {
						near := around.cells[j&(words-1)]
						e.shelter += sign * int32(bits.OnesCount64(near&own[j&(words-1)]))
						e.cover += sign * int32(bits.OnesCount64(near&own[j&(words-1)]&all[j&(words-1)]))
						e.press[role] += sign * int32(bits.OnesCount64(near&theirs[j&(words-1)]))
					}
					continue
				}
				if seen[role]++; seen[role] == 2 {
					e.two[role] += sign
				}
				if k.attacked[color^1].Has(c) {
					e.threat[role] -= sign
				}
				if t.upright[role] {
					if ahead := &t.file[color][c]; !ahead.meetBoth(own, &all) {
						e.half[role] += sign
						if !ahead.meet(&all) {
							e.clear[role] += sign
						}
					}
				}
				free, near, press := from.reach(c, role)
				e.press[role] += sign * press
				e.mobility[role] += sign * free
				if near > 0 {
					hits += near + menace[role]
					attackers++
				}
			}
		}
		if attackers > 1 {
			e.danger[color] = int8(min(dangers-1, int(hits)/2+attackers-1))
		}
		e.countPassers(p, color, &k.passers[color], theirs)
	}
	if t.pins != nil {
		e.countBoards(p)
	}
}

// countPassers counts how far the kings are from passed pawns, and the enemy pieces in front
// of them.
func (e *evaluator) countPassers(p *rules.Position, color rules.Color, passers, enemies *cells) {
	t := e.t
	sign := 1 - 2*int32(color)
	for i := range t.words {
		for w := passers[i]; w != 0; w &= w - 1 {
			c := rules.Cell(i<<6 + bits.TrailingZeros64(w))
			e.escort -= sign * t.steps(c, p.King(color))
			e.pursuit += sign * t.steps(c, p.King(color.Other()))
			if t.ahead[color][c].meet(enemies) {
				e.stopped += sign
			}
		}
	}
}

// countBoards counts the attack boards that only the owner of their one pawn may move (T4).
func (e *evaluator) countBoards(p *rules.Position) {
	for i := range e.t.pins {
		only := rules.Empty
		n := 0
		for _, c := range e.t.pins[i].Cells {
			if piece := p.At(c); piece > rules.Air {
				only = piece
				n++
			}
		}
		if n == 1 && only.Role() == rules.Pawn {
			e.ridden += 1 - 2*int32(only.Color())
		}
	}
}
