package render

import (
	"encoding/binary"
	"image"
	"math"
	"slices"
	"sync"

	"stackmate/rules"
)

// Keys of the cache of parts: layouts, backgrounds, pieces, characters and masks.
type (
	layoutKey struct {
		game  *rules.Variant
		texts *Texts
		opt   Options
		bare  bool
	}
	backgroundKey layoutKey
	spriteKey     struct {
		theme   string
		piece   rules.Piece
		size    int
		letters bool
	}
	glyphKey struct {
		bold bool
		size float64
		r    rune
	}
	maskKey string
)

// layout returns where everything is in the pictures of a game; they are cached.
func (r *Renderer) layout(k layoutKey) *layout {
	k.opt.Theme = "" // all themes have the same shapes
	return cached(r.parts, k, func() (*layout, int) {
		l := newLayout(k.game, k.texts, k.opt, k.bare)
		return l, l.bytes()
	})
}

// compose draws a picture from its cached background, sprites and masks. The caller
// passes the picture to releaseImage when it is no longer needed.
func (r *Renderer) compose(s *resolvedPicture, o Options) *image.Paletted {
	key := layoutKey{s.pos.Variant(), s.texts, o, s.bare}
	l := r.layout(key)
	pal := paletteOf(o.Theme)
	back := cached(r.parts, backgroundKey(key), func() (background, int) {
		return newBackground(quantize(rasterize(l.w, l.h, themeNamed(o.Theme), l.background), pal))
	})
	d := canvas{newImage(l.w, l.h, pal), pal}
	for y, row := range back {
		copy(d.Pix[y*d.Stride:], row)
	}
	shapes := l.foreground(s)
	for i := range shapes {
		r.paint(d, &shapes[i], o.Theme)
	}
	return d.Paletted
}

// paint draws one shape on a canvas: pieces and characters from sprites and masks,
// rectangles directly, everything else through a mask.
func (r *Renderer) paint(d canvas, s *shape, theme string) {
	switch s.Form {
	case pieceForm:
		key := spriteKey{theme, s.Piece, int(s.Size), s.Letters}
		piece := cached(r.parts, key, func() (*sprite, int) {
			sp := newSprite(rasterizePiece(themeNamed(theme), key.piece, key.size, key.letters), d.pal)
			return sp, 2 * len(sp.with)
		})
		d.drawSprite(piece, int(s.Points[0].X), int(s.Points[0].Y))
	case textForm:
		x := int(s.Points[0].X)
		below, above := int(s.Size/2), int(s.Size*1.25)
		for _, c := range s.Text {
			w := int(advance(s.Bold, s.Size, c))
			side := int(s.Size / 4)
			key := glyphKey{s.Bold, s.Size, c}
			glyph := cached(r.parts, key, func() (*mask, int) {
				one := shape{Form: textForm, Bold: s.Bold, Size: s.Size, Text: string(c),
					Points: []point{{float64(side), float64(above)}}}
				m := newMask(rasterizeMask(&one, w+2*side, above+below))
				return m, len(m.cover)
			})
			d.drawMask(glyph, x-side, int(s.Points[0].Y)-above, s.Tone)
			x += w
		}
	default:
		if x, y, w, h, ok := s.pixelRect(); ok {
			d.fillRect(x, y, w, h, s.Tone)
			return
		}
		r.paintMasked(d, s)
	}
}

// maxCachedMask is the largest mask that is cached, in pixels. Larger ones are arrows,
// which are hardly ever equal and would push everything else out of the cache.
const maxCachedMask = 1 << 14

// paintMasked draws a shape with smooth edges through a mask of its coverage. Equal
// shapes at different places share one mask.
func (r *Renderer) paintMasked(d canvas, s *shape) {
	pad := 1.0
	if s.Form != fillForm {
		pad += s.Size
	}
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range s.Points {
		x0, y0, x1, y1 = min(x0, p.X), min(y0, p.Y), max(x1, p.X), max(y1, p.Y)
	}
	x0, y0 = math.Floor(x0-pad), math.Floor(y0-pad)
	moved := *s
	moved.Points = make([]point, len(s.Points))
	name := make([]byte, 0, 16*len(s.Points)+24)
	name = append(name, byte(s.Form))
	name = binary.LittleEndian.AppendUint64(name, math.Float64bits(s.Size))
	for i, p := range s.Points {
		moved.Points[i] = point{p.X - x0, p.Y - y0}
		for _, x := range []float64{p.X - x0, p.Y - y0} {
			name = binary.LittleEndian.AppendUint32(name, math.Float32bits(float32(x)))
		}
	}
	w, h := int(math.Ceil(x1-x0+pad)), int(math.Ceil(y1-y0+pad))
	draw := func() (*mask, int) { return newMask(rasterizeMask(&moved, w, h)), w*h + 2*len(name) }
	var m *mask
	if w*h > maxCachedMask {
		m, _ = draw()
	} else {
		m = cached(r.parts, maskKey(name), draw)
	}
	d.drawMask(m, int(x0), int(y0), s.Tone)
}

// pixelRect returns the rectangle that a shape fills; ok is false if the shape is
// anything but an upright rectangle whose corners are whole pixels.
func (s *shape) pixelRect() (x, y, w, h int, ok bool) {
	p := s.Points
	if s.Form != fillForm || len(p) != 4 || p[0].Y != p[1].Y || p[1].X != p[2].X ||
		p[2].Y != p[3].Y || p[3].X != p[0].X {
		return 0, 0, 0, 0, false
	}
	x0, y0, x1, y1 := min(p[0].X, p[2].X), min(p[0].Y, p[2].Y), max(p[0].X, p[2].X), max(p[0].Y, p[2].Y)
	if x0 != math.Floor(x0) || y0 != math.Floor(y0) || x1 != math.Floor(x1) || y1 != math.Floor(y1) {
		return 0, 0, 0, 0, false
	}
	return int(x0), int(y0), int(x1 - x0), int(y1 - y0), true
}

// background is the part that all pictures of a game have in common: rows of indices
// into a palette. On a board three rows in four equal another row; equal rows share
// memory.
type background [][]uint8

// newBackground cuts a picture into rows and returns them with their size in bytes.
func newBackground(im *image.Paletted) (p background, bytes int) {
	w, h := im.Rect.Dx(), im.Rect.Dy()
	seen := make(map[string][]uint8)
	for y := range h {
		here := im.Pix[y*im.Stride : y*im.Stride+w]
		row, ok := seen[string(here)]
		if !ok {
			row = slices.Clone(here)
			seen[string(here)] = row
			bytes += w
		}
		p = append(p, row)
	}
	return p, bytes + 24*h
}

// quantize maps a drawing to the nearest entries of a palette.
func quantize(im *image.RGBA, p *palette) *image.Paletted {
	to := image.NewPaletted(im.Rect, p.colors)
	memo := make(map[[3]uint8]uint8)
	var last [3]uint8 // most pixels equal their left neighbour
	at, ok := uint8(0), false
	for i := range to.Pix {
		c := [3]uint8(im.Pix[4*i : 4*i+3])
		if !ok || c != last {
			if at, ok = memo[c]; !ok {
				at, ok = p.nearest(rgb(uint32(c[0])<<16|uint32(c[1])<<8|uint32(c[2]))), true
				memo[c] = at
			}
			last = c
		}
		to.Pix[i] = at
	}
	return to
}

// imagePool holds pictures whose memory can be used again.
var imagePool sync.Pool

// newImage returns a picture of a size in pixels whose content is undefined.
func newImage(w, h int, p *palette) *image.Paletted {
	if im, ok := imagePool.Get().(*image.Paletted); ok && cap(im.Pix) >= w*h {
		im.Pix, im.Stride, im.Rect, im.Palette = im.Pix[:w*h], w, image.Rect(0, 0, w, h), p.colors
		return im
	}
	return image.NewPaletted(image.Rect(0, 0, w, h), p.colors)
}

// releaseImage gives a picture back to newImage; the caller must not use it any more.
func releaseImage(im *image.Paletted) { imagePool.Put(im) }
