//go:build integration

package web_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// games are positions that show what is special about each game.
var games = []struct{ name, what string }{
	{"millennium", "millennium 1. N2g3 *"},
	{"3d8l", "3d8l 1. 5e2-5e4 *"},
	{"tridimensional", "tridimensional 1. d3B-d4B *"},
	{"nextgen", "nextgen 1. Ae2-Ae4 *"},
	{"orthodox", "orthodox 1. e4 f5 2. exf5 a6 3. Qh5+ *"},
	{"check", "millennium 8/8/8/8/8/8/P7/R3K2R|8/8/8/8/8/8/8/8|4k3/8/8/8/8/8/8/r3r3 w - - 1a2 6 40"},
	{"attack", "tridimensional 4/4/4/4|4/4/4/4|1k2/4/4/4|2/2|2/KR|2/2|P1/2 w K - - b2A,e2A,e9E,b6G 7 45"},
}

// screenshot draws the board, with something selected, on a screen.
func (c *chromium) screenshot(name, view string, s screen, scheme string) {
	c.do(`board.setView(%q), board.select((board.data.moves.find((m) => m.attack) ? '@' : '') + (board.data.moves.find((m) => m.attack) ?? board.data.moves.find((m) => m.captures) ?? board.data.moves[board.data.moves.length >> 1]).from)`, view)
	c.photograph(fmt.Sprintf("%s-%s-%s-%s", name, view, s.name, scheme))
}

// TestScreenshots draws every view of every game, to be looked at. No view may be wider than the screen.
func TestScreenshots(t *testing.T) {
	schemes, screens := []string{"light", "dark"}, []screen{desktop, phone, narrow}
	if os.Getenv("SCREENSHOTS") == "" {
		schemes, screens = schemes[:1], screens[2:] // colors do not change sizes, and the smallest screen shows what does not fit
	}
	c, h := newChromium(t), newHarness(t)
	for _, g := range games {
		id := h.begin(g.what)
		for _, s := range screens {
			for _, scheme := range schemes {
				c.open(fmt.Sprintf("%s/%d", h.URL, id), s, scheme)
				for _, view := range []string{"flat", "stack", "free"} {
					c.screenshot(g.name, view, s, scheme)
					if wide := eval[int64](c, `document.documentElement.scrollWidth`); wide > s.width {
						t.Errorf("%s, %s, %s: the page is %d wide", g.name, view, s.name, wide)
					}
				}
			}
		}
	}
}

// spot returns where the middle of a cell or pin is seen in the window, and scrolls there.
func (c *chromium) spot(name string) (x, y float64) {
	c.t.Helper()
	at := eval[[]float64](c, `(() => {
		const name = %q, e = board.elementOf(name);
		e.scrollIntoView({ block: 'center' });
		const box = board.stage.getBoundingClientRect(), seen = name.startsWith('@') ? null : board.seenAt(name);
		const own = e.getBoundingClientRect();
		return seen ? [box.x + box.width / 2 + seen.x, box.y + box.height / 2 + seen.y] : [own.x + own.width / 2, own.y + own.height / 2];
	})()`, name)
	return at[0], at[1]
}

// sent waits until moves were sent and shown, and returns them.
func (c *chromium) sent(want int) []string {
	c.t.Helper()
	if !eval[bool](c, `new Promise((done) => { let n = 0; const look = () => sent.length >= %d && !board.pending ? done(true) : n++ > 200 ? done(false) : setTimeout(look, 20); look(); })`, want) {
		c.t.Fatalf("%d moves were sent, want %d", eval[int](c, `sent.length`), want)
	}
	return eval[[]string](c, `sent`)
}

// click presses the mouse on a cell or pin.
func (c *chromium) click(name string) {
	c.t.Helper()
	x, y := c.spot(name)
	c.run(chromedp.MouseClickXY(x, y))
}

// tap touches a cell or pin.
func (c *chromium) tap(name string) {
	c.t.Helper()
	x, y := c.spot(name)
	c.touch(input.DispatchTouchEventTypeTouchStart, x, y)
	c.touch(input.DispatchTouchEventTypeTouchEnd)
}

// touch puts fingers on the screen, moves them, or lifts them all.
func (c *chromium) touch(kind input.DispatchTouchEventType, at ...float64) {
	c.t.Helper()
	if kind == input.DispatchTouchEventTypeTouchStart { // the browser must have drawn the page before it knows where fingers do not scroll
		call(c, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	}
	points := []*input.TouchPoint{}
	for i := 0; i < len(at); i += 2 {
		id := float64(i)
		points = append(points, &input.TouchPoint{X: at[i], Y: at[i+1], ID: &id})
	}
	call(c, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
}

// firstMoves are moves with which the games of these tests go on, as cells or pins.
var firstMoves = map[string][2]string{
	"millennium": {"3e7", "3e5"}, "3d8l": {"5e7", "5e5"}, "tridimensional": {"c8F", "c7F"}, "nextgen": {"Be7", "Be5"},
	"orthodox": {"g7", "g6"}, "attack": {"@b2A", "@b2C"},
}

// In every game and view a click on a piece shows where it can go, and a click there moves it.
func TestClicks(t *testing.T) {
	c, h := newChromium(t), newHarness(t)
	for _, g := range games {
		m, ok := firstMoves[g.name]
		if !ok {
			continue
		}
		for _, view := range []string{"flat", "stack", "free"} {
			t.Run(g.name+" "+view, func(t *testing.T) {
				c.t = t
				c.open(fmt.Sprintf("%s/%d", h.URL, h.begin(g.what)), desktop, "light")
				c.do(`board.setView(%q), board.camera.spread = %d, board.place()`, view, map[string]int{"3d8l": 7}[g.name]) // else a board hides what is under it
				c.click(m[0])
				if got := eval[string](c, `board.selected`); got != m[0] {
					t.Fatalf("%q is selected", got)
				}
				targets := eval[[]string](c, `[...board.host.querySelectorAll('.cell.target, .pin.target')].map((e) => e.dataset.cell ?? '@' + e.dataset.pin).sort()`)
				want := eval[[]string](c, `[...new Set(board.movesFrom(board.selected).map((m) => (m.attack ? '@' : '') + m.to))].sort()`)
				if !slices.Equal(targets, want) || !slices.Contains(targets, m[1]) {
					t.Fatalf("targets are %q, want %q", targets, want)
				}
				c.click(m[1])
				if got := c.sent(1); got[0] != strings.ReplaceAll(m[0]+"-"+m[1], "-@", "-") {
					t.Errorf("%q was sent", got)
				}
				if got := eval[string](c, `document.querySelector('[role=status].spoken:not(:empty)').textContent`); !strings.Contains(got, "to move") {
					t.Errorf("it said %q", got)
				}
			})
		}
	}
	c.t = t
}

// A piece or an attack board is dragged, by mouse and by finger; dropped elsewhere it goes back.
func TestDrags(t *testing.T) {
	c, h := newChromium(t), newHarness(t)
	for _, g := range games {
		m, ok := firstMoves[g.name]
		if !ok {
			continue
		}
		c.open(fmt.Sprintf("%s/%d", h.URL, h.begin(g.what)), desktop, "light")
		x, y := c.spot(m[0])
		c.run(chromedp.DragAndDropXY(x, y, 5, 5, 4))
		if got := eval[int](c, `sent.length`); got != 0 || eval[string](c, `board.selected`) != "" || eval[int](c, `document.querySelectorAll('.carried').length`) != 0 {
			t.Errorf("%s: after a drop outside the board: %d moves", g.name, got)
		}
		if strings.HasPrefix(m[0], "@") {
			c.do(`board.select(%q)`, m[0]) // so that there is room for where it goes
		}
		x, y = c.spot(m[0])
		toX, toY := c.spotNow(m[1])
		c.run(chromedp.DragAndDropXY(x, y, toX, toY, 6))
		c.sent(1)
	}
}

// spotNow is spot without scrolling.
func (c *chromium) spotNow(name string) (x, y float64) {
	c.t.Helper()
	at := eval[[]float64](c, `(() => { const b = board.elementOf(%q).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`, name)
	return at[0], at[1]
}

// On a phone, fingers choose moves, and turn and zoom the board.
func TestFingers(t *testing.T) {
	for _, g := range games {
		special := g.name == "3d8l" || g.name == "attack" // which have small cells, and boards that move
		if m, ok := firstMoves[g.name]; ok && (special || os.Getenv("STACKMATE_SLOW") != "") {
			t.Run(g.name, func(t *testing.T) { fingers(t, g.what, m) })
		}
	}
}

func fingers(t *testing.T, what string, m [2]string) {
	c, h := newChromium(t), newHarness(t)
	c.open(fmt.Sprintf("%s/%d", h.URL, h.begin(what)), phone, "light")
	c.tap(m[0])
	if got := eval[string](c, `board.selected`); got != m[0] {
		t.Fatalf("%q is selected", got)
	}
	c.do(`board.select(''), board.setView('free'), board.camera.spread = board.data.variant === '3d8l' ? 7 : 0, board.place()`) // else a board hides what is under it
	look := func() []float64 {
		return eval[[]float64](c, `[board.camera.yaw, board.camera.tilt, board.camera.zoom]`)
	}
	before := look()
	box := eval[[]float64](c, `(() => { board.stage.scrollIntoView({ block: 'center' }); const b = board.stage.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`)
	c.touch(input.DispatchTouchEventTypeTouchStart, box[0]-40, box[1], box[0]+40, box[1])
	for step := 1.0; step <= 4; step++ {
		c.touch(input.DispatchTouchEventTypeTouchMove, box[0]-40-10*step, box[1]+8*step, box[0]+40+16*step, box[1]+8*step)
	}
	c.touch(input.DispatchTouchEventTypeTouchEnd)
	if after := look(); after[0] == before[0] || after[1] == before[1] || after[2] <= before[2] {
		t.Errorf("two fingers lead from %v to %v", before, after)
	}
	if n := eval[int](c, `sent.length`); n != 0 || eval[float64](c, `visualViewport.scale`) != 1 {
		t.Errorf("two fingers make %d moves, or zoom the page", n)
	}
	c.do(`board.camera = { ...board.camera, yaw: -24, tilt: 60, zoom: 1, panX: 0, panY: 0 }, board.place()`)
	c.tap(m[0])
	c.tap(m[1])
	c.sent(1)
}

// keys presses keys, one after another.
func (c *chromium) keys(list ...string) {
	c.t.Helper()
	for _, k := range list {
		c.run(chromedp.KeyEvent(k))
	}
}

// focus returns the name of the button that has the focus, as it is spoken.
func (c *chromium) focus() string {
	c.t.Helper()
	return eval[string](c, `document.activeElement?.getAttribute('aria-label') ?? ''`)
}

// With the keyboard alone: one tab stop, arrows within a level, pages between levels, letters for
// pieces, Enter to take and put.
func TestKeyboard(t *testing.T) {
	c, h := newChromium(t), newHarness(t)
	c.open(fmt.Sprintf("%s/%d", h.URL, h.begin("millennium *")), desktop, "light")
	if n := eval[int](c, `board.stage.querySelectorAll('[tabindex="0"]').length`); n != 1 {
		t.Errorf("%d tab stops", n)
	}
	c.do(`board.host.querySelector('.levels button:last-child').focus()`)
	c.keys(kb.Tab)
	steps := []struct{ key, focus string }{
		{"", "1a1, white rook"}, {kb.ArrowUp, "1a2, white pawn"}, {kb.ArrowRight, "1b2, white pawn"}, {kb.PageUp, "2b2"}, {kb.PageUp, "3b2"}, {kb.PageUp, "3b2"},
		{kb.PageDown, "2b2"}, {kb.ArrowDown, "2b1"}, {kb.ArrowDown, "2b1"}, {kb.End, "2h1"}, {kb.Home, "2a1"}, {"n", "3b8, black knight"}, {"n", "3g8, black knight"},
		{"n", "1b1, white knight"}, {"k", "1e1, white king"}, {"q", "3d8, black queen"}, {"n", "3g8, black knight"}, {"N", "3b8, black knight"}, {"n", "3g8, black knight"}, {"n", "1b1, white knight"}, {"n", "1g1, white knight"},
	}
	for i, s := range steps {
		if s.key != "" {
			c.keys(s.key)
		}
		if got := c.focus(); got != s.focus {
			t.Fatalf("step %d, %q: the focus is on %q, want %q", i, s.key, got, s.focus)
		}
	}
	said := func() string {
		return eval[string](c, `[...document.querySelectorAll('[role=status].spoken')].map((e) => e.textContent).join('')`)
	}
	c.keys("t")
	if got := said(); !strings.Contains(got, "1g1 can go to:") || !strings.Contains(got, "2g3") {
		t.Errorf("t says %q", got)
	}
	c.keys("c")
	if got := said(); got != "Above and below 1g1: 2g1, 3g1." {
		t.Errorf("c says %q", got)
	}
	c.keys(kb.Enter)
	if got := c.focus(); got != "1g1, white knight, picked up" {
		t.Errorf("the focus is on %q", got)
	}
	if got := said(); !strings.HasPrefix(got, "knight 1g1 picked up. It can go to:") {
		t.Errorf("it says %q", got)
	}
	c.keys(kb.Escape)
	if eval[string](c, `board.selected`) != "" {
		t.Error("Escape does not put back")
	}
	c.keys(kb.Enter)
	for range 30 {
		if strings.HasPrefix(c.focus(), "2g3") {
			break
		}
		c.keys(".")
	}
	if got := c.focus(); got != "2g3, can go here" {
		t.Fatalf("the focus is on %q", got)
	}
	c.keys(" ")
	if got := c.sent(1); got[0] != "1g1-2g3" {
		t.Errorf("%q was sent", got)
	}
	if got := said(); got != "1. N2g3. Anna (Black) to move." {
		t.Errorf("it says %q", got)
	}
	c.keys("l")
	if got := said(); got != "Last move: 1. N2g3." {
		t.Errorf("l says %q", got)
	}
	c.do(`document.getElementById('line').focus()`)
	for line, want := range map[string]string{"p q": "white queen: 1d1. black queen: 3d8", "s 2": "2g3 white knight", "t 3g8": "3g8 can go to: ", "x": "Nothing was captured."} {
		c.do(`document.getElementById('line').value = %q`, line)
		c.keys(kb.Enter)
		if got := eval[string](c, `document.getElementById('answer').textContent`); !strings.HasPrefix(got, want) {
			t.Errorf("%q is answered %q", line, got)
		}
	}
}

// An attack board is moved with the keyboard.
func TestKeyboardAttackBoard(t *testing.T) {
	c, h := newChromium(t), newHarness(t)
	for _, view := range []string{"flat", "free"} {
		c.open(fmt.Sprintf("%s/%d", h.URL, h.begin(games[6].what)), desktop, "light")
		c.do(`board.setView(%q), board.focusOn('e1A', true)`, view)
		c.keys("a")
		if got := c.focus(); got != "Attack board b2A" {
			t.Fatalf("the focus is on %q", got)
		}
		c.keys(kb.Enter, "a")
		for range 5 {
			if strings.HasPrefix(c.focus(), "Attack board b2C") {
				break
			}
			c.keys(kb.ArrowRight)
		}
		if got := c.focus(); got != "Attack board b2C, can go here" {
			t.Fatalf("the focus is on %q", got)
		}
		c.keys(kb.Enter)
		if got := c.sent(1); got[0] != "@b2A-b2C" {
			t.Errorf("%q was sent", got)
		}
		if live := eval[string](c, `board.data.planes.filter((p) => p.pin && p.live).map((p) => p.pin).join()`); !strings.Contains(live, "b2C") {
			t.Errorf("attack boards are on %s", live)
		}
	}
}

// If the attack board under the focus leaves, the focus goes with it: it is never on what cannot be
// seen, and there is always one tab stop.
func TestFocusOnAttackBoard(t *testing.T) {
	c, h := newChromium(t), newHarness(t)
	c.open(fmt.Sprintf("%s/%d", h.URL, h.begin(games[6].what)), desktop, "light")
	c.do(`board.focusOn('a1A', true)`)
	if got := c.focus(); got != "a1A" {
		t.Fatalf("the focus is on %q", got)
	}
	c.do(`board.make(board.data.moves.find((m) => m.text === '@b2A-b2C'))`)
	c.sent(1)
	if got := c.focus(); got != "Attack board b2C" {
		t.Errorf("the focus is on %q", got)
	}
	if stops := eval[[]string](c, `[...board.stage.querySelectorAll('[tabindex="0"]')].map((e) => e.getAttribute('aria-label') + ' ' + getComputedStyle(e).visibility)`); !slices.Equal(stops, []string{"Attack board b2C visible"}) {
		t.Errorf("tab stops are %q", stops)
	}
}

// A pawn asks to what it promotes.
func TestPromotion(t *testing.T) {
	c, h := newChromium(t), newHarness(t)
	c.open(fmt.Sprintf("%s/%d", h.URL, h.begin("orthodox 4k3/P7/8/8/8/8/8/4K3 w - - 0 1")), phone, "light")
	c.tap("a7")
	c.tap("a8")
	if n := eval[int](c, `document.querySelectorAll('dialog[open] .choices button').length`); n != 4 {
		t.Fatalf("%d choices", n)
	}
	c.photograph("promotion")
	c.run(chromedp.KeyEvent(kb.Escape))
	c.until(`!document.querySelector('dialog[open]') && board.selected === ''`)
	if n := eval[int](c, `sent.length`); n != 0 {
		t.Errorf("after Escape: %d moves", n)
	}
	c.tap("a7")
	c.tap("a8")
	c.do(`document.querySelector('dialog .choices button:nth-child(2)').click()`)
	if got := c.sent(1); got[0] != "a7-a8=R" {
		t.Errorf("%q was sent", got)
	}
}

// The board is turned with the mouse, the wheel zooms, a double click shows one level alone.
func TestLooking(t *testing.T) {
	c, h := newChromium(t), newHarness(t)
	c.open(fmt.Sprintf("%s/%d", h.URL, h.begin("3d8l *")), desktop, "light")
	c.do(`board.setView('free')`)
	before := eval[[]float64](c, `[board.camera.yaw, board.camera.tilt]`)
	box := eval[[]float64](c, `(() => { const b = board.stage.getBoundingClientRect(); return [b.x + 30, b.y + 30]; })()`)
	c.run(chromedp.DragAndDropXY(box[0], box[1], box[0]+100, box[1]+40, 5))
	after := eval[[]float64](c, `[board.camera.yaw, board.camera.tilt]`)
	if after[0] >= before[0] || after[1] >= before[1] {
		t.Errorf("a drag to the right and down leads from %v to %v", before, after)
	}
	if n := eval[int](c, `sent.length`); n != 0 {
		t.Error("turning moves")
	}
	c.do(`board.stage.dispatchEvent(new WheelEvent('wheel', { deltaY: -300, clientX: 300, clientY: 400, bubbles: true, cancelable: true }))`)
	if zoom := eval[float64](c, `board.camera.zoom`); zoom <= 1 {
		t.Errorf("zoom %v", zoom)
	}
	c.do(`board.setView('flat')`)
	x, y := c.spot("5e4")
	c.run(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		for n := range int64(2) {
			for _, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseReleased} {
				if _, err := chromedp.Call(ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, ClickCount: n + 1}); err != nil {
					return chromedp.Void{}, err
				}
			}
		}
		return chromedp.Void{}, nil
	})
	if look := eval[string](c, `board.look`); look != "5" {
		t.Errorf("level %q is shown alone", look)
	}
	if n := eval[int](c, `board.planes.filter((p) => getComputedStyle(p).visibility === 'visible').length`); n != 1 {
		t.Errorf("%d levels are shown", n)
	}
	c.photograph("look")
	c.do(`board.focusOn('5e4', true)`)
	c.keys(kb.PageUp)
	if look := eval[string](c, `board.look`); look != "6" || c.focus() != "6e4" {
		t.Errorf("level %q is shown, the focus is on %s", look, c.focus())
	}
	c.keys(kb.Escape)
	if look := eval[string](c, `board.look`); look != "" {
		t.Error("Escape does not show all levels")
	}
}
