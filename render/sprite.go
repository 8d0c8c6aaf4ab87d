package render

import (
	"bytes"
	"fmt"
	"image/color"
	"strings"
	"sync"

	"stackmate/rules"
)

// SymbolID returns the id of a piece in the Sprite, such as "white-king".
func SymbolID(p rules.Piece) string {
	return p.Color().String() + "-" + strings.ReplaceAll(p.Role().String(), " ", "-")
}

// Sprite returns the pieces as one SVG file for browsers, with a symbol for each role and color
// whose id is its SymbolID. They are drawn as in pictures of the default theme, black ones
// with a light edge. Each symbol is 100
// units wide and high. The bytes must not be changed.
var Sprite = sync.OnceValue(func() []byte {
	var b bytes.Buffer
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg">` + "\n")
	for _, c := range []rules.Color{rules.White, rules.Black} {
		for r := range rules.Role(len(artworks) + 1) {
			if r != rules.NoRole {
				writeSymbol(&b, themeNamed(""), rules.NewPiece(c, r))
			}
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
})

// writeSymbol writes a piece in the order in which drawPiece draws it.
func writeSymbol(b *bytes.Buffer, t *theme, p rules.Piece) {
	art, ink := artworkOf(p.Role()), t.inks(p.Color())
	fmt.Fprintf(b, `<symbol id="%s" viewBox="0 0 100 100"><g stroke-linecap="round" stroke-linejoin="round">`, SymbolID(p))
	if p.Color() == rules.Black { // a light edge, so that it is seen on a dark page
		writeOutline(b, art, t.colors[toneHalo], 2*(outlineWidth+1.6))
	}
	writeOutline(b, art, ink.line, 2*outlineWidth)
	for _, part := range art.parts {
		fmt.Fprintf(b, `<path fill="%s" stroke="%s" stroke-width="%s" paint-order="stroke" d="`, hex(ink.of(part.ink)), hex(ink.seam), number(2*seamWidth))
		writePath(b, part.path)
		b.WriteString(`"/>`)
		if part.ink == bodyInk && len(part.shade) > 0 {
			fmt.Fprintf(b, `<path fill="%s" d="`, hex(ink.shade))
			for _, polygon := range part.shade {
				writePolygon(b, polygon)
			}
			b.WriteString(`"/>`)
		}
	}
	for _, d := range art.details {
		if d.width == 0 {
			fmt.Fprintf(b, `<path fill="%s" d="`, hex(ink.seam))
		} else {
			fmt.Fprintf(b, `<path fill="none" stroke="%s" stroke-width="%s" d="`, hex(ink.seam), number(d.width))
		}
		writePath(b, d.path)
		b.WriteString(`"/>`)
	}
	b.WriteString("</g></symbol>\n")
}

// writeOutline writes the outlines of all parts of a piece.
func writeOutline(b *bytes.Buffer, art *compiledArtwork, c color.RGBA, width float64) {
	fmt.Fprintf(b, `<path fill="none" stroke="%s" stroke-width="%s" d="`, hex(c), number(width))
	for _, part := range art.parts {
		writePath(b, part.path)
	}
	b.WriteString(`"/>`)
}

// writePath writes a path as SVG has it: a circle becomes two arcs.
func writePath(b *bytes.Buffer, path []segment) {
	for _, s := range path {
		if s.op == 'O' {
			x, y, r := s.args[0], s.args[1], s.args[2]
			fmt.Fprintf(b, "M%s %sa%s %s 0 1 0 %s 0a%[3]s %[3]s 0 1 0 -%[5]s 0Z", number(x-r), number(y), number(r), number(r), number(2*r))
			continue
		}
		b.WriteByte(s.op)
		for i, x := range s.args[:pathArgs[s.op]] {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(number(x))
		}
	}
}

// writePolygon writes a closed polygon.
func writePolygon(b *bytes.Buffer, points []point) {
	op := byte('M')
	for _, p := range points {
		fmt.Fprintf(b, "%c%s %s", op, number(p.X), number(p.Y))
		op = 'L'
	}
	b.WriteByte('Z')
}

// number writes a length with at most one decimal.
func number(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0") }

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
