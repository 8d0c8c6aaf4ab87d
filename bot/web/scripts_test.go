package web_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stackmate/bot/web"
	"stackmate/bot/words"
)

// boardScripts are the modules of the board.
var boardScripts = []string{"board", "arrows", "build", "scene", "layout", "dom", "keys", "hands", "speech", "commands"}

// analysisScripts are the modules of analysis boards.
var analysisScripts = []string{"analysis", "evaluations", "tree", "treeview"}

// script returns a module.
func script(t *testing.T, name string) string {
	t.Helper()
	source, err := os.ReadFile("assets/" + name + ".js")
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// Every text that the board shows is a sentence of the catalogue that the page has, and none is
// sent that nobody shows.
func TestTextsOfBoard(t *testing.T) {
	texts := web.BrowserTexts(words.In("en"))
	used := map[string]bool{"board.view.flat": true, "board.view.stack": true, "board.view.free": true}
	for _, name := range boardScripts {
		for _, m := range regexp.MustCompile(`'(board\.[\w.-]+)'`).FindAllStringSubmatch(script(t, name), -1) {
			used[m[1]] = true
		}
	}
	for key := range used {
		if texts[key] == "" {
			t.Errorf("the page has no text %q", key)
		}
	}
	for key := range texts {
		if strings.HasPrefix(key, "board.") && !used[key] {
			t.Errorf("nobody shows %q", key)
		}
	}
}

// The board knows no network. Neither it nor an analysis makes HTML of text, or has anything that the policy forbids.
func TestBoardScripts(t *testing.T) {
	network := regexp.MustCompile(`fetch\(|XMLHttpRequest|EventSource|WebSocket`)
	forbidden := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\('style|https?://(?:[^w]|w[^w])`)
	for _, name := range slices.Concat(boardScripts, analysisScripts) {
		if found := forbidden.FindString(script(t, name)); found != "" {
			t.Errorf("%s.js has %s", name, found)
		}
		if found := network.FindString(script(t, name)); found != "" && slices.Contains(boardScripts, name) {
			t.Errorf("%s.js has %s", name, found)
		}
	}
}

// Scripts and styles are small: under 60 KB compressed, without the pieces.
func TestScriptsAreSmall(t *testing.T) {
	files, err := filepath.Glob("assets/*.[jc]s*")
	if err != nil || len(files) < len(boardScripts) {
		t.Fatalf("%d files: %v", len(files), err)
	}
	sum := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		sum += packed.Len()
		if lines := strings.Count(string(data), "\n"); lines > 400 {
			t.Errorf("%s has %d lines", file, lines)
		}
	}
	if sum > 60<<10 {
		t.Errorf("%d bytes compressed", sum)
	}
	t.Logf("%d bytes compressed", sum)
}
