package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stackmate/rules"
)

// The sheet shows all six situations of standard chess, in both views and at both widths.
func TestSheet(t *testing.T) {
	out := filepath.Join(t.TempDir(), "sheet.html")
	if err := run(out, "orthodox", "slate", "de"); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"start", "middle", "check", "promotion", "many captured", "checkmate"} {
		for _, view := range []string{"flat", "stack"} {
			if want := "orthodox, " + name + ", " + view + ", slate"; !strings.Contains(string(data), want) {
				t.Errorf("no picture %q", want)
			}
		}
	}
	if n := strings.Count(string(data), "data:image/png;base64,"); n != 24 {
		t.Errorf("%d pictures, want 24", n)
	}
}

func TestSheetRefuses(t *testing.T) {
	for _, args := range [][3]string{{"checkers", "", "en"}, {"", "plaid", "en"}, {"", "", "xx"}} {
		if err := run(filepath.Join(t.TempDir(), "sheet.html"), args[0], args[1], args[2]); err == nil {
			t.Errorf("no error for %q", args)
		}
	}
}

// The situations are what they are called.
func TestSituations(t *testing.T) {
	for _, s := range situations(rules.VariantByKey("orthodox")) {
		p := s.game.Position()
		switch s.name {
		case "check":
			if !p.InCheck() {
				t.Error("no check")
			}
		case "checkmate":
			if p.Status() != rules.Checkmate {
				t.Error("no checkmate")
			}
		case "many captured":
			if captured(s.game) < 10 {
				t.Errorf("%d pieces are captured", captured(s.game))
			}
		}
	}
}
