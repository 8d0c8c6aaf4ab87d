package game

import (
	"errors"
	"slices"

	"stackmate/rules"
)

// Bounds of conditional moves.
const (
	maxConditions = 200 // replies in one tree
	maxDepth      = 40  // plies in one line
)

// ErrConditions says that a tree of conditional moves would become too large.
var ErrConditions = errors.New("too many conditional moves")

// Conditional is one "if the opponent plays If, I play Then", and what follows it.
// Moves are in Long Algebraic Notation.
type Conditional struct {
	If   string        `json:"if"`
	Then string        `json:"then"`
	Next []Conditional `json:"next,omitempty"`
}

// Conditions are the conditional moves of one player in one game.
type Conditions []Conditional

// Add returns the conditions with a line of moves, opponent's and own in turn. Where
// the line answers a move differently from before, the new answer stands and what
// followed the old one is gone. The line must be legal; see CheckLine.
func (list Conditions) Add(line []string) (Conditions, error) {
	if len(line) > maxDepth {
		return list, ErrConditions
	}
	added := list.add(line)
	if added.count() > maxConditions {
		return list, ErrConditions
	}
	return added, nil
}

func (list Conditions) add(line []string) Conditions {
	if len(line) < 2 {
		return list
	}
	list = slices.Clone(list)
	i := slices.IndexFunc(list, func(c Conditional) bool { return c.If == line[0] })
	switch {
	case i < 0:
		i = len(list)
		list = append(list, Conditional{If: line[0], Then: line[1]})
	case list[i].Then != line[1]:
		list[i] = Conditional{If: line[0], Then: line[1]}
	}
	list[i].Next = Conditions(list[i].Next).add(line[2:])
	return list
}

// Remove returns the conditions without the answer to the last move of a line of
// opponent's and own moves in turn, and whether there was one.
func (list Conditions) Remove(line []string) (Conditions, bool) {
	list = slices.Clone(list)
	i := slices.IndexFunc(list, func(c Conditional) bool { return len(line) > 0 && c.If == line[0] })
	switch {
	case i < 0:
		return list, false
	case len(line) <= 2:
		return slices.Delete(list, i, i+1), true
	}
	next, ok := Conditions(list[i].Next).Remove(line[2:])
	list[i].Next = next
	return list, ok
}

func (list Conditions) count() int {
	n := len(list)
	for _, c := range list {
		n += Conditions(c.Next).count()
	}
	return n
}

// After returns the answer to a move of the opponent and the conditions that hold
// from then on; the answer is empty, and nothing holds any more, if none fits.
func (list Conditions) After(move string) (answer string, rest Conditions) {
	for _, c := range list {
		if c.If == move {
			return c.Then, c.Next
		}
	}
	return "", nil
}

// Answering returns the conditions that answer a move of the opponent.
func (list Conditions) Answering(move string) Conditions {
	i := slices.IndexFunc(list, func(c Conditional) bool { return c.If == move })
	if i < 0 {
		return nil
	}
	return list[i : i+1]
}

// Lines returns every line of moves from the root to a leaf.
func (list Conditions) Lines() (lines [][]string) {
	for _, c := range list {
		if len(c.Next) == 0 {
			lines = append(lines, []string{c.If, c.Then})
		}
		for _, rest := range Conditions(c.Next).Lines() {
			lines = append(lines, append([]string{c.If, c.Then}, rest...))
		}
	}
	return lines
}

// ReadLine reads moves as people write them, one after the other from a position,
// and returns them in LAN. The number of the move that failed comes
// with the error of the rules.
func ReadLine(p rules.Position, texts []string) (line []string, failed int, err error) {
	for i, text := range texts {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, i, err
		}
		line = append(line, p.Variant().LAN(m))
		p = p.Play(m)
	}
	return line, 0, nil
}
