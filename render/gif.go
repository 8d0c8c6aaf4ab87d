package render

import (
	"errors"
	"math"
	"time"

	"stackmate/rules"
)

// GIFLimit is the largest size of a replay in bytes.
const GIFLimit = 8 << 20

// maxReplayPixels bounds the work on a replay: the number of pixels in all its frames.
const maxReplayPixels = 120e6

// ErrRange reports that a game lacks the plies of a replay.
var ErrRange = errors.New("no such plies")

// Replay is a part of a game to show as an animation.
type Replay struct {
	// From and To are numbers of plies. The first picture shows the position after From
	// plies and the last one that after To plies; 0 for To means the whole game.
	From, To int
	// Texts are the texts in the pictures; they are required.
	Texts *Texts
	// White and Black name the players.
	White, Black string
	// Note replaces the text that says whose turn it is in the last picture.
	Note string

	stride int // plies from one picture to the next
}

// GIF returns a replay of a game as an animated GIF of at most GIFLimit bytes. If it does
// not fit at the scale of the options, pictures become smaller, down to MinScale, and
// then fewer. GIF returns ErrRange for plies that the game does not have, and the errors
// of PNG.
func (r *Renderer) GIF(g *rules.Game, rp Replay, o Options) ([]byte, error) {
	if rp.To == 0 {
		rp.To = g.Len()
	}
	if rp.From < 0 || rp.From > rp.To || rp.To > g.Len() {
		return nil, ErrRange
	}
	start := g.Start()
	o, err := o.checkedFor(start.Variant())
	if err != nil {
		return nil, err
	}
	began := time.Now()
	o.Scale, rp.stride = r.budget(g, rp, o)
	for {
		data, fits := r.encodeReplay(g, rp, o, GIFLimit)
		switch {
		case fits:
			r.tell(true, began)
			return data, nil
		case o.Scale > MinScale:
			o.Scale = max(MinScale, o.Scale*0.7)
		default:
			rp.stride *= 2
		}
	}
}

// budget returns the scale and the stride with which a replay has at most
// maxReplayPixels. The stride is more than one ply only where MinScale is not enough.
func (r *Renderer) budget(g *rules.Game, rp Replay, o Options) (scale float64, stride int) {
	start := g.Start()
	l := r.layout(layoutKey{start.Variant(), rp.Texts, o, false})
	work := float64(rp.To-rp.From+1) * float64(l.w*l.h)
	if work <= maxReplayPixels {
		return o.Scale, 1
	}
	scale = max(MinScale, math.Floor(o.Scale*math.Sqrt(maxReplayPixels/work)*100)/100)
	work *= (scale / o.Scale) * (scale / o.Scale)
	return scale, int(math.Ceil(work / maxReplayPixels))
}

// encodeReplay draws every stride-th position and the last one. fits is false if that
// takes more than bound bytes.
func (r *Renderer) encodeReplay(g *rules.Game, rp Replay, o Options, bound int) (data []byte, fits bool) {
	pal := paletteOf(o.Theme)
	moves := g.Moves()
	now := g.At(rp.From)
	pic := At(g, rp.From, rp.Texts)
	frames := (rp.To-rp.From)/rp.stride + 1
	delay := 100 // hundredths of a second
	if frames > 60 {
		delay = 50
	}
	w := newGIFWriter(pal)
	for n := rp.From; ; n++ {
		last := n == rp.To
		if last || (n-rp.From)%rp.stride == 0 {
			pic.White, pic.Black = rp.White, rp.Black
			if last {
				pic.Note = rp.Note
				delay = 400
			}
			s := pic.resolve()
			if w.writeFrame(r.compose(&s, o), delay); w.out.Len() > bound-1 {
				return nil, false
			}
		}
		if last {
			return w.close(), true
		}
		before, taken := now, *pic.Captured
		taken.Count(&before, moves[n])
		now = now.Play(moves[n])
		pic = Picture{Position: now, Texts: rp.Texts, Before: &before, Last: &moves[n], Captured: &taken}
	}
}
