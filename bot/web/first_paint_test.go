package web_test

import (
	"io"
	"net/http"
	"regexp"
	"testing"
)

// wire returns how many bytes an answer has on the wire.
func (b *browser) wire(path string) (n int64) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, b.server.URL+path, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "gzip, br") // so that the client leaves it as it is
	answer, err := b.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	if n, err = io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != http.StatusOK {
		b.t.Errorf("%s: %s %v", path, answer.Status, err)
	}
	return n
}

// assets returns how many bytes scripts, styles and pictures have that pages use.
func (b *browser) assets(names ...string) (n int64) {
	b.t.Helper()
	root := regexp.MustCompile(`/assets/[0-9a-f]+/`).FindString(b.page)
	for _, name := range names {
		n += b.wire(root + name)
	}
	return n
}

// TestFirstPaint checks that what a browser loads to show a game, or an analysis board, is under 100 KB on the wire, also with 256 pieces.
func TestFirstPaint(t *testing.T) {
	for _, variant := range []string{"millennium", "3d8l", "tridimensional"} {
		b := sit(t, variant, "en")
		b.enter()
		board := b.assets("page.css", "board.css", "icon.svg", "sprite.svg", "arrows.js", "board.js", "build.js", "commands.js", "dom.js", "hands.js", "keys.js", "layout.js", "scene.js", "speech.js")
		for path, scripts := range map[string][]string{"/g/1": {"game", "events", "lines", "post", "replay", "review"}, "/analysis/" + variant: analysisScripts} {
			page := b.wire(path)
			sum := board + page
			for _, name := range scripts {
				sum += b.assets(name + ".js")
			}
			t.Logf("%s: %d bytes, of which the page has %d", path, sum, page)
			if sum > 100_000 {
				t.Errorf("%s of %s: %d bytes", path, variant, sum)
			}
		}
	}
}
