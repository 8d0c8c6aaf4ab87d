//go:build integration

package web_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"stackmate/rules"
)

// axe-core finds nothing serious in any view of any game, in either scheme. TestPages has it look at whole pages, for
// every change.
func TestAxeViews(t *testing.T) {
	if axeCore() == "" || os.Getenv("STACKMATE_SLOW") == "" {
		t.Skip("AXE_CORE does not name axe-core's axe.min.js (npm pack axe-core), or STACKMATE_SLOW is not set, as in .ci/nightly browser")
	}
	c, h := newChromium(t), newHarness(t)
	for _, g := range games {
		id := h.begin(g.what)
		for _, s := range []screen{desktop, narrow} {
			for _, scheme := range []string{"light", "dark"} {
				c.open(fmt.Sprintf("%s/%d", h.URL, id), s, scheme)
				for _, view := range []string{"flat", "stack", "free"} {
					c.do(`board.setView(%q), board.select((board.data.moves[0].attack ? '@' : '') + board.data.moves[0].from)`, view)
					c.axe(fmt.Sprintf("%s, %s, %s, %s", g.name, s.name, scheme, view))
				}
			}
		}
	}
}

// A click on a piece shows where it can go within 50 ms, and a step of turning is done within a frame, also with 512 cells. The
// fastest of some attempts counts, so that a busy machine does not matter: it is the work that must not be too much.
func TestFast(t *testing.T) {
	c, h := newChromium(t), newHarness(t)
	c.open(fmt.Sprintf("%s/%d", h.URL, h.begin("3d8l *")), desktop, "light")
	for _, view := range []string{"flat", "free"} {
		took := eval[struct{ Dots, Turn float64 }](c, `(() => {
			board.setView(%q);
			const work = (act) => { const begin = performance.now(); act(); board.stage.getBoundingClientRect(); return performance.now() - begin; };
			const fastest = (act, undo) => Math.min(...Array.from({ length: 10 }, () => { const t = work(act); undo(); return t; }));
			return {
				dots: fastest(() => board.cells.get('1e2').click(), () => board.select('')),
				turn: fastest(() => { board.layout.yaw += 2; board.turn(); }, () => {}),
			};
		})()`, view)
		if dots := eval[int](c, `board.cells.get('1e2').click(), document.querySelectorAll('.cell.target').length`); dots == 0 {
			t.Error("no dots")
		}
		c.do(`board.select('')`)
		t.Logf("%s: dots after %.1f ms, a step of turning %.1f ms", view, took.Dots, took.Turn)
		if took.Dots > 50 || took.Turn > 16 {
			t.Errorf("%s: dots take %.0f ms, a step of turning %.0f ms", view, took.Dots, took.Turn)
		}
	}
}

// TestFrames turns the largest board and reports how many frames a second are drawn. It does not
// judge: that depends on the machine.
func TestFrames(t *testing.T) {
	if os.Getenv("STACKMATE_SLOW") == "" {
		t.Skip("it only reports: STACKMATE_SLOW=1 has it measure")
	}
	c, h := newChromium(t), newHarness(t)
	for _, g := range games[:3] {
		c.open(fmt.Sprintf("%s/%d", h.URL, h.begin(g.what)), desktop, "light")
		c.do(`board.setView('free')`)
		r := eval[struct{ Frames, Late, Longest, All float64 }](c, `new Promise((done) => {
			const times = [], begin = performance.now();
			const step = (now) => {
				times.push(now);
				if (times.length < 120) { board.turnBy(2, Math.sin(times.length / 10)); requestAnimationFrame(step); return; }
				const gaps = times.slice(1).map((t, i) => t - times[i]);
				done({ frames: times.length, late: gaps.filter((g) => g > 25).length, longest: Math.max(...gaps), all: performance.now() - begin });
			};
			requestAnimationFrame(step);
		})`)
		layers := eval[int](c, `board.planes.length`)
		t.Logf("%s: %.0f frames a second, %.0f of %.0f frames late, the longest took %.0f ms; %d planes", g.name, 1000*r.Frames/r.All, r.Late, r.Frames, r.Longest, layers)
		dots := eval[float64](c, `(() => { const begin = performance.now(); board.select(board.data.moves[0].from); board.stage.getBoundingClientRect(); return performance.now() - begin; })()`)
		t.Logf("%s: targets are marked after %.0f ms", g.name, dots)
	}
}

// At 200 % zoom, which makes the window half as wide, and with larger text, nothing is cut off.
func TestZoomed(t *testing.T) {
	c, h := newChromium(t), newHarness(t)
	for _, g := range games[:3] {
		c.open(fmt.Sprintf("%s/%d", h.URL, h.begin(g.what)), zoomed, "light")
		for _, view := range []string{"flat", "stack", "free"} {
			c.screenshot(g.name, view, screen{name: "zoomed"}, "light")
			if wide := eval[int](c, `document.documentElement.scrollWidth`); wide > 640 {
				t.Errorf("%s, %s: the page is %d wide", g.name, view, wide)
			}
			outside := eval[[]string](c, `(() => {
				const stage = board.stage.getBoundingClientRect();
				return [...board.cells.values()].filter((e) => getComputedStyle(e).visibility === 'visible').filter((e) => {
					const b = e.getBoundingClientRect();
					return b.left < stage.left - 1 || b.right > stage.right + 1 || b.top < stage.top - 1 || b.bottom > stage.bottom + 1;
				}).map((e) => e.dataset.cell);
			})()`)
			if len(outside) > 0 {
				t.Errorf("%s, %s: cells beyond the stage: %v", g.name, view, outside)
			}
		}
	}
}

// All cells have names that begin with that of the cell, in both languages; what is hidden has
// none that can be reached.
func TestNames(t *testing.T) {
	c, h := newChromium(t), newHarness(t)
	for tag, want := range map[string][]string{"en": {"e1A, white king", "Level B", "Attack board b2A", "Flat"}, "de": {"e1A, König, weiß", "Ebene B", "Angriffsbrett b2A", "Flach"}} {
		c.open(fmt.Sprintf("%s/%d?lang=%s", h.URL, h.begin("tridimensional *"), tag), desktop, "light")
		for _, view := range []string{"flat", "stack", "free"} {
			c.do(`board.setView(%q)`, view)
			wrong := eval[[]string](c, `[...board.cells].filter(([name, e]) => !(e.getAttribute('aria-label') + ',').startsWith(name + ',')).map(([name]) => name)`)
			if len(wrong) > 0 {
				t.Errorf("%s: %v", tag, wrong)
			}
			if n := eval[int](c, `[...board.stage.querySelectorAll('button')].filter((e) => e.checkVisibility({ visibilityProperty: true })).length`); n != 48+16+4 {
				t.Errorf("%s: %d buttons are visible", view, n)
			}
		}
		names := eval[[]string](c, `[...document.querySelectorAll('[aria-label], button')].map((e) => e.getAttribute('aria-label') ?? e.textContent)`)
		for _, name := range want {
			if !slices.Contains(names, name) {
				t.Errorf("%s: nothing is called %q", tag, name)
			}
		}
	}
}

// Without reduced motion a change of the view is a movement, with it none.
func TestReducedMotion(t *testing.T) {
	c, h := newChromium(t), newHarness(t)
	c.open(fmt.Sprintf("%s/%d", h.URL, h.begin("millennium *")), desktop, "light")
	moving := func() string {
		return eval[string](c, `board.setView('free'), getComputedStyle(board.world).transitionDuration`)
	}
	if got := moving(); got != "0s" {
		t.Errorf("with reduced motion it takes %s", got)
	}
	call(c, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "no-preference"}}})
	if got := moving(); got == "0s" {
		t.Error("the view jumps")
	}
}

// A check is shown by a line from the piece that gives it, also from level to level.
func TestCheckLine(t *testing.T) {
	c, h := newChromium(t), newHarness(t)
	i := slices.IndexFunc(games, func(g struct{ name, what string }) bool { return g.name == "check" })
	c.open(fmt.Sprintf("%s/%d", h.URL, h.begin(games[i].what)), desktop, "light")
	p, err := rules.VariantByKey("millennium").ParseFEN(strings.TrimPrefix(games[i].what, "millennium "))
	if err != nil || !p.InCheck() {
		t.Fatalf("no check: %v", err)
	}
	for _, view := range []string{"flat", "stack", "free"} {
		c.do(`board.setView(%q)`, view)
		if n := eval[int](c, `document.querySelectorAll('.lines .check:not(.edge)').length`); n != len(p.Checkers()) {
			t.Errorf("%s: %d lines for %d pieces that give check", view, n, len(p.Checkers()))
		}
	}
	if n := eval[int](c, `document.querySelectorAll('.cell.check').length`); n != 1 {
		t.Errorf("%d kings in check", n)
	}
}
