package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEngineConfig reads the configuration of the program as an opponent, with wrong values.
func TestEngineConfig(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.yaml")
	read := func(text string) (config, error) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return readConfig(path, func(string) string { return "" })
	}
	if c, err := read("log:\n  level: info\n"); err != nil || c.Engine != (engineConfig{Hash: 64, GamesPerPlayer: 5}) {
		t.Errorf("%+v %v", c.Engine, err)
	}
	if c, err := read("engine: {threads: 2, hash: 128, games_per_player: 1, off: true}\n"); err != nil || c.Engine != (engineConfig{2, 128, 1, true}) {
		t.Errorf("%+v %v", c.Engine, err)
	}
	for text, want := range map[string]string{
		"threads: -1":           "line 2: “-1” is not a number of threads from 0 to 256",
		"threads: many":         "line 2: “many” is not a number of threads from 0 to 256",
		"hash: 0":               "line 2: “0” is not a number of MB from 1 to 4096",
		"games_per_player: 0":   "line 2: “0” is not a number of games from 1 to 1000",
		"games_per_player: 1e9": "line 2: “1e9” is not a number of games from 1 to 1000",
		"off: perhaps":          "line 2",
		"level: 3":              "line 2: unknown key level",
	} {
		_, err := read("engine:\n  " + text + "\n")
		if err == nil || !strings.Contains(strings.NewReplacer(`"`, "", "“", "", "”", "").Replace(err.Error()), strings.NewReplacer("“", "", "”", "").Replace(want)) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
