package request_test

import (
	"testing"

	"stackmate/bot/request"
	"stackmate/rules"
)

// The first move that newcomers are shown is one that they may well play.
func TestSimpleMove(t *testing.T) {
	for key, want := range map[string]string{"orthodox": "e4", "millennium": "1e4", "3d8l": "5e2-5e4", "nextgen": "Ae2-Ae4", "tridimensional": "d3B-d5B"} {
		v := rules.VariantByKey(key)
		if got := request.SimpleMove(v.Start()); got != want {
			t.Errorf("%s begins with %s, not %s", key, got, want)
		}
		p := v.Start()
		for range 60 {
			text := request.SimpleMove(p)
			if text == "" {
				break
			}
			m, err := p.ParseMove(text)
			if err != nil {
				t.Fatalf("%s: %s after %s: %v", key, text, p.FEN(), err)
			}
			p = p.Play(m)
		}
	}
}
