package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// ignored reports whether .dockerignore keeps a file out of the build: the last line that
// matches the file, or a directory above it, decides.
func ignored(t *testing.T, lines []string, name string) (out bool) {
	t.Helper()
	for _, line := range lines {
		pattern, back := strings.CutPrefix(strings.TrimSpace(line), "!")
		if pattern == "" || pattern[0] == '#' {
			continue
		}
		anywhere := strings.HasPrefix(pattern, "**/")
		parts := strings.Split(name, "/")
		for i := range parts {
			at := strings.Join(parts[:i+1], "/")
			if anywhere {
				at = parts[i]
			}
			ok, err := path.Match(strings.TrimPrefix(pattern, "**/"), at)
			if err != nil {
				t.Fatal(err)
			}
			if ok {
				out = !back
			}
		}
	}
	return out
}

// TestDockerContext checks that the build of the image gets every file that is compiled,
// and nothing that a bot's owner keeps in the same directory.
func TestDockerContext(t *testing.T) {
	data, err := os.ReadFile("../../.dockerignore")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	for _, name := range []string{"config.yaml", "token.txt", "stackmate.db", "stackmate.db-wal", "games.db", "data/games.db", "data/config.yaml",
		".git/config", ".env", "boards/game-1-1.png", "cmd/stackmate/config.yaml", "store/stackmate.db", "cmd/stackmate/token.txt", "bot/.env",
		"stackmate", "coverage.out", "render/testdata/millennium.png"} {
		if !ignored(t, lines, name) {
			t.Errorf("%s would enter the build", name)
		}
	}
	recipe, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(recipe)) {
		words := strings.Fields(line)
		if len(words) < 3 || words[0] != "COPY" || strings.HasPrefix(words[1], "--") || words[1] == "." {
			continue
		}
		for _, name := range words[1 : len(words)-1] {
			if ignored(t, lines, name) {
				t.Errorf("%s is copied and would not enter the build", name)
			}
		}
	}
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=Dir,GoFiles,EmbedFiles,Module", ".")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	files := []string{"go.mod", "go.sum"}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			Dir                 string
			GoFiles, EmbedFiles []string
			Module              *struct{ Main bool }
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Module == nil || !p.Module.Main {
			continue
		}
		dir, err := filepath.Rel(root, p.Dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range append(p.GoFiles, p.EmbedFiles...) {
			files = append(files, filepath.ToSlash(filepath.Join(dir, name)))
		}
	}
	if len(files) < 100 {
		t.Errorf("only %d files are compiled", len(files))
	}
	for _, name := range files {
		if ignored(t, lines, name) {
			t.Errorf("%s is compiled and would not enter the build", name)
		}
	}
}
