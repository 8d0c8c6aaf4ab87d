package bot_test

import (
	"bytes"
	"image/png"
	"slices"
	"strings"
	"testing"

	"stackmate/bot/chat"
	"stackmate/rules"
)

// labels returns the labels of a reply's buttons.
func labels(r chat.Reply) (list []string) {
	for _, row := range r.Buttons {
		for _, b := range row {
			list = append(list, b.Label)
		}
	}
	return list
}

// TestLevels shows some levels of a game, larger than among all of them.
func TestLevels(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "3d8l")
	width := func(r chat.Reply) int {
		t.Helper()
		if len(r.Files) != 1 {
			t.Fatalf("%d files", len(r.Files))
		}
		size, err := png.DecodeConfig(bytes.NewReader(r.Files[0].Data))
		if err != nil {
			t.Fatal(err)
		}
		return size.Width
	}
	all := c.say("Anna", hall, "board #1")
	one := c.say("Anna", hall, "board #1 level:5")
	// At equal width on a phone, one of one board is larger than one of eight.
	if ratio := float64(width(one.Reply)) / float64(width(all.Reply)); ratio > 1 {
		t.Errorf("the picture of one level is %.1f times as wide as that of all", ratio)
	}
	if alt := one.Files[0].Alt; !strings.Contains(alt, "Level 5") || strings.Contains(alt, "Level 4") {
		t.Errorf("one level is described as %q", alt)
	}
	if !strings.Contains(one.Board, "Level 5") || strings.Contains(one.Board, "Level 4") {
		t.Errorf("one level in text:\n%s", one.Board)
	}
	two := c.say("Anna", hall, "board #1 level:5,4 view:stack")
	if two.Picture.Levels != "4,5" || two.Picture.View != "stack" || bytes.Equal(two.Files[0].Data, one.Files[0].Data) {
		t.Errorf("two levels: %+v", two.Picture)
	}
	for _, bad := range []string{"9", "4,x", "0", "level:", strings.Repeat("4,", 500) + "9"} {
		c.refused("Anna", hall, "board #1 level:"+bad, "is not a level", "1, 2, 3, 4, 5, 6, 7, 8")
	}
	c.game(library, "Anna", "Ben", "tridimensional")
	if a := c.say("Anna", library, "board #2 level:b"); a.Picture.Levels != "B" {
		t.Errorf("%+v", a.Picture)
	}
}

// TestGallery shows each level of every game as a picture of its own, each with its own
// description, within what a message can hold.
func TestGallery(t *testing.T) {
	t.Parallel()
	c := company(t)
	for n, v := range rules.Variants() {
		c.game(hall, "Anna", "Ben", v.Key())
		_, _, levels := v.Size()
		for _, word := range []string{"all", "ALLE"} {
			a := c.say("Anna", hall, "board #"+string(rune('1'+n))+" level:"+word)
			size, described, names := 0, map[string]bool{}, map[string]bool{}
			for _, f := range a.Files {
				size += len(f.Data)
				described[f.Alt], names[f.Name] = true, true
			}
			if len(a.Files) != levels || len(described) != levels || len(names) != levels || levels > chat.MaxFiles {
				t.Errorf("%s: %d files for %d levels, with %d names and %d descriptions", v.Key(), len(a.Files), levels, len(names), len(described))
			}
			if size > chat.MaxFileBytes/2 {
				t.Errorf("%s: %d bytes", v.Key(), size)
			}
		}
	}
}

// TestLevelButtons offers the levels that the last move touched below pictures of eight
// levels, and the way back.
func TestLevelButtons(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "3d8l")
	begun := c.say("Anna", hall, "board #1")
	if got := labels(begun.Reply); !slices.Equal(got, []string{"3D view", "Level by level"}) {
		t.Errorf("before the first move: %q", got)
	}
	moved := c.say("Anna", hall, "N5g1-4g3")
	if got := labels(moved.Reply); !slices.Equal(got, []string{"Move", "3D view", "Levels 4, 5", "Level by level"}) {
		t.Errorf("after a move: %q", got)
	}
	near := c.press("Ben", hall, moved.Buttons[0][2])
	if near.Audience == chat.Public || near.Picture.Levels != "4,5" || near.Picture.Ply != 1 {
		t.Fatalf("%+v", near.Picture)
	}
	if got := labels(near.Reply)[4:]; !slices.Equal(got, []string{"3D view", "Level by level", "All levels"}) {
		t.Errorf("below some levels: %q", got)
	}
	stack := c.press("Ben", hall, viewButton(t, near.Reply))
	if stack.Picture.Levels != "4,5" || stack.Picture.View != "stack" {
		t.Errorf("the other view of some levels: %+v", stack.Picture)
	}
	gallery := c.press("Ben", hall, stack.Buttons[1][0])
	if !gallery.Picture.Gallery || gallery.Picture.View != "stack" || len(gallery.Files) != 8 {
		t.Errorf("the gallery: %+v", gallery.Picture)
	}
	if got := labels(gallery.Reply)[4:]; !slices.Equal(got, []string{"Flat view", "Levels 4, 5", "All levels"}) {
		t.Errorf("below the gallery: %q", got)
	}
	whole := c.press("Ben", hall, gallery.Buttons[1][1])
	if whole.Picture.Gallery || whole.Picture.Levels != "" || len(whole.Files) != 1 {
		t.Errorf("back: %+v", whole.Picture)
	}
	// Three boards need no such buttons.
	c.game(library, "Anna", "Ben", "millennium")
	if got := labels(c.say("Anna", library, "1e4").Reply); !slices.Equal(got, []string{"Move", "3D view"}) {
		t.Errorf("on three levels: %q", got)
	}
}
