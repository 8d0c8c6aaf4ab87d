package render

import (
	"image"
	"image/color"
)

// sprite is a piece, ready to be copied into pictures.
type sprite struct {
	w, h  int
	cover []uint8 // coverage by pixel, from 0 to opaque
	with  []uint8 // by pixel: an index into the palette where coverage is opaque, else one of edgeTones
}

// edgeTones are the tones of the pixels that a piece covers in part.
var edgeTones = []tone{toneWhiteLine, toneBlackLine}

// newSprite maps a drawing to a palette.
func newSprite(im *image.RGBA, p *palette) *sprite {
	b := im.Bounds()
	s := &sprite{w: b.Dx(), h: b.Dy(), cover: make([]uint8, b.Dx()*b.Dy()), with: make([]uint8, b.Dx()*b.Dy())}
	memo := make(map[color.RGBA]uint8)
	for i := range s.cover {
		px := im.Pix[4*i : 4*i+4]
		s.cover[i] = coverage(px[3])
		switch s.cover[i] {
		case 0:
		case opaque:
			c := color.RGBA{px[0], px[1], px[2], 0xff}
			to, ok := memo[c]
			if !ok {
				to = p.nearest(c)
				memo[c] = to
			}
			s.with[i] = to
		default:
			a := int(px[3])
			c := color.RGBA{uint8(int(px[0]) * 255 / a), uint8(int(px[1]) * 255 / a), uint8(int(px[2]) * 255 / a), 0xff}
			s.with[i] = uint8(p.nearestTone(c))
		}
	}
	return s
}

// coverage converts an alpha value.
func coverage(alpha uint8) uint8 { return uint8((int(alpha)*opaque + 127) / 255) }

// nearestTone returns which of edgeTones looks most like a colour.
func (p *palette) nearestTone(c color.RGBA) tone {
	best, at := 1<<30, edgeTones[0]
	for _, t := range edgeTones {
		q := p.rgba[p.tones[t]]
		r, g, b := int(c.R)-int(q.R), int(c.G)-int(q.G), int(c.B)-int(q.B)
		if d := r*r + g*g + b*b; d < best {
			best, at = d, t
		}
	}
	return at
}

// mask is a shape without its tone: its coverage of each pixel, from 0 to opaque.
type mask struct {
	w, h  int
	cover []uint8
}

// newMask returns the coverage of a drawing.
func newMask(im *image.RGBA) *mask {
	b := im.Bounds()
	m := &mask{w: b.Dx(), h: b.Dy(), cover: make([]uint8, b.Dx()*b.Dy())}
	for i := range m.cover {
		m.cover[i] = coverage(im.Pix[4*i+3])
	}
	return m
}

// canvas is a picture that is being drawn, as indices into a palette.
type canvas struct {
	*image.Paletted
	pal *palette
}

// clipRect returns the part of a rectangle that is on the canvas.
func (d canvas) clipRect(x, y, w, h int) (x0, y0, x1, y1 int) {
	b := d.Rect
	return max(x, 0), max(y, 0), min(x+w, b.Dx()), min(y+h, b.Dy())
}

// fillRect fills a rectangle with a tone.
func (d canvas) fillRect(x, y, w, h int, t tone) {
	x0, y0, x1, y1 := d.clipRect(x, y, w, h)
	if x0 >= x1 {
		return
	}
	for ; y0 < y1; y0++ {
		row := d.Pix[y0*d.Stride+x0 : y0*d.Stride+x1]
		for i := range row {
			row[i] = d.pal.tones[t]
		}
	}
}

// drawSprite draws a piece with its top left corner at x, y.
func (d canvas) drawSprite(s *sprite, x, y int) {
	var tables [toneCount]*blend
	for _, t := range edgeTones {
		tables[t] = d.pal.blends[t]()
	}
	x0, y0, x1, y1 := d.clipRect(x, y, s.w, s.h)
	for row := y0; row < y1; row++ {
		at := (row-y)*s.w - x
		dst := d.Pix[row*d.Stride:]
		for col := x0; col < x1; col++ {
			switch c := s.cover[at+col]; c {
			case 0:
			case opaque:
				dst[col] = s.with[at+col]
			default:
				dst[col] = tables[s.with[at+col]][c][dst[col]]
			}
		}
	}
}

// drawMask draws a mask in a tone, its top left corner at x, y.
func (d canvas) drawMask(m *mask, x, y int, t tone) {
	table := d.pal.blends[t]()
	x0, y0, x1, y1 := d.clipRect(x, y, m.w, m.h)
	if x0 >= x1 {
		return
	}
	for row := y0; row < y1; row++ {
		at := (row-y)*m.w - x
		cover := m.cover[at+x0 : at+x1]
		dst := d.Pix[row*d.Stride+x0 : row*d.Stride+x1]
		for i, c := range cover {
			if c != 0 {
				dst[i] = table[c][dst[i]]
			}
		}
	}
}
