//go:build integration

package web_test

import (
	"fmt"
	"math"
	"testing"
)

// Arrows end on the cells that they lead to, in every view and after the board was turned: within a level, between levels,
// and to where an attack board can go. Of an arrow to a level that is not shown its own end has a ring.
func TestArrows(t *testing.T) {
	c, h := newChromium(t), newHarness(t)
	for _, g := range []struct{ what, arrows string }{
		{"millennium *", `[{ from: '1e2', to: '1e4', kind: 'best' }, { from: '1g1', to: '2g3', kind: 'bad' }, { from: '1d2', to: '1d3', kind: 'played' }]`},
		{games[6].what, `[{ from: 'b2A', to: 'b2C', attack: true, kind: 'best' }]`},
	} {
		c.open(fmt.Sprintf("%s/%d", h.URL, h.begin(g.what)), desktop, "light")
		c.do(`import(document.getElementById('harness').dataset.assets + '/arrows.js').then((m) => { window.showArrows = m.showArrows; showArrows(board, %s); })`, g.arrows)
		for _, view := range []string{"flat", "stack", "free"} {
			c.do(`board.setView(%q)`, view)
			if view == "free" {
				c.do(`board.turnBy(40, -15), board.zoomBy(1.3), new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`)
			}
			// How far the tip of each arrow is from where the middle of its target is drawn, in pixels.
			away := eval[[]float64](c, `(() => {
				const stage = board.stage.getBoundingClientRect();
				return [...board.lines.querySelectorAll('polygon.arrow')].map((e, n) => {
					const a = board.arrows[n], target = a.attack ? board.pins.get(a.to).parentNode : board.cells.get(a.to);
					if (!target.checkVisibility({ visibilityProperty: true })) return -1;
					const b = target.getBoundingClientRect(), tip = e.points[3];
					return Math.hypot(stage.x + stage.width / 2 + tip.x - b.x - b.width / 2, stage.y + stage.height / 2 + tip.y - b.y - b.height / 2);
				});
			})()`)
			if len(away) != eval[int](c, `board.arrows.length`) {
				t.Fatalf("%s, %s: %d arrows", g.what, view, len(away))
			}
			for n, far := range away {
				if far < 0 || far > 12 || math.IsNaN(far) {
					t.Errorf("%s, %s: arrow %d ends %.0f pixels from its target", g.what, view, n, far)
				}
			}
			c.photograph(fmt.Sprintf("arrows-%d-%s", len(away), view))
		}
	}
	c.open(fmt.Sprintf("%s/%d", h.URL, h.begin("millennium *")), desktop, "light")
	c.do(`import(document.getElementById('harness').dataset.assets + '/arrows.js').then((m) => { window.showArrows = m.showArrows; showArrows(board, [{ from: '1g1', to: '2g3', kind: 'best' }]), board.lookAt('2'); })`)
	if n := eval[int](c, `board.lines.querySelector('polygon.arrow').points.length`); n != 24 {
		t.Errorf("the end of an arrow from a hidden level has %d corners", n)
	}
	c.do(`showArrows(board, [])`)
	if n := eval[int](c, `board.lines.querySelectorAll('.arrow').length`); n != 0 {
		t.Errorf("%d arrows are left", n)
	}
}
