package render

import (
	"fmt"

	"stackmate/rules"
)

// statusBar is where players, turn, move number and taken pieces are told.
type statusBar struct {
	x, y, w, h float64
	side       bool
}

// appendStatusBar returns what the strip says.
func (l *layout) appendStatusBar(s *resolvedPicture) (list []shape) {
	b := l.status
	turn, number := s.status()
	if b.side {
		list = l.appendPlayer(list, s, l.side.Other(), b.x+l.px(24), b.y+l.px(24), b.w-l.px(48))
		list = l.appendPlayer(list, s, l.side, b.x+l.px(24), b.y+b.h-l.px(150), b.w-l.px(48))
		middle := b.y + b.h/2
		list = l.appendLine(list, true, 30, b.x+l.px(24), middle-l.px(4), 0, b.w-l.px(48), turn)
		return l.appendLine(list, false, 26, b.x+l.px(24), middle+l.px(32), 0, b.w-l.px(48), number)
	}
	third := float64(int(b.w * 0.37))
	list = l.appendPlayer(list, s, l.side, b.x+l.px(24), b.y+l.px(10), third-l.px(24))
	list = l.appendPlayer(list, s, l.side.Other(), b.x+b.w-third, b.y+l.px(10), third-l.px(24))
	room := b.w - 2*third - l.px(16)
	list = l.appendLine(list, true, 30, b.x+b.w/2, b.y+l.px(38), 0.5, room, turn)
	return l.appendLine(list, false, 26, b.x+b.w/2, b.y+l.px(74), 0.5, room, number)
}

// appendLine adds a text cut to a width.
func (l *layout) appendLine(list []shape, bold bool, size, x, y, align, room float64, s string) []shape {
	return l.appendText(list, toneInk, bold, size, x, y, align, fitText(bold, size*l.unit, room, s))
}

// appendPlayer tells a player's name, and what this player has taken.
func (l *layout) appendPlayer(list []shape, s *resolvedPicture, c rules.Color, x, y, w float64) []shape {
	name := fitText(true, 30*l.unit, w-l.px(84), s.names[c])
	if name == "" {
		name = [2]string{"White", "Black"}[c]
	}
	king := l.px(44)
	list = appendFill(list, toneChip, box(x, y-l.px(4), king, king))
	list = append(list, shape{Form: pieceForm, Piece: rules.NewPiece(c, rules.King), Size: king,
		Points: []point{{x, y - l.px(4)}}})
	list = l.appendText(list, toneInk, true, 30, x+l.px(54), y+l.px(30), 0, name)
	if s.pos.Turn() == c && s.note == "" {
		right := x + l.px(54) + textWidth(true, l.px(30), name) + l.px(14)
		mid := y + l.px(19)
		list = appendFill(list, toneTurn, []point{{right + l.px(20), mid - l.px(11)}, {right + l.px(20), mid + l.px(11)}, {right, mid}})
	}
	return l.appendTaken(list, s.taken(c.Other()), x, y+l.px(44), w)
}

// appendTaken sets pieces with their numbers in a line, or in lines at the side.
func (l *layout) appendTaken(list []shape, taken []pieceCount, x, y, w float64) []shape {
	size, line := l.px(36), l.px(40)
	var total float64
	for _, t := range taken {
		total += l.takenWidth(t)
	}
	narrow := 1.0
	if !l.status.side && total > w {
		narrow = w / total
	}
	at := x
	for _, t := range taken {
		width := float64(int(l.takenWidth(t) * narrow))
		if at+width > x+w && at > x {
			at, y = x, y+line
		}
		list = appendFill(list, toneChip, box(at, y, width, line))
		list = append(list, shape{Form: pieceForm, Piece: t.piece, Size: size, Points: []point{{at, y + l.px(1)}}})
		if t.count > 1 {
			list = l.appendText(list, toneChipInk, true, 22, at+size-l.px(4), y+l.px(31), 0, fmt.Sprint(t.count))
		}
		at += width
	}
	return list
}

func (l *layout) takenWidth(t pieceCount) float64 {
	w := l.px(38)
	if t.count > 1 {
		w += textWidth(true, l.px(22), fmt.Sprint(t.count))
	}
	return w
}

// pieceCount is a number of equal pieces.
type pieceCount struct {
	piece rules.Piece
	count int
}

// taken lists what has been taken of a side, by role.
func (s *resolvedPicture) taken(c rules.Color) (list []pieceCount) {
	for _, r := range s.pos.Variant().Roles() {
		piece := rules.NewPiece(c, r)
		if n := s.captured[piece]; n > 0 {
			list = append(list, pieceCount{piece, int(n)})
		}
	}
	return list
}
