package main

import (
	"stackmate/rules"
	"stackmate/rules/engine/puzzle"
)

// collection is the puzzles of a game. What is added to it differs from what is there: the
// same idea a hundred times is no fun.
type collection struct {
	list []*puzzle.Puzzle
	want int
}

// samePattern is one in how many puzzles may follow the same pattern, and alike on how many
// cells two positions differ at most that count as the same.
const samePattern, alike = 5, 6

// add adds puzzles while there are fewer than wanted, and returns how many.
func (c *collection) add(puzzles []*puzzle.Puzzle) (added int) {
	for _, p := range puzzles {
		if len(c.list) < c.want && c.isNew(p) {
			c.list = append(c.list, p)
			added++
		}
	}
	return added
}

func (c *collection) isNew(p *puzzle.Puzzle) bool {
	same, pattern := 0, patternOf(p)
	for _, q := range c.list {
		if q.ID == p.ID || q.Variant == p.Variant && (sameMoves(p, q) || difference(p, q) <= alike) {
			return false
		}
		if patternOf(q) == pattern {
			same++
		}
	}
	return same < max(c.want/samePattern, 1)
}

// pattern is what makes puzzles feel the same.
type pattern struct {
	theme         puzzle.Theme
	moves         int
	first, last   rules.Role
	takes, checks bool
}

func patternOf(p *puzzle.Puzzle) (t pattern) {
	pos := p.Position()
	after := pos.Play(p.Solution[0])
	t.theme, t.moves, t.checks = p.Theme, p.Moves(), after.InCheck()
	t.first = mover(&pos, p.Solution[0])
	_, t.takes = pos.Captures(p.Solution[0])
	if last := len(p.Solution) - 1; last > 0 {
		pos = p.Game(p.Solution[:last]...).Position()
		t.last = mover(&pos, p.Solution[last])
	}
	return t
}

// sameMoves reports whether the solver of two puzzles plays the same moves.
func sameMoves(p, q *puzzle.Puzzle) bool {
	if len(p.Solution) != len(q.Solution) {
		return false
	}
	for i := 0; i < len(p.Solution); i += 2 {
		if p.Solution[i] != q.Solution[i] {
			return false
		}
	}
	return true
}

func mover(p *rules.Position, m rules.Move) rules.Role {
	piece, _, _ := p.Mover(m)
	return piece.Role()
}

// difference returns on how many cells the positions of two puzzles differ.
func difference(p, q *puzzle.Puzzle) (n int) {
	a, b := p.Position(), q.Position()
	for c := range p.Variant.Cells() {
		if a.At(rules.Cell(c)) != b.At(rules.Cell(c)) {
			n++
		}
	}
	return n
}
