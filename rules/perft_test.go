package rules

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

type perftCase struct {
	name   string
	start  Position
	counts []uint64
}

// perftCases reads testdata/perft.tsv.
func perftCases(t *testing.T) (list []perftCase) {
	text, err := os.ReadFile("testdata/perft.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSpace(line), "\t")
		v := VariantByKey(fields[1])
		c := perftCase{name: fields[1] + "/" + fields[0], start: v.Start()}
		if fields[2] != "startpos" {
			c.start = mustFEN(t, fields[1], fields[2])
		}
		for _, field := range fields[3:] {
			n, err := strconv.ParseUint(field, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			c.counts = append(c.counts, n)
		}
		list = append(list, c)
	}
	return list
}

// TestPerft counts as deep as takes a few seconds in all, and deeper when slow tests are
// wanted.
func TestPerft(t *testing.T) {
	t.Parallel()
	most := []uint64{2.5e6, 3.2e7, math.MaxUint64}[slowness()]
	for _, c := range perftCases(t) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for i, want := range c.counts {
				if want > most {
					break
				}
				if got := Perft(c.start, i+1); got != want {
					t.Errorf("depth %d: %d, want %d", i+1, got, want)
				}
			}
		})
	}
}

// TestSlowPerft counts the moves that the slow generator finds one ply before the leaves,
// so that two generators confirm the counts for which nobody has published any.
func TestSlowPerft(t *testing.T) {
	t.Parallel()
	most := []uint64{1000, 50_000, 400_000}[slowness()]
	var count func(p Position, depth int) uint64
	count = func(p Position, depth int) (n uint64) {
		if depth == 1 {
			return uint64(len(slowMoves(&p)))
		}
		for _, m := range p.Moves() {
			n += count(p.Play(m), depth-1)
		}
		return n
	}
	for _, c := range perftCases(t) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for i, want := range c.counts {
				if want > most {
					break
				}
				if got := count(c.start, i+1); got != want {
					t.Errorf("depth %d: %d, want %d", i+1, got, want)
				}
			}
		})
	}
}

// TestPerftAllocates shows that listing, making and taking back moves does not allocate:
// Perft allocates its buffers only, however many leaves it counts.
func TestPerftAllocates(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		buffers := make([][]Move, 3)
		for i := range buffers {
			buffers[i] = make([]Move, 0, 512)
		}
		var p Position
		walk(v, 3, 30, func(at *Position, _ []Move) { p = *at })
		if n := testing.AllocsPerRun(3, func() { p.perft(2, buffers) }); n != 0 {
			t.Errorf("perft of depth 2 allocates %v times", n)
		}
		if n := testing.AllocsPerRun(3, func() { p.Status(); p.Hash(); p.InCheck() }); n != 0 {
			t.Errorf("status and key allocate %v times", n)
		}
	})
}
