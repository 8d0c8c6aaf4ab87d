//go:build integration

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"stackmate/bot/chat"
)

// taps touches an element at a place where it can be seen.
func (c *chromium) taps(selector string) {
	c.t.Helper()
	at := c.seen(selector)
	c.touch(input.DispatchTouchEventTypeTouchStart, at...)
	c.touch(input.DispatchTouchEventTypeTouchEnd)
}

// drags puts a finger on an element and moves it to another one.
func (c *chromium) drags(from, to string) {
	c.t.Helper()
	a := c.seen(from)
	c.touch(input.DispatchTouchEventTypeTouchStart, a...)
	c.touch(input.DispatchTouchEventTypeTouchMove, a[0]+8, a[1]+8)
	b := c.seen(to) // an attack board makes room for where it can go
	for step := 1.0; step <= 4; step++ {
		c.touch(input.DispatchTouchEventTypeTouchMove, a[0]+(b[0]-a[0])*step/4, a[1]+(b[1]-a[1])*step/4)
	}
	c.touch(input.DispatchTouchEventTypeTouchEnd)
}

// TestOnPhone plays on a phone with fingers: a tap, a drag, a promotion, an attack board; two fingers turn the board and zoom
// it, and not the page, which is never wider than the screen.
func TestOnPhone(t *testing.T) {
	c := found(t, "")
	c.says("Anna", chat.Place{}, "import orthodox 4k3/P7/8/8/8/8/7P/4K3 w - - 0 1")
	c.says("Anna", chat.Place{}, "import "+games[6].what)
	b := newChromium(t)
	b.screen(phone, "light")
	b.run(chromedp.Navigate(c.link("Anna", chat.Place{}, "web #1")), chromedp.WaitReady(chromedp.CSS("main form button")))
	b.taps("main form button")
	b.until(ready)
	moves := func(text string) {
		t.Helper()
		b.until(fmt.Sprintf(`document.getElementById('moves').innerText.replace(/\s+/g, ' ').includes(%q)`, text))
	}

	b.taps(`[data-cell="a7"]`)
	b.taps(`[data-cell="a8"]`)
	b.taps(`dialog.promotion .choices button:has(use[href$="white-rook"])`)
	b.taps(`dialog.confirm .invite`)
	moves("a8=R+")
	b.drags(`[data-cell="e8"]`, `[data-cell="d7"]`)
	b.taps(`dialog.confirm .invite`)
	moves("Kd7")
	b.drags(`[data-cell="h2"]`, `[data-cell="c5"]`) // where it cannot go
	b.until(piece("h2")+` === 'white-pawn'`, `!document.querySelector('.carried')`)
	b.fits(phone.width)

	b.run(navigate(c.public.String() + "/g/2"))
	b.until(ready)
	if view := eval[string](b, `document.querySelector('.views [aria-pressed=true]').innerText`); view != "Flat" {
		t.Errorf("on a phone the view is %s at first", view)
	}
	b.taps(`[data-pin="b2A"]`)
	b.taps(`[data-pin="b2C"]`)
	b.taps(`dialog.confirm .invite`)
	moves("A-b2A-b2C")
	b.until(`document.querySelector('#moves li').value === 45`, `[...document.querySelectorAll('.spoken')].some((e) => e.textContent.startsWith('45. A-b2A-b2C.'))`)
	b.taps(`.views button:nth-child(3)`)
	look := func() string { return eval[string](b, `document.querySelector('.world').style.transform`) }
	before := look()
	at := b.seen(".board3d .stage")
	b.touch(input.DispatchTouchEventTypeTouchStart, at[0]-40, at[1], at[0]+40, at[1])
	for step := 1.0; step <= 4; step++ {
		b.touch(input.DispatchTouchEventTypeTouchMove, at[0]-40-10*step, at[1]+8*step, at[0]+40+16*step, at[1]+8*step)
	}
	b.touch(input.DispatchTouchEventTypeTouchEnd)
	if after := look(); after == before {
		t.Error("two fingers do not turn the board")
	}
	if zoom := eval[float64](b, `visualViewport.scale`); zoom != 1 {
		t.Errorf("two fingers zoom the page: %v", zoom)
	}
	b.photograph("phone")
	b.fits(phone.width)
}
