package render

import (
	"fmt"
	"strings"

	"stackmate/rules"
)

// point is a place in a picture, in pixels from the top left corner.
type point struct{ X, Y float64 }

// form is what a shape is.
type form uint8

const (
	fillForm   form = iota // Points are a closed polygon
	strokeForm             // Points are a line, Size is its width
	loopForm               // the same, closed
	pieceForm              // Points[0] is the top left corner, Size the edge
	textForm               // Points[0] is the baseline's left end, Size the type's height
)

var formNames = [...]string{"fill", "stroke", "loop", "piece", "text"}

// shape is one thing to draw, in one colour unless it is a piece.
type shape struct {
	Form   form
	Tone   tone
	Points []point
	Size   float64
	Piece  rules.Piece
	Text   string
	Bold   bool
}

// scene is a picture as shapes: the plate, which depends on game, view and side
// only, and over it what the position adds. It knows nothing of pixels drawn.
type scene struct {
	W, H       int
	Background []shape
	Foreground []shape
}

// String writes a scene as text, a shape a line.
func (s *scene) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "size %dx%d\n", s.W, s.H)
	for i, list := range [][]shape{s.Background, s.Foreground} {
		fmt.Fprintln(&b, [...]string{"plate", "over"}[i])
		for j := range list {
			b.WriteString("  " + list[j].String() + "\n")
		}
	}
	return b.String()
}

// String writes a shape on one line: form, tone, what it says, where, how large.
func (s *shape) String() string {
	var b strings.Builder
	b.WriteString(formNames[s.Form])
	switch s.Form {
	case pieceForm:
		fmt.Fprintf(&b, " %v-%v", s.Piece.Color(), s.Piece.Role())
	case textForm:
		fmt.Fprintf(&b, " %q", s.Text)
	}
	if s.Form != pieceForm {
		fmt.Fprintf(&b, " tone=%d", s.Tone)
	}
	for _, p := range s.Points {
		fmt.Fprintf(&b, " %.4g,%.4g", p.X, p.Y)
	}
	if s.Size != 0 {
		fmt.Fprintf(&b, " size=%.4g", s.Size)
	}
	return b.String()
}

// box returns a rectangle's corners.
func box(x, y, w, h float64) []point {
	return []point{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}
}

// inset moves the corners of a quadrilateral towards its middle by a share of the
// way from there.
func inset(q []point, share float64) []point {
	m := middle(q)
	r := make([]point, len(q))
	for i, p := range q {
		r[i] = point{p.X + (m.X-p.X)*share, p.Y + (m.Y-p.Y)*share}
	}
	return r
}

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
