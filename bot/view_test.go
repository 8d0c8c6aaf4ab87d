package bot_test

import (
	"encoding/json"
	"strings"
	"testing"

	"stackmate/bot/chat"
)

// viewButton returns the button that shows a reply's picture in the other view.
func viewButton(t *testing.T, r chat.Reply) chat.Button {
	t.Helper()
	for _, row := range r.Buttons {
		for _, b := range row {
			if b.Look && strings.Contains(b.Command, "view:") {
				return b
			}
		}
	}
	t.Fatalf("no button for the view: %+v", r.Buttons)
	return chat.Button{}
}

// TestViews checks who decides how boards are arranged: the command, then the player's
// preference for what only the player reads, then the server.
func TestViews(t *testing.T) {
	t.Parallel()
	c := company(t)
	shows := func(what string, r chat.Reply, view string) {
		t.Helper()
		if r.Picture == nil || r.Picture.View != view || len(r.Files) == 0 {
			t.Errorf("%s: %+v", what, r.Picture)
		}
	}
	c.game(hall, "Anna", "Ben", "millennium")
	flat := c.say("Anna", hall, "board #1")
	shows("by default", flat.Reply, "flat")
	stack := c.say("Anna", hall, "board #1 view:stack")
	shows("by option", stack.Reply, "stack")
	if string(flat.Files[0].Data) == string(stack.Files[0].Data) {
		t.Error("both views are the same picture")
	}
	shows("by its name", c.say("Anna", hall, "board #1 view:3D").Reply, "stack")
	shows("in German", c.say("Anna", hall, "brett #1 ansicht:3D").Reply, "stack")
	shows("by a bare word", c.say("Anna", hall, "board #1 stack").Reply, "stack")
	shows("export", c.say("Anna", hall, "export #1 png view:stack").Reply, "stack")
	if a := c.say("Anna", hall, "export #1 gif view:stack"); string(a.Files[0].Data) == string(c.say("Anna", hall, "export #1 gif").Files[0].Data) {
		t.Error("the animation has one view")
	}
	c.refused("Anna", hall, "board #1 view:round", "“round”", "flat, stack")

	has(t, c.admin("settings view:stack").Reply, "view      3D")
	shows("an announcement in the server", c.say("Anna", hall, "1e4").Reply, "stack")
	shows("an answer in the server", c.say("Anna", hall, "board #1").Reply, "stack")
	has(t, c.say("Anna", hall, "preferences view:flat").Reply, "flat")
	shows("against the server's view", c.say("Anna", hall, "board #1").Reply, "flat")
	public := c.message("Anna", hall, "board #1")
	public.PublicAnswer = true
	shows("what all can read", c.handle(public).Reply, "stack")
	shows("an announcement for all", c.say("Ben", hall, "3e5").Reply, "stack")
	c.say("Anna", hall, "preferences view:usual")
	shows("as the server", c.say("Anna", hall, "board #1").Reply, "stack")
	c.say("Carl", hall, "preferences view:flat")
	c.say("Carl", hall, "watch #1")
	c.post()
	c.say("Anna", hall, "1d4")
	for _, m := range c.post() {
		if m.to == "p-carl" {
			shows("for a watcher", m.Reply, "flat")
			shows("his button", c.press("Carl", alone("Carl"), viewButton(t, m.Reply)).Reply, "stack")
		}
	}
	c.restart(false)
	shows("after a restart", c.say("Carl", hall, "board #1").Reply, "flat")
}

// TestViewButton presses the button on pictures of every kind: the answer shows the same
// in the other view, privately, as often as somebody presses.
func TestViewButton(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "millennium")
	for _, command := range []string{"1e4", "board #1", "board #1 ply:0", "moves #1 1e4", "pick #1@1", "pick #1@1 3e7", "pick #1@1 3e7-3e6"} {
		who := "Ben"
		if command == "1e4" {
			who = "Anna"
		} else if command == "moves #1 1e4" {
			command = "moves #1 3e7"
		}
		first := c.say(who, hall, command)
		shown := first.Reply
		for _, view := range []string{"stack", "flat", "stack"} {
			b := viewButton(t, shown)
			for range 2 {
				a := c.press(who, hall, b)
				if a.Refused || a.Audience == chat.Public {
					t.Fatalf("%s: %s: %+v", command, b.Command, a.Reply)
				}
				want := *first.Picture
				want.View = view
				if got := *a.Picture; got.Game != want.Game || got.Ply != want.Ply || got.Square != want.Square || got.Preview != want.Preview || got.View != view {
					t.Errorf("%s: %s shows %+v", command, b.Command, *a.Picture)
				}
				if len(a.Menus) != len(first.Menus) {
					t.Errorf("%s: %d menus", command, len(a.Menus))
				}
				shown = a.Reply
			}
		}
	}
	// A menu keeps the view.
	menu := c.press("Ben", hall, viewButton(t, c.say("Ben", hall, "pick #1@1").Reply))
	if o := menu.Menus[0].Options[0].Command; !strings.Contains(o, "view:stack") || c.say("Ben", hall, o).Picture.View != "stack" {
		t.Errorf("the next step is %q", o)
	}
	// A button of an earlier position still shows that.
	old := viewButton(t, c.say("Anna", hall, "board #1").Reply)
	c.say("Ben", hall, "3e5")
	if a := c.press("Anna", hall, old); a.Refused || a.Picture.Ply != 1 {
		t.Errorf("a stale button: %+v", a.Reply)
	}
	// Who may not see the game, does not see it so.
	if a := c.press("Dora", chat.Place{Address: chat.Address{Transport: "test", ID: "elsewhere"}, Server: "other"}, old); !a.Refused || a.Picture != nil {
		t.Errorf("in another server: %+v", a.Reply)
	}
}

// TestOldPictures reads pictures that an earlier version has left in the outbox, and this one's.
func TestOldPictures(t *testing.T) {
	for text, want := range map[string]chat.Picture{
		`{"game":3,"ply":2,"black":true,"theme":"slate"}`: {Game: 3, Ply: 2, Black: true, Theme: "slate"},
		`{"game":3,"ply":2,"view":"stack"}`:               {Game: 3, Ply: 2, View: "stack"},
	} {
		var p chat.Picture
		if err := json.Unmarshal([]byte(text), &p); err != nil || p != want {
			t.Errorf("%s is read as %+v: %v", text, p, err)
		}
		if again, err := json.Marshal(p); err != nil || string(again) != text {
			t.Errorf("%s is written as %s: %v", text, again, err)
		}
	}
}
