package game

import (
	"errors"
	"slices"

	"stackmate/rules"
)

// Limits of conditional moves.
const (
	maxConditions = 200 // replies of a player in a game
	maxDepth      = 40  // plies in a line
)

// ErrConditions means that there would be more conditional moves than a game may have.
var ErrConditions = errors.New("too many conditional moves")

// Conditional is a conditional move: if the opponent plays If, the player replies Then. Moves are
// in Long Algebraic Notation.
type Conditional struct {
	If   string `json:"if"`
	Then string `json:"then"`
	// Next are the conditional moves after Then.
	Next []Conditional `json:"next,omitempty"`
}

// Conditions are the conditional moves of one player in one game.
type Conditions []Conditional

// Add returns the conditions with a line of moves added, which must be legal; see ReadLine. The
// line begins with a move of the opponent and ends with one of the player. A new reply to a move
// replaces the old one with everything after it. Add returns ErrConditions, and the conditions
// unchanged, if the line or the result is too long.
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

// add is Add without limits.
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

// Remove returns the conditions without the last reply of a line and everything after it. It
// also reports whether the conditions had that line. The line may end with a move of the
// opponent or the reply to it.
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

// count returns the number of replies.
func (list Conditions) count() int {
	n := len(list)
	for _, c := range list {
		n += Conditions(c.Next).count()
	}
	return n
}

// After returns the reply to a move of the opponent, and the conditions after that reply. Both are
// zero if there is no reply.
func (list Conditions) After(move string) (reply string, rest Conditions) {
	for _, c := range list {
		if c.If == move {
			return c.Then, c.Next
		}
	}
	return "", nil
}

// Answering returns the conditions that begin with a move of the opponent.
func (list Conditions) Answering(move string) Conditions {
	i := slices.IndexFunc(list, func(c Conditional) bool { return c.If == move })
	if i < 0 {
		return nil
	}
	return list[i : i+1]
}

// Lines returns all lines of moves, each to its end.
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

// ReadLine parses moves that are made one after the other from a position, in any notation that
// rules.Position.ParseMove reads, and returns them in Long Algebraic Notation. For a move that
// cannot be read or is not legal it returns the index in texts and the error of ParseMove.
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
