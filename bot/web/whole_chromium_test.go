//go:build integration

package web_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"stackmate/render"
	"stackmate/rules"
	"stackmate/rules/engine"
)

// wholeGames are the games that are played against level 1. How many positions the player by mouse searches for a move was
// chosen so that the games are short: the program always answers the same moves in the same way.
var wholeGames = []struct {
	variant string
	nodes   uint64
	// draw is after how many moves a draw is agreed, 0 for never.
	draw int
	slow bool // only with STACKMATE_SLOW
}{
	{"millennium", 19500, 0, false},
	{"nextgen", 60000, 0, false},
	{"tridimensional", 25500, 0, false},
	{"orthodox", 9000, 0, false},
	{"3d8l", 3000, 12, false},
	{"3d8l", 60000, 0, true},
}

// TestWholeGames plays each of the games with the mouse against level 1 of the program, as `play --web` runs it, until it
// is over: until mate, or in 3D-8L Chess, where that takes hundreds of moves, until a draw is agreed. Each click is at a place
// where the cell can be seen; the dots are the legal moves, and the pieces are where the rules have them.
func TestWholeGames(t *testing.T) {
	for i, g := range wholeGames {
		if g.slow && os.Getenv("STACKMATE_SLOW") == "" {
			continue
		}
		t.Run(fmt.Sprintf("%s %d", g.variant, g.nodes), func(t *testing.T) {
			t.Parallel()
			p := startProgram(t, g.variant, "--against", "1")
			c := newChromium(t)
			c.open(p.link, desktop, []string{"light", "dark"}[i%2])
			v := rules.VariantByKey(g.variant)
			w := &mousePlayer{t: t, chromium: c, game: rules.NewGame(v.Start(), 0), engine: engine.New(engine.Options{}), nodes: g.nodes}
			if i%2 == 1 {
				c.press(`.switch input`) // no questions
			}
			w.asks = i%2 == 0
			for !w.over() {
				if w.game.Len() > 600 {
					t.Fatalf("the game does not end: %s", strings.Join(w.game.SANs(), " "))
				}
				if g.draw > 0 && w.game.Len() == 2*g.draw {
					c.press(`#actions button[value="draw offer"]`)
					break
				}
				w.move()
			}
			c.until(`document.querySelector('#actions button[value="rematch"]')`)
			c.photograph("whole-" + g.variant)
			c.until(fmt.Sprintf(`document.getElementById('turn').innerText.includes(%q)`, w.result()))
			t.Logf("%d plies, %d promotions, %d moves of attack boards: %s", w.game.Len(), w.promotions, w.attackBoards, w.result())
		})
	}
}

// mousePlayer plays White with the mouse, and knows the rules by itself.
type mousePlayer struct {
	*chromium
	t      *testing.T
	game   *rules.Game
	engine *engine.Engine
	nodes  uint64
	asks   bool // whether the page asks before a move is sent

	promotions, attackBoards int
}

// over reports whether the game has ended by itself.
func (w *mousePlayer) over() bool {
	p := w.game.Position()
	return p.Status().Over() || w.game.EndsByRepetition() || w.game.EndsByMoveLimit()
}

// result returns what the page must say about the end.
func (w *mousePlayer) result() string {
	p := w.game.Position()
	switch {
	case !w.over():
		return "Draw by agreement"
	case p.Status() == rules.Checkmate && p.Turn() == rules.White:
		return "Checkmate! Stackmate"
	case p.Status() == rules.Checkmate:
		return "Checkmate! White wins"
	}
	return "raw" // a draw of another kind
}

// move makes a move with the mouse, and waits for the answer.
func (w *mousePlayer) move() {
	w.t.Helper()
	p := w.game.Position()
	v := p.Variant()
	w.engine.Forget()
	r := w.engine.Search(w.t.Context(), w.game, engine.Limits{Nodes: w.nodes}, nil)
	m, ok := r.Best()
	if !ok {
		w.t.Fatal("there is no move")
	}
	from, to := place(v, m)
	w.press(from)
	var want []string
	for _, other := range p.Moves() {
		if f, target := place(v, other); f == from && !slices.Contains(want, target) {
			want = append(want, target)
		}
	}
	w.until(fmt.Sprintf(`[...document.querySelectorAll('.board3d .target')].length === %d && %s.every((s) => document.querySelector(s).classList.contains('target'))`, len(want), list(want)))
	w.press(to)
	if m.Promotion != rules.NoRole {
		w.promotions++
		if len(v.Promotions()) > 1 {
			w.until(`document.querySelector('dialog.promotion').open`)
			w.press(fmt.Sprintf(`dialog.promotion .choices button:has(use[href$="#%s"])`, render.SymbolID(rules.NewPiece(rules.White, m.Promotion))))
		}
	}
	if m.Kind == rules.BoardMove {
		w.attackBoards++
	}
	if w.asks {
		w.press(`dialog.confirm .invite`)
	}
	w.game.Play(m)
	w.shows()
	if w.over() {
		return
	}
	played := w.game.Len()
	w.until(fmt.Sprintf(`document.querySelectorAll('#moves a').length === %d`, played+1))
	names := eval[[]string](w.chromium, `[...document.querySelectorAll('#moves a')].map((a) => a.textContent)`)
	p = w.game.Position()
	reply, err := p.ParseMove(names[played])
	if err != nil {
		w.t.Fatalf("the program has played %q: %v", names[played], err)
	}
	w.game.Play(reply)
	w.shows()
	if want := w.game.SANs(); !slices.Equal(names, want) {
		w.t.Fatalf("the moves are %q, not %q", names, want)
	}
}

// shows waits until the pieces are where they must be; with a move that the program has answered meanwhile, that is later.
func (w *mousePlayer) shows() {
	w.t.Helper()
	p := w.game.Position()
	v := p.Variant()
	pieces := map[string]string{}
	for c := range rules.Cell(v.Cells()) {
		if piece := p.At(c); piece.Exists() {
			pieces[v.CellName(c)] = render.SymbolID(piece)
		}
	}
	want, err := json.Marshal(pieces)
	if err != nil {
		w.t.Fatal(err)
	}
	w.until(fmt.Sprintf(`(() => {
		const want = %s, cells = [...document.querySelectorAll('.board3d .cell')].filter((e) => e.dataset.piece);
		return document.querySelectorAll('#moves a').length > %d || cells.length === Object.keys(want).length && cells.every((e) => want[e.dataset.cell] === e.dataset.piece);
	})()`, want, w.game.Len()))
}

// place returns the selectors of where a move begins and ends on a page.
func place(v *rules.Variant, m rules.Move) (from, to string) {
	if m.Kind == rules.BoardMove {
		return fmt.Sprintf("[data-pin=%q]", v.Pins()[m.From].Name), fmt.Sprintf("[data-pin=%q]", v.Pins()[m.To].Name)
	}
	return fmt.Sprintf("[data-cell=%q]", v.CellName(m.From)), fmt.Sprintf("[data-cell=%q]", v.CellName(m.To))
}

// list writes texts as a script does.
func list(texts []string) string {
	data, _ := json.Marshal(texts)
	return string(data)
}

// press clicks on an element with the mouse, at a place where it can be seen.
func (c *chromium) press(selector string) {
	c.t.Helper()
	at := c.seen(selector)
	c.run(chromedp.MouseClickXY(at[0], at[1]))
}

// seen waits until an element can be seen, scrolls there, and returns a point of it that nothing covers.
func (c *chromium) seen(selector string) (at []float64) {
	c.t.Helper()
	script := fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (!e) return [];
		let b = e.getBoundingClientRect();
		if (b.top < 0 || b.bottom > innerHeight) { e.scrollIntoView({ block: 'center' }); b = e.getBoundingClientRect(); }
		for (const fy of [.5, .35, .65, .2, .8, .07, .93]) for (const fx of [.5, .35, .65, .2, .8, .07, .93]) {
			const x = b.x + fx * b.width, y = b.y + fy * b.height, hit = document.elementFromPoint(x, y);
			if (hit && (hit === e || e.contains(hit))) return [x, y];
		}
		return [];
	})()`, selector)
	c.until(script + `.length === 2`)
	return eval[[]float64](c, `%s`, script)
}
