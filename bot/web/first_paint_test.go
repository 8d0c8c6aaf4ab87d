package web_test

import (
	"io"
	"net/http"
	"regexp"
	"testing"
)

// TestFirstPaint checks that what a browser loads to show a game, or an analysis board, is under 100 KB on the wire, also with 128 pieces.
func TestFirstPaint(t *testing.T) {
	for _, variant := range []string{"millennium", "3d8l", "tridimensional"} {
		b := sit(t, variant, "en")
		b.open(b.link)
		wire := func(path string) (n int64) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.server.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept-Encoding", "gzip, br") // so that the client leaves it as it is
			answer, err := b.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			if n, err = io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != http.StatusOK {
				t.Errorf("%s: %s %v", path, answer.Status, err)
			}
			return n
		}
		root := regexp.MustCompile(`/assets/[0-9a-f]+/`).FindString(b.page)
		var board int64
		for _, name := range []string{"page.css", "board.css", "icon.svg", "sprite.svg", "arrows.js", "board.js", "build.js", "commands.js", "dom.js", "hands.js", "keys.js", "layout.js", "scene.js", "speech.js"} {
			board += wire(root + name)
		}
		for path, scripts := range map[string][]string{"/g/1": {"game", "events", "lines", "replay"}, "/analysis/" + variant: analysisScripts} {
			page := wire(path)
			sum := board + page
			for _, name := range scripts {
				sum += wire(root + name + ".js")
			}
			t.Logf("%s: %d bytes, of which the page has %d", path, sum, page)
			if sum > 100_000 {
				t.Errorf("%s of %s: %d bytes", path, variant, sum)
			}
		}
	}
}
