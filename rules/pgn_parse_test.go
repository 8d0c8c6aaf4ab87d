package rules

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// TestPGNSkips reads what other programs write: comments, glyphs, variations, move numbers
// without a space, castling with bars and slashes, promotions in parentheses.
func TestPGNSkips(t *testing.T) {
	const orthodoxText = "\ufeff[Event \"?\"]\r\n[White \"\"] [Black \"\"]\r\n\r\n1.e4 {a comment (with e5) [x] \r\n} e5 $1 2.Nf3 ! ; to the end (of the line)\r\n" +
		"(2. d4 exd4 (2... d6 {deep)} e8(Q)) 3. Qxd4) 2... Nc6!? 3 Bc4 Bc5 (3... Nf6)(3... d6) 4.O-O *{end}\n"
	r, err := ParsePGN(strings.NewReader(orthodoxText), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-c4", "f8-c5", "e1-g1"}
	var got []string
	for _, m := range r.Moves {
		got = append(got, r.Variant.LAN(m))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	castle := place(t, "3d8l", White, "K:5e1", "k:4h7", "R:1a1", "P:3c7", "castling")
	text := "[Variant \"3d8l\"]\n[FEN \"" + castle.FEN() + "\"]\n\n1. O/O/O K-4h6 (1... K-4h8) 2. 3c7-3c8(Rb)(2. 3c8=Q) K-4h7 *"
	r, err = ParsePGN(strings.NewReader(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Moves) != 4 || r.Moves[0].Kind != Castle || r.Moves[2].Promotion != Rookbishop {
		t.Errorf("%v", r.Moves)
	}
}

func TestPGNErrors(t *testing.T) {
	const bare = "[FEN \"k7/8/8/8/8/8/8/K7 w - - 0 1\"]\n"
	tests := []struct {
		text      string
		line, ply int
		fault     PGNFault
		says      string
	}{
		{"", 1, 0, PGNEmpty, ""},
		{" \n\u200b\ufeff\u00a0{nothing}", 2, 0, PGNEmpty, ""},
		{"[Event \"x\"\n*", 1, 0, PGNBadTag, "[Event"},
		{"[Event x]\n*", 1, 0, PGNBadTag, ""},
		{"[Event \"x]\n*", 1, 0, PGNBadTag, ""},
		{"[Event \"x\\", 1, 0, PGNBadTag, ""},
		{"[Event \"x\\\"]", 1, 0, PGNBadTag, ""},
		{"[]\n*", 1, 0, PGNBadTag, ""},
		{"[" + strings.Repeat("ü", 1000), 1, 0, PGNBadTag, "…"},
		{"[E-t \"x\"]\n*", 1, 0, PGNTagName, "E-t"},
		{"[Event \"\t\"]\n*", 1, 0, PGNTagValue, ""},
		{"[Event \"\"]\n[Event \"\"]\n*", 2, 0, PGNTagTwice, ""},
		{"[Result \"*\"]\n[Result \"*\"]\n*", 2, 0, PGNTagTwice, ""},
		{"[Variant \"go\"]\n*", 1, 0, PGNUnknownGame, "go"},
		{"[FEN \"8/8\"]\n*", 1, 0, PGNBadPosition, "1, want 6"},
		{"1. e4 e5\n2. Ke3 *", 2, 3, PGNBadMove, "not legal"},
		{"1. e4 e5\n2. hello *", 2, 3, PGNBadMove, "is not a move"},
		{"1. e4 e5 2. -- *", 1, 3, PGNBadMove, "is not a move"},
		{"1. e4 e5 2. ep *", 1, 3, PGNBadMove, "is not a move"},
		{"ep *", 1, 1, PGNBadMove, "is not a move"},
		{"1. e4 e5 3. d4 *", 1, 3, PGNMoveNumber, "move 2"},
		{"1. e4 e5 1. d4 *", 1, 3, PGNMoveNumber, "move 2"},
		{"1. e4 {", 1, 0, PGNOpenComment, ""},
		{"1. e4 (1. d4", 1, 0, PGNOpenVariation, ""},
		{"1. e4 ) *", 1, 0, PGNNoVariation, ""},
		{"1. e4 } *", 1, 2, PGNBadMove, "is not a move"},
		{"1. e4 ] *", 1, 2, PGNBadMove, "is not a move"},
		{"1. e4 [%clk 1:00] e5", 1, 0, PGNBadTag, ""},
		{"1. e4 2-0", 1, 0, PGNBadResult, "2-0"},
		{"1. e4 1-1", 1, 0, PGNBadResult, "1-1"},
		{"[Result \"white\"]\n1. e4 *", 1, 0, PGNBadResult, "white"},
		{"[Result \"1-0\"]\n1. e4 *", 2, 0, PGNResultAgainstTag, ""},
		{"1. f3 e5 2. g4 Qh4# 1-0", 1, 0, PGNResultAgainstBoard, ""},
		{"[Result \"1-0\"] 1. f3 e5 2. g4 Qh4#", 1, 0, PGNResultAgainstBoard, ""},
		{"1. f3 e5 2. g4 Qh4# 3. a3 0-1", 1, 5, PGNBadMove, "the game is over"},
		{bare + "1. Kb1 1/2-1/2", 2, 1, PGNBadMove, "the game is over"},
		{bare + "*", 2, 0, PGNResultAgainstBoard, ""},
		{"1. e4 * e5", 1, 0, PGNAfterResult, "e5"},
		{"1. e4 * \n*", 2, 0, PGNAfterResult, ""},
		{"1. e4 e5 1-0 2. d4", 1, 0, PGNAfterResult, ""},
		{"1. e4 e5 1-0 {open", 1, 0, PGNOpenComment, ""},
		{strings.Repeat(" ", MaxPGN+1), 1, 0, PGNTooLong, ""},
		{"\xff", 1, 0, PGNNotUTF8, ""},
		{strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 1001) + "*", 1, 4001, PGNTooManyMoves, ""},
	}
	for _, tt := range tests {
		_, err := ParsePGN(strings.NewReader(tt.text), nil)
		var fault *PGNError
		if !errors.As(err, &fault) || fault.Fault != tt.fault || fault.Line != tt.line || fault.Ply != tt.ply || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%.60q: %v, want line %d, ply %d: %v %s", tt.text, err, tt.line, tt.ply, tt.fault, tt.says)
			continue
		}
		if len(fault.Text) > 100 || len(err.Error()) > 250 || !utf8.ValidString(err.Error()) {
			t.Errorf("%.60q: the error is %d bytes long: %.200q", tt.text, len(err.Error()), err)
		}
	}
	var against *PGNError
	if _, err := ParsePGN(strings.NewReader("[Result \"1-0\"]\n1. e4 *"), nil); !errors.As(err, &against) || against.Want != WhiteWins || against.Text != "*" {
		t.Errorf("%+v does not say what the tag wants", against)
	}
	var position *FENError
	if _, err := ParsePGN(strings.NewReader("[FEN \"8\"]\n*"), nil); !errors.As(err, &position) {
		t.Errorf("%v does not wrap the FENError", err)
	}
	var illegal *IllegalError
	if _, err := ParsePGN(strings.NewReader("1. Ke2 *"), nil); !errors.As(err, &illegal) || illegal.Fault != OwnPiece {
		t.Errorf("%v does not wrap the IllegalError", err)
	}
}

// What real files have: results followed by words, in the tag or missing; escaped lines,
// glyphs after moves, separate notes, more games.
func TestPGNResults(t *testing.T) {
	for text, want := range map[string]struct {
		moves  int
		result Outcome
		source ResultSource
		more   bool
	}{
		"1. e4 e5 1-0 {White wins on time}":          {2, WhiteWins, ResultStated, false},
		"1. e4 e5 1-0{White wins} ; so\n% it was\n":  {2, WhiteWins, ResultStated, false},
		"1. e4 e5 0-1 White resigns after 30 hours.": {2, BlackWins, ResultStated, false},
		"1. e4 e5":                       {2, Undecided, ResultMissing, false},
		"1. e4 e5 {Black runs away}":     {2, Undecided, ResultMissing, false},
		"[Result \"?\"]\n1. e4 e5":       {2, Undecided, ResultMissing, false},
		"[Result \"1/2-1/2\"]\n1. e4 e5": {2, Draw, ResultTagged, false},
		"[Result \"\"]\n1. e4 e5 1/2":    {2, Draw, ResultStated, false},
		"1. e4 ½-½":                      {1, Draw, ResultStated, false},
		"1. e4 1–0":                      {1, WhiteWins, ResultStated, false},
		"1. e4 0:1.":                     {1, BlackWins, ResultStated, false},
		"1. f3 e5 2. g4 Qh4#":            {4, BlackWins, ResultOnBoard, false},
		"[White \"A\"]":                  {0, Undecided, ResultMissing, false},
		"*":                              {0, Undecided, ResultStated, false},
		"{before} % no line of its own":  {-1, 0, 0, false},
		"{before}\n% a line\n[White \"A\"]\n1. e4":        {1, Undecided, ResultMissing, false},
		"% [Variant \"go\"]\r% (\r\n1. e4\r%{\r1... e5 *": {2, Undecided, ResultStated, false},
		"[White “A”]\n[Black „B“] 1. e4 *":                {1, Undecided, ResultStated, false},
		"1.e4$1e5$2$14 2.Nf3!$1 Nc6 = 3. Bb5 +/- *":       {5, Undecided, ResultStated, false},
		"1. e4 a6 2. e5 d5 3. exd6 e.p. Nc6 *":            {6, Undecided, ResultStated, false},
		"1. e4 a6 2. e5 d5 3. exd6 $1 ep exd6 *":          {6, Undecided, ResultStated, false},
		"1. e4 a6 2. e5 d5 3. exd6e.p. 3...exd6 *":        {6, Undecided, ResultStated, false},
		"[Variant \"Standard\"]\n1. e4 *":                 {1, Undecided, ResultStated, false},
		"1. e4 ... e5 2 …":                                {2, Undecided, ResultMissing, false},
		"1…\u00a0e4\u200be5\u2060 *":                      {2, Undecided, ResultStated, false},
		"1. e4 1-0\n\n[White \"B\"]\n1. d4 *":             {1, WhiteWins, ResultStated, true},
		"1. e4 1-0\n\n1. d4 nonsense":                     {1, WhiteWins, ResultStated, true},
		"1. e4\n\n[White \"B\"]\n1. d4 *":                 {1, Undecided, ResultMissing, true},
		"1. e4 1-0 White wins\n\n1. d4 *":                 {1, WhiteWins, ResultStated, true},
	} {
		g, err := ParsePGN(strings.NewReader(text), nil)
		if want.moves < 0 {
			if err == nil {
				t.Errorf("%q was read", text)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if len(g.Moves) != want.moves || g.Result != want.result || g.Source != want.source || g.More != want.more {
			t.Errorf("%q: %d moves, %v from %d, more %v; want %+v", text, len(g.Moves), g.Result, g.Source, g.More, want)
		}
		for _, tag := range g.Tags {
			if len(tag.Value) != 1 {
				t.Errorf("%q: tag %q", text, tag)
			}
		}
	}
}

// A text that names no game is read as the fallback; an error says as which game.
func TestPGNFallback(t *testing.T) {
	g, err := ParsePGN(strings.NewReader("1. 1e4 3e5"), millennium)
	if err != nil || g.Variant != millennium || len(g.Moves) != 2 {
		t.Errorf("%+v, %v", g, err)
	}
	for text, want := range map[string]*Variant{"1. e2e9": millennium, "[Variant \"orthodox\"] 1. e9": orthodox, "[Variant \"go\"]": nil} {
		var fault *PGNError
		if _, err := ParsePGN(strings.NewReader(text), millennium); !errors.As(err, &fault) || fault.Variant != want {
			t.Errorf("%q: read as %v", text, fault)
		}
	}
}

// The time to read a text is in proportion to its length, for every text.
func TestPGNHostile(t *testing.T) {
	for _, part := range []string{"(", "() ", "{}", "[", "[A \"", "$", "$1 ", ";", ";\n", "%\n", "x", "x ", "\u200b", ". ", "e8(Q", "1 ", "1-0 ", "-", "e.p. ", "[A \"x\"] ", "\\", "\"", "\r"} {
		for _, before := range []string{"", "1. e4 1-0 White wins ", "1. e4 ("} {
			began := time.Now()
			text := before + strings.Repeat(part, (MaxPGN-len(before))/len(part))
			g, err := ParsePGN(strings.NewReader(text), nil)
			var fault *PGNError
			if err != nil && !errors.As(err, &fault) {
				t.Errorf("%q%q…: %v", before, part, err)
			}
			if g != nil && len(g.Moves) > 1 {
				t.Errorf("%q%q…: %d moves", before, part, len(g.Moves))
			}
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("%q%q…: read for %v", before, part, took)
			}
		}
	}
}
