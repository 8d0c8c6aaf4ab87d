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
	gone, menace := e.gone(p), &t.weights.menace
	for color := range rules.Color(2) {
		sign := 1 - 2*int32(color)
		own, theirs := &occ[color], &occ[color^1]
		bad := k.attacked[color^1]
		zone := t.king[p.King(color^1)]
		for i := range n {
			bad[i] = (bad[i] | gone[i]) &^ own[i]
			zone[i] &^= gone[i]
		}
		hits, attackers := int32(0), 0
		var seen [maxRoles]int32
		for i := range n {
			for w := own[i] &^ all[i]; w != 0; w &= w - 1 {
				c := rules.Cell(i<<6 + bits.TrailingZeros64(w))
				role := p.At(c).Role()
				if role == rules.King {
					e.exposed += sign * e.exposure(p, c, color)
					around := &t.king[c]
					for j := range n {
						e.shelter += sign * int32(bits.OnesCount64(around[j]&own[j]))
						e.cover += sign * int32(bits.OnesCount64(around[j]&own[j]&all[j]))
						e.press[role] += sign * int32(bits.OnesCount64(around[j]&theirs[j]))
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
					if ahead := &t.file[color][c]; !t.meetAll(ahead, own, &all) {
						e.half[role] += sign
						if !t.meet(ahead, &all) {
							e.clear[role] += sign
						}
					}
				}
				reached, near, press := e.reach(p, c, color, role, &bad, &zone)
				e.press[role] += sign * press
				e.mobility[role] += sign * reached
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
			if t.meet(&t.ahead[color][c], enemies) {
				e.stopped += sign
			}
		}
	}
}

// reach counts the cells that a piece attacks, without those of a set and those with pieces of
// its own color, and those of the zone around the enemy king.
func (e *evaluator) reach(p *rules.Position, c rules.Cell, color rules.Color, role rules.Role, bad, zone *cells) (reached, near, press int32) {
	t := e.t
	if axes := t.axes[role]; len(axes) > 0 {
		var seen [maxAxes]uint8
		spots, lines := t.g.Spots(c), p.Lines()
		own, theirs := &lines[color&1], &lines[color&1^1]
		for _, axis := range axes {
			at := spots[axis]
			r := at.Reach(lines.Occupied(at.Line))
			seen[axis&(maxAxes-1)] = r
			reached += int32(bits.OnesCount8(r &^ own[at.Line]))
			press += int32(bits.OnesCount8(r & theirs[at.Line]))
		}
		rays, axisOf := &t.rays[role][c], t.axisOf[c]
		for i := range t.words {
			for w := rays[i] & bad[i]; w != 0; w &= w - 1 {
				reached -= t.onLine(&seen, axisOf, i<<6+bits.TrailingZeros64(w))
			}
			for w := rays[i] & zone[i]; w != 0; w &= w - 1 {
				near += t.onLine(&seen, axisOf, i<<6+bits.TrailingZeros64(w))
			}
		}
	}
	if t.leaper[role] {
		leaps, own, theirs := &t.leaps[role][c], p.Pieces(color), p.Pieces(color.Other())
		for i := range t.words {
			reached += int32(bits.OnesCount64(leaps[i] &^ bad[i] &^ own[i]))
			near += int32(bits.OnesCount64(leaps[i] & zone[i]))
			press += int32(bits.OnesCount64(leaps[i] & theirs[i]))
		}
	}
	return reached, near, press
}

// exposure counts the cells that a slider along all axes would reach from the king's.
func (e *evaluator) exposure(p *rules.Position, king rules.Cell, color rules.Color) (n int32) {
	lines := p.Lines()
	own := &lines[color&1]
	for _, at := range e.t.g.Spots(king) {
		n += int32(bits.OnesCount8(at.Reach(lines.Occupied(at.Line)) &^ own[at.Line]))
	}
	return n
}

// onLine returns 1 if a cell is among those that are seen along the axes from another cell.
func (t *tables) onLine(seen *[maxAxes]uint8, axisOf []uint8, to int) int32 {
	axis := axisOf[to]
	if seen[axis&(maxAxes-1)]&t.g.Spots(rules.Cell(to))[axis].At != 0 {
		return 1
	}
	return 0
}

// gone returns the cells that do not exist now (T1).
func (e *evaluator) gone(p *rules.Position) (set cells) {
	if e.t.pins == nil {
		return set
	}
	for i := range e.t.pins {
		if list := &e.t.pins[i].Cells; p.At(list[0]) == rules.Air {
			for _, c := range list {
				add(&set, c)
			}
		}
	}
	return set
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
