//go:build integration

package web_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// signIn opens a link and presses its button.
func (c *chromium) signIn(link string) {
	c.t.Helper()
	c.run(chromedp.Navigate(link))
	c.photograph("link-page")
	c.run(chromedp.Click(chromedp.CSS("main form button")), chromedp.WaitReady(chromedp.CSS(".board3d .cell")))
}

// piece returns a script that returns what is on a cell.
func piece(cell string) string {
	return fmt.Sprintf(`document.querySelector('[data-cell="%s"]').dataset.piece`, cell)
}

// TestGamePage plays in a browser against somebody elsewhere: moves are asked for and sent once, those of the opponent
// appear by themselves, also after the network was cut, and one can look at earlier positions.
func TestGamePage(t *testing.T) {
	c := found(t, "")
	c.play(room)
	b := newChromium(t)
	b.signIn(c.link("Anna", room, "web #1"))
	press := func(cell string) { b.do(`document.querySelector('[data-cell="%s"]').click()`, cell) }
	press("e2")
	press("e4")
	b.until(`document.querySelector('dialog.confirm')?.open`)
	b.do(`[...document.querySelectorAll('dialog.confirm button')].find((b) => !b.classList.contains('invite')).click()`) // Cancel
	b.until(piece("e2") + ` === 'white-pawn' && !document.querySelector('dialog.confirm')`)
	press("e2")
	press("e4")
	b.until(`document.querySelector('dialog.confirm')?.open`)
	b.do(`{ const yes = document.querySelector('dialog.confirm .invite'); yes.click(); yes.click(); }`)
	b.until(`document.querySelector('#moves').innerText.includes('e4') && ` + piece("e4") + ` === 'white-pawn'`)
	b.photograph("game-page")

	c.says("Ben", room, "#1 e5")
	b.until(piece("e5") + ` === 'black-pawn' && document.getElementById('turn').innerText.includes('Anna')`)
	c.server.CloseClientConnections()
	c.says("Anna", room, "#1 Nf3") // somewhere else
	c.says("Ben", room, "#1 Nc6")
	b.until(piece("c6") + ` === 'black-knight' && document.getElementById('offline').hidden`)
	b.forgive("/events")
	b.forgive("/g/1") // of which the page may just have asked for something

	b.do(`document.querySelector('#moves a[data-ply="1"]').click()`)
	b.until(piece("e5") + ` === '' || ` + piece("e5") + ` === undefined`)
	c.says("Anna", room, "#1 Bb5")
	b.until(`document.querySelector('#moves').innerText.includes('Bb5')`)
	if !eval[bool](b, "%s === 'black-pawn'", piece("e7")) {
		t.Error("a move takes somebody away from an earlier position")
	}
	b.do(`[...document.querySelectorAll('.replay button')].at(-1).click()`)
	b.until(piece("b5") + ` === 'white-bishop'`)

	c.says("Ben", room, "#1 draw offer")
	b.until(`document.querySelector('#actions button[value="draw accept"]')`)

	b.run(chromedp.Navigate(c.public.String()+"/"), chromedp.WaitReady(chromedp.CSS(".cards a")))
	b.photograph("home-page")
	b.run(chromedp.Click(chromedp.CSS(".cards a")), chromedp.WaitReady(chromedp.CSS(".board3d .cell")))

	// Refusals and questions are answered in the page, and their buttons work there.
	b.do(`{ const f = document.getElementById('say'); f.elements.namedItem('text').value = 'Nd5'; f.requestSubmit(); }`)
	b.until(`document.querySelector('#answer .refused')`)
	b.do(`[...document.querySelectorAll('#actions button')].find((b) => b.value === 'resign').click()`)
	b.until(`document.querySelector('#answer button.warn')`)
	b.do(`document.querySelector('#answer button.warn').click()`)
	b.until(`document.getElementById('turn').innerText.includes('Ben wins')`)
	if path := eval[string](b, `location.pathname`); path != "/g/1" {
		t.Errorf("the page is now %s", path)
	}
	if text := c.says("Ben", room, "history #1").Block; strings.Join(strings.Fields(text), " ") != "1. e4 e5 2. Nf3 Nc6 3. Bb5" {
		t.Errorf("the game is %q", text)
	}
}

// TestWithoutEvents checks that the page says when it has lost its session, and that its forms still say what is wrong.
func TestWithoutEvents(t *testing.T) {
	c := found(t, "")
	c.play(room)
	b := newChromium(t)
	b.signIn(c.link("Anna", room, "web #1"))
	c.says("Anna", room, "preferences signout")
	b.do(`{ window.sent = 0; const real = window.fetch; window.fetch = (to, how) => { if (how?.method === 'POST') window.sent++; return real(to, how); }; }`)
	b.do(`{ const f = document.getElementById('say'); f.elements.namedItem('text').value = 'e4'; f.querySelector('button').click(); }`)
	b.until(`!document.querySelector('#say button').disabled`) // all is done
	if text := eval[string](b, `document.getElementById('answer').innerText`); !strings.Contains(text, "You are not signed in.") {
		t.Errorf("the page says %q", text)
	}
	if n := eval[int](b, `window.sent`); n != 1 {
		t.Errorf("the form was sent %d times", n)
	}
	b.forgive(fmt.Sprint(http.StatusForbidden))
	b.forgive("/events?games=1") // a stream that was just being opened finds no game of nobody's
}

// TestEventsRefused checks that a page hears of moves again after its stream was refused, after which browsers do not try again.
func TestEventsRefused(t *testing.T) {
	c := found(t, "")
	c.play(room)
	b := newChromium(t)
	b.signIn(c.link("Anna", room, "web #1"))
	c.says("Anna", room, "#1 e4")
	b.until(piece("e4") + ` === 'white-pawn'`)                                                                    // the stream is open
	eval[bool](b, `Promise.all(Array.from({ length: 250 }, () => fetch('/g/1/picture?ply=x'))).then(() => true)`) // the clock stands still
	c.server.CloseClientConnections()
	b.complains("429 (Too Many Requests) " + c.public.String() + "/events?games=1")
	c.wait(time.Minute)
	c.says("Ben", room, "#1 e5")
	b.until(piece("e5") + ` === 'black-pawn' && document.getElementById('offline').hidden`)
	b.forgive("/g/1/")
	b.forgive("/events")
	b.forgive("429")
	b.forgive("404")
}

// forgive forgets errors that a test has caused: the browser notes every answer that is an error.
func (c *chromium) forgive(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.errors = slices.DeleteFunc(c.errors, func(e string) bool { return strings.Contains(e, text) })
}

// complains waits until the browser has noted an error.
func (c *chromium) complains(text string) {
	c.t.Helper()
	for range 400 {
		c.mu.Lock()
		noted := slices.ContainsFunc(c.errors, func(e string) bool { return strings.Contains(e, text) })
		c.mu.Unlock()
		if noted {
			return
		}
		eval[bool](c, `new Promise((done) => setTimeout(() => done(true), 50))`)
	}
	c.t.Fatalf("the browser does not complain: %s", text)
}
