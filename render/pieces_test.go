package render

import (
	"math"
	"testing"

	"stackmate/rules"
)

// silhouette returns a piece's coverage of size by size pixels, from 0 to 1.
func silhouette(r rules.Role, size int) []float64 {
	im := rasterizePiece(&themes[0], rules.NewPiece(rules.White, r), size, false)
	cover := make([]float64, size*size)
	for i := range cover {
		cover[i] = float64(im.Pix[4*i+3]) / 255
	}
	return cover
}

// At 24 pixels every kind has a silhouette of its own: of what two kinds cover
// together, at least a fourteenth is covered by one alone.
func TestPiecesDifferBySilhouette(t *testing.T) {
	roles := rules.VariantByKey("3d8l").Roles()
	if len(roles) != 13 {
		t.Fatalf("%d kinds, want 13", len(roles))
	}
	for i, a := range roles {
		for _, b := range roles[:i] {
			p, q := silhouette(a, 24), silhouette(b, 24)
			var differ, either float64
			for k := range p {
				differ += math.Abs(p[k] - q[k])
				either += max(p[k], q[k])
			}
			if differ/either < 1.0/14 {
				t.Errorf("%v and %v differ in %.1f %% of their silhouettes", a, b, 100*differ/either)
			}
		}
	}
}

// Nothing of a piece is cut off by its field.
func TestPiecesFitTheirField(t *testing.T) {
	const size = 100
	for r := range artworks {
		cover := silhouette(r, size)
		for i := range size {
			for _, at := range []int{i, i * size, i*size + size - 1, (size-1)*size + i} {
				if cover[at] > 0.5 {
					t.Errorf("%v touches the edge of its field", r)
				}
			}
		}
	}
}
