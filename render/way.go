package render

import "math"

// A way is a list of points that a line goes through.

// lengthOf returns the length of a way.
func lengthOf(way []point) (length float64) {
	for i := 1; i < len(way); i++ {
		length += math.Hypot(way[i].X-way[i-1].X, way[i].Y-way[i-1].Y)
	}
	return length
}

// stretch returns the stretch of a way between two distances from its start.
func stretch(way []point, from, to float64) (list []point) {
	at := 0.0
	for i, b := range way[1:] {
		a := way[i]
		length := math.Hypot(b.X-a.X, b.Y-a.Y)
		if at+length > from {
			if len(list) == 0 {
				list = append(list, between(a, b, (from-at)/length))
			}
			list = append(list, between(a, b, min(1, (to-at)/length)))
		}
		if at += length; at >= to {
			break
		}
	}
	return list
}

// extended returns a way that is longer at both ends.
func extended(way []point, by float64) []point {
	last := len(way) - 1
	list := append([]point{towards(way[0], way[1], -by)}, way[1:last]...)
	return append(list, towards(way[last], way[last-1], -by))
}

// towards returns the point that is some pixels from a on the line to b.
func towards(a, b point, pixels float64) point {
	return between(a, b, pixels/math.Hypot(b.X-a.X, b.Y-a.Y))
}

// rounded returns a way that is cut short at its bends, by at most radius, and curved there.
func rounded(way []point, radius float64) []point {
	list := []point{way[0]}
	for i := 1; i < len(way)-1; i++ {
		before, at, after := way[i-1], way[i], way[i+1]
		a := between(at, before, min(0.5, radius/math.Hypot(before.X-at.X, before.Y-at.Y)))
		b := between(at, after, min(0.5, radius/math.Hypot(after.X-at.X, after.Y-at.Y)))
		for k := range 7 {
			t := float64(k) / 6
			list = append(list, between(between(a, at, t), between(at, b, t), t))
		}
	}
	return append(list, way[len(way)-1])
}

// curve returns a way from a to b whose middle is off the straight line by a share of its
// length, to the right for a positive one.
func curve(a, b point, share float64) (way []point) {
	const steps = 32
	m := between(a, b, 0.5)
	m = point{m.X - 2*share*(b.Y-a.Y), m.Y + 2*share*(b.X-a.X)}
	for i := range steps + 1 {
		t := float64(i) / steps
		way = append(way, between(between(a, m, t), between(m, b, t), t))
	}
	return way
}
