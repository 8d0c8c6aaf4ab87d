package render

import (
	"math"
	"slices"
	"strings"

	"stackmate/rules"
)

// square is where a cell is in a picture.
type square struct {
	quad []point // its corners: near left, near right, far right, far left
	dark bool
}

// layout is where everything is in a picture of a game: what does not depend on
// the position is its plate.
type layout struct {
	game       *rules.Variant
	side       rules.Color
	w, h       int
	cell       float64 // a cell's width
	unit       float64 // pixels per unit of the usual scale
	stack      bool
	squares    []square     // by cell
	order      []rules.Cell // in which pieces are drawn, those behind first
	background []shape
	mainBoards []mainBoard // main boards that attack boards may lie under
	status     statusBar
	pins       []pinPlace // by pin
}

// mainBoard is a main board that is drawn with the attack boards, in the order of levels.
type mainBoard struct {
	level  int
	shapes []shape
}

// pinPlace is where an attack board can be pinned.
type pinPlace struct {
	quad     []point
	occupied []shape // its name, and its ranks, when a board is there
	vacant   []shape // its name when there is none
}

// newLayout lays a game out; options are checked.
func newLayout(v *rules.Variant, o Options, bare bool) *layout {
	l := &layout{game: v, side: o.Side, unit: o.Scale, stack: o.View == Stack,
		squares: make([]square, v.Cells())}
	switch {
	case l.stack:
		l.layOutStack(bare)
	case len(v.Pins()) > 0:
		l.layOutAttackBoards(bare)
	default:
		l.layOutFlat(bare)
	}
	if l.order == nil {
		for c := range rules.Cell(v.Cells()) {
			l.order = append(l.order, c)
		}
	}
	return l
}

func (l *layout) bytes() int { return 200*len(l.squares) + 200*len(l.background) }

// px returns units of the usual scale in whole pixels.
func (l *layout) px(units float64) float64 { return math.Max(1, math.Round(units*l.unit)) }

// viewCoord returns a cell's place on its level as the player sees it: files from the
// left, ranks from near to far.
func (l *layout) viewCoord(at rules.Coord) (file, rank int) {
	if l.side == rules.White {
		return int(at.File), int(at.Rank)
	}
	files, ranks, _ := l.game.Size()
	return files - 1 - int(at.File), ranks - 1 - int(at.Rank)
}

// nearLeft returns the coordinates of a board's near left corner as the player sees it.
func (l *layout) nearLeft(b rules.Board) (file, rank int) {
	if l.side == rules.White {
		return b.File, b.Rank
	}
	return l.viewCoord(rules.Coord{File: int8(b.File + b.Files - 1), Rank: int8(b.Rank + b.Ranks - 1)})
}

// dark reports a cell's colour. The near left square of White is dark. Colours are
// the same on all levels where bishops keep them so; in 3D-8L Chess a bishop that
// changes level moves straight on one level, so colours alternate there.
func dark(v *rules.Variant, at rules.Coord) bool {
	sum := int(at.File) + int(at.Rank)
	if strings.HasPrefix(v.Key(), "3d8l") {
		sum += int(at.Level)
	}
	return sum%2 == 0
}

// boardsByTitle returns a game's boards in the order of their titles.
func boardsByTitle(v *rules.Variant) []rules.Board {
	list := slices.Clone(v.Boards())
	slices.SortFunc(list, func(a, b rules.Board) int { return strings.Compare(a.Title, b.Title) })
	return list
}

// fileName and rankName label what the player sees at a place; index is White's.
func fileName(index int) string { return string(rune('a' + index)) }

func rankName(index int) string {
	if index >= 9 {
		return "10"
	}
	return string(rune('1' + index))
}

// boardIndex returns the index of a seen file or rank from White's side.
func (l *layout) boardIndex(seen, count int) int {
	if l.side == rules.White {
		return seen
	}
	return count - 1 - seen
}

// appendText adds a label; align is 0 for left, 0.5 for centred, 1 for right.
func (l *layout) appendText(list []shape, t tone, bold bool, size, x, y, align float64, s string) []shape {
	size = math.Max(6, math.Round(size*l.unit))
	x = math.Round(x - align*textWidth(bold, size, s))
	return append(list, shape{Form: textForm, Tone: t, Bold: bold, Size: size, Text: s,
		Points: []point{{x, math.Round(y)}}})
}

func appendFill(list []shape, t tone, points []point) []shape {
	return append(list, shape{Form: fillForm, Tone: t, Points: points})
}
