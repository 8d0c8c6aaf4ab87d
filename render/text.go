package render

import (
	"slices"
	"strings"
	"unicode/utf8"

	"stackmate/rules"
)

// Text returns the boards as lines of text of at most 80 columns, for terminals and
// mails; side sits at the bottom. White's pieces are capital letters and Black's small
// ones, an empty cell is a dot, and a cell without a board is blank.
func (p Picture) Text(side rules.Color) string { return p.TextOf(side, 0) }

// TextOf returns what Text does, of some levels alone.
func (p Picture) TextOf(side rules.Color, l Levels) string {
	return p.StyledText(TextStyle{Side: side, Levels: l})
}

// StyledText returns the boards as lines of text of at most 80 columns.
func (p Picture) StyledText(style TextStyle) string {
	s := p.resolve()
	v := s.pos.Variant()
	files, ranks, levels := v.Size()
	b := textBoard{&s.pos, style, textMarks(&s, style), files, ranks, 1}
	for _, r := range v.Roles() {
		b.width = max(b.width, len(r.Letters()))
	}
	if len(v.Pins()) > 0 {
		var all []textLevel
		for level := range levels {
			if style.Levels.Has(level) {
				all = append(all, textLevel{s.texts.level(v.LevelName(level)), level, b.filesOn(level)})
			}
		}
		return b.row(all)
	}
	boards := style.Levels.boards(boardsByTitle(v))
	perRow := len(boards)
	if b.width > 1 {
		perRow = 2
	}
	if len(v.Boards()) == 1 {
		return b.row([]textLevel{{"", 0, b.allFiles()}})
	}
	var rows []string
	for some := range slices.Chunk(boards, max(perRow, 1)) {
		var row []textLevel
		for _, board := range some {
			row = append(row, textLevel{s.texts.board(board), board.Level, b.allFiles()})
		}
		rows = append(rows, b.row(row))
	}
	return strings.Join(rows, "\n")
}

// textBoard writes boards as text.
type textBoard struct {
	p            *rules.Position
	style        TextStyle
	marks        map[rules.Cell]textMark
	files, ranks int
	width        int // of a piece, in characters
}

// textLevel is a level with its files in the order in which they are printed.
type textLevel struct {
	title string
	level int
	files []int
}

// gap returns a blank in front of a file that has no neighbour on its left, as between attack boards.
func (l textLevel) gap(i int) string {
	if d := l.files[i] - l.files[max(0, i-1)]; d < -1 || d > 1 {
		return " "
	}
	return ""
}

// gaps returns the number of gaps between the files.
func (l textLevel) gaps() (n int) {
	for i := range l.files {
		n += len(l.gap(i))
	}
	return n
}

// allFiles returns the files from the left to the right.
func (b *textBoard) allFiles() (list []int) {
	for i := range b.files {
		list = append(list, b.viewIndex(i, b.files))
	}
	return list
}

// filesOn returns the files of a level from the left to the right, without those on
// which there never is a board.
func (b *textBoard) filesOn(level int) (list []int) {
	for _, f := range b.allFiles() {
		used := false
		for r := range b.ranks {
			used = used || b.p.Variant().CellAt(rules.Coord{File: int8(f), Rank: int8(r), Level: int8(level)}) != rules.NoCell
		}
		if used {
			list = append(list, f)
		}
	}
	return list
}

// viewIndex converts an index of n from White's left or near side to what the player
// sees, and back.
func (b *textBoard) viewIndex(i, n int) int {
	if b.style.Side == rules.White {
		return i
	}
	return n - 1 - i
}

// row returns levels side by side, with the ranks at both ends and the files below. A cell
// is a character for a mark and then the piece.
func (b *textBoard) row(levels []textLevel) string {
	var lines []string
	var head strings.Builder
	head.WriteString("  ")
	for _, l := range levels {
		head.WriteString("  " + pad(l.title, len(l.files)*(b.width+1)+l.gaps()))
	}
	if strings.TrimSpace(head.String()) != "" {
		lines = append(lines, head.String())
	}
	var foot strings.Builder
	for i := range b.ranks {
		rank := b.viewIndex(b.ranks-1-i, b.ranks)
		var line strings.Builder
		label := rankName(rank)
		line.WriteString(strings.Repeat(" ", 2-len(label)) + label)
		for _, l := range levels {
			line.WriteString(" ")
			for i, f := range l.files {
				line.WriteString(l.gap(i) + b.cell(f, rank, l.level))
			}
			line.WriteString(" ")
		}
		line.WriteString(" " + label)
		lines = append(lines, line.String())
	}
	foot.WriteString("  ")
	for _, l := range levels {
		foot.WriteString("  ")
		for i, f := range l.files {
			foot.WriteString(l.gap(i) + pad(fileName(f), b.width+1))
		}
	}
	lines = append(lines, foot.String())
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// cell returns a mark and what is on a cell, blank if the cell does not exist at present.
func (b *textBoard) cell(file, rank, level int) string {
	c := b.p.Variant().CellAt(rules.Coord{File: int8(file), Rank: int8(rank), Level: int8(level)})
	if c == rules.NoCell || b.p.At(c) == rules.Air {
		return strings.Repeat(" ", b.width+1)
	}
	m := b.marks[c]
	text := m.char() + pad(b.style.piece(b.p.At(c)), b.width)
	return b.style.Colors.paint(text, m, b.p.At(c), b.p.Variant().Dark(c))
}

// pad returns a text with blanks up to a width in characters.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}
