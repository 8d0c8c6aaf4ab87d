package render

import (
	"image/color"
	"sync"

	"stackmate/rules"
)

// compiledArtwork is an artwork ready to draw: its paths are parsed and its shades cut.
type compiledArtwork struct {
	parts   []compiledPart
	details []compiledDetail
}

type compiledPart struct {
	ink   ink
	path  []segment
	shade [][]point
}

type compiledDetail struct {
	width float64
	path  []segment
}

// compiledArtworks are compiled when the first piece is drawn.
var compiledArtworks = sync.OnceValue(func() map[rules.Role]*compiledArtwork {
	list := make(map[rules.Role]*compiledArtwork)
	for role, art := range artworks {
		d := new(compiledArtwork)
		for _, p := range art.parts {
			path := parsePath(p.path)
			d.parts = append(d.parts, compiledPart{p.ink, path, shades(path)})
		}
		for _, l := range art.details {
			d.details = append(d.details, compiledDetail{l.width, parsePath(l.path)})
		}
		list[role] = d
	}
	return list
})

func artworkOf(r rules.Role) *compiledArtwork { return compiledArtworks()[r] }

// shades returns the polygons of a part that lie in the shade. Light comes from the left;
// parts narrower than 14 units have no shade.
func shades(path []segment) (list [][]point) {
	for _, poly := range flatten(path) {
		left, right := poly[0].X, poly[0].X
		for _, p := range poly {
			left, right = min(left, p.X), max(right, p.X)
		}
		if right-left < 14 {
			continue
		}
		if cut := rightOf(poly, left+(right-left)*0.64, 0.12); len(cut) > 2 {
			list = append(list, cut)
		}
	}
	return list
}

// pieceInks are the colours of a side's pieces.
type pieceInks struct {
	theme                   *theme
	body, shade, line, seam color.RGBA
}

// inks returns the colours of a side's pieces in a theme.
func (t *theme) inks(c rules.Color) pieceInks {
	if c == rules.White {
		return pieceInks{t, t.colors[toneWhite], t.colors[toneWhiteShade], t.colors[toneWhiteLine], t.colors[toneWhiteSeam]}
	}
	return pieceInks{t, t.colors[toneBlack], t.colors[toneBlackShade], t.colors[toneBlackLine], t.colors[toneBlackSeam]}
}

// of returns the colour of an ink.
func (p pieceInks) of(i ink) color.RGBA {
	switch i {
	case seamInk:
		return p.seam
	case redInk:
		return p.theme.colors[toneRed]
	case greenInk:
		return p.theme.colors[toneGreen]
	case goldInk:
		return p.theme.colors[toneGold]
	}
	return p.body
}

// ink is a colour of a piece, for which each side has its own tone.
type ink uint8

const (
	bodyInk ink = iota
	seamInk
	redInk
	greenInk
	goldInk
)

// part is a closed outline, filled; parts are drawn in order, each over the last.
type part struct {
	ink  ink
	path string
}

// detail is a line, or a filled spot when its width is 0.
type detail struct {
	width float64
	path  string
}

type artwork struct {
	parts   []part
	details []detail
}
