package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stackmate/rules/engine/puzzle"
)

func TestMatesAreRepeatable(t *testing.T) { makeTwice(t, puzzle.Mate) }

func TestSlowMaterialIsRepeatable(t *testing.T) {
	if os.Getenv("STACKMATE_SLOW") == "" {
		t.Skip("STACKMATE_SLOW is not set")
	}
	makeTwice(t, puzzle.Material)
}

// makeTwice makes two puzzles in one go, and again with an interruption between them.
func makeTwice(t *testing.T, theme puzzle.Theme) {
	t.Helper()
	make := func(wants ...int) string {
		dir := t.TempDir()
		for _, want := range wants {
			if err := run(context.Background(), options{seed: 1, nodes: 300, theme: theme}, "orthodox", dir, want, 100); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(filepath.Join(dir, "orthodox.tsv"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	once := make(2)
	list, err := puzzle.Read(once)
	if err != nil || len(list) != 2 {
		t.Fatalf("%d puzzles, %v:\n%s", len(list), err, once)
	}
	for _, p := range list {
		if p.Theme != theme {
			t.Errorf("asked for %v, found %s", theme, p.Line())
		}
	}
	if again := make(1, 2); again != once {
		t.Errorf("interrupted:\n%s\nin one go:\n%s", again, once)
	}
}

func TestUnknownGame(t *testing.T) {
	if err := run(context.Background(), options{}, "draughts", t.TempDir(), 1, 1); err == nil || !strings.Contains(err.Error(), `"draughts"`) {
		t.Error(err)
	}
}
