//go:build integration

package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// On the page of a game a move is played by keyboard, with the question, and the answer with the
// mouse; the focus stays on the board, and a typed question is answered there.
func TestBoardInPage(t *testing.T) {
	c := newChromium(t)
	c.open(sit(t, "millennium", "en").link, desktop, "light")
	moves := func(want string) {
		t.Helper()
		if !eval[bool](c, `new Promise((done) => { let n = 0; const look = () => document.getElementById('moves').textContent.includes(%q) ? done(true) : n++ > 250 ? done(false) : setTimeout(look, 20); look(); })`, want) {
			t.Fatalf("%q was not played: %s", want, eval[string](c, `document.getElementById('moves').textContent`))
		}
	}
	c.do(`document.querySelector('[data-cell="1e2"]').focus()`)
	c.keys(kb.Enter)
	if got := c.focus(); got != "1e2, white pawn, picked up" {
		t.Fatalf("the focus is on %q", got)
	}
	c.keys(kb.ArrowUp, kb.ArrowUp, kb.Enter)
	if got := eval[string](c, `document.querySelector('dialog[open] p').textContent`); got != "Play 1e4?" {
		t.Fatalf("it asks %q", got)
	}
	c.keys(kb.Escape) // no
	if got := eval[string](c, `document.querySelector('[data-cell="1e2"]').getAttribute('aria-label')`); got != "1e2, white pawn" {
		t.Errorf("after a no: %q", got)
	}
	c.do(`document.querySelector('[data-cell="1e2"]').focus()`)
	c.keys(kb.Enter, kb.ArrowUp, kb.ArrowUp, kb.Enter, kb.Enter)
	moves("1e4")
	if got := c.focus(); got != "1e4, white pawn" {
		t.Errorf("after the move the focus is on %q", got)
	}
	at := func(name string) (x, y float64) {
		box := eval[[]float64](c, `(() => { const e = document.querySelector('[data-cell=%q]'); e.scrollIntoView({ block: 'center' }); const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`, name)
		return box[0], box[1]
	}
	x, y := at("3e7")
	c.run(chromedp.MouseClickXY(x, y))
	x, y = at("3e5")
	c.run(chromedp.MouseClickXY(x, y), chromedp.KeyEvent(kb.Enter))
	moves("3e5")
	c.do(`new Promise((done) => { const look = () => performance.getEntriesByType('resource').filter((e) => e.name.endsWith('/say')).length > 1 ? setTimeout(done) : setTimeout(look, 20); look(); })`) // what is said of the move is there
	c.do(`document.getElementById('text').focus()`)
	c.run(chromedp.KeyEvent("p k"), chromedp.KeyEvent(kb.Enter))
	if got := eval[string](c, `document.body.innerText`); !strings.Contains(got, "white king: 1e1. black king: 3e8") {
		t.Error("a typed question is not answered")
	}
	c.photograph("page")
}
