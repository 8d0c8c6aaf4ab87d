package render

import (
	"bytes"
	"os"
	"testing"
)

// TestReadmeGame replays the game that README shows. Renew it with -regen, and look at it.
func TestReadmeGame(t *testing.T) {
	g := playSAN(t, "millennium", "3e4 B2e7 R3f1 2g7 Q1h5 K3f8 Qx3f7#")
	got, err := New(0).GIF(g, Replay{Texts: english, White: "Alice", Black: "Bob"}, Options{View: Stack, Scale: 0.55})
	if err != nil {
		t.Fatal(err)
	}
	const path = "testdata/readme-game.gif"
	if *regen {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s shows something else now: renew it with -regen, and look at it", path)
	}
}
