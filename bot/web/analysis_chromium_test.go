//go:build integration

package web_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tree is a script that returns the moves of an analysis as text.
const tree = `document.getElementById('tree').innerText.replace(/\s+/g, ' ').trim()`

// grows waits until the moves of an analysis are these.
func (c *chromium) grows(moves string) {
	c.t.Helper()
	c.until(tree + ` === ` + `"` + moves + `"`)
}

// analyse opens an analysis board as Anna, who is signed in.
func analyse(t *testing.T, path string, s screen) (*club, *chromium) {
	t.Helper()
	c := found(t, "")
	c.play(room)
	b := newChromium(t)
	b.signIn(c.link("Anna", room, "web #1"))
	b.open(c.public.String()+path, s, "light")
	return c, b
}

// TestAnalysisBoard plays both colors with a variation, by mouse, keyboard and typing, has positions evaluated, and finds
// everything again when the page is loaded anew.
func TestAnalysisBoard(t *testing.T) {
	c, b := analyse(t, "/analysis/millennium", desktop)
	press := func(cell string) { b.do(`document.querySelector('[data-cell="%s"]').click()`, cell) }
	click := func(label string) {
		t.Helper()
		b.do(`[...document.querySelectorAll('.side button')].find((e) => (e.getAttribute('aria-label') ?? e.textContent) === %q).click()`, label)
	}
	heard := func(text string) {
		t.Helper()
		b.until(`[...document.querySelectorAll('[role=status].spoken')].some((e) => e.textContent.includes("` + text + `"))`)
	}
	b.grows("Start")
	press("1e2")
	press("1e4")
	b.grows("Start 1. 1e4")
	heard("1. 1e4. Black to move.")
	b.do(`document.querySelector('[data-cell="3e7"]').focus()`)
	b.keys(kb.Enter, kb.ArrowDown, kb.ArrowDown, kb.Enter) // the arrow keys are the board's
	b.grows("Start 1. 1e4 3e5")
	b.keys("<")
	b.until(piece("3e7") + ` === 'black-pawn' && ` + piece("3e5") + ` !== 'black-pawn'`)
	if got := b.focus(); !strings.HasPrefix(got, "3e") {
		t.Errorf("after a step back the focus is on %q", got)
	}
	b.do(`{ const f = document.getElementById('say'); f.elements.namedItem('move').value = '3c5'; f.requestSubmit(); }`)
	b.grows("Start 1. 1e4 3e5 1… 3c5")
	b.do(`{ const f = document.getElementById('say'); f.elements.namedItem('move').value = 'Q3h5'; f.requestSubmit(); }`)
	b.until(`document.querySelector('#answer .refused')?.textContent.includes('“Q3h5”')`)
	b.grows("Start 1. 1e4 3e5 1… 3c5")

	click("Evaluate")
	b.until(`document.querySelector('#evaluated meter') && document.querySelectorAll('.lines polygon.arrow.best').length === 1`)
	heard("Best move: 2. ")
	b.until(tree + `.match(/^Start 1. 1e4 3e5 1… 3c5 [+−]\d\.\d$/)`)
	b.photograph("analysis")
	played := eval[string](b, `document.querySelector('.best button').textContent`)
	b.do(`document.querySelector('.best button').click()`)
	b.until(tree + `.includes("` + strings.TrimPrefix(played, "2. ") + `")`)
	b.until(`!document.querySelector('.lines polygon.arrow')`) // it was of another position

	b.do(`document.querySelector('#tree [aria-current]').focus()`)
	b.keys(kb.ArrowLeft, kb.ArrowUp)
	b.until(piece("3e5") + ` === 'black-pawn'`)
	if got := b.focus(); got != "1… 3e5" {
		t.Errorf("in the list of moves the focus is on %q", got)
	}
	b.keys(kb.ArrowDown)
	b.until(piece("3c5") + ` === 'black-pawn'`)
	heard("1… 3c5")
	b.until(`location.search.includes('3c7-3c5')`)
	before := eval[string](b, tree)
	b.run(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(".board3d .cell")))
	b.grows(before)
	b.until(piece("3c5") + ` === 'black-pawn' && document.querySelector('#tree [aria-current]').textContent.startsWith('3c5')`)

	click("Make main line")
	b.until(tree + `.startsWith("Start 1. 1e4 3c5") && ` + tree + `.includes("1… 3e5")`)
	click("Delete from here")
	b.grows("Start 1. 1e4 3e5")
	click("Undo")
	b.until(tree + `.includes("3c5")`)
	click("Copy link to main line")
	b.until(`document.querySelector('#answer').textContent.match(/Link copied|analysis.millennium.moves=1e2-1e4.3c7-3c5/)`)
	if from := eval[string](b, `document.getElementById('record').href`); !strings.Contains(from, "/record?moves=1e2-1e4+3c7-3c5") {
		t.Errorf("the record is at %s", from)
	}
	b.run(chromedp.Click(chromedp.CSS("#keep button")), chromedp.WaitVisible(chromedp.CSS("#offers")))
	if text := c.says("Anna", room, "history #2").Block; strings.Join(strings.Fields(text), " ") != "1. 1e4 3c5" {
		t.Errorf("what was kept is %q", text)
	}

	// What the browser has kept may be damaged.
	for _, kept := range []string{`null`, `{`, `{"root":null,"game":[]}`, `{"root":{"text":"","name":"","next":[{"text":1}]},"game":[]}`} {
		b.run(chromedp.Navigate(c.public.String()+"/analysis"), chromedp.WaitReady(chromedp.CSS(".cards")))
		b.do(`localStorage.setItem('analysis orthodox', %q)`, kept)
		b.open(c.public.String()+"/analysis/orthodox?moves=e4", desktop, "dark")
		b.grows("Start 1. e4")
	}
	b.forgive("400") // the move that was wrong
}

// TestAnalysisOfAttackBoards moves attack boards of both colors on a phone, and sees an arrow to where one goes.
func TestAnalysisOfAttackBoards(t *testing.T) {
	start := strings.TrimPrefix(games[6].what, "tridimensional ")
	_, b := analyse(t, "/analysis/tridimensional?start="+url.QueryEscape(start), phone)
	pin := func(name string) { b.do(`document.querySelector('[data-pin="%s"]').click()`, name) }
	b.grows("Start")
	pin("b2A")
	pin("b2C")
	b.until(tree + `.startsWith("Start 45. ")`)
	b.until(`document.querySelector('[data-pin="b2C"]').closest('.plane:not(.ghost)')`)
	move := eval[string](b, `JSON.parse(document.getElementById('study').textContent).board.turn`)
	if move != "white" {
		t.Errorf("%s begins", move)
	}
	b.do(`document.querySelector('.replay button').click()`)
	b.until(`document.querySelector('[data-pin="b2A"]').closest('.plane:not(.ghost)')`)
	b.do(`document.querySelector('#evaluate button').click()`)
	b.until(`document.querySelector('.lines polygon.arrow.best')`)
	if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the page is %d wide", wide)
	}
	b.photograph("analysis-phone")
}

// TestAnalysisWithoutScripts does the same without JavaScript.
func TestAnalysisWithoutScripts(t *testing.T) {
	c := found(t, "")
	c.play(room)
	b := newChromium(t)
	b.signIn(c.link("Anna", room, "web #1"))
	call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	b.run(chromedp.Navigate(c.public.String()+"/analysis"), chromedp.Click(chromedp.CSS(`a[href="/analysis/orthodox"]`)), chromedp.WaitVisible(chromedp.CSS("#stage img")))
	for n, move := range []string{"e4", "e5"} {
		b.run(chromedp.SendKeys(chromedp.CSS("#text"), move+kb.Enter), chromedp.WaitVisible(chromedp.CSS(fmt.Sprintf(`#tree button[value="%d"][aria-current]`, n+1))))
	}
	b.run(chromedp.Click(chromedp.CSS(`#tree button[value="1"]`)), chromedp.WaitVisible(chromedp.CSS(`#tree button[value="1"][aria-current]`)),
		chromedp.Click(chromedp.CSS(`#evaluate button`)), chromedp.WaitVisible(chromedp.CSS(`#evaluated p + p`)))
	if text := eval[string](b, `document.body.innerText`); !strings.Contains(text, "Best line: 1…") || !strings.Contains(text, "Black to move.") {
		t.Errorf("%s", text)
	}
	b.run(chromedp.WaitVisible(chromedp.CSS(`#tree button[value="2"]`))) // the move after it is still there
	call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{})
	b.photograph("analysis-without-scripts")
}
