package render

import "stackmate/rules"

// minPictured is the width of a cell in pixels below which a piece that standard chess does
// not have is drawn as its letters. Smaller pictures of these pieces look alike.
const minPictured = 24

// special reports whether standard chess does not have a role.
func special(r rules.Role) bool { return r > rules.Pawn }

// lettersFor reports whether the special pieces of a game are drawn as letters, given the
// width of its boards: they are if cells are small, or become so in a chat.
func (l *layout) lettersFor(width float64) bool {
	shown := l.cell * min(1, chatWidth/width)
	for _, r := range l.game.Roles() {
		if special(r) {
			return shown < minPictured
		}
	}
	return false
}

// setLetters turns special pieces among some shapes into their letters.
func setLetters(list []shape) {
	for i := range list {
		list[i].Letters = list[i].Form == pieceForm && special(list[i].Piece.Role())
	}
}

// legend says what the letters of special pieces mean.
type legend struct {
	scale
	rows [][]legendEntry
}

type legendEntry struct {
	role  rules.Role
	name  string
	width float64
}

// Sizes of a legend in units.
const (
	legendText = 32
	legendLine = 46
)

// newLegend returns a legend that is so many pixels wide, and none if the pieces are not
// drawn as letters.
func (l *layout) newLegend(width float64, bare bool) legend {
	g := legend{scale: l.scale}
	if !l.letters || bare {
		return g
	}
	room := 0.0
	for _, r := range l.game.Roles() {
		if !special(r) {
			continue
		}
		e := legendEntry{r, l.texts.pieces[r].one, 0}
		e.width = g.px(legendLine) + textWidth(false, g.textSize(legendText), e.name) + g.px(16)
		if e.width > room {
			g.rows, room = append(g.rows, nil), width
		}
		last := &g.rows[len(g.rows)-1]
		*last, room = append(*last, e), room-e.width
	}
	return g
}

// height returns the height of a legend in pixels.
func (g *legend) height() float64 {
	if len(g.rows) == 0 {
		return 0
	}
	return float64(len(g.rows))*g.px(legendLine) + g.px(12)
}

// appendTo adds a legend with its top left corner at x, y.
func (g *legend) appendTo(list []shape, x, y float64) []shape {
	size := g.px(legendLine - 6)
	for _, row := range g.rows {
		at := x
		for _, e := range row {
			list = append(list, shape{Form: pieceForm, Piece: rules.NewPiece(rules.White, e.role), Size: size, Letters: true, Points: []point{{at, y}}})
			list = g.appendText(list, toneInk, false, legendText, at+g.px(legendLine), y+g.px(legendLine/2+10), 0, e.name)
			at += e.width
		}
		y += g.px(legendLine)
	}
	return list
}
