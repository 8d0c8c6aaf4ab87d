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
	"orthodox":       {0, 500, 2_500, 100_000},
	"millennium":     {0, 1_500, 10_000, 2_500_000},
	"nextgen":        {0, 1_000, 8_000, 400_000},
	"tridimensional": {0, 500, 2_000, 50_000},
	"3d8l":           {0, 8_000, 10_000},
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

// TestMayCheck shows that no move which gives check is taken for one that does not, and that most of
// the others are told apart.
func TestMayCheck(t *testing.T) {
	each(t, func(t *testing.T, v *rules.Variant) {
		quiet, said := 0, 0
		for seed := range uint64(15) {
			g := random(v, seed, 8*int(seed))
			h := mateHunt{t: tablesOf(v), p: g.Position()}
			for _, m := range h.p.Moves() {
				next := h.p.Play(m)
				switch may := h.mayCheck(m); {
				case next.InCheck() && !may:
					t.Errorf("%s: %s gives check", h.p.FEN(), v.LAN(m))
				case !next.InCheck():
					if quiet++; may {
						said++
					}
				}
			}
		}
		if 2*said > quiet {
			t.Errorf("%d of %d moves without check may give it", said, quiet)
		}
	})
}
