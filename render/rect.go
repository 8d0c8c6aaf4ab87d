package render

// rect is an upright rectangle.
type rect struct{ x0, y0, x1, y1 float64 }

// bounds returns the smallest rectangle around points.
func bounds(points []point) rect {
	r := rect{points[0].X, points[0].Y, points[0].X, points[0].Y}
	for _, p := range points[1:] {
		r = r.union(rect{p.X, p.Y, p.X, p.Y})
	}
	return r
}

// textBounds returns the rectangle that a text takes.
func textBounds(s *shape) rect {
	p := s.Points[0]
	return rect{p.X, p.Y - 0.72*s.Size, p.X + textWidth(s.Bold, s.Size, s.Text), p.Y}
}

// union returns the smallest rectangle around two.
func (r rect) union(s rect) rect {
	return rect{min(r.x0, s.x0), min(r.y0, s.y0), max(r.x1, s.x1), max(r.y1, s.y1)}
}

// grow returns a rectangle with its edges moved outwards.
func (r rect) grow(by float64) rect { return rect{r.x0 - by, r.y0 - by, r.x1 + by, r.y1 + by} }

// middle returns the middle of a rectangle.
func (r rect) middle() point { return point{(r.x0 + r.x1) / 2, (r.y0 + r.y1) / 2} }

// has reports whether a point is inside a rectangle.
func (r rect) has(p point) bool { return r.x0 < p.X && p.X < r.x1 && r.y0 < p.Y && p.Y < r.y1 }

// nearest returns the point of a rectangle that is nearest to another point.
func (r rect) nearest(p point) point {
	return point{min(max(p.X, r.x0), r.x1), min(max(p.Y, r.y0), r.y1)}
}
