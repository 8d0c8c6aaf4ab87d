//go:build integration

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestReviewWalked reviews a game that is over, looks at a mistake by pressing the curve, and solves the quiz on the board.
func TestReviewWalked(t *testing.T) {
	c := found(t, "")
	c.advise()
	c.foolsMate()
	b := newChromium(t)
	b.signIn(c.link("Anna", room, "web #1"))
	b.do(`document.querySelector('#actions button[value="review"]').click()`)
	b.until(`document.querySelector('#curve ellipse.mark3') && document.querySelector('#moves .mark3')?.innerText === '??'`)
	b.do(`{ const box = document.querySelector('.curve').getBoundingClientRect(); document.querySelector('.curve').dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.left + box.width * 0.75 })); }`)
	b.until(`document.querySelector('#moves [aria-current]')?.dataset.ply === '3' && document.querySelector('.arrow.best') && document.querySelector('.arrow.bad')`)
	b.photograph("review")
	b.do(`document.getElementById('curve').focus()`)
	for _, step := range []struct{ key, ply, says string }{
		{kb.ArrowLeft, "2", "1… e5: White's chances "}, {kb.End, "4", "2… Qh4#: White's chances 0 %"}, {kb.ArrowRight, "4", "2… Qh4#: "},
		{kb.Home, "0", "Start: White's chances "}, {kb.ArrowUp, "1", "1. f3: White's chances "}, {kb.PageUp, "4", "2… Qh4#: "}, {kb.ArrowDown, "3", "2. g4: White's chances "},
	} {
		b.keys(step.key)
		b.until(fmt.Sprintf(`(() => { const e = document.activeElement; return e.id === 'curve' && e.role === 'slider' && e.ariaValueNow === %q && e.ariaValueText.startsWith(%q); })()`, step.ply, step.says))
	}
	b.until(`document.getElementById('curve').ariaValueText.endsWith('%. Blunder')`, `document.querySelector('#moves [aria-current]')?.dataset.ply === '3'`, piece("g4")+` === 'white-pawn'`)
	// The answer for the first position comes when the last one is shown already.
	b.do(`{ const ask = window.fetch; window.fetch = async (...what) => { const answer = await ask(...what); await new Promise((go) => setTimeout(go, 200)); window.fetch = ask; return answer; }; window.asked = ask; }`)
	b.keys(kb.Home, kb.End)
	b.until(`window.fetch === window.asked`)
	b.until(`document.getElementById('curve').ariaValueNow === '4' && ` + piece("h4") + ` === 'black-queen'`)
	b.screen(phone, "dark")
	b.photograph("review-phone-dark")
	b.do(`[...document.querySelectorAll('#answer button')].find((b) => b.classList.contains('invite')).click()`)
	b.until(piece("g2") + ` === 'white-pawn' && document.getElementById('answer').innerText.includes('Find something better')`)
	b.do(`document.querySelector('[data-cell="g2"]').click(); document.querySelector('[data-cell="g4"]').click()`)
	b.until(`document.getElementById('answer').innerText.includes('is what was played') && ` + piece("g2") + ` === 'white-pawn'`)
	b.do(`[...document.querySelectorAll('#answer button')].find((b) => b.innerText.includes('solution') || b.innerText.includes('Solution')).click()`)
	b.until(`document.querySelectorAll('.arrow.best').length === 1 && document.getElementById('answer').innerText.includes('Best line')`)
	b.photograph("quiz-phone-dark")
	b.do(`document.querySelector('#moves a[data-ply="4"]').click()`)
	b.until(piece("h4") + ` === 'black-queen'`)
}

// foolsMate plays a game that Anna loses in two moves.
func (c *club) foolsMate() {
	c.t.Helper()
	c.play(room)
	for i, move := range []string{"f3", "e5", "g4", "Qh4"} {
		c.says([]string{"Anna", "Ben"}[i%2], room, "#1 "+move)
	}
}
