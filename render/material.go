package render

import (
	"fmt"
	"slices"
	"strings"

	"stackmate/rules"
)

// points are what pieces are worth in games for which that was published: by everybody for
// orthodox chess, by its author for Next Generation. The key is that of the game, without
// its setup.
var points = map[string]map[rules.Role]int{
	"orthodox": {rules.Queen: 9, rules.Rook: 5, rules.Bishop: 3, rules.Knight: 3, rules.Pawn: 1},
	"nextgen":  {rules.Queen: 9, rules.Bishop: 6, rules.Rook: 4, rules.Knight: 3, rules.Pawn: 1},
}

// takenItem is a kind of piece with how many of it there are, or a text.
type takenItem struct {
	piece rules.Piece
	text  string // "" for a single piece
	width float64
}

// takenBy returns what a side has captured, and what it is ahead: points such as "+3" in
// games in which pieces have published values. In other games nobody agrees on values, so
// there it is a word and the kinds of pieces of which the side has more than the other, in
// its own colour, unless they are just what it has captured.
func (s *resolvedPicture) takenBy(c rules.Color) (list []takenItem) {
	v := s.pos.Variant()
	add := func(p rules.Piece, n int) {
		switch {
		case n == 1:
			list = append(list, takenItem{piece: p})
		case n > 1:
			list = append(list, takenItem{piece: p, text: fmt.Sprint(n)})
		}
	}
	for _, r := range v.Roles() {
		piece := rules.NewPiece(c.Other(), r)
		add(piece, int(s.captured[piece]))
	}
	ahead := func(r rules.Role) int {
		return s.pos.Count(rules.NewPiece(c, r)) - s.pos.Count(rules.NewPiece(c.Other(), r))
	}
	key, _, _ := strings.Cut(v.Key(), ":")
	if values := points[key]; values != nil {
		sum := 0
		for r, value := range values {
			sum += value * ahead(r)
		}
		if sum > 0 {
			list = append(list, takenItem{text: fmt.Sprintf("+%d", sum)})
		}
		return list
	}
	captured, same := list, true
	list = append(slices.Clone(list), takenItem{text: s.texts.ahead})
	for _, r := range v.Roles() {
		n := max(0, ahead(r))
		add(rules.NewPiece(c, r), n)
		same = same && n == int(s.captured[rules.NewPiece(c.Other(), r)])
	}
	if same || len(list) == len(captured)+1 {
		return captured
	}
	return list
}

// takenHeight returns the height of a line of captured pieces.
func (b *statusBar) takenHeight() float64 { return b.px(40) }

// takenLines breaks a list into at most limit lines of w pixels, not between a word and what
// follows it if that fits in a line. Pieces that are too many for them are moved closer together.
func (b *statusBar) takenLines(list []takenItem, w float64, limit int) (lines [][]takenItem) {
	for narrow := 1.0; ; narrow *= 0.9 {
		lines = nil
		left := 0.0
		width := func(item takenItem) float64 {
			if !item.piece.Exists() {
				return b.takenWidth(item)
			}
			return max(1, float64(int(b.takenWidth(item)*narrow)))
		}
		for i, item := range list {
			item.width = width(item)
			room := item.width
			if !item.piece.Exists() {
				for _, next := range list[i+1:] {
					room += width(next)
				}
				if room > w && i+1 < len(list) { // more than a line
					room = item.width + width(list[i+1])
				}
			}
			if room > left {
				lines = append(lines, nil)
				left = w
			}
			left -= item.width
			last := len(lines) - 1
			lines[last] = append(lines[last], item)
		}
		if len(lines) <= limit || narrow < 0.1 {
			return lines
		}
	}
}

// takenWidth returns the width of a piece and its number, or of a text.
func (b *statusBar) takenWidth(t takenItem) float64 {
	text := textWidth(true, b.textSize(22), t.text)
	switch {
	case !t.piece.Exists():
		return text + b.px(14)
	case t.text != "":
		return text + b.numberAt(t) + b.px(6)
	}
	return b.px(38)
}

// numberAt returns how far right of a piece's left edge its number begins. Letters fill more of their room than a picture does.
func (b *statusBar) numberAt(t takenItem) float64 {
	if b.letters && special(t.piece.Role()) {
		return b.px(39)
	}
	return b.px(32)
}

// appendTaken adds lines of captured pieces, the first with its top left corner at x, y.
func (b *statusBar) appendTaken(list []shape, lines [][]takenItem, x, y float64) []shape {
	size, height := b.px(36), b.takenHeight()
	for i, line := range lines {
		at, top := x, y+float64(i)*height
		for _, t := range line {
			list = appendFill(list, toneChip, box(at, top, t.width, height))
			textX := at + b.numberAt(t)
			if t.piece.Exists() {
				list = append(list, shape{Form: pieceForm, Piece: t.piece, Size: size, Points: []point{{at, top + b.px(1)}}})
			} else {
				textX = at + b.px(7)
			}
			if t.text != "" {
				list = b.appendText(list, toneChipInk, true, 22, textX, top+b.px(31), 0, t.text)
			}
			at += t.width
		}
	}
	return list
}
