package bot_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"stackmate/bot/chat"
)

// TestInWords describes boards to players who listen to them: when the command asks for it,
// and to those who prefer it wherever only they read the reply.
func TestInWords(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "millennium")
	if a := c.say("Anna", hall, "board #1"); a.InWords() != "" {
		t.Errorf("unasked: %q", a.InWords())
	}
	asked := c.say("Anna", hall, "board #1 text:on")
	lines := strings.Split(asked.InWords(), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "Level 1: white king e1, queen d1, rooks a1 h1,") || lines[1] != "Level 2: empty." || !strings.HasPrefix(lines[2], "Level 3: black king e8") {
		t.Errorf("in words: %q", lines)
	}
	if again := c.press("Anna", hall, viewButton(t, asked.Reply)); again.InWords() != asked.InWords() {
		t.Errorf("the other view says %q", again.InWords())
	}
	has(t, c.say("Anna", hall, "preferences text:on").Reply, "In words: on")
	if a := c.say("Anna", hall, "moves #1 1e2"); a.InWords() != asked.InWords() {
		t.Errorf("what Anna prefers: %q", a.InWords())
	}
	for _, text := range []string{"export #1 gif", "export #1", "rules millennium"} {
		if a := c.say("Anna", hall, text); a.InWords() != "" {
			t.Errorf("%s is no board of a game: %q", text, a.InWords())
		}
	}
	if a := c.say("Anna", hall, "board #1 text:off"); a.InWords() != "" {
		t.Errorf("against the preference: %q", a.InWords())
	}
	if a := c.say("Anna", hall, "1e4"); a.Audience != chat.Public || a.InWords() != "" {
		t.Errorf("for all: %q", a.InWords())
	}
	public := c.message("Anna", hall, "board #1")
	public.PublicAnswer = true
	if a := c.handle(public); a.InWords() != "" {
		t.Errorf("where others read it: %q", a.InWords())
	}
	c.say("Carl", hall, "preferences language:de text:on")
	c.say("Carl", hall, "watch #1")
	c.post()
	c.say("Ben", hall, "3e5")
	for _, m := range c.post() {
		if m.to == "p-carl" && !strings.HasPrefix(m.InWords(), "Ebene 1") {
			t.Errorf("for a German watcher: %q", m.InWords())
		}
	}
	c.game(library, "Anna", "Ben", "3d8l")
	c.say("Anna", library, "N5g1-4g3")
	full := c.say("Anna", library, "board #2").InWords()
	if n := utf8.RuneCountInString(full); n > 1600 || strings.Count(full, "\n") != 7 || !strings.Contains(full, "Level 4: white queen e1") {
		t.Errorf("eight levels in %d characters:\n%s", n, full)
	}
	if one := c.say("Anna", library, "board #2 level:8").InWords(); !strings.HasPrefix(one, "Level 8: white") || strings.Contains(one, "\n") || !strings.Contains(one, "pawns a7") {
		t.Errorf("one level: %q", one)
	}
}

// TestAttacks asks which pieces attack a square and what a piece sees, as commands and as
// people say it.
func TestAttacks(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "millennium")
	c.play(hall, two, "1e4", "3e5")
	for _, text := range []string{"attacks #1 1f3", "attacks 1f3", "What attacks 1f3?", "who attacks 1f3", "Was greift 1f3 an?", "was bedroht 1F3"} {
		has(t, c.say("Anna", hall, text).Reply, "1f3: empty", "Attacked by White: queen 1d1, knight 1g1, pawn 1g2.", "Attacked by Black: nothing.")
	}
	has(t, c.say("Carl", hall, "attacks 1g2").Reply, "1g2: White pawn", "Defended by White: ", "bishop 1f1", "Attacked by Black: nothing.")
	for _, text := range []string{"sees #1 1f1", "sees B1f1", "What can B1f1 see?", "what does 1f1 see", "Was sieht B1f1?"} {
		has(t, c.say("Ben", hall, text).Reply, "1f1: White bishop", "It defends: pawn 1g2.", "Empty squares that it attacks: 1e2, ", "1a6")
	}
	has(t, c.say("Carl", hall, "sees 3h8").Reply, "It defends: ", "pawn 3h7")
	c.refused("Anna", hall, "attacks 9z9", "“9z9” is not a square", "Squares look like")
	c.refused("Anna", hall, "attacks N1e2", "“N1e2” is not a square") // a pawn is there
	c.refused("Anna", hall, "attacks #1", "ttacks")
	c.refused("Anna", hall, "sees 2e4", "There is no piece on 2e4")
	c.refused("Anna", hall, "what attacks me", "“what attacks me”")
	c.say("Anna", hall, "resign #1")
	c.say("Anna", hall, "resign #1 yes")
	has(t, c.say("Anna", hall, "attacks #1 1f3").Reply, "queen 1d1")
	c.refused("Dora", alone("Dora"), "attacks #1 1f3", "no game 1")
}

// TestColumn says and shows what is above and below a square, and the moves of the piece on
// it if it can move.
func TestColumn(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "millennium")
	own := c.say("Anna", hall, "moves #1 N1g1 column")
	has(t, own.Reply, "Above and below 1g1, from the top: 3g1: empty, 2g1: empty, 1g1: White knight.")
	if own.Picture.Column != "1g1" || own.Picture.Square != "1g1" || !strings.Contains(own.Block, "N2g3") {
		t.Errorf("%+v\n%s", own.Picture, own.Block)
	}
	plain := c.say("Anna", hall, "moves #1 1g1")
	if string(plain.Files[0].Data) == string(own.Files[0].Data) {
		t.Error("the picture does not mark the column")
	}
	if other := c.press("Anna", hall, viewButton(t, own.Reply)); other.Picture.Column != "1g1" || other.Picture.View != "stack" {
		t.Errorf("the other view: %+v", other.Picture)
	}
	for _, square := range []string{"2d5", "3g8"} {
		if a := c.say("Anna", hall, "moves #1 "+square+" column:on"); a.Picture.Square != "" || a.Picture.Column != square || a.Block != "" {
			t.Errorf("%s: %+v", square, a.Picture)
		}
	}
	c.refused("Anna", hall, "moves #1 column", "is not a square")
}
