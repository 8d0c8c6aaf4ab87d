//go:build integration

package web_test

import (
	"crypto/rand"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"stackmate/bot/chat"
)

// People with names that are hard to show. Jürgen reads German.
const (
	longName   = "Maximiliane-Henriette Donnersmarckhohenlohewaldenburgschillingsfürst"
	hebrewName = "אברהם בן־גוריון"
)

// webPages are all pages, in the states in which they look different. A new page, or a new state, is a line here: it is
// looked at by axe-core, measured on narrow screens, and photographed.
var webPages = []struct {
	name string
	who  string // who is signed in; empty for nobody
	path string
	// steps lead to the state: scripts that are tried until they are true.
	steps []string
}{
	{"welcome", "", "/", nil},
	{"link", "", "LINK", nil},
	{"signed-out", "", "/g/1", nil},
	{"not-found", "Anna", "/nothing", nil},
	{"home", "Anna", "/", nil},
	{"home-without-games", "Carl", "/", nil},
	{"home-german", "Jürgen", "/", nil},
	{"home-names", longName, "/", nil},
	{"preferences", "Anna", "/", []string{typed("preferences"), `location.pathname === '/say' && loaded()`}},
	{"preferences-german", "Jürgen", "/", []string{typed("preferences"), `location.pathname === '/say' && loaded()`}},
	{"rules", "Anna", "/", []string{typed("rules millennium"), `location.pathname === '/say' && loaded()`}},
	{"puzzle", "Anna", "/", []string{typed("puzzle"), `location.pathname === '/say' && loaded()`}},
	{"profile", "Anna", "/", []string{typed("profile"), `location.pathname === '/say' && loaded()`}},
	{"help", "Anna", "/", []string{typed("help"), `location.pathname === '/say' && loaded()`}},
	{"refused", "Anna", "/", []string{typed("nonsense"), `location.pathname === '/say' && loaded()`}},
	{"game", "Anna", "/g/1", []string{ready}},
	{"game-picked-up", "Anna", "/g/1", []string{ready, press("e4")}},
	{"game-question", "Anna", "/g/1", []string{ready, press("e4"), press("f5"), `document.querySelector('dialog.confirm').open`}},
	{"game-refused", "Anna", "/g/1", []string{ready, typed("Ke3"), `document.querySelector('#answer .refused')`}},
	{"game-help", "Anna", "/g/1", []string{ready, typed("help draw"), `document.querySelector('#answer .reply')`}},
	{"game-offers", "Ben", "/g/1", []string{ready}},
	{"game-stack", longName, "/g/5", []string{ready, view(2)}},
	{"game-free", "Anna", "/g/4", []string{ready, view(3)}},
	{"game-level", "Anna", "/g/3", []string{ready, `(document.querySelectorAll('.levels button')[3].click(), true)`}},
	{"game-earlier", "Anna", "/g/1?ply=1", []string{ready}},
	{"game-panels", "Anna", "/g/1", []string{ready, `(document.querySelectorAll('details').forEach((d) => { d.open = true; }), true)`}},
	{"analysis-games", "Anna", "/analysis", nil},
	{"analysis", "Anna", "/analysis/millennium", []string{ready, press("1e2"), press("1e4"), `document.querySelector('[data-cell="1e4"] svg')`}},
	{"analysis-evaluated", "Anna", "/analysis/orthodox?game=2&ply=2", []string{ready, press("d2"), press("d4"), `document.querySelector('#tree .variation') && document.querySelector('main').innerText.includes('2. d4. Black to move.')`,
		`(document.querySelector('#evaluate button').click(), true)`, `document.querySelector('.best')`, `(document.querySelectorAll('details').forEach((d) => { d.open = true; }), true)`}},
	{"analysis-german", "Jürgen", "/analysis/tridimensional", []string{ready}},
	{"rules-games", "", "/rules", nil},
	{"rules-games-german", "Jürgen", "/rules", nil},
	{"rules-page", "", "/rules/millennium", nil},
	{"rules-page-german", "Jürgen", "/rules/tridimensional", []string{figure("attack-boards")}},
	{"puzzle-page", "Anna", "/puzzle", []string{ready}},
	{"puzzle-page-german", "Jürgen", "/puzzle/nextgen", []string{ready}},
	{"game-over", "Anna", "/g/2", []string{ready}},
	{"review", "Anna", "/g/2", []string{ready, act("review"), `document.querySelector('#moves .mark3')`, `(document.querySelector('.replay button:nth-child(2)').click(), true)`, `document.querySelector('#curve[aria-valuenow="3"]')`}},
	{"review-german", "Jürgen", "/g/8", []string{ready, act("review"), `document.querySelector('#moves .mark3')`}},
	{"quiz", "Anna", "/g/2", []string{ready, act("quiz #2"), `document.querySelector('#answer .reply') && document.querySelector('[data-cell="g2"] svg')`}},
	{"quiz-german", "Jürgen", "/g/8", []string{ready, act("quiz #8"), `document.querySelector('#answer .reply') && document.querySelector('[data-cell="g2"] svg')`}},
	{"game-watched", "Carl", "/g/2", []string{ready}},
	{"game-without-scripts", "Anna", "/g/1", nil},
	{"game-3d8l", "Anna", "/g/3", []string{ready, press("1e2")}},
	{"game-attack-boards", "Ben", "/g/4", []string{ready}},
	{"game-names", longName, "/g/5", []string{ready}},
	{"game-german", "Jürgen", "/g/6", []string{ready, press("Ae2")}},
	{"promotion", "Anna", "/g/7", []string{ready, press("a7"), press("a8"), `document.querySelector('dialog.promotion').open`}},
}

// ready is true once the board can be used.
const ready = `loaded() && !!document.querySelector('.board3d .cell[data-piece]')`

// press returns a step that presses a cell.
func press(cell string) string {
	return fmt.Sprintf(`(document.querySelector('[data-cell=%q]').click(), true)`, cell)
}

// act returns a step that sends a command as the buttons of the page do.
func act(command string) string {
	return fmt.Sprintf(`(() => { const b = document.querySelector('#actions button'); b.value = %q; b.click(); return true; })()`, command)
}

// figure returns a step that makes the figure of a part of the rules a board.
func figure(part string) string {
	return fmt.Sprintf(`document.querySelector('#%[1]s .board3d') || (document.querySelector('#%[1]s .figure > button')?.click(), false)`, part)
}

// view returns a step that shows the board in a view, by the number of its button.
func view(n int) string {
	return fmt.Sprintf(`(document.querySelector('.views button:nth-child(%d)').click(), true)`, n)
}

// typed returns a step that sends what somebody types.
func typed(line string) string {
	return fmt.Sprintf(`(() => { const f = document.getElementById('say'); f.elements.namedItem('text').value = %q; f.requestSubmit(); return true; })()`, line)
}

// gallery is a bot with the games of webPages, and a tab for everybody.
type gallery struct {
	*club
	t    *testing.T
	tabs map[string]*chromium
}

func newGallery(t *testing.T) *gallery {
	g := &gallery{found(t, ""), t, map[string]*chromium{}}
	g.play(room)
	for i, move := range strings.Fields("e4 f5 d3 a6") {
		g.says([]string{"Anna", "Ben"}[i%2], room, "#1 "+move)
	}
	g.says("Anna", room, "#1 draw offer")
	g.begin("Anna", "Ben", "orthodox")
	for i, move := range strings.Fields("f3 e5 g4 Qh4") {
		g.says([]string{"Anna", "Ben"}[i%2], room, "#2 "+move)
	}
	g.begin("Anna", "Ben", "3d8l")
	g.begin("Anna", "Ben", "tridimensional")
	g.says("Anna", room, "#4 d3B-d4B")
	g.says("Jürgen", chat.Place{}, "preferences de")
	g.begin(longName, hebrewName, "millennium") // which all in the room may watch
	g.begin("Jürgen", longName, "nextgen")
	g.says("Anna", chat.Place{}, "import orthodox 3k4/P7/8/8/8/8/8/4K3 w - - 0 1")
	g.says("Jürgen", chat.Place{}, "import orthodox 1. f3 e5 2. g4 Qh4#")
	g.advise()
	return g
}

// begin has two people begin a game in the room.
func (c *club) begin(white, black, variant string) {
	c.t.Helper()
	challenge := chat.Message{ID: rand.Text(), From: person(white), In: room, Text: "challenge @other " + variant + " white", Mentioned: map[string]chat.Person{"@other": person(black)}}
	a, err := c.desk.Handle(c.t.Context(), challenge)
	if err != nil || a.Refused {
		c.t.Fatal(err, a)
	}
	if a := c.says(black, room, fmt.Sprintf("accept #%d", a.Game)); a.Refused {
		c.t.Fatal(a.Text)
	}
}

// tab returns somebody's tab, signed in.
func (g *gallery) tab(who string) *chromium {
	if c := g.tabs[who]; c != nil {
		return c
	}
	c := newChromium(g.t)
	g.tabs[who] = c
	if who != "" {
		what := "web"
		if who == "Carl" {
			what = "web #2"
		}
		c.run(chromedp.Navigate(g.link(who, room, what)), chromedp.Click(chromedp.CSS("main form button")), chromedp.WaitVisible(chromedp.CSS(".who")))
	}
	return c
}

// TestPages looks at all pages: axe-core (AXE_CORE names its axe.min.js) finds nothing serious, and nothing is wider than
// the screen, also on a screen of 320 pixels and at 200 % zoom, which makes the window half as wide.
func TestPages(t *testing.T) {
	type look struct {
		screen
		scheme string
	}
	all := []look{{desktop, "light"}, {phone, "dark"}, {desktop, "dark"}, {phone, "light"}}
	slow := os.Getenv("SCREENSHOTS") != "" || os.Getenv("STACKMATE_SLOW") != ""
	g := newGallery(t)
	for i, p := range webPages {
		looks := all
		if !slow { // each page in one look; the rest waits for the night
			looks = all[i%2 : i%2+1]
		}
		t.Run(p.name, func(t *testing.T) {
			c := g.tab(p.who)
			c.t = t
			url := g.public.String() + p.path
			if p.path == "LINK" {
				url = g.link("Anna", chat.Place{}, "web #1")
			}
			for _, l := range looks {
				c.screen(l.screen, l.scheme)
				g.wait(10 * time.Second) // nobody asks for too much
				call(c, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: strings.HasSuffix(p.name, "without-scripts")})
				c.run(chromedp.Navigate(url))
				call(c, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{}) // for axe-core
				c.until(append([]string{`loaded()`}, p.steps...)...)
				c.axe(fmt.Sprintf("%s, %s", l.name, l.scheme))
				c.photograph(fmt.Sprintf("page-%s-%s-%s", p.name, l.screen.name, l.scheme))
				c.fits(l.width)
			}
			for _, s := range []screen{narrow, zoomed} {
				c.screen(s, "light")
				c.fits(s.width)
			}
			for _, status := range []string{"403 (Forbidden)", "404 (Not Found)"} { // of pages that say so
				c.forgive(status)
			}
		})
	}
}
