package render

import "stackmate/rules"

// Part is one picture of a gallery: a main board, with the attack boards that can be next to it.
type Part struct {
	// Board is the value for Options.Board.
	Board int
	// Name is the name of the board's level.
	Name string
	// Levels are the levels that a description of the part is about. Each level is in one part.
	Levels Levels
}

// Parts returns the parts of a game, in the order of their titles.
func Parts(v *rules.Variant) (list []Part) {
	_, _, levels := v.Size()
	for i, b := range boardsByTitle(v) {
		p := Part{Board: i + 1, Name: v.LevelName(b.Level), Levels: LevelsOf(b.Level)}
		if len(v.Pins()) > 0 && b.Level > 0 {
			p.Levels |= LevelsOf(b.Level - 1)
		}
		list = append(list, p)
	}
	if last := &list[len(list)-1]; len(v.Pins()) > 0 {
		last.Levels |= LevelsOf(levels - 1)
	}
	return list
}

// part returns the only board of a list that is drawn, or the whole list.
func (l *layout) part(boards []rules.Board) []rules.Board {
	if l.board == 0 || l.board > len(boards) {
		return boards
	}
	return boards[l.board-1 : l.board]
}
