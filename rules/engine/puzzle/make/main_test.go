package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stackmate/rules/engine/puzzle"
)

func TestMatesAreRepeatable(t *testing.T) {
	makeTwice(t, "orthodox", options{nodes: 300}, puzzle.SelfPlay)
}

func TestMaterialIsRepeatable(t *testing.T) {
	makeTwice(t, "orthodox", options{seed: 38, nodes: 300, theme: puzzle.Material}, puzzle.SelfPlay)
}

func TestComposedAreRepeatable(t *testing.T) {
	makeTwice(t, "3d8l", options{compose: true}, puzzle.Composed)
	makeTwice(t, "3d8l", options{seed: 10, nodes: 300, theme: puzzle.Material, compose: true}, puzzle.Composed)
}

// makeTwice makes two puzzles in one go, and again with an interruption between them.
func makeTwice(t *testing.T, game string, o options, origin puzzle.Origin) {
	t.Helper()
	make := func(wants ...int) string {
		dir := t.TempDir()
		for _, want := range wants {
			if err := run(context.Background(), o, game, dir, want, 100); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(filepath.Join(dir, game+".tsv"))
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
		if p.Theme != o.theme || p.Origin != origin {
			t.Errorf("asked for %v, %v, found %s", o.theme, origin, p.Line())
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

func TestWhatIsNotComposed(t *testing.T) {
	if err := run(context.Background(), options{compose: true}, "orthodox", t.TempDir(), 1, 1); err == nil || !strings.Contains(err.Error(), "composed") {
		t.Error(err)
	}
}
