package render

import (
	"image/color"
	"sync"
)

// opaque is the coverage of a pixel that a shape hides completely. Coverage has sixteen
// steps, from 0 to opaque, so that blending is a table look-up.
const opaque = 15

// palette holds a theme's colours and the mixtures that smooth edges need, at most 255
// entries in all: index transparentIndex stays free for animations.
type palette struct {
	colors color.Palette
	rgba   []color.RGBA             // the same entries
	tones  [toneCount]uint8         // the index of each tone
	blends [toneCount]func() *blend // made when a tone is first blended
}

// blend is a table for drawing a tone over a pixel: its coverage and the pixel's old
// index lead to the new index.
type blend [opaque + 1][256]uint8

// edgeMixtures lists the tones that meet at edges: each of over is mixed with each of
// under in a number of steps.
var edgeMixtures = []struct {
	over  []tone
	under []tone
	steps int
}{
	{[]tone{toneWhiteLine, toneBlackLine}, []tone{toneLight, toneDark}, 5},
	{[]tone{toneWhiteLine}, []tone{toneWhite, toneWhiteShade}, 6},
	{[]tone{toneWhiteSeam}, []tone{toneWhite, toneWhiteShade}, 4},
	{[]tone{toneBlackSeam}, []tone{toneBlack, toneBlackShade}, 5},
	{[]tone{toneWhiteLine, toneBlackLine}, []tone{toneLightLast, toneDarkLast, toneBurst}, 3},
	{[]tone{toneLastMove}, []tone{toneLightLast, toneDarkLast, toneLight, toneDark, toneHalo}, 3},
	{[]tone{toneCheck}, []tone{toneBurst, toneHalo}, 3},
	{[]tone{toneTarget}, []tone{toneLight, toneDark, toneHalo}, 3},
	{[]tone{toneColumn, tonePreview}, []tone{toneLight, toneDark}, 2},
	{[]tone{toneInk}, []tone{toneBack, tonePanel}, 6},
	{[]tone{toneFaint}, []tone{toneBack, tonePanel}, 4},
	{[]tone{toneVacantPin}, []tone{toneBack}, 2},
	{[]tone{toneFrame}, []tone{toneBack}, 3},
	{[]tone{toneWhiteLine, toneBlackLine}, []tone{tonePanel, toneChip}, 4},
	{[]tone{toneRed, toneGreen, toneGold}, []tone{toneWhiteLine}, 3},
}

// palettes holds the palette of each theme by its name; each is made when first used.
var palettes = func() map[string]func() *palette {
	list := make(map[string]func() *palette)
	for i := range themes {
		list[themes[i].name] = sync.OnceValue(func() *palette { return newPalette(&themes[i]) })
	}
	return list
}()

func paletteOf(theme string) *palette { return palettes[theme]() }

func newPalette(t *theme) *palette {
	p := new(palette)
	seen := make(map[color.RGBA]uint8)
	add := func(c color.RGBA) uint8 {
		if i, ok := seen[c]; ok {
			return i
		}
		if len(p.rgba) == transparentIndex {
			return p.nearest(c)
		}
		i := uint8(len(p.rgba))
		seen[c] = i
		p.rgba = append(p.rgba, c)
		p.colors = append(p.colors, c)
		return i
	}
	for i, c := range t.colors {
		p.tones[i] = add(c)
	}
	for _, m := range edgeMixtures {
		for _, over := range m.over {
			for _, under := range m.under {
				for i := 1; i <= m.steps; i++ {
					add(mix(t.colors[over], t.colors[under], i, m.steps+1))
				}
			}
		}
	}
	for i := range p.blends {
		p.blends[i] = sync.OnceValue(func() *blend { return p.newBlend(t.colors[i]) })
	}
	return p
}

// mix returns n parts of over mixed with parts-n parts of under.
func mix(over, under color.RGBA, n, parts int) color.RGBA {
	f := func(a, b uint8) uint8 { return uint8((int(a)*n + int(b)*(parts-n) + parts/2) / parts) }
	return color.RGBA{f(over.R, under.R), f(over.G, under.G), f(over.B, under.B), 0xff}
}

// nearest returns the index of the entry that looks most like a colour.
func (p *palette) nearest(c color.RGBA) uint8 {
	best, at := 1<<30, 0
	for i, q := range p.rgba {
		r, g, b := int(c.R)-int(q.R), int(c.G)-int(q.G), int(c.B)-int(q.B)
		if d := 3*r*r + 6*g*g + 2*b*b; d < best {
			best, at = d, i
		}
	}
	return uint8(at)
}

// newBlend makes the table for drawing a colour over every entry.
func (p *palette) newBlend(over color.RGBA) *blend {
	b := new(blend)
	memo := make(map[color.RGBA]uint8)
	for a := range b {
		for i, under := range p.rgba {
			c := mix(over, under, a, opaque)
			to, ok := memo[c]
			if !ok {
				to = p.nearest(c)
				memo[c] = to
			}
			b[a][i] = to
		}
	}
	return b
}
