package render

import (
	"bytes"
	"errors"
	"image"
	"image/gif"

	"stackmate/rules"
)

// ErrRange says that a replay's plies are not in the game.
var ErrRange = errors.New("no such plies")

// Replay is a stretch of a game.
type Replay struct {
	// From and To count plies: the first picture shows the position after From of
	// them, the last the one after To, or the present one if To is 0.
	From, To int
	// White and Black name the players.
	White, Black string
}

// GIF returns a replay of a game as an animation. Errors are ErrRange and those of PNG.
func (r *Renderer) GIF(g *rules.Game, rp Replay, o Options) ([]byte, error) {
	if rp.To == 0 {
		rp.To = g.Len()
	}
	if rp.From < 0 || rp.From > rp.To || rp.To > g.Len() {
		return nil, ErrRange
	}
	o, err := o.checked()
	if err != nil {
		return nil, err
	}
	out := new(gif.GIF)
	for n := rp.From; n <= rp.To; n++ {
		pic := at(g, n)
		pic.White, pic.Black = rp.White, rp.Black
		s := pic.resolve()
		out.Image = append(out.Image, r.compose(&s, o))
		out.Delay = append(out.Delay, 100)
	}
	out.Config = image.Config{Width: out.Image[0].Rect.Dx(), Height: out.Image[0].Rect.Dy(), ColorModel: out.Image[0].Palette}
	var b bytes.Buffer
	err = gif.EncodeAll(&b, out)
	return b.Bytes(), err
}
