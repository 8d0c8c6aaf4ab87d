package render

import "stackmate/rules"

// appendPlayer adds to an area a player's king and name, a pointer if it is this player's
// turn in an open game, the pieces that this player has captured, and what is ahead.
func (b *statusBar) appendPlayer(list []shape, s *resolvedPicture, c rules.Color, open bool, at area) []shape {
	king, pointer, gap := b.px(44), b.px(20), b.px(12)
	at = area{at.x + b.px(14), at.y + b.px(5), at.w - b.px(28), at.h - b.px(10)}
	text := s.names[c]
	if text == "" {
		text = s.texts.colors[c]
	}
	nameX, room, height := at.x+king+b.px(10), 0.4*at.w, king
	if b.side {
		room, height = at.x+at.w-nameX-gap-pointer, 3*b.px(36)
	}
	name := newParagraph(true, b.textSize(30), b.px(16), room, height, text)
	end := nameX + name.width() + gap

	taken := area{end + pointer + b.px(24), at.y, at.x + at.w - end - pointer - b.px(24), king}
	if b.side {
		head := max(king, name.height()) + b.px(6)
		taken = area{at.x, at.y + head, at.w, at.h - head}
	}
	lines := b.takenLines(s.takenBy(c), taken.w, max(1, int(taken.h/b.takenHeight())))
	if b.side && c == b.bottom { // at the bottom
		down := taken.h - float64(len(lines))*b.takenHeight()
		at.y, taken.y = at.y+down, taken.y+down
	}

	list = appendFill(list, toneChip, box(at.x, at.y, king, king))
	list = append(list, shape{Form: pieceForm, Piece: rules.NewPiece(c, rules.King), Size: king, Points: []point{{at.x, at.y}}})
	list = name.appendTo(list, toneInk, nameX, at.y+max(0, (king-name.height())/2))
	if open && s.pos.Turn() == c {
		mid := at.y + king/2
		list = appendFill(list, toneTurn, []point{{end + pointer, mid - b.px(11)}, {end + pointer, mid + b.px(11)}, {end, mid}})
	}
	return b.appendTaken(list, lines, taken.x, taken.y)
}
