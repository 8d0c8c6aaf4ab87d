package bot_test

import (
	"bytes"
	"strings"
	"testing"
)

// rank returns a row of a board as text.
func rank(board, number string) string {
	for line := range strings.Lines(board) {
		if row := strings.Fields(line); len(row) > 2 && row[0] == number {
			return strings.Join(row[1:len(row)-1], "")
		}
	}
	return ""
}

// TestPicturesAndWordsAgree checks that the text board and the alt text match the picture:
// a preview is the position after the move, and after the game nobody is to move.
func TestPicturesAndWordsAgree(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "chess")
	preview := c.say("Anna", hall, "pick #1 e2-e4")
	if row := rank(preview.Board, "4"); row != "....P..." {
		t.Errorf("the fourth rank of a preview is %q in\n%s", row, preview.Board)
	}
	if alt := preview.Files[0].Alt; !strings.Contains(alt, "Preview: e4. ") || !strings.Contains(alt, "h2 e4;") {
		t.Errorf("a preview is described as %q", alt)
	}
	c.play(hall, two, "e4", "e5")
	c.say("Ben", hall, "resign #1")
	over := c.say("Ben", hall, "resign #1 yes")
	for _, alt := range []string{over.Files[0].Alt, c.say("Anna", hall, "board #1").Files[0].Alt, c.say("Anna", hall, "export #1 gif").Files[0].Alt} {
		if !strings.Contains(alt, "1… e5. Resignation. White wins. ") || strings.Contains(alt, "to move") {
			t.Errorf("a game that was resigned is described as %q", alt)
		}
	}
	if alt := c.say("Anna", hall, "board #1 ply:1").Files[0].Alt; !strings.Contains(alt, "1. e4. Black to move. ") {
		t.Errorf("an earlier position is described as %q", alt)
	}
}

// TestPicturesInGerman checks that alt texts, text boards and pictures are in the reader's
// language.
func TestPicturesInGerman(t *testing.T) {
	c := newClub(t)
	c.game(library, "Anna", "Ben", "nextgen")
	english := c.say("Anna", library, "board #1")
	c.say("Anna", library, "preferences language:de")
	german := c.say("Anna", library, "board #1")
	for _, want := range []string{"Weiß am Zug. Chess – The Next Generation. Brett A, Weiß: König e1, Dame d1, Türme a1 h1, Läufer c1 f1, ", " Brett B, Schwarz: König e8, "} {
		if !strings.Contains(german.Files[0].Alt, want) {
			t.Errorf("the description lacks %q: %s", want, german.Files[0].Alt)
		}
	}
	if head, _, _ := strings.Cut(german.Board, "\n"); strings.Join(strings.Fields(head), " ") != "Brett A Brett B" {
		t.Errorf("the boards are called %q", head)
	}
	if bytes.Equal(english.Files[0].Data, german.Files[0].Data) {
		t.Error("the picture is the English one")
	}
	c.say("Anna", library, "resign #1")
	c.say("Anna", library, "resign #1 yes")
	if alt := c.say("Anna", library, "board #1").Files[0].Alt; !strings.Contains(alt, "Aufgabe. Schwarz gewinnt. ") {
		t.Errorf("the end is described as %q", alt)
	}
}
