//go:build integration

package web_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"stackmate/bot/chat"
	"stackmate/rules"
	"stackmate/rules/engine/puzzle"
)

// presses makes a move on the board with the mouse.
func (c *chromium) presses(v *rules.Variant, m rules.Move) {
	c.t.Helper()
	for _, cell := range []rules.Cell{m.From, m.To} {
		c.do(`document.querySelector('[data-cell="%s"]').click()`, v.CellName(cell))
	}
	c.do(`document.querySelector('dialog.promotion .choices button')?.click()`)
}

// puzzle returns the puzzle that the page shows.
func (c *chromium) puzzle() *puzzle.Puzzle {
	c.t.Helper()
	return puzzle.ByID(puzzleID.FindStringSubmatch(eval[string](c, `document.getElementById('answer').innerText`))[1])
}

// TestPuzzleOnBoard fails at a puzzle on the board, solves it there, goes on to the next one and looks at its solution.
func TestPuzzleOnBoard(t *testing.T) {
	c := found(t, "")
	c.says("Anna", chat.Place{}, "games")
	b := newChromium(t)
	b.run(chromedp.Navigate(c.link("Anna", chat.Place{}, "web")), chromedp.Click(chromedp.CSS("main form button")), chromedp.WaitReady(chromedp.CSS("#say")))
	b.open(c.public.String()+"/puzzle/orthodox", desktop, "dark")
	p := b.puzzle()
	pos := p.Position()
	legal := pos.Moves()
	wrong := legal[slices.IndexFunc(legal, func(m rules.Move) bool {
		v, _ := p.Try(nil, m)
		return v == puzzle.Wrong && m.Promotion == rules.NoRole
	})]
	b.presses(p.Variant, wrong)
	b.until(`document.querySelectorAll('.arrow.bad').length === 1 && document.getElementById('answer').innerText.includes('rating')`)
	b.photograph("puzzle-wrong-dark")
	for i, m := range p.Solution {
		if i%2 == 1 {
			continue
		}
		b.presses(p.Variant, m)
		if i+1 < len(p.Solution) {
			b.until(fmt.Sprintf(`%s !== '' && !document.querySelector('.cell.pending') && !document.querySelector('.arrow')`, piece(p.Variant.CellName(p.Solution[i+1].To))))
		}
	}
	b.until(`document.getElementById('answer').innerText.includes('Solved!') && document.querySelector('.arrow.best')`)
	b.do(`[...document.querySelectorAll('#answer button')].find((b) => b.classList.contains('invite')).click()`)
	b.until(fmt.Sprintf(`!document.querySelector('.arrow') && document.getElementById('answer').innerText.includes('Puzzle ') && !document.getElementById('answer').innerText.includes('%s')`, p.ID))
	b.screen(phone, "light")
	b.photograph("puzzle-phone")
	next := b.puzzle()
	b.do(`[...document.querySelectorAll('#answer button')].find((b) => b.innerText === 'Show solution').click()`)
	b.until(fmt.Sprintf(`document.querySelectorAll('.arrow').length === %d`, len(next.Solution)))
	b.photograph("puzzle-solution-phone")
	b.do(`{ const f = document.getElementById('say'); f.elements.namedItem('solve').value = 'nonsense'; f.requestSubmit(); }`)
	b.until(`document.getElementById('answer').innerText.includes('solution')`)
}
