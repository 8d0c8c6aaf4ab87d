package render

import (
	"image"
	"image/color"

	"github.com/fogleman/gg"

	"stackmate/rules"
)

// rasterize draws lists of shapes on a canvas of w by h pixels, smooth and in full
// colour, without sprites. Backgrounds are drawn this way, and tests compare composed
// pictures with it.
func rasterize(w, h int, t *theme, lists ...[]shape) *image.RGBA {
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	dc := gg.NewContextForRGBA(im)
	dc.SetColor(t.colors[toneBack])
	dc.Clear()
	for _, list := range lists {
		for i := range list {
			drawShape(dc, t, &list[i])
		}
	}
	return im
}

// rasterizePiece draws a piece, or its letters, on a transparent square of size by size
// pixels.
func rasterizePiece(t *theme, p rules.Piece, size int, letters bool) *image.RGBA {
	im := image.NewRGBA(image.Rect(0, 0, size, size))
	drawShape(gg.NewContextForRGBA(im), t, &shape{Form: pieceForm, Piece: p, Points: []point{{}}, Size: float64(size), Letters: letters})
	return im
}

// rasterizeMask draws a shape in black on a transparent picture of w by h pixels; what
// counts is how much of each pixel it covers.
func rasterizeMask(s *shape, w, h int) *image.RGBA {
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	dc := gg.NewContextForRGBA(im)
	dc.SetColor(color.Black)
	drawForm(dc, s)
	return im
}

// drawShape draws a shape in its tone, or a piece in its colours.
func drawShape(dc *gg.Context, t *theme, s *shape) {
	if s.Form == pieceForm {
		if s.Letters {
			drawLetters(dc, t, s.Piece, s.Points[0], s.Size)
		} else {
			drawPiece(dc, t, s.Piece, s.Points[0], s.Size)
		}
		return
	}
	dc.SetColor(t.colors[s.Tone])
	drawForm(dc, s)
}

// drawForm draws a shape in the current colour.
func drawForm(dc *gg.Context, s *shape) {
	switch s.Form {
	case fillForm:
		addPolygon(dc, s.Points, true)
		dc.Fill()
	case strokeForm, loopForm:
		addPolygon(dc, s.Points, s.Form == loopForm)
		dc.SetLineWidth(s.Size)
		dc.SetLineCap(gg.LineCapButt)
		dc.SetLineJoin(gg.LineJoinRound)
		dc.Stroke()
	case textForm:
		dc.SetFontFace(newFace(s.Bold, s.Size))
		x := s.Points[0].X
		for _, r := range s.Text {
			if inGoFont(s.Bold, r) {
				dc.DrawString(string(r), x, s.Points[0].Y)
			} else {
				for _, p := range bitmapOutline(s.Bold, s.Size, r, x, s.Points[0].Y) {
					addPolygon(dc, p, true)
				}
				dc.Fill()
			}
			x += advance(s.Bold, s.Size, r)
		}
	}
}

// addPolygon adds a line through points to the current path.
func addPolygon(dc *gg.Context, points []point, closed bool) {
	dc.NewSubPath()
	for _, p := range points {
		dc.LineTo(p.X, p.Y)
	}
	if closed {
		dc.ClosePath()
	}
}

// The width of a piece's outline and of the seams between its parts, where the piece's
// field is 100 wide.
const (
	outlineWidth = 4.4
	seamWidth    = 1.7
)

// drawPiece draws a piece in a square of size pixels whose top left corner is at: first
// the outlines of all parts, so that they surround the whole piece, then each part with
// its seam, body and shade, then the details.
func drawPiece(dc *gg.Context, t *theme, p rules.Piece, at point, size float64) {
	d := artworkOf(p.Role())
	ink := t.inks(p.Color())
	dc.Push()
	dc.Translate(at.X, at.Y)
	dc.Scale(size/100, size/100)
	dc.SetLineCap(gg.LineCapRound)
	dc.SetLineJoin(gg.LineJoinRound)
	dc.SetColor(ink.line)
	dc.SetLineWidth(2 * outlineWidth * size / 100)
	for _, part := range d.parts {
		addPath(dc, part.path)
		dc.Stroke()
	}
	dc.SetLineWidth(2 * seamWidth * size / 100)
	for _, part := range d.parts {
		addPath(dc, part.path)
		dc.SetColor(ink.seam)
		dc.StrokePreserve()
		dc.SetColor(ink.of(part.ink))
		dc.Fill()
		if part.ink != bodyInk {
			continue
		}
		dc.SetColor(ink.shade)
		for _, poly := range part.shade {
			addPolygon(dc, poly, true)
			dc.Fill()
		}
	}
	dc.SetColor(ink.seam)
	for _, l := range d.details {
		addPath(dc, l.path)
		if l.width == 0 {
			dc.Fill()
			continue
		}
		dc.SetLineWidth(l.width * size / 100)
		dc.Stroke()
	}
	dc.Pop()
}

// drawLetters draws a tile with the letters of a piece, in the colours of its side, in a
// square of size pixels whose top left corner is at.
func drawLetters(dc *gg.Context, t *theme, p rules.Piece, at point, size float64) {
	ink := t.inks(p.Color())
	text := ink.line
	if p.Color() == rules.Black {
		text = t.colors[toneWhite]
	}
	dc.Push()
	dc.Translate(at.X, at.Y)
	dc.DrawRoundedRectangle(size*0.05, size*0.11, size*0.9, size*0.82, size*0.2)
	dc.SetColor(ink.line)
	dc.Fill()
	dc.DrawRoundedRectangle(size*0.1, size*0.16, size*0.8, size*0.72, size*0.16)
	dc.SetColor(ink.body)
	dc.Fill()
	letters, font := p.Role().Letters(), size*0.76
	if room := size * 0.8 / textWidth(true, font, letters); room < 1 { // narrower, not smaller
		dc.ScaleAbout(max(room, 0.7), 1, size/2, 0)
		font *= min(1, room/0.7)
	}
	base := size * 0.79
	if p.Role() == rules.GreenKnight { // room for the lower part of the g
		base = size * 0.71
	}
	dc.SetColor(text)
	drawForm(dc, &shape{Form: textForm, Bold: true, Size: font, Text: letters, Points: []point{{(size - textWidth(true, font, letters)) / 2, base}}})
	dc.Pop()
}

// addPath adds the segments of a path to the current path.
func addPath(dc *gg.Context, path []segment) {
	for _, s := range path {
		a := s.args
		switch s.op {
		case 'M':
			dc.MoveTo(a[0], a[1])
		case 'L':
			dc.LineTo(a[0], a[1])
		case 'Q':
			dc.QuadraticTo(a[0], a[1], a[2], a[3])
		case 'C':
			dc.CubicTo(a[0], a[1], a[2], a[3], a[4], a[5])
		case 'O':
			dc.NewSubPath()
			dc.DrawCircle(a[0], a[1], a[2])
			dc.ClosePath()
		case 'Z':
			dc.ClosePath()
		}
	}
}
