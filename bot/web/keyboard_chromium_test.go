//go:build integration

package web_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// keyPlayer plays White with the keyboard alone, and hears what the page says.
type keyPlayer struct {
	*chromium
	game *rules.Game
}

// sits opens a board of the program, and listens to its live regions.
func sits(t *testing.T, variant string, args ...string) *keyPlayer {
	t.Helper()
	p := startProgram(t, variant, args...)
	c := newChromium(t)
	c.open(p.link, desktop, "light")
	c.until(ready)
	c.do(`window.heard = [], new MutationObserver((list) => {
		for (const { target } of list) if (target.matches?.('.spoken[role=status][aria-live]') && target.textContent) window.heard.push(target.textContent);
	}).observe(document.body, { subtree: true, childList: true })`)
	return &keyPlayer{c, rules.NewGame(rules.VariantByKey(variant).Start(), 0)}
}

// hears waits until something is said that begins with a text, and forgets what was said.
func (k *keyPlayer) hears(begin string) (said string) {
	k.t.Helper()
	k.until(fmt.Sprintf(`window.heard.some((s) => s.startsWith(%q))`, begin))
	return strings.Join(eval[[]string](k.chromium, `window.heard.splice(0)`), "\n")
}

// tabs presses Tab until a script is true.
func (k *keyPlayer) tabs(script string) {
	k.t.Helper()
	for range 60 {
		if eval[bool](k.chromium, `!!(%s)`, script) {
			return
		}
		k.keys(kb.Tab)
	}
	k.t.Fatalf("Tab does not lead to %s", script)
}

// goes leads the focus to a cell of a board: to its level with Page Up and Page Down, then with the arrows.
func (k *keyPlayer) goes(to rules.Cell) {
	k.t.Helper()
	p := k.game.Position()
	v := p.Variant()
	k.tabs(`document.activeElement?.classList.contains('cell')`)
	for range 40 {
		name, _, _ := strings.Cut(k.focus(), ",")
		here, there := v.Coord(v.CellNamed(name)), v.Coord(to)
		switch {
		case here == there:
			return
		case here.Level < there.Level:
			k.keys(kb.PageUp)
		case here.Level > there.Level:
			k.keys(kb.PageDown)
		case here.File < there.File:
			k.keys(kb.ArrowRight)
		case here.File > there.File:
			k.keys(kb.ArrowLeft)
		case here.Rank < there.Rank:
			k.keys(kb.ArrowUp)
		default:
			k.keys(kb.ArrowDown)
		}
	}
	k.t.Fatalf("no way to %s: the focus is on %q", v.CellName(to), k.focus())
}

// moves plays a move with the arrows, or if byLetter is set with the letter of the piece and the keys that go from target to
// target, and hears both moves.
func (k *keyPlayer) moves(m rules.Move, byLetter bool) {
	k.t.Helper()
	p := k.game.Position()
	v := p.Variant()
	from, to := v.CellName(m.From), v.CellName(m.To)
	role := p.At(m.From).Role()
	letter := strings.ToLower(role.Letters())
	if byLetter {
		k.tabs(`document.activeElement?.classList.contains('cell')`)
		for n := 0; !strings.HasPrefix(k.focus(), from+","); n++ {
			if n > 40 {
				k.t.Fatalf("%q does not lead to %s", letter, from)
			}
			k.keys(letter)
		}
	} else {
		k.goes(m.From)
	}
	if got, want := k.focus(), from+", white "+role.String(); !strings.HasPrefix(got, want) {
		k.t.Fatalf("the focus is on %q, not %q", got, want)
	}
	k.keys(kb.Enter)
	if got := k.hears(role.String() + " " + from); !strings.Contains(got, "picked up. It can go to:") || !strings.Contains(got, to) {
		k.t.Errorf("it says %q, without %s", got, to)
	}
	if byLetter {
		for n := 0; !strings.HasPrefix(k.focus(), to+","); n++ {
			if n > 150 {
				k.t.Fatalf("no target %s", to)
			}
			k.keys(".")
		}
	} else {
		k.goes(m.To)
	}
	if got := k.focus(); !strings.HasSuffix(got, ", can go here") {
		k.t.Errorf("the focus is on %q", got)
	}
	k.keys(kb.Enter)
	if m.Promotion != rules.NoRole && len(v.Promotions()) > 1 {
		k.tabs(fmt.Sprintf(`document.activeElement.innerText.trim() === %q`, m.Promotion.String()))
		k.keys(kb.Enter)
	}
	k.until(`document.querySelector('dialog.confirm').open`)
	k.keys(kb.Enter)
	k.plays(m)
}

// plays notes a move, and hears it, who is to move then, and what the program has answered.
func (k *keyPlayer) plays(m rules.Move) {
	k.t.Helper()
	n := k.game.Len()
	k.game.Play(m)
	p := k.game.Position()
	if p.Status().Over() {
		k.hearsMoves(n)
		return
	}
	k.until(fmt.Sprintf(`document.querySelectorAll('#moves a').length === %d`, n+2))
	names := eval[[]string](k.chromium, `[...document.querySelectorAll('#moves a')].map((a) => a.textContent)`)
	reply, err := p.ParseMove(names[n+1])
	if err != nil {
		k.t.Fatal(err)
	}
	k.game.Play(reply)
	if said := k.hearsMoves(n); !strings.Contains(said, "White to move.") && !k.over() {
		k.t.Errorf("it says %q, without who is to move", said)
	}
}

// hearsMoves waits until the moves from a ply on were said: each once, with its number, and a check with what gives it.
func (k *keyPlayer) hearsMoves(ply int) string {
	k.t.Helper()
	names := k.game.SANs()
	last := len(names) - 1
	number := func(n int) string { return fmt.Sprintf("%d%s %s.", n/2+1, []string{".", "…"}[n%2], names[n]) }
	k.until(fmt.Sprintf(`window.heard.join(' ').includes(%q)`, number(last)))
	said := strings.Join(eval[[]string](k.chromium, `window.heard.splice(0)`), "\n")
	for n := ply; n <= last; n++ {
		if strings.Count(said, number(n)) != 1 {
			k.t.Errorf("it says %q, not %q once", said, number(n))
		}
	}
	if p := k.game.Position(); p.Status() == rules.Check && !strings.Contains(said, "in check from") {
		k.t.Errorf("it says %q, without the check", said)
	}
	return said
}

// over reports whether the game is over.
func (k *keyPlayer) over() bool {
	p := k.game.Position()
	return p.Status().Over()
}

// TestGameByKeyboard plays a whole game against level 1 with the keyboard alone: Tab leads to the board, arrows and letters to
// pieces, and moves and questions can be typed. Everything that happens is said.
func TestGameByKeyboard(t *testing.T) {
	k := sits(t, "orthodox", "--against", "1")
	e := engine.New(engine.Options{})
	for n := 0; !k.over(); n++ {
		if n > 100 {
			t.Fatalf("the game does not end: %q", k.game.SANs())
		}
		e.Forget()
		r := e.Search(t.Context(), k.game, engine.Limits{Nodes: 9000}, nil)
		m, _ := r.Best()
		if n != 2 {
			k.moves(m, n%2 == 1)
			continue
		}
		p := k.game.Position()
		k.tabs(`document.activeElement?.id === 'text'`)
		k.keys("p q", kb.Enter)
		k.until(`document.getElementById('answer').innerText.includes('white queen: ')`)
		k.keys(p.SAN(m), kb.Enter)
		k.plays(m)
	}
	if p := k.game.Position(); p.Status() != rules.Checkmate {
		t.Errorf("the game ends with %v", p.Status())
	}
	k.until(`document.getElementById('turn').innerText.includes('Checkmate! White wins')`)
	t.Logf("%d plies", k.game.Len())
}

// TestGermanByKeyboard plays two moves from level to level, and hears them in German.
func TestGermanByKeyboard(t *testing.T) {
	k := sits(t, "millennium", "--against", "people", "--language", "de")
	k.tabs(`document.activeElement?.classList.contains('cell')`)
	for i, step := range []struct{ keys, focus string }{
		{"n", "1b1, Springer, weiß"}, {kb.Enter, "1b1, Springer, weiß, aufgenommen"},
	} {
		k.keys(step.keys)
		if got := k.focus(); got != step.focus {
			t.Fatalf("step %d: the focus is on %q, not %q", i, got, step.focus)
		}
	}
	said := k.hears("Springer 1b1")
	p := k.game.Position()
	var to []string
	for _, m := range p.Moves() {
		if v := p.Variant(); v.CellName(m.From) == "1b1" {
			to = append(to, v.CellName(m.To))
		}
	}
	slices.Sort(to)
	for _, cell := range to {
		if !strings.Contains(said, cell) {
			t.Errorf("it says %q, without %s", said, cell)
		}
	}
	k.goes(p.Variant().CellNamed("2b3"))
	k.keys(kb.Enter)
	k.until(`document.querySelector('dialog.confirm').open`)
	k.keys(kb.Enter)
	if said := k.hears("1. N2b3."); !strings.Contains(said, "Schwarz ist am Zug.") {
		t.Errorf("it says %q", said)
	}
	k.keys("l", "s")
	if said := k.hears("Letzter Zug: 1. N2b3."); !strings.Contains(said, "Schwarz ist am Zug.") {
		t.Errorf("it says %q", said)
	}
}
