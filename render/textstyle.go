package render

import (
	"slices"
	"strings"

	"stackmate/rules"
)

// TextStyle says how text boards look. The zero value is letters without marks and colours,
// with White at the bottom.
type TextStyle struct {
	Side rules.Color
	// Symbols is whether pieces are chess symbols; those that have none stay letters.
	Symbols bool
	// Marks is whether the last move, a check and the squares of Picture.Legal are marked.
	Marks bool
	// Colors are the escape sequences of a terminal.
	Colors TextColors
	// Levels are the only levels to show.
	Levels Levels
}

// TextColors are the colours of text boards.
type TextColors uint8

const (
	// NoColors means text without escape sequences.
	NoColors TextColors = iota
	// FewColors are for terminals with eight colours: they mark pieces and squares, and leave
	// the background to the terminal.
	FewColors
	// ManyColors are for terminals with 256 colours, with light and dark squares.
	ManyColors
)

// The symbols of White's and Black's pieces. On coloured squares the filled ones serve both.
var (
	outlined = map[rules.Role]string{rules.King: "♔", rules.Queen: "♕", rules.Rook: "♖", rules.Bishop: "♗", rules.Knight: "♘", rules.Pawn: "♙"}
	filled   = map[rules.Role]string{rules.King: "♚", rules.Queen: "♛", rules.Rook: "♜", rules.Bishop: "♝", rules.Knight: "♞", rules.Pawn: "♟"}
)

// piece returns how a piece is written, and a dot for an empty cell.
func (o TextStyle) piece(p rules.Piece) string {
	symbols := filled
	if o.Colors != ManyColors && p.Color() == rules.White {
		symbols = outlined
	}
	switch symbol := symbols[p.Role()]; {
	case !p.Exists() && o.Colors == ManyColors:
		return ""
	case !p.Exists():
		return "."
	case o.Symbols && symbol != "":
		return symbol
	case p.Color() == rules.Black:
		return strings.ToLower(p.Role().Letters())
	}
	return p.Role().Letters()
}

// textMark is why a cell is marked.
type textMark uint8

const (
	noMark    textMark = iota
	leftMark           // the last move began here
	movedMark          // and changed this
	checkMark          // the king that is in check
	legalMark          // the piece on Picture.Legal can go here
	takeMark           // and captures
)

// char returns the character in front of a marked cell, for those who do not see colours.
func (m textMark) char() string { return [...]string{" ", "-", ">", "!", "*", "x"}[m] }

// textMarks returns the marks of all cells. The squares of a piece replace the last move.
func textMarks(s *resolvedPicture, style TextStyle) map[rules.Cell]textMark {
	marks := map[rules.Cell]textMark{}
	if !style.Marks {
		return marks
	}
	if s.legal == rules.NoCell {
		move := s.last
		if s.preview.Shown {
			move = s.preview
		}
		for _, c := range move.cells(s.pos.Variant()) {
			marks[c] = movedMark
			if !s.pos.At(c).Exists() {
				marks[c] = leftMark
			}
		}
	}
	if s.pos.InCheck() {
		marks[s.pos.King(s.pos.Turn())] = checkMark
	}
	if s.legal != rules.NoCell {
		for _, m := range s.pos.MovesFrom(s.legal) {
			_, _, to := s.pos.Mover(m)
			if to == rules.NoCell {
				continue
			}
			marks[to] = legalMark
			if _, takes := s.pos.Captures(m); takes {
				marks[to] = takeMark
			}
		}
	}
	return marks
}

// cells returns the cells that a move has left or changed. For an attack board these are
// those of both its places.
func (m markedMove) cells(v *rules.Variant) (list []rules.Cell) {
	if !m.Shown {
		return nil
	}
	if m.Pins[0] < 0 {
		for _, c := range m.Changed {
			if c != rules.NoCell {
				list = append(list, c)
			}
		}
		return list
	}
	for _, pin := range m.Pins {
		list = append(list, v.Pins()[pin].Cells[:]...)
	}
	return list
}

// Selective graphic rendition, by palette and mark: the background of a cell.
var backgrounds = map[TextColors][6]string{
	FewColors:  {"", "7", "7", "41", "4", "4"},
	ManyColors: {"", "48;5;30", "48;5;30", "48;5;160", "48;5;62", "48;5;62"},
}

// paint gives a cell its colours.
func (c TextColors) paint(text string, m textMark, p rules.Piece, dark bool) string {
	if c == NoColors {
		return text
	}
	codes := []string{backgrounds[c][m]}
	switch {
	case c == ManyColors && m == noMark && dark:
		codes[0] = "48;5;94"
	case c == ManyColors && m == noMark:
		codes[0] = "48;5;137"
	}
	switch white := !p.Exists() || p.Color() == rules.White; {
	case c == ManyColors && white:
		codes = append(codes, "38;5;231")
	case c == ManyColors:
		codes = append(codes, "38;5;16")
	case p.Exists() && white:
		codes = append(codes, "1")
	case p.Exists():
		codes = append(codes, "36")
	}
	codes = slices.DeleteFunc(codes, func(s string) bool { return s == "" })
	if len(codes) == 0 {
		return text
	}
	return "\x1b[" + strings.Join(codes, ";") + "m" + text + "\x1b[0m"
}

// MainLevels returns n levels to show where there is no room for more: first those that the
// moves of Legal, the preview or the last move touch, then those of the kings and their
// neighbours. It returns 0, which is all levels, if the game has no more than n.
func (p Picture) MainLevels(n int) (set Levels) {
	s := p.resolve()
	v := s.pos.Variant()
	_, _, levels := v.Size()
	if levels <= n {
		return 0
	}
	var order []int
	add := func(level int) {
		if level >= 0 && level < levels && len(order) < n && !slices.Contains(order, level) {
			order = append(order, level)
		}
	}
	touch := func(c rules.Cell) {
		if c != rules.NoCell {
			add(int(v.Coord(c).Level))
		}
	}
	if s.legal != rules.NoCell {
		touch(s.legal)
		for _, m := range s.pos.MovesFrom(s.legal) {
			_, _, to := s.pos.Mover(m)
			touch(to)
		}
	}
	if touched := p.TouchedLevels(); touched != 0 {
		for level := range levels {
			if touched.Has(level) {
				add(level)
			}
		}
	}
	for _, color := range []rules.Color{s.pos.Turn(), s.pos.Turn().Other()} {
		touch(s.pos.King(color))
	}
	for distance := range levels {
		for _, level := range slices.Clone(order) {
			add(level + distance)
			add(level - distance)
		}
	}
	return LevelsOf(order...)
}
