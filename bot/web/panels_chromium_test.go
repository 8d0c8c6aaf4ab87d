//go:build integration

package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// reload opens the page again, and waits for its board.
func (c *chromium) reload() {
	c.t.Helper()
	c.run(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(".board3d .cell")))
}

// TestPanels keeps a note and conditional moves across a reload, removes a line, and goes through the game with the buttons, which
// play it too.
func TestPanels(t *testing.T) {
	c := found(t, "")
	c.play(room)
	for i, move := range []string{"e4", "e5", "Nf3"} {
		c.says([]string{"Anna", "Ben"}[i%2], room, "#1 "+move)
	}
	b := newChromium(t)
	b.signIn(c.link("Anna", room, "web #1"))
	b.do(`document.querySelector('#note summary').click(); document.getElementById('note-text').value = 'Mind the knight'; document.querySelector('#note button').click()`)
	b.until(`document.getElementById('answer').innerText.includes('Note on game 1 saved')`)
	b.do(`document.querySelector('#conditions summary').click(); document.getElementById('line').value = 'Nc6 Bb5'; document.querySelector('#if').requestSubmit()`)
	b.until(`document.querySelector('#conditions .condition')?.innerText.includes('Nc6 → Bb5')`)
	b.reload()
	if text := eval[string](b, `document.getElementById('note-text').value + document.querySelector('#conditions .condition').innerText`); text != "Mind the knightNc6 → Bb5\nRemove" && text != "Mind the knightNc6 → Bb5 Remove" {
		t.Errorf("after a reload: %q", text)
	}
	b.photograph("panels")

	b.do(`document.querySelector('.replay button:nth-child(3)').click()`) // play
	b.until(`document.querySelector('#moves [aria-current]')?.dataset.ply === '1' && document.querySelectorAll('.arrow.played').length === 1`)
	b.do(`document.querySelector('.replay button:nth-child(3)').click()`) // pause
	b.do(`document.querySelector('.replay button:nth-child(4)').click()`)
	b.until(`document.querySelector('#moves [aria-current]')?.dataset.ply === '2'`)
	b.photograph("replay")
	b.do(`{ const s = document.querySelector('.replay input'); s.value = '3'; s.dispatchEvent(new Event('input')); }`)
	b.until(piece("f3") + ` === 'white-knight' && !document.querySelector('.arrow')`)

	press := func(cell string) { b.do(`document.querySelector('[data-cell="%s"]').click()`, cell) }
	b.do(`[...document.querySelectorAll('#conditions button')].find((b) => b.innerText === 'Play it on the board').click()`)
	b.until(`document.querySelectorAll('.cell.mine').length > 5`)
	press("d7")
	press("d6")
	b.until(piece("d6") + ` === 'black-pawn' && document.getElementById('line').value === 'd6'`)
	press("d2")
	press("d4")
	b.until(`document.getElementById('line').value === 'd6 d4'`)
	b.do(`document.querySelector('#if').requestSubmit()`)
	b.until(`document.querySelectorAll('#conditions .condition').length === 2 && ` + piece("d7") + ` === 'black-pawn'`)
	b.do(`document.querySelectorAll('#conditions .condition button')[1].click()`)
	b.until(`document.querySelectorAll('#conditions .condition').length === 1`)
	b.do(`document.querySelector('#conditions .condition button').click()`)
	b.until(`!document.querySelector('#conditions .condition')`)
	c.says("Ben", room, "#1 Nc6")
	b.until(`document.getElementById('conditions').innerText.includes('It is your turn.')`)
	if text := eval[string](b, `document.getElementById('moves').innerText`); text == "" || eval[bool](b, `document.getElementById('moves').innerText.includes('Bb5')`) {
		t.Errorf("a line that was removed is played: %q", text)
	}
}
