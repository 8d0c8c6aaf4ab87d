package render

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"stackmate/bot/textutil"
	"stackmate/rules"
)

// Levels is a set of levels to show. The zero value shows all levels.
type Levels uint16

// ErrLevel reports a level that a game does not have.
var ErrLevel = errors.New("no such level")

// LevelsOf returns a set of levels, which are counted from 0, the lowest. It panics for a
// level that no game has.
func LevelsOf(levels ...int) (set Levels) {
	for _, level := range levels {
		if level < 0 || level > 15 {
			panic(fmt.Sprintf("render: level %d", level))
		}
		set |= 1 << level
	}
	return set
}

// ParseLevels returns the levels with the names in a text, separated by commas or blanks;
// an empty text means all levels. The error is ErrLevel for a name that the game does not
// have.
func ParseLevels(v *rules.Variant, text string) (set Levels, err error) {
	_, _, levels := v.Size()
	var names []string
	for level := range levels {
		names = append(names, v.LevelName(level))
	}
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return unicode.IsSpace(r) || r == ',' }) {
		level := slices.IndexFunc(names, func(known string) bool { return strings.EqualFold(known, name) })
		if level < 0 {
			return 0, fmt.Errorf("%w %q in %s; there are %s", ErrLevel, textutil.Truncate(name, 20), v.Name(), strings.Join(names, ", "))
		}
		set |= LevelsOf(level)
	}
	return set, nil
}

// Names returns the names of the levels in the set, sorted; those of all levels for the zero
// value.
func (l Levels) Names(v *rules.Variant) (names []string) {
	for _, level := range levelsByName(v) {
		if l.Has(level) {
			names = append(names, v.LevelName(level))
		}
	}
	return names
}

// Has reports whether a level is shown.
func (l Levels) Has(level int) bool { return l == 0 || l&(1<<level) != 0 }

// in returns the set for a game: 0 if all its levels are in it. The error is ErrLevel if
// the game does not have a level of the set.
func (l Levels) in(v *rules.Variant) (Levels, error) {
	_, _, levels := v.Size()
	switch all := Levels(1)<<levels - 1; {
	case l&^all != 0:
		return l, fmt.Errorf("%w: %s has %d", ErrLevel, v.Name(), levels)
	case l == all:
		return 0, nil
	}
	return l, nil
}

// boards returns those of a list of boards whose levels are shown.
func (l Levels) boards(list []rules.Board) []rules.Board {
	return slices.DeleteFunc(list, func(b rules.Board) bool { return !l.Has(b.Level) })
}

// floors returns the floor of each level in a stack, which is how many shown levels are below
// it, and the number of floors.
func (l Levels) floors(v *rules.Variant) (floors []int, count int) {
	_, _, levels := v.Size()
	floors = make([]int, levels)
	for level := range levels {
		floors[level] = count
		if l.Has(level) {
			count++
		}
	}
	return floors, count
}

// TouchedLevels returns the levels on which the preview, or else the last move, changes
// something: where the piece or the attack board leaves and where it arrives, and where a
// piece is captured. It returns 0, which is all levels, if the picture has no move.
func (p Picture) TouchedLevels() (set Levels) {
	s := p.resolve()
	m := s.last
	if p.Preview != nil {
		m = s.preview
	}
	if !m.Shown {
		return 0
	}
	v := s.pos.Variant()
	for _, n := range m.Pins {
		if n >= 0 {
			set |= LevelsOf(v.Pins()[n].Level)
		}
	}
	for _, c := range m.Changed {
		if c != rules.NoCell {
			set |= LevelsOf(int(v.Coord(c).Level))
		}
	}
	return set
}
