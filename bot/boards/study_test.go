package boards

import (
	"errors"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/words"
	"stackmate/rules"
)

// In sample positions of every game a study has the legal moves of the side to move, and its record leads there again.
func TestStudies(t *testing.T) {
	seen := map[string]int{}
	for i, s := range samples(t) {
		if seen[s.Variant]++; seen[s.Variant] > 5 {
			continue
		}
		b, err := Study(chat.Study{Variant: s.Variant, Moves: s.Moves}, words.In("en"))
		if err != nil {
			t.Fatalf("%s, sample %d: %v", s.Variant, i+1, err)
		}
		g := newGame(t, rules.VariantByKey(s.Variant), "", s.Moves...)
		p := g.Position()
		checkMoves(t, s.Variant, &p, b.Board)
		if b.FEN != p.FEN() || b.Words == "" || b.Board.Ply != len(s.Moves) || !strings.Contains(b.Board.Status, "to move") {
			t.Errorf("%s, sample %d: %+v", s.Variant, i+1, b)
		}
		record, err := Record(b.Study, time.Unix(0, 0), words.In("en"))
		if err != nil {
			t.Fatal(err)
		}
		read, err := rules.ParsePGN(strings.NewReader(record), nil)
		if err != nil || read.Variant.Key() != s.Variant || len(read.Moves) != len(s.Moves) || read.Tag("Date") != "1970.01.01" {
			t.Errorf("%v in %s", err, record)
		}
		again, err := Study(chat.Study{Variant: s.Variant, Start: b.FEN}, words.In("en"))
		if err != nil || again.FEN != b.FEN || again.First != p.MoveNumber() || again.BlackFirst != (p.Turn() == rules.Black) {
			t.Errorf("%s, sample %d, from its position: %+v, %v", s.Variant, i+1, again.Study, err)
		}
	}
	if len(seen) < 5 {
		t.Errorf("only %v", seen)
	}
}

// A wrong move leaves the position before it; a wrong position or game leaves none. The sentences are in the reader's language.
func TestWrongStudies(t *testing.T) {
	for _, c := range []struct {
		study chat.Study
		text  string
		plies int
	}{
		{chat.Study{Variant: "orthodox", Moves: []string{"e4", "e4"}}, "„e4“ ist nicht erlaubt.", 1},
		{chat.Study{Variant: "orthodox", Start: "8/8 w - - 0 1"}, "FEN", -1},
		{chat.Study{Variant: "go"}, "„go“", -1},
	} {
		b, err := Study(c.study, words.In("de"))
		wrong := (*WrongError)(nil)
		if !errors.As(err, &wrong) || !strings.Contains(wrong.Text, c.text) || wrong.Unknown != (c.study.Variant == "go") {
			t.Errorf("%+v: %v", c.study, err)
		}
		if (b.Variant == "") != (c.plies < 0) || c.plies >= 0 && len(b.Moves) != c.plies {
			t.Errorf("%+v leaves %+v", c.study, b.Study)
		}
		if _, err := Record(c.study, time.Unix(0, 0), words.In("de")); !errors.As(err, &wrong) {
			t.Errorf("the record: %v", err)
		}
	}
}
