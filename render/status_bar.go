package render

import (
	"fmt"

	"stackmate/rules"
)

// statusBar is the rectangle that shows the players, the captured pieces, whose turn it
// is and the move number.
type statusBar struct {
	x, y, w, h float64
	side       bool // at the side of the boards, not below them
}

// appendStatusBar adds the content of the status bar.
func (l *layout) appendStatusBar(list []shape, s *resolvedPicture) []shape {
	b := l.status
	turn, number, open := s.status()
	if b.side {
		list = l.appendPlayer(list, s, l.side.Other(), open, b.x+l.px(24), b.y+l.px(24), b.w-l.px(48))
		list = l.appendPlayer(list, s, l.side, open, b.x+l.px(24), b.y+b.h-l.px(150), b.w-l.px(48))
		middle := b.y + b.h/2
		list = l.appendLine(list, true, 30, b.x+l.px(24), middle-l.px(4), 0, b.w-l.px(48), turn)
		return l.appendLine(list, false, 26, b.x+l.px(24), middle+l.px(32), 0, b.w-l.px(48), number)
	}
	third := float64(int(b.w * 0.37))
	list = l.appendPlayer(list, s, l.side, open, b.x+l.px(24), b.y+l.px(10), third-l.px(24))
	list = l.appendPlayer(list, s, l.side.Other(), open, b.x+b.w-third, b.y+l.px(10), third-l.px(24))
	room := b.w - 2*third - l.px(16)
	list = l.appendLine(list, true, 30, b.x+b.w/2, b.y+l.px(38), 0.5, room, turn)
	return l.appendLine(list, false, 26, b.x+b.w/2, b.y+l.px(74), 0.5, room, number)
}

// minLineSize is the size in units below which a text is shortened rather than smaller.
const minLineSize = 22

// appendLine adds a text that takes at most room pixels: one that is longer is written
// smaller, and shortened if that does not help. See appendText.
func (l *layout) appendLine(list []shape, bold bool, size, x, y, align, room float64, s string) []shape {
	for size > minLineSize && textWidth(bold, size*l.unit, s) > room {
		size -= 2
	}
	return l.appendText(list, toneInk, bold, size, x, y, align, fitText(bold, size*l.unit, room, s))
}

// appendPlayer adds a player's king and name, a pointer if it is this player's turn in an
// open game, and the pieces that this player has captured.
func (l *layout) appendPlayer(list []shape, s *resolvedPicture, c rules.Color, open bool, x, y, w float64) []shape {
	name := fitText(true, 30*l.unit, w-l.px(84), s.names[c])
	if name == "" {
		name = s.texts.colors[c]
	}
	king := l.px(44)
	list = appendFill(list, toneChip, box(x, y-l.px(4), king, king))
	list = append(list, shape{Form: pieceForm, Piece: rules.NewPiece(c, rules.King), Size: king,
		Points: []point{{x, y - l.px(4)}}})
	list = l.appendText(list, toneInk, true, 30, x+l.px(54), y+l.px(30), 0, name)
	if open && s.pos.Turn() == c {
		right := x + l.px(54) + textWidth(true, l.px(30), name) + l.px(14)
		mid := y + l.px(19)
		list = appendFill(list, toneTurn, []point{{right + l.px(20), mid - l.px(11)}, {right + l.px(20), mid + l.px(11)}, {right, mid}})
	}
	return l.appendTaken(list, s.taken(c.Other()), x, y+l.px(44), w)
}

// appendTaken adds pieces with their numbers: in several lines if the status bar is at the
// side, otherwise in one line, closer together if there are many.
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

// takenWidth returns the width of a piece and its number.
func (l *layout) takenWidth(t pieceCount) float64 {
	w := l.px(38)
	if t.count > 1 {
		w += textWidth(true, l.px(22), fmt.Sprint(t.count))
	}
	return w
}

// pieceCount is a piece and how many of it there are.
type pieceCount struct {
	piece rules.Piece
	count int
}

// taken returns the pieces that a side has lost.
func (s *resolvedPicture) taken(c rules.Color) (list []pieceCount) {
	for _, r := range s.pos.Variant().Roles() {
		piece := rules.NewPiece(c, r)
		if n := s.captured[piece]; n > 0 {
			list = append(list, pieceCount{piece, int(n)})
		}
	}
	return list
}
