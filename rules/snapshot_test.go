package rules

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var regen = flag.Bool("regen", false, "rewrite the snapshots in testdata")

// TestSnapshots compares the order of the moves, of which counts say nothing, and how they
// are written: players see them in this order, and stored indexes rely on it.
func TestSnapshots(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		var b strings.Builder
		n := 0
		walk(v, 7, 61, func(p *Position, legal []Move) {
			if n%20 == 0 {
				fmt.Fprintf(&b, "%s\n", p.FEN())
				for i, text := range p.SANs(legal, legal) {
					fmt.Fprintf(&b, "\t%s\t%s\n", v.LAN(legal[i]), text)
				}
			}
			n++
		})
		file := filepath.Join("testdata/snapshots", strings.ReplaceAll(v.Key(), ":", "-")+".txt")
		if *regen {
			if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("run with -regen if this is meant (-want +got):\n%s", diff)
		}
	})
}
