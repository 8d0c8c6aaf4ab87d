package rules

import (
	"errors"
	"os"
	"strings"
	"testing"
)

// TestPrintedGames reads the games of Next Generation as their author's page prints them: in
// two columns with a footnote, or all on one line.
func TestPrintedGames(t *testing.T) {
	for file, want := range map[string]struct {
		plies  int
		result Outcome
		last   string
	}{
		"printed-nextgen-1.txt": {21, WhiteWins, "Ah2-Bh3"},
		"printed-nextgen-2.txt": {11, WhiteWins, "Af3-Af7"},
	} {
		text, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		r, err := ParsePGN(strings.NewReader(string(text)), nextgenShared)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if last := r.Variant.LAN(r.Moves[len(r.Moves)-1]); len(r.Moves) != want.plies || r.Result != want.result || last != want.last {
			t.Errorf("%s: %d plies, %v, last %s", file, len(r.Moves), r.Result, last)
		}
	}
}

// TestPrintedWords reads remarks that are true, and names a word that is not.
func TestPrintedWords(t *testing.T) {
	for text, want := range map[string]Outcome{
		"1. e4 e5 2. Nf3 resigns":           WhiteWins,
		"1. e4 e5 2. Nf3 * resigns":         WhiteWins,
		"1. e4 e5 White resigns":            BlackWins,
		"1. e4 e5 2. d4 white resigned!":    BlackWins,
		"1. f3 e5 2. g4 Qh4 mate!!":         BlackWins,
		"1. f3 e5 2. g4 Qh4 Checkmate":      BlackWins,
		"1. e4 f6 2. d4 g5 3. Qh5 mate 1-0": WhiteWins,
		"1. e4 e5 2. Qh5 Nc6 3. Qxf7 check": Undecided,
		"1. e4 e5 3. Nf3 Nc6 2. d4 exd4":    Undecided,
		"1. e4 e5 2. Ngl-f3":                Undecided,
		"WHITE BLACK 1. e4 e5":              Undecided,
	} {
		r, err := ParsePGN(strings.NewReader(text), nil)
		if err != nil || r.Result != want {
			t.Errorf("%s: %v %v", text, r, err)
		}
	}
	for text, word := range map[string]string{
		"1. e4 e5 2. Nf3 mate":                "mate",
		"1. e4 e5 2. Nf3 check":               "check",
		"1. e4 e5 2. Nf3 perhaps":             "perhaps",
		"1. e4 e5 2. Nf3 occupies f4":         "occupies",
		"1. e4 e5 4. Nf3 Nc6 2. d4 exd4":      "4",
		"1. e4 e5 2. Nl3":                     "Nl3",
		"1. e4 white white 2. Nf3":            "white",
		"1. e4 e5 black":                      "black",
		"1. e4 e5 3. Nf3 Nc6 2. d4 {open":     "3",
		"1. e4 e5 3. Nf3 Nc6 2. d4 exd4 oops": "oops",
	} {
		_, err := ParsePGN(strings.NewReader(text), nil)
		var fault *PGNError
		if !errors.As(err, &fault) || fault.Text != word {
			t.Errorf("%s: %v, want the word %q", text, err, word)
		}
	}
}

// TestCapturedSquare reads en passant as the seed of Next Generation writes it, with the
// square of the captured pawn (G2).
func TestCapturedSquare(t *testing.T) {
	p := after(t, "nextgen:shared", "Ab2-Ab4", "Ah7-Ah6", "Ab4-Ab5", "Aa7-Ba5")
	for _, text := range []string{"Ab5xBa5", "Ab5xBa6", "Ab5xBa5 & occupies Ba6", "Ab5 x Ba5 & occupies Ba6", "Ab5xBa5 and occupies Ba6", "ab5xba5 & occupies ba6", "Ab5-Ba6"} {
		if m, err := p.ParseMove(text); err != nil || p.v.LAN(m) != "Ab5-Ba6" || m.Kind != EnPassant {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"Ab5xBa5 & occupies Aa6", "Ab5xBa5 & occupies", "Ab5xBa5 & occupies nothing", "Ba5", "b5xBa5"} {
		if m, err := p.ParseMove(text); err == nil {
			t.Errorf("%s is read as %s", text, p.v.LAN(m))
		}
	}
	r, err := ParsePGN(strings.NewReader("1. Ab2-Ab4 Ah7-Ah6 2. Ab4-Ab5 Aa7-Ba5 3. Ab5xBa5 & occupies Ba6"), nextgenShared)
	if err != nil || len(r.Moves) != 5 {
		t.Errorf("%v %v", r, err)
	}
}
