package render

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// segment is one command of a path with its arguments.
type segment struct {
	op   byte
	args [6]float64
}

// pathArgs holds the number of arguments of each command.
var pathArgs = map[byte]int{'M': 2, 'L': 2, 'Q': 4, 'C': 6, 'Z': 0, 'O': 3}

// parsePath parses a path. It panics on a bad one, since all paths are in the program.
func parsePath(text string) (list []segment) {
	var s segment
	n, want := 0, 0
	for _, word := range strings.Fields(text) {
		if count, ok := pathArgs[word[0]]; ok {
			if n != want {
				panic("render: bad path " + text)
			}
			s, n, want = segment{op: word[0]}, 0, count
			word = word[1:]
		}
		if word != "" {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil || n >= want {
				panic("render: bad path " + text)
			}
			s.args[n] = x
			n++
		}
		if n == want {
			list = append(list, s)
		}
	}
	return list
}

// star returns the path of a ball of radius r with eight spikes that reach spike units
// from its centre.
func star(cx, cy, r, spike float64) string {
	var b strings.Builder
	op := byte('M')
	for i := range 32 {
		at := r
		switch i % 4 {
		case 0:
			at = spike
		case 2:
			at = r * 0.97
		}
		a := float64(i) * math.Pi / 16
		fmt.Fprintf(&b, "%c%.2f %.2f ", op, cx+at*math.Sin(a), cy-at*math.Cos(a))
		op = 'L'
	}
	return b.String() + "Z"
}

// flatten converts a path to closed polygons; a curve becomes 12 lines, a circle 40.
func flatten(list []segment) (polygons [][]point) {
	var poly []point
	var at point
	flush := func() {
		if len(poly) > 2 {
			polygons = append(polygons, poly)
		}
		poly = nil
	}
	for _, s := range list {
		a := s.args
		switch s.op {
		case 'M':
			flush()
			at = point{a[0], a[1]}
			poly = append(poly, at)
		case 'L':
			at = point{a[0], a[1]}
			poly = append(poly, at)
		case 'Q', 'C':
			c1, c2, end := point{a[0], a[1]}, point{a[2], a[3]}, point{a[4], a[5]}
			if s.op == 'Q' {
				end = c2
				c1, c2 = between(at, c1, 2.0/3), between(end, c1, 2.0/3)
			}
			for i := 1; i <= 12; i++ {
				t := float64(i) / 12
				ab, bc, cd := between(at, c1, t), between(c1, c2, t), between(c2, end, t)
				poly = append(poly, between(between(ab, bc, t), between(bc, cd, t), t))
			}
			at = end
		case 'O':
			flush()
			for i := range 40 {
				sin, cos := math.Sincos(float64(i) * math.Pi / 20)
				poly = append(poly, point{a[0] + a[2]*cos, a[1] + a[2]*sin})
			}
			flush()
		case 'Z':
			flush()
		}
	}
	flush()
	return polygons
}

// rightOf returns the part of a polygon to the right of the line x = at + lean*(50-y).
func rightOf(poly []point, at, lean float64) (cut []point) {
	side := func(p point) float64 { return p.X - at - lean*(50-p.Y) }
	for i, p := range poly {
		q := poly[(i+1)%len(poly)]
		a, b := side(p), side(q)
		if a >= 0 {
			cut = append(cut, p)
		}
		if (a >= 0) != (b >= 0) {
			cut = append(cut, between(p, q, a/(a-b)))
		}
	}
	return cut
}
