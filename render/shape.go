package render

import "stackmate/rules"

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
	Form   form
	Tone   tone // of anything but a piece
	Points []point
	Size   float64
	Piece  rules.Piece
	Text   string
	Bold   bool
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
