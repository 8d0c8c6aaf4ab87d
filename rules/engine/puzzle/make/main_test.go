package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRepeatable makes puzzles twice, once in one go and once with an interruption.
func TestRepeatable(t *testing.T) {
	make := func(wants ...int) string {
		dir := t.TempDir()
		seed := uint64(1)
		for _, want := range wants {
			if err := run(context.Background(), options{seed: seed, nodes: 200}, "tridimensional", dir, want, 100); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(filepath.Join(dir, "tridimensional.tsv"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	once := make(3)
	if n := strings.Count(once, "\n"); n != 3 {
		t.Fatalf("%d puzzles:\n%s", n, once)
	}
	if again := make(1, 3); again != once {
		t.Errorf("interrupted:\n%s\nin one go:\n%s", again, once)
	}
}

func TestUnknownGame(t *testing.T) {
	if err := run(context.Background(), options{}, "draughts", t.TempDir(), 1, 1); err == nil || !strings.Contains(err.Error(), `"draughts"`) {
		t.Error(err)
	}
}
