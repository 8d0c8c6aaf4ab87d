package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// TestLevels expects a line for each pair of neighbours.
func TestLevels(t *testing.T) {
	var out bytes.Buffer
	if err := run(t.Context(), []string{"levels", "-variant", "orthodox", "-games", "2", "-last", "3", "-max", "12", "-balance", "1000"}, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`orthodox: Elo`, `2 over 1: [+-](\d+|Inf) \([+-](\d+|Inf) to [+-](\d+|Inf)\) .*%; ends: `, `3 over 2: `} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("%q is missing in\n%s", want, &out)
		}
	}
	for _, args := range [][]string{{"-first", "0"}, {"-last", "9"}, {"-first", "3", "-last", "3"}} {
		if err := run(t.Context(), append([]string{"levels"}, args...), &out); err == nil || !strings.Contains(err.Error(), "levels from 1 to 8") {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// TestSpeed expects two speeds and their ratio for each game.
func TestSpeed(t *testing.T) {
	var out bytes.Buffer
	if err := run(t.Context(), []string{"speed", "-positions", "3", "-a", "ours nodes=300", "-b", "ours nodes=100"}, &out); err != nil {
		t.Fatal(err)
	}
	for _, key := range mainKeys {
		for _, want := range []string{` +a: +[1-9]\d* nodes a second`, ` +b: +[1-9]\d* nodes`, ` +a/b: \d+\.\d\d\n`} {
			if !regexp.MustCompile(key + want).MatchString(out.String()) {
				t.Errorf("%q is missing in\n%s", key+want, &out)
			}
		}
	}
	if got := median([]float64{4, 1, 3, 2}); got != 2.5 {
		t.Errorf("median %v, want 2.5", got)
	}
}
