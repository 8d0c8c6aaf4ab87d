//go:build integration

package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"

	"stackmate/bot/chat"
)

// draws presses the mouse on an element, moves it to another one, and releases it there.
func (c *chromium) draws(from, to string) {
	c.t.Helper()
	mouse := func(kind input.DispatchMouseEventType, x, y float64) {
		c.t.Helper()
		call(c, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1})
	}
	a := c.seen(from)
	mouse(input.DispatchMouseEventTypeMouseMoved, a[0], a[1])
	mouse(input.DispatchMouseEventTypeMousePressed, a[0], a[1])
	mouse(input.DispatchMouseEventTypeMouseMoved, a[0]+8, a[1]+8)
	c.until(`document.querySelector('.carried')`)
	b := c.seen(to) // an attack board makes room for where it can go
	for step := 1.0; step <= 4; step++ {
		mouse(input.DispatchMouseEventTypeMouseMoved, a[0]+(b[0]-a[0])*step/4, a[1]+(b[1]-a[1])*step/4)
	}
	mouse(input.DispatchMouseEventTypeMouseReleased, b[0], b[1])
	c.until(`!document.querySelector('.carried')`)
}

// TestPromotionsAndAttackBoards makes with the mouse the moves that whole games rarely have: pawns that promote to what is
// chosen, by a click and by a drag, and attack boards that go from pin to pin, also one whose pawn promotes there.
func TestPromotionsAndAttackBoards(t *testing.T) {
	c := found(t, "")
	c.says("Anna", chat.Place{}, "import orthodox 4k3/P7/4K3/8/8/8/p7/8 b - - 0 1")
	c.says("Anna", chat.Place{}, "import "+games[6].what)
	b := newChromium(t)
	b.screen(desktop, "light")
	b.signIn(c.link("Anna", chat.Place{}, "web #1"))
	played := func(moves string, checks ...string) {
		t.Helper()
		b.press(`dialog.confirm .invite`)
		b.until(append([]string{fmt.Sprintf(`document.getElementById('moves').innerText.replace(/\s+/g, ' ').trim().endsWith(%q)`, moves)}, checks...)...)
	}
	become := func(piece string) string {
		return fmt.Sprintf(`dialog.promotion .choices button:has(use[href$="#%s"])`, piece)
	}

	b.press(`[data-cell="a2"]`)
	b.press(`[data-cell="a1"]`)
	b.press(become("black-knight"))
	played("a1=N", piece("a1")+` === 'black-knight'`)
	b.draws(`[data-cell="a7"]`, `[data-cell="a8"]`)
	b.press(`dialog.promotion > button`) // Cancel
	b.until(piece("a7") + ` === 'white-pawn' && !document.querySelector('dialog')`)
	b.draws(`[data-cell="a7"]`, `[data-cell="a8"]`)
	b.press(become("white-rook"))
	played("a8=R#", piece("a8")+` === 'white-rook'`, `document.getElementById('turn').innerText.includes('Checkmate!')`)

	b.run(navigate(c.public.String() + "/g/2"))
	b.until(ready)
	pin := func(name string) string { return fmt.Sprintf(`[data-pin=%q]`, name) }
	on := func(name string) string {
		return fmt.Sprintf(`!document.querySelector('[data-pin=%q]').closest('.plane').matches('.ghost, .absent')`, name)
	}
	b.press(pin("b2A"))
	b.press(pin("b2C"))
	played("A-b2A-b2C", on("b2C"), "!("+on("b2A")+")")
	b.draws(pin("e9E"), pin("e6E"))
	played("A-e9E-e6E", on("e6E"), "!("+on("e9E")+")")
	b.draws(pin("b6G"), pin("b9G"))
	b.photograph("attack-board-promotes")
	b.press(become("white-rook"))
	played("=R", on("b9G"))
	if text := c.says("Anna", chat.Place{}, "history #2").Block; !strings.Contains(strings.Join(strings.Fields(text), " "), "45. A-b2A-b2C A-e9E-e6E 46. A-b6G-b9G=R") {
		t.Errorf("the moves are %q", text)
	}
}
