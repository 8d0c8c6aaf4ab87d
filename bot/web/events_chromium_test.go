//go:build integration

package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/chromedp"

	"stackmate/bot/chat"
)

// tab opens a page in another tab of the same browser.
func (c *chromium) tab(url string) (tab *chromium, shut func()) {
	c.t.Helper()
	ctx, shut := chromedp.NewContext(c.ctx)
	c.t.Cleanup(shut)
	tab = &chromium{t: c.t, ctx: ctx}
	if err := chromedp.Listen(ctx, tab.listen); err != nil {
		c.t.Fatal(err)
	}
	call(tab, log.Enable, cdp.Empty{})
	tab.run(chromedp.Navigate(url), chromedp.WaitReady(chromedp.CSS(".board3d .cell")))
	return tab, shut
}

// TestOneStream checks that the pages of a browser share one stream: each hears of its own game, another page goes on when the
// one with the stream is closed, and all say that they are signed out.
func TestOneStream(t *testing.T) {
	c := found(t, "")
	c.play(room)
	c.play(room)
	first := newChromium(t)
	first.signIn(c.link("Anna", room, "web #1"))
	first.until(`document.visibilityState === 'visible'`)
	leader, shut := first.tab(c.public.String() + "/g/2")
	first.run(chromedp.Navigate(c.public.String() + "/")) // now the second page has the stream
	leader.until(`document.visibilityState === 'visible'`)
	second, _ := first.tab(c.public.String() + "/g/1")
	third, _ := first.tab(c.public.String() + "/g/2")
	c.says("Anna", room, "#1 e4")
	c.says("Anna", room, "#2 d4")
	second.until(piece("e4") + ` === 'white-pawn'`)
	third.until(piece("d4") + ` === 'white-pawn'`)
	leader.until(piece("d4") + ` === 'white-pawn'`)
	if n := c.front.Streams(); n != 1 {
		t.Errorf("%d streams", n)
	}
	shut()
	c.says("Ben", room, "#1 e5")
	c.says("Ben", room, "#2 d5")
	second.until(piece("e5") + ` === 'black-pawn'`)
	third.until(piece("d5") + ` === 'black-pawn'`)
	if n := c.front.Streams(); n != 1 {
		t.Errorf("%d streams", n)
	}
	c.says("Anna", chat.Place{}, "preferences signout")
	for _, tab := range []*chromium{second, third} {
		tab.until(`!document.getElementById('offline').hidden && document.getElementById('offline').innerText.startsWith('You were signed out.')`)
	}
	second.photograph("signed-out-page")
}

// TestChosenMove checks that a move that waits to be confirmed is not played once the game has gone on.
func TestChosenMove(t *testing.T) {
	c := found(t, "")
	c.play(room)
	b := newChromium(t)
	b.signIn(c.link("Anna", room, "web #1"))
	b.do(`document.querySelector('[data-cell="e2"]').click()`)
	b.do(`document.querySelector('[data-cell="e4"]').click()`)
	b.until(`document.querySelector('dialog.confirm')?.open`)
	c.says("Anna", room, "#1 d4")
	c.says("Ben", room, "#1 d5")
	b.until(piece("d5") + ` === 'black-pawn'`)
	b.do(`document.querySelector('dialog.confirm .invite').click()`)
	b.until(`document.querySelector('#answer .refused')?.innerText.startsWith('Not done: game 1 has moved on')`)
	if text := c.says("Ben", room, "history #1").Block; strings.Join(strings.Fields(text), " ") != "1. d4 d5" {
		t.Errorf("the game is %q", text)
	}
}
