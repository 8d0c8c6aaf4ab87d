//go:build integration

package web_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"stackmate/bot/data"
)

// plays makes a move with the mouse, and answers the question.
func (c *chromium) plays(from, to string) {
	c.t.Helper()
	c.press(fmt.Sprintf("[data-cell=%q]", from))
	c.press(fmt.Sprintf("[data-cell=%q]", to))
	c.press(`dialog.confirm .invite`)
}

// TestTwoBrowsers has two people play one another, each in a browser of their own: the move of one appears in the page of
// the other, as do an offer of a draw, a request to take back, and the end of a game, also by the clock.
func TestTwoBrowsers(t *testing.T) {
	c := found(t, "")
	c.says("Anna", room, "challenge @Ben orthodox white 1d")
	c.says("Ben", room, "accept")
	anna, ben := newChromium(t), newChromium(t)
	anna.signIn(c.link("Anna", room, "web #1"))
	ben.signIn(c.link("Ben", room, "web #1"))
	both := func(scripts ...string) {
		t.Helper()
		anna.until(scripts...)
		ben.until(scripts...)
	}
	button := func(command string) string { return fmt.Sprintf(`#actions button[value=%q]`, command) }
	moves := func(text string) string {
		return fmt.Sprintf(`document.getElementById('moves').innerText.split(/\s+/).filter((s) => s && !s.endsWith('.')).join(' ') === %q`, text)
	}

	anna.plays("e2", "e4")
	both(moves("e4"), piece("e4")+` === 'white-pawn'`)
	ben.plays("e7", "e5")
	both(moves("e4 e5"), piece("e5")+` === 'black-pawn'`)

	anna.press(button("draw offer"))
	ben.press(button("draw decline"))
	anna.until(`!document.getElementById('turn').innerText.includes('draw offer')`)

	ben.press(button("takeback ask"))
	anna.press(button("takeback accept"))
	both(moves("e4"), piece("e7")+` === 'black-pawn'`)
	ben.plays("c7", "c5")
	both(moves("e4 c5"), piece("c5")+` === 'black-pawn'`)

	anna.press(button("resign"))
	anna.press(`#answer button.warn`)
	both(`document.getElementById('turn').innerText.includes('Ben wins')`, `document.querySelector('`+button("rematch")+`')`)

	// The clock runs out while the page is open, with a piece in the hand.
	ben.press(button("rematch"))
	ben.until(`document.querySelector('#answer .reply')`)
	anna.run(navigate(c.public.String() + "/"))
	anna.press(`button[value^="accept"]`)
	anna.until(ready) // the answer to what was pressed on the home page shows the game
	ben.run(navigate(c.public.String() + "/g/2"))
	ben.until(ready)
	ben.plays("e2", "e4") // the colors are exchanged
	anna.until(piece("e4") + ` === 'white-pawn'`)
	anna.press(`[data-cell="e7"]`)
	anna.until(`document.querySelectorAll('.board3d .target').length === 2`)
	c.wait(48 * time.Hour)
	if err := c.store.Update(t.Context(), func(tx data.Tx) error { return tx.SetHeartbeat(c.now()) }); err != nil { // the bot was not down meanwhile
		t.Fatal(err)
	}
	var clocks sync.WaitGroup
	defer clocks.Wait()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	clocks.Go(func() { c.desk.KeepTime(ctx) })
	both(`/time/i.test(document.getElementById('turn').innerText)`, `document.querySelector('`+button("rematch")+`')`, `!document.querySelector('.board3d .target, .board3d .selected')`)
	if text := strings.Join(strings.Fields(c.says("Ben", room, "history #1").Block), " "); text != "1. e4 c5" {
		t.Errorf("the first game is %q", text)
	}
}
