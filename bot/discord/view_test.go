package discord_test

import (
	"bytes"
	"strings"
	"testing"

	"stackmate/bot/discord/discordtest"
)

// The button below a board shows it in the other view to the one who presses, as often as
// somebody likes. In a private board it replaces the picture.
func TestViewButton(t *testing.T) {
	tb := newTestbed(t).start()
	board := tb.beginIn(tb.ch, "millennium")
	board.Image(t)
	flat := board.Attachments[0].Data
	for range 2 {
		h := tb.carol.Click(board, "3D view")
		stack := h.Response()
		if !h.Ephemeral() || h.Updated() || bytes.Equal(stack.Attachments[0].Data, flat) {
			t.Fatalf("pressed below a public board: %s", stack)
		}
		if now := board.Now(); len(now.Attachments) != 1 || now.Button("3D view") == nil || now.Edited {
			t.Errorf("the public board: %s", now)
		}
		h = tb.carol.Click(stack, "Flat view")
		if again := h.Response(); !h.Updated() || again.ID != stack.ID || !bytes.Equal(again.Attachments[0].Data, flat) || again.Button("3D view") == nil {
			t.Errorf("pressed below a private board: %s", again)
		}
	}
	moved := tb.move(tb.alice, "1e4").Response()
	late := tb.carol.ClickStale(board, "3D view").Response() // the button may be gone by now
	if !late.Ephemeral || !strings.Contains(late.Text(), "0 of 1") || len(late.Attachments) != 1 {
		t.Errorf("below an earlier board: %s", late)
	}

	opt := discordtest.Opt
	private := tb.bob.Slash(tb.ch, "board", opt("view", "stack")).Response()
	if private.Button("Flat view") == nil || !private.Ephemeral {
		t.Fatalf("/board view: %s", private)
	}
	h := tb.bob.Click(private, "◀")
	if m := h.Response(); m.Button("Flat view") == nil || !h.Updated() {
		t.Errorf("the arrows lose the view: %s", m)
	}
	tb.alice.Slash(tb.ch, "preferences", opt("view", "stack")).Response()
	if m := tb.alice.Slash(tb.ch, "board").Response(); m.Button("Flat view") == nil {
		t.Errorf("Alice prefers stacks: %s", m)
	}
	if m := tb.carol.Slash(tb.ch, "board").Response(); m.Button("3D view") == nil {
		t.Errorf("Carol does not: %s", m)
	}
	menu := tb.bob.Click(tb.bob.Click(moved, "Move").Response(), "3D view")
	if m := menu.Response(); !menu.Updated() || len(m.SelectMenus()) == 0 || m.Button("Flat view") == nil {
		t.Errorf("the menus lose the view or are lost: %s", m)
	}
	tb.waitDelivered()
}

// Eight levels are a message with eight pictures, each with its own description, in place of
// the private board whose button was pressed.
func TestGallery(t *testing.T) {
	tb := newTestbed(t).start()
	board := tb.beginIn(tb.ch, "3d8l")
	gallery := tb.bob.Click(board, "Level by level").Response()
	if !gallery.Ephemeral {
		t.Errorf("everybody sees %s", gallery)
	}
	described := map[string]bool{}
	for _, a := range gallery.Attachments {
		described[a.Description] = true
		if !bytes.HasPrefix(a.Data, []byte("\x89PNG")) || !strings.Contains(a.Description, "Level ") {
			t.Errorf("%s: %q", a.Name, a.Description)
		}
	}
	if len(gallery.Attachments) != 8 || len(described) != 8 {
		t.Fatalf("%d pictures, %d descriptions", len(gallery.Attachments), len(described))
	}
	h := tb.bob.Click(gallery, "All levels")
	if m := h.Response(); !h.Updated() || m.ID != gallery.ID || len(m.Attachments) != 1 {
		t.Errorf("all levels in one: %s", m)
	}
	one := tb.bob.Slash(tb.ch, "board", discordtest.Opt("level", "5")).Response()
	if len(one.Attachments) != 1 || !strings.Contains(one.Attachments[0].Description, "Level 5") || strings.Contains(one.Attachments[0].Description, "Level 4") {
		t.Errorf("one level: %s", one)
	}
	refused := tb.bob.Slash(tb.ch, "board", discordtest.Opt("level", "12")).Response()
	if !refused.Ephemeral || !strings.Contains(unescape(refused.Text()), "“12” is not a level") {
		t.Errorf("a level that is not there: %s", refused)
	}
	tb.waitDelivered()
}

// Who listens to the boards gets the pieces in words, in private replies alone and in no
// monospaced font, and asks what attacks a square.
func TestByEar(t *testing.T) {
	tb := newTestbed(t).start()
	board := tb.beginIn(tb.ch, "millennium")
	opt := discordtest.Opt
	tb.alice.Slash(tb.ch, "preferences", opt("text", "on")).Response()
	const spoken = "Level 1: white king e1, queen d1, rooks a1 h1"
	for name, h := range map[string]*discordtest.Handle{"board": tb.alice.Slash(tb.ch, "board"), "button": tb.alice.Click(board, "3D view"),
		"option": tb.bob.Slash(tb.ch, "board", opt("text", "on"))} {
		m := h.Response()
		if !m.Ephemeral || !strings.Contains(m.Text(), spoken) || strings.Contains(m.Content, "```") || len(m.Attachments) != 1 {
			t.Errorf("%s: %s", name, m)
		}
	}
	if m := tb.move(tb.alice, "1e4").Response(); strings.Contains(m.Text(), "rooks") {
		t.Errorf("everybody hears %s", m)
	}
	tb.alice.Slash(tb.ch, "challenge", opt("opponent", tb.bob), opt("variant", "3d8l")).Response()
	tb.bob.Slash(tb.ch, "accept", opt("challenge", 2)).Response()
	long := tb.alice.Slash(tb.ch, "board", opt("game", 2)).Response()
	if !strings.Contains(long.Text(), "Level 8: ") || strings.Contains(long.Text(), "…") {
		t.Errorf("eight levels: %s", long)
	}

	asked := tb.carol.Slash(tb.ch, "attacks", opt("square", "1f3"), opt("game", 1)).Response()
	if !asked.Ephemeral || !strings.Contains(asked.Text(), "Attacked by White: queen 1d1, knight 1g1, pawn 1g2.") {
		t.Errorf("/attacks: %s", asked)
	}
	if m := tb.carol.Slash(tb.ch, "sees", opt("square", "N1g1"), opt("game", 1)).Response(); !strings.Contains(m.Text(), "White knight") {
		t.Errorf("/sees: %s", m)
	}
	if m := tb.bob.Slash(tb.ch, "moves", opt("square", "3e7"), opt("game", 1), opt("column", true)).Response(); !strings.Contains(m.Text(), "Above and below 3e7") {
		t.Errorf("/moves column: %s", m)
	}
	if got := names(tb.bob.Autocomplete(tb.ch, "sees", "square", "1g", opt("game", 1))); !strings.Contains(got, "1g1 knight") {
		t.Errorf("squares: %s", got)
	}
	tb.waitDelivered()
}
