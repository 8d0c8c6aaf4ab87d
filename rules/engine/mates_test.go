package engine

import (
	_ "embed"
	"os"
	"strconv"
	"strings"
	"testing"

	"stackmate/rules"
)

// provenMates has a position a line: the game, in how many moves the side to move mates, and
// the position string. "arena mates" made it: no defence holds out longer, and no attack is
// faster.
//
//go:embed testdata/mates.tsv
var provenMates string

// mateNodes is how many positions may be searched to find a mate, by its length.
var mateNodes = map[string][4]uint64{
	"orthodox":       {0, 2_000, 50_000, 1_000_000},
	"millennium":     {0, 5_000, 200_000, 14_000_000},
	"nextgen":        {0, 5_000, 200_000, 4_000_000},
	"tridimensional": {0, 5_000, 50_000, 1_000_000},
	"3d8l":           {0, 50_000, 2_000_000},
}

// TestFindsAllMates expects that every mate is found, in no more moves than are needed. It
// looks at all of them only with STACKMATE_SLOW.
func TestFindsAllMates(t *testing.T) {
	e := New(Options{})
	count := map[string]int{}
	for line := range strings.Lines(provenMates) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		n, err := strconv.Atoi(f[1])
		if err != nil {
			t.Fatal(err)
		}
		p, err := rules.VariantByKey(f[0]).ParseFEN(f[2])
		if err != nil {
			t.Fatal(err)
		}
		name := f[0] + " in " + f[1]
		if count[name]++; count[name] > 4 && os.Getenv("STACKMATE_SLOW") == "" {
			continue
		}
		e.Forget()
		r := e.Search(t.Context(), rules.NewGame(p, 0), Limits{Nodes: mateNodes[f[0]][n], Mate: n}, nil)
		if got, ok := r.Lines[0].Score.Mate(); !ok || got != n {
			t.Errorf("%s: mate in %d in %s is seen as %v after %d nodes", f[0], n, f[2], r.Lines[0].Score, r.Nodes)
		}
	}
	for key, lengths := range mateNodes {
		for n := 1; n < len(lengths) && lengths[n] > 0; n++ {
			if name := key + " in " + strconv.Itoa(n); count[name] < 4 {
				t.Errorf("there are only %d mates of %s", count[name], name)
			}
		}
	}
}
