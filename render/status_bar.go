package render

import (
	"math"

	"stackmate/rules"
)

// area is an upright rectangle of a picture, in pixels.
type area struct{ x, y, w, h float64 }

// inner returns the area without a margin at all sides.
func (a area) inner(margin float64) area {
	return area{a.x + margin, a.y + margin, a.w - 2*margin, a.h - 2*margin}
}

// statusBar is where a picture shows the players and the state of the game: the opponent
// above, the player at the bottom below, as people know it from chess sites.
type statusBar struct {
	scale
	opponent, player, line area
	bottom                 rules.Color // the player
	side                   bool        // all three are in a bar at the side of the boards
	letters                bool        // special pieces are drawn as letters
}

// The room in which chat programs show a picture, and the sizes of what surrounds the
// boards, in units.
const (
	chatWidth, chatHeight = 550, 350
	stripHeight           = 54 // of a player, above and below the boards
	lineHeight            = 44 // of the status line
	sideWidth             = 244
)

// arrange sets the size of the picture, given that of its boards, and places the status
// bar: in strips above and below the boards, or at their side where a chat program then
// shows the boards larger. It returns how far down the boards begin.
func (l *layout) arrange(width, height float64, bare bool) (top float64) {
	b := statusBar{scale: l.scale, bottom: l.side, letters: l.letters}
	side := b.px(sideWidth)
	shown := func(w, h float64) float64 { return min(chatWidth/w, chatHeight/h) }
	least := math.Ceil(1.2 * height) // chat programs crop pictures that are nearly square
	switch {
	case bare && l.board > 0: // for a page, which crops nothing
		l.w, l.h = int(width), int(height)
		return 0
	case bare:
		l.w, l.h = int(max(width, least)), int(height)
		return 0
	case shown(width+side, height) > shown(width, height+b.px(2*stripHeight+lineHeight)):
		b.side, side = true, max(side, least-width)
		third := math.Floor(height / 3)
		b.opponent = area{width, 0, side, third}
		b.line = area{width, third, side, height - 2*third}
		b.player = area{width, height - third, side, third}
		l.background = appendFill(l.background, tonePanel, box(width, 0, side, height))
		width += side
	default:
		b.scale *= scale(stripScale(width/float64(b.scale), height/float64(b.scale)))
		strip, line := b.px(stripHeight), b.px(lineHeight)
		b.opponent = area{0, 0, width, strip}
		b.player = area{0, strip + height, width, strip}
		b.line = area{0, 2*strip + height, width, line}
		l.background = appendFill(l.background, tonePanel, box(0, 0, width, strip))
		l.background = appendFill(l.background, tonePanel, box(0, strip+height, width, strip+line))
		top, height = strip, height+2*strip+line
	}
	l.status, l.w, l.h = b, int(width), int(height)
	return top
}

// stripScale returns how much larger than usual strips are above and below boards of a size
// in units. A wide picture is shown small on a phone, so its strips grow with its width, but
// only as far as a chat program then still shows the boards as large.
func stripScale(width, height float64) float64 {
	free := (width*chatHeight/chatWidth - height) / (2*stripHeight + lineHeight)
	return max(1, min(free, width/1100))
}

// appendTo adds the content of the status bar.
func (b *statusBar) appendTo(list []shape, s *resolvedPicture) []shape {
	parts, open := s.status()
	list = b.appendPlayer(list, s, b.bottom.Other(), open, b.opponent)
	list = b.appendPlayer(list, s, b.bottom, open, b.player)
	if b.side {
		return b.appendParts(list, parts)
	}
	at := b.line.inner(b.px(4))
	at.x, at.w = at.x+b.px(10), at.w-b.px(20)
	p := newParagraph(true, b.textSize(30), minStatusSize, at.w, at.h, joinParts(parts...))
	return p.appendTo(list, toneInk, at.x, at.y+(at.h-p.height())/2)
}

// minStatusSize is the size in pixels down to which the status shrinks so as to be whole.
const minStatusSize = 4

// appendParts adds the parts of the status at the side of the boards, each in a paragraph
// of its own.
func (b *statusBar) appendParts(list []shape, parts []string) []shape {
	at := b.line.inner(b.px(14))
	gap, total := b.px(10), 0.0
	room := (at.h - gap*float64(len(parts)-1)) / float64(len(parts))
	paragraphs := make([]paragraph, len(parts))
	for i, text := range parts {
		p := newParagraph(true, b.textSize(30), b.textSize(22), at.w, 1, text)
		if p.lines[0] != text { // it needs more than one line
			p = newParagraph(true, b.textSize(30), minStatusSize, at.w, room, text)
		}
		paragraphs[i] = p
		total += paragraphs[i].height() + gap
	}
	y := at.y + (at.h-total+gap)/2
	for _, p := range paragraphs {
		list = p.appendTo(list, toneInk, at.x, y)
		y += p.height() + gap
	}
	return list
}
