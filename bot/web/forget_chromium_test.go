//go:build integration

package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestForgetsAnalyses checks that the analyses that a browser has kept for somebody are deleted after signing out, when the session has
// ended elsewhere, and when somebody else signs in; those that were made without signing in stay, and so do settings.
func TestForgetsAnalyses(t *testing.T) {
	c := found(t, "")
	c.play(room)
	b := newChromium(t)
	analyse := func(variant, from, to string) {
		t.Helper()
		b.open(c.public.String()+"/analysis/"+variant, desktop, "light")
		b.do(`document.querySelector('[data-cell="%s"]').click(), document.querySelector('[data-cell="%s"]').click()`, from, to)
		b.until(`localStorage.getItem('analysis ` + variant + `')?.includes('` + to + `')`)
	}
	kept := func(where string, want string) {
		t.Helper()
		b.until(`loaded() && document.querySelector('script[src$="forget.js"]')`)
		if got := eval[string](b, `Object.keys(localStorage).filter((k) => k.startsWith('analysis ')).sort().join()`); got != want {
			t.Errorf("%s: kept are %q, not %q", where, got, want)
		}
	}
	analyse("orthodox", "e2", "e4") // as nobody
	b.signIn(c.link("Anna", room, "web #1"))
	analyse("millennium", "1e2", "1e4")
	b.do(`localStorage.setItem('view', 'free')`)
	b.run(chromedp.Navigate(c.public.String() + "/rules"))
	kept("signed in", "analysis millennium,analysis orthodox")
	b.run(chromedp.Click(chromedp.CSS("header form button")))
	b.until(`!document.querySelector('.who')`)
	kept("after signing out", "analysis orthodox")
	if view := eval[string](b, `localStorage.getItem('view')`); view != "free" {
		t.Errorf("the view is now %q", view)
	}

	b.signIn(c.link("Anna", room, "web #1"))
	analyse("millennium", "1e2", "1e4")
	b.run(chromedp.Navigate(c.public.String()+"/g/1"), chromedp.WaitReady(chromedp.CSS(".board3d .cell")))
	c.says("Anna", room, "preferences signout") // of which the stream of the page tells
	b.until(`!document.getElementById('offline').hidden && document.getElementById('offline').innerText.includes('You were signed out')`)
	kept("with a session that has ended", "analysis orthodox")

	b.signIn(c.link("Anna", room, "web #1"))
	analyse("orthodox", "d2", "d4") // on which Anna goes on
	c.says("Anna", room, "preferences signout")
	b.run(chromedp.Navigate(c.link("Ben", room, "web #1")))
	kept("for somebody else", "")
	b.forgive("403 (Forbidden)")
	b.forgive("/events?games=1")
}
