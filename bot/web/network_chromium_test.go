//go:build integration

package web_test

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
)

// navigate opens a page.
func navigate(url string) chromedp.Action[chromedp.Void] { return chromedp.Navigate(url) }

// network is between browsers and a server.
type network struct {
	http.Handler
	// down is whether nothing arrives, and deaf whether forms arrive, but no answer to them comes back.
	down, deaf atomic.Bool
	// forms is how many forms have arrived at the server.
	forms atomic.Int32
}

func (n *network) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	form := r.Method == http.MethodPost
	if !n.down.Load() {
		if !form || !n.deaf.Load() {
			n.Handler.ServeHTTP(w, r)
			return
		}
		n.forms.Add(1)
		n.Handler.ServeHTTP(nowhere{header: http.Header{}}, r)
	}
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		conn.Close()
	}
}

// nowhere is where answers go that get lost.
type nowhere struct{ header http.Header }

func (n nowhere) Header() http.Header          { return n.header }
func (nowhere) WriteHeader(int)                {}
func (nowhere) Write(data []byte) (int, error) { return len(data), nil }

// TestNetworkCut cuts the network in the middle of a game: the page says so, moves of the opponent appear afterwards, and a
// move that is made meanwhile is neither lost nor made twice, also when only the answer to it gets lost.
func TestNetworkCut(t *testing.T) {
	c := found(t, "")
	n := &network{Handler: c.server.Config.Handler}
	c.server.Config.Handler = n
	c.play(room)
	b := newChromium(t)
	b.signIn(c.link("Anna", room, "web #1"))
	b.do(`{ const real = window.setTimeout; window.setTimeout = (f, ms, ...args) => real(f, Math.min(ms, 100), ...args); }`) // pauses are short
	cut := func() {
		n.down.Store(true)
		c.server.CloseClientConnections()
	}
	played := func() string {
		return strings.Join(strings.Fields(c.says("Ben", room, "history #1").Block), " ")
	}

	// The opponent moves meanwhile.
	b.plays("e2", "e4")
	b.until(piece("e4")+` === 'white-pawn'`, `document.getElementById('moves').innerText.includes('e4')`)
	cut()
	b.until(`!document.getElementById('offline').hidden`)
	b.photograph("offline")
	c.says("Ben", room, "#1 e5")
	n.down.Store(false)
	b.until(piece("e5")+` === 'black-pawn'`, `document.getElementById('offline').hidden`)

	// A move is made meanwhile: it is tried again until there is a network.
	cut()
	b.plays("g1", "f3")
	b.until(`document.getElementById('answer').innerText.includes('No connection')`)
	n.deaf.Store(true) // the next attempts arrive, but their answers get lost
	n.down.Store(false)
	b.until(`document.getElementById('answer').innerText.includes('That could not be sent') || document.getElementById('moves').innerText.includes('Nf3')`)
	if n.forms.Load() == 0 {
		t.Error("the move was not sent again")
	}
	n.deaf.Store(false)
	b.until(piece("f3")+` === 'white-knight'`, `document.getElementById('moves').innerText.includes('Nf3')`, `document.getElementById('offline').hidden`)
	if got := played(); got != "1. e4 e5 2. Nf3" {
		t.Errorf("played is %q", got)
	}
	c.says("Ben", room, "#1 Nc6")
	b.until(piece("c6") + ` === 'black-knight'`)

	// The network stays away: the page gives up, the piece is back, and the same move can be made again.
	cut()
	b.plays("f1", "b5")
	b.until(`document.querySelector('#answer .refused')?.innerText.includes('That could not be sent')`, piece("f1")+` === 'white-bishop'`)
	n.down.Store(false)
	b.until(`document.getElementById('offline').hidden`)
	b.plays("f1", "b5")
	b.until(piece("b5")+` === 'white-bishop'`, `document.getElementById('moves').innerText.includes('Bb5')`)
	if got := played(); got != "1. e4 e5 2. Nf3 Nc6 3. Bb5" {
		t.Errorf("played is %q", got)
	}
	b.forgive("net::ERR_")
	b.forgive("429")
}

// TestProgramKilled kills the program in the middle of a game against it. The page says that there is no connection, and goes on by
// itself after another start, where the game was. With what is kept for that gone, it says that the new link is needed.
func TestProgramKilled(t *testing.T) {
	p := startProgram(t, "orthodox", "--against", "1")
	b := newChromium(t)
	b.open(p.link, desktop, "light")
	b.plays("e2", "e4")
	b.until(`document.querySelectorAll('#moves a').length === 2`)
	moves := eval[string](b, `document.getElementById('moves').innerText`)
	b.do(`{ const real = window.setTimeout; window.setTimeout = (f, ms, ...args) => real(f, Math.min(ms, 300), ...args); }`)
	p.kill()
	b.until(`!document.getElementById('offline').hidden`)
	b.plays("d2", "d3")
	b.until(`document.getElementById('answer').innerText.includes('That could not be sent')`, piece("d2")+` === 'white-pawn'`)
	p.start()
	b.until(`document.getElementById('offline').hidden`)
	if got := eval[string](b, `document.getElementById('moves').innerText`); got != moves {
		t.Errorf("after another start the moves are %q, not %q", got, moves)
	}
	b.plays("d2", "d3")
	b.until(`document.querySelectorAll('#moves a').length === 4`)
	p.kill()
	b.until(`!document.getElementById('offline').hidden`)
	p.args = append(p.args, "--port", p.port())
	if err := os.Remove(p.args[slices.Index(p.args, "--db")+1] + "-web"); err != nil {
		t.Fatal(err)
	}
	p.start()
	b.until(`document.body.innerText.includes('open the link')`)
	b.photograph("restarted")
	b.open(p.link, desktop, "light")
	b.until(ready, `document.querySelectorAll('#moves a').length === 4`)
	b.forgive("net::ERR_")
	b.forgive("403 (Forbidden)")
}
