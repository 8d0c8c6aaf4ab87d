package engine

import (
	"math/bits"

	"stackmate/rules"
)

// counts is how often each feature occurs for White minus Black, those of pieces on their
// cells aside.
type counts struct {
	mobility, threat, two    [maxRoles]int32
	passed                   [distances]int32
	danger                   [dangers]int32 // of the enemy king
	shelter, guarded, ridden int32
}

// evaluator computes what a position is worth from the features that depend on more than
// one piece.
type evaluator struct {
	t *tables
	counts
}

// sum returns the worth of the counted features for White.
func (e *evaluator) sum(p *rules.Position) (total pair) {
	e.count(p)
	w := e.t.weights
	c := &e.counts
	for _, r := range e.t.roles {
		total.add(w.mobility[r], c.mobility[r])
		total.add(w.threat[r], c.threat[r])
		total.add(w.two[r], c.two[r])
	}
	for i, n := range c.passed {
		total.add(w.passed[i], n)
	}
	for i, n := range c.danger {
		total.add(w.danger[i], n)
	}
	total.add(w.shelter, c.shelter)
	total.add(w.guarded, c.guarded)
	total.add(w.ridden, c.ridden)
	return total
}

func (e *evaluator) count(p *rules.Position) {
	e.counts = counts{}
	t := e.t
	n := t.words
	var occ, pawns, attacked [2]cells
	all := p.Pawns()
	for color := range 2 {
		occ[color] = p.Pieces(rules.Color(color))
		for i := range n {
			pawns[color][i] = occ[color][i] & all[i]
		}
		attacked[color] = t.g.PawnAttacks(rules.Color(color), &pawns[color])
	}
	for color := range rules.Color(2) {
		sign := 1 - 2*int32(color)
		own := &occ[color]
		theirs, safe := &pawns[color^1], attacked[color^1]
		for i := range n {
			safe[i] = ^(safe[i] | own[i])
		}
		zone := &t.king[p.King(color^1)]
		hits, attackers := int32(0), 0
		var seen [maxRoles]int32
		for i := range n {
			for w := pawns[color][i]; w != 0; w &= w - 1 {
				c := rules.Cell(i<<6 + bits.TrailingZeros64(w))
				if attacked[color].Has(c) {
					e.guarded += sign
				}
				span := &t.span[color][c]
				free := uint64(0)
				for j := range n {
					free |= span[j] & theirs[j]
				}
				if free == 0 && t.toGo[color][c] != 255 {
					e.passed[t.distance(color, c)] += sign
				}
			}
			for w := own[i] &^ pawns[color][i]; w != 0; w &= w - 1 {
				c := rules.Cell(i<<6 + bits.TrailingZeros64(w))
				role := p.At(c).Role()
				if role == rules.King {
					around := &t.king[c]
					for j := range n {
						e.shelter += sign * int32(bits.OnesCount64(around[j]&own[j]))
					}
					continue
				}
				if seen[role]++; seen[role] == 2 {
					e.two[role] += sign
				}
				if attacked[color^1].Has(c) {
					e.threat[role] -= sign
				}
				reached, near := e.reach(p, c, role, &safe, zone)
				e.mobility[role] += sign * reached
				if near > 0 {
					hits += near
					attackers++
				}
			}
		}
		if attackers > 1 {
			e.danger[min(dangers-1, int(hits)/2+attackers-1)] += sign
		}
	}
	if t.pins != nil {
		e.countBoards(p)
	}
}

// reach counts the cells of a set that a piece attacks, and those of the zone around the
// enemy king.
func (e *evaluator) reach(p *rules.Position, c rules.Cell, role rules.Role, safe, zone *cells) (reached, near int32) {
	t := e.t
	far := &t.far[role][c]
	both := uint64(0)
	for i := range t.words {
		both |= far[i] & zone[i]
	}
	list := t.slides[role][c]
	for i := 0; i < len(list); {
		end := i + 1 + int(list[i])
		for _, to := range list[i+1 : end] {
			piece := p.At(rules.Cell(to))
			if piece != rules.Air {
				reached += int32(safe[to>>6&7] >> (uint(to) & 63) & 1)
				if both != 0 {
					near += int32(zone[to>>6&7] >> (uint(to) & 63) & 1)
				}
			}
			if piece > rules.Air {
				break
			}
		}
		i = end
	}
	if t.leaper[role] {
		leaps := &t.leaps[role][c]
		for i := range t.words {
			reached += int32(bits.OnesCount64(leaps[i] & safe[i]))
			near += int32(bits.OnesCount64(leaps[i] & zone[i]))
		}
	}
	return reached, near
}

// countBoards counts the attack boards that only the owner of their one pawn may move (T4).
func (e *evaluator) countBoards(p *rules.Position) {
	for _, pin := range p.AttackBoardPins() {
		only := rules.Empty
		n := 0
		for _, c := range e.t.pins[pin].Cells {
			if piece := p.At(c); piece != rules.Empty {
				only = piece
				n++
			}
		}
		if n == 1 && only.Role() == rules.Pawn {
			e.ridden += 1 - 2*int32(only.Color())
		}
	}
}
