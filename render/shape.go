package render

import (
	"math"

	"stackmate/rules"
)

// point is a point of a picture, in pixels from the top left corner, y pointing down.
type point struct{ X, Y float64 }

// form is the kind of a shape.
type form uint8

const (
	fillForm   form = iota // Points are a closed polygon
	strokeForm             // Points are a line, Size is its width
	loopForm               // Points are a closed line, Size is its width
	pieceForm              // Points[0] is the top left corner, Size the edge
	textForm               // Points[0] is the left end of the baseline, Size the size of the font
)

// shape is one thing to draw. Lengths are in pixels.
type shape struct {
	Form    form
	Tone    tone // of anything but a piece
	Points  []point
	Size    float64
	Piece   rules.Piece
	Letters bool // draw the piece as its letters
	Text    string
	Bold    bool
}

// box returns the corners of a rectangle with its top left corner at x, y.
func box(x, y, w, h float64) []point {
	return []point{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}
}

// inset returns a polygon with its corners moved towards its middle, by a share of
// their distance from it.
func inset(q []point, share float64) []point {
	m := middle(q)
	r := make([]point, len(q))
	for i, p := range q {
		r[i] = point{p.X + (m.X-p.X)*share, p.Y + (m.Y-p.Y)*share}
	}
	return r
}

// middle returns the mean of a polygon's corners.
func middle(q []point) point {
	var m point
	for _, p := range q {
		m.X += p.X / float64(len(q))
		m.Y += p.Y / float64(len(q))
	}
	return m
}

// between returns the point at a share of the way from a to b.
func between(a, b point, share float64) point {
	return point{a.X + (b.X-a.X)*share, a.Y + (b.Y-a.Y)*share}
}

// contains reports whether a point is in a polygon.
func contains(polygon []point, p point) (in bool) {
	for i, a := range polygon {
		b := polygon[(i+len(polygon)-1)%len(polygon)]
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < (b.X-a.X)*(p.Y-a.Y)/(b.Y-a.Y)+a.X {
			in = !in
		}
	}
	return in
}

// textArea returns what the characters of a text fill, without those parts that are below
// the line.
func (s *shape) textArea() area {
	return area{s.Points[0].X, s.Points[0].Y - 0.72*s.Size, textWidth(s.Bold, s.Size, s.Text), 0.72 * s.Size}
}

// overlaps reports whether two areas have a point in common.
func (a area) overlaps(b area) bool {
	return a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h
}

// meets reports whether an area and a polygon have a point in common.
func (a area) meets(polygon []point) bool {
	const steps = 12
	if b := bounds(polygon); b.x0 > a.x+a.w || b.x1 < a.x || b.y0 > a.y+a.h || b.y1 < a.y {
		return false
	}
	for i := range steps + 1 {
		for k := range steps + 1 {
			if contains(polygon, point{a.x + a.w*float64(i)/steps, a.y + a.h*float64(k)/steps}) {
				return true
			}
		}
	}
	return false
}

// nearLine reports whether a line comes nearer to an area than some distance.
func (a area) nearLine(line []point, distance float64) bool {
	if b := bounds(line).grow(distance); b.x0 > a.x+a.w || b.x1 < a.x || b.y0 > a.y+a.h || b.y1 < a.y {
		return false
	}
	for i := 1; i < len(line); i++ {
		steps := math.Ceil(math.Hypot(line[i].X-line[i-1].X, line[i].Y-line[i-1].Y))
		for k := range int(steps) + 1 {
			p := between(line[i-1], line[i], float64(k)/max(steps, 1))
			dx, dy := max(a.x-p.X, 0, p.X-a.x-a.w), max(a.y-p.Y, 0, p.Y-a.y-a.h)
			if math.Hypot(dx, dy) < distance {
				return true
			}
		}
	}
	return false
}
