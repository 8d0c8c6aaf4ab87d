package render

import (
	"slices"
	"strings"

	"stackmate/rules"
)

// square is a cell in a picture.
type square struct {
	quad []point // its corners: near left, near right, far right, far left
	dark bool
}

// layout says where everything is in the pictures of a game, in pixels. It depends on
// the game and the options, not on the position.
type layout struct {
	scale
	game       *rules.Variant
	side       rules.Color
	texts      *Texts
	w, h       int
	cell       float64 // a cell's width
	letters    bool    // special pieces are drawn as letters
	stack      bool
	levels     Levels       // the levels that are shown
	board      int          // the only board that is drawn, counted from 1; 0 for all
	squares    []square     // by cell; those that are not shown have no quad
	order      []rules.Cell // the order in which pieces are drawn, far ones first
	background []shape
	mainBoards []mainBoard // by level, where attack boards can be under them
	status     statusBar
	pins       []pinPlace // by pin
	blocks     []block    // in the flat view
	lane       float64    // in the flat view: how far from a board's edge lines run
}

// mainBoard holds the shapes of a main board that is drawn together with the attack
// boards, in the order of their levels.
type mainBoard struct {
	level  int
	shapes []shape
}

// pinPlace is a pin in a picture: a place where an attack board can be.
type pinPlace struct {
	quad     []point   // corners as those of a square; nil if the pin is not shown
	occupied []shape   // under the squares of a board that is there: its frame, the pin's name and ranks
	over     []shape   // over these squares
	names    []pinName // in a stack: where the pin's name can be, the best place first
	vacant   []shape   // the pin's name, for when there is none
}

// newLayout lays out the boards of a game. The options must be checked; bare leaves out
// the status bar.
func newLayout(v *rules.Variant, t *Texts, o Options, bare bool) *layout {
	l := &layout{game: v, texts: t, side: o.Side, scale: scale(o.Scale), stack: o.View == Stack,
		levels: o.Levels, board: o.Board, squares: make([]square, v.Cells())}
	switch {
	case l.stack && len(v.Pins()) > 0:
		l.layOutAttackStack(bare)
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
	l.order = slices.DeleteFunc(l.order, func(c rules.Cell) bool { return !l.shows(c) })
	if !l.stack {
		l.blocks = l.newBlocks()
	}
	return l
}

// shows reports whether a cell is shown.
func (l *layout) shows(c rules.Cell) bool { return l.squares[c].quad != nil }

// bytes returns roughly how much memory a layout takes.
func (l *layout) bytes() int { return 200*len(l.squares) + 200*len(l.background) }

// viewCoord returns a cell's file, counted from the left, and its rank, counted from the
// near edge, as the player sees the level.
func (l *layout) viewCoord(at rules.Coord) (file, rank int) {
	if l.side == rules.White {
		return int(at.File), int(at.Rank)
	}
	files, ranks, _ := l.game.Size()
	return files - 1 - int(at.File), ranks - 1 - int(at.Rank)
}

// nearLeft returns the file and rank, as viewCoord counts them, of the cell in a board's
// near left corner.
func (l *layout) nearLeft(b rules.Board) (file, rank int) {
	if l.side == rules.White {
		return b.File, b.Rank
	}
	return l.viewCoord(rules.Coord{File: int8(b.File + b.Files - 1), Rank: int8(b.Rank + b.Ranks - 1)})
}

// boardsByTitle returns a game's boards sorted by title.
func boardsByTitle(v *rules.Variant) []rules.Board {
	list := slices.Clone(v.Boards())
	slices.SortFunc(list, func(a, b rules.Board) int { return strings.Compare(a.Title, b.Title) })
	return list
}

// fileName returns the letter of a file; index counts from White's left.
func fileName(index int) string { return string(rune('a' + index)) }

// rankName returns the number of a rank; index counts from White's side.
func rankName(index int) string {
	if index >= 9 {
		return "10"
	}
	return string(rune('1' + index))
}

// boardIndex converts the index of a file or rank as the player sees it, one of count,
// to the index from White's side.
func (l *layout) boardIndex(index, count int) int {
	if l.side == rules.White {
		return index
	}
	return count - 1 - index
}

// appendFill adds a filled polygon.
func appendFill(list []shape, t tone, points []point) []shape {
	return append(list, shape{Form: fillForm, Tone: t, Points: points})
}
