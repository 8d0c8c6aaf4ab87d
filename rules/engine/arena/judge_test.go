package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"stackmate/rules"
)

// TestJudge expects the samples with new scores for White, no matter who is to move, and the old
// results.
func TestJudge(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "samples.tsv"), filepath.Join(dir, "judged.tsv")
	const queenUp = "k7/8/8/8/8/8/8/KQ6 w - - 0 1\t0\t0.5\nk7/8/8/8/8/8/8/KQ6 b - - 0 1\t0\t1\n"
	if err := os.WriteFile(from, []byte(queenUp), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), []string{"judge", "-variant", "orthodox", "-samples", from, "-to", to, "-by", "ours nodes=200"}, io.Discard); err != nil {
		t.Fatal(err)
	}
	judged, err := readSamples(rules.VariantByKey("orthodox"), to)
	if err != nil || len(judged) != 2 {
		t.Fatalf("%d samples, error %v", len(judged), err)
	}
	for i, want := range []float64{0.5, 1} {
		if s := judged[i]; s.Score < 500 || s.Points != want {
			t.Errorf("sample %d: score %d, points %g, want a great score and %g", i, s.Score, s.Points, want)
		}
	}
}
