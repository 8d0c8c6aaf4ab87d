package render

import (
	"math"
	"strconv"
	"time"

	"stackmate/bot/textutil"
	"stackmate/rules"
)

// Curve is the picture of how a game went: how likely White was to win in each position.
// Its texts are in the language of its reader.
type Curve struct {
	// Win is how likely White was to win, from 0 to 1, in the first position and after each
	// ply. There is at least one.
	Win []float64
	// FirstPly is the ply of the first position; see rules.Position.Ply.
	FirstPly int
	Marks    []CurveMark
	// Names are those of the players, and Accuracies say below them how accurate they were,
	// by color.
	Names, Accuracies [2]string
	// Labels explain the marks, by kind.
	Labels [3]string
}

// Best returns when a side was most likely to win, for those who cannot see the picture: the
// index in Win, and how likely.
func (c *Curve) Best(side rules.Color) (i int, win float64) {
	for n, w := range c.Win {
		if side == rules.Black {
			w = 1 - w
		}
		if n == 0 || w > win {
			i, win = n, w
		}
	}
	return i, win
}

// Count returns how many moves of a side have a mark.
func (c *Curve) Count(side rules.Color, kind MarkKind) (n int) {
	for _, m := range c.Marks {
		if m.Kind == kind && rules.Color((c.FirstPly+m.Ply)%2) == side {
			n++
		}
	}
	return n
}

// CurveMark marks a bad move.
type CurveMark struct {
	// Ply is the index in Curve.Win of the position before the move.
	Ply  int
	Kind MarkKind
}

// MarkKind says how bad a marked move was.
type MarkKind uint8

// The kinds of marks.
const (
	MarkInaccuracy MarkKind = iota
	MarkMistake
	MarkBlunder
)

// The parts of the picture of a curve, in units. It is as wide as pictures that chat programs
// show on phones with half as many pixels, so its texts are large.
const (
	curveWidth                                = 1100
	curveHead, curveBody, curveAxis, curveKey = 108, 372, 50, 56
	curveMargin                               = 28
	curveHeight                               = curveHead + curveBody + curveAxis + curveKey
)

// CurvePNG returns the picture of a curve as a PNG file; of the options it takes the theme
// and the scale. It returns ErrTheme and ErrScale for options that are not valid, and no
// other errors.
func (r *Renderer) CurvePNG(c Curve, o Options) ([]byte, error) {
	o, err := Options{Theme: o.Theme, Scale: o.Scale}.checked()
	if err != nil {
		return nil, err
	}
	r.slots <- struct{}{}
	defer func() { <-r.slots }()
	began := time.Now()
	k := scale(o.Scale)
	w, h := int(k.px(curveWidth)), int(k.px(curveHeight))
	im := quantize(rasterize(w, h, themeNamed(o.Theme), c.shapes(k)), paletteOf(o.Theme))
	data := encodePNG(im)
	r.tell(false, began)
	return data, nil
}

// shapes returns everything in the picture.
func (c *Curve) shapes(k scale) (list []shape) {
	list = appendFill(list, tonePanel, box(0, 0, k.px(curveWidth), k.px(curveHead)))
	for i, side := range []rules.Color{rules.White, rules.Black} {
		half := k.px(curveWidth) / 2
		list = c.appendPlayer(list, k, side, area{float64(i) * half, 0, half, k.px(curveHead)})
	}
	body := area{k.px(curveMargin), k.px(curveHead), k.px(curveWidth) - 2*k.px(curveMargin), k.px(curveBody)}.inner(k.px(3))
	body.y, body.h = body.y+k.px(17), body.h-k.px(17)
	list = c.appendBody(list, k, body)
	list = c.appendAxis(list, k, body)
	return c.appendKey(list, k, area{k.px(curveMargin), k.px(curveHeight - curveKey), body.w, k.px(curveKey)})
}

// appendPlayer adds a player's king, name and accuracy.
func (c *Curve) appendPlayer(list []shape, k scale, side rules.Color, at area) []shape {
	king := k.px(72)
	x, y := at.x+k.px(curveMargin), at.y+(at.h-king)/2
	list = appendFill(list, toneChip, box(x, y, king, king))
	list = append(list, shape{Form: pieceForm, Piece: rules.NewPiece(side, rules.King), Size: king, Points: []point{{x, y}}})
	x += king + k.px(16)
	room := at.x + at.w - x - k.px(12)
	text := textutil.Truncate(c.Names[side], maxTextLength)
	name := newParagraph(true, k.textSize(34), k.textSize(24), room, 1, shownName(text))
	accuracy := newParagraph(false, k.textSize(32), k.textSize(20), room, 1, c.Accuracies[side])
	top := at.y + (at.h-name.height()-accuracy.height())/2
	list = name.appendTo(list, toneInk, x, top)
	return accuracy.appendTo(list, toneInk, x, top+name.height())
}

// appendBody adds the areas of White, below the curve, and of Black, above it, the line
// where both are as likely to win, and the marks.
func (c *Curve) appendBody(list []shape, k scale, at area) []shape {
	frame := k.px(3)
	list = appendFill(list, toneFrame, box(at.x-frame, at.y-frame, at.w+2*frame, at.h+2*frame))
	list = appendFill(list, toneBlack, box(at.x, at.y, at.w, at.h))
	white := []point{{at.x, at.y + at.h}}
	for i := range c.Win {
		white = append(white, c.at(at, i))
	}
	if len(c.Win) == 1 { // nothing was played
		white = append(white, point{at.x + at.w, white[1].Y})
	}
	list = appendFill(list, toneWhite, append(white, point{at.x + at.w, at.y + at.h}))
	middle := math.Round(at.y + at.h/2)
	list = appendFill(list, toneDark, box(at.x, middle-k.px(1), at.w, k.px(2)))
	list = append(list, shape{Form: strokeForm, Tone: toneDark, Size: k.px(3), Points: white[1:]})
	for kind := MarkInaccuracy; kind <= MarkBlunder; kind++ { // the worst in front
		for _, m := range c.Marks {
			if m.Kind == kind && m.Ply >= 0 && m.Ply+1 < len(c.Win) {
				list = kind.appendTo(list, k, c.at(at, m.Ply+1))
			}
		}
	}
	return list
}

// at returns where the position after i plies is.
func (c *Curve) at(body area, i int) point {
	x := body.x
	if len(c.Win) > 1 {
		x += body.w * float64(i) / float64(len(c.Win)-1)
	}
	return point{x, body.y + body.h*(1-min(1, max(0, c.Win[i])))}
}

// appendTo adds a mark with its middle at a point. Kinds differ in shape too, for those who
// do not see colours.
func (m MarkKind) appendTo(list []shape, k scale, at point) []shape {
	inside := [...]tone{MarkInaccuracy: toneGold, MarkMistake: toneGold, MarkBlunder: toneRed}[m]
	for _, ring := range []struct {
		more float64
		tone tone
	}{{6, toneWhite}, {3, toneWhiteLine}, {0, inside}} {
		radius := float64(k) * ([...]float64{MarkInaccuracy: 8, MarkMistake: 13, MarkBlunder: 15}[m] + ring.more)
		list = appendFill(list, ring.tone, m.outline(at, radius))
	}
	return list
}

// outline returns a circle, a triangle or a square that stands on a corner.
func (m MarkKind) outline(at point, radius float64) []point {
	corners, turn := 24, 0.0
	switch m {
	case MarkMistake:
		corners = 3
		radius *= 1.2
	case MarkBlunder:
		corners = 4
	}
	points := make([]point, corners)
	for i := range points {
		sin, cos := math.Sincos(turn + 2*math.Pi*float64(i)/float64(corners))
		points[i] = point{at.X + radius*sin, at.Y - radius*cos}
	}
	return points
}

// appendAxis adds the numbers of moves below the body, each where White is to move.
func (c *Curve) appendAxis(list []shape, k scale, body area) []shape {
	step := c.axisStep(int(body.w / k.px(76)))
	top := body.y + body.h + k.px(3)
	for i := range c.Win {
		ply := c.FirstPly + i
		number := ply/2 + 1
		if ply%2 != 0 || number%step != 0 && number != 1 || number == 1 && step > 1 && i > 0 {
			continue
		}
		x := math.Round(c.at(body, i).X)
		list = appendFill(list, toneFaint, box(x-k.px(1), top, k.px(2), k.px(8)))
		text := strconv.Itoa(number)
		half := textWidth(false, k.textSize(28), text) / 2
		middle := min(max(x, half), k.px(curveWidth)-half)
		list = k.appendText(list, toneFaint, false, 28, middle, top+k.px(36), 0.5, text)
	}
	return list
}

// axisStep returns how many moves apart numbers are, so that there are at most `most`.
func (c *Curve) axisStep(most int) int {
	moves := len(c.Win)/2 + 1
	for step := 1; ; step *= 10 {
		for _, factor := range []int{1, 2, 5} {
			if moves <= most*step*factor {
				return step * factor
			}
		}
	}
}

// appendKey adds what the marks mean.
func (c *Curve) appendKey(list []shape, k scale, at area) []shape {
	third := at.w / float64(len(c.Labels))
	for i, label := range c.Labels {
		x, y := at.x+float64(i)*third+k.px(20), at.y+at.h/2-k.px(6)
		if label == "" {
			continue
		}
		list = MarkKind(i).appendTo(list, k, point{x, y})
		p := newParagraph(false, k.textSize(28), k.textSize(18), third-k.px(56), 1, label)
		list = p.appendTo(list, toneInk, x+k.px(32), y-p.height()/2)
	}
	return list
}
