package rules

import (
	"strings"
	"testing"
)

func TestMovesWithoutLevel(t *testing.T) {
	for _, tt := range []struct{ variant, text, want string }{
		{"millennium", "e4", "1e2-1e4 1e2-3e4"},
		{"millennium", "e2e4", "1e2-1e4 1e2-3e4"},
		{"millennium", "1e2-e4", "1e2-1e4 1e2-3e4"},
		{"millennium", "E4!", "1e2-1e4 1e2-3e4"},
		{"millennium", "Ng3", "1g1-2g3"},
		{"millennium", "N1d2", ""}, // which is an illegal move to 1d2
		{"millennium", "Nbd1", "1b1-2d1"},
		{"millennium", "e5", ""},
		{"millennium", "hello", ""},
		{"millennium", "", ""},
		{"millennium", strings.Repeat("e4", 50), ""},
		{"nextgen", "e2e4", "Ae2-Ae4 Ae2-Be4"},
		{"tridimensional", "Nc4", "b2B-c4B b2B-c4D"},
		{"3d8l", "c2-c4", "1c2-1c4 2c2-2c4 3c2-3c4 4c2-4c4 5c2-5c4 6c2-6c4 7c2-7c4 8c2-8c4"},
		{"orthodox", "e4", ""},
	} {
		p := VariantByKey(tt.variant).Start()
		var got []string
		for _, m := range p.MovesWithoutLevel(tt.text) {
			got = append(got, p.v.LAN(m))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s %q: %v, want %q", tt.variant, tt.text, got, tt.want)
		}
	}
}
