package rules

import (
	"fmt"
	"strings"
	"testing"
)

// The counters of a position stop at their greatest values. Turn, move number and clock
// stay consistent, the position string can be read, and taking a move back restores them.
func TestCountersSaturate(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		text := startFEN(v)
		fields := strings.Split(text, " ")
		fields[len(fields)-2], fields[len(fields)-1] = fmt.Sprint(maxClock-2), fmt.Sprint(maxMoveNumber-1)
		p, err := v.ParseFEN(strings.Join(fields, " "))
		if err != nil {
			t.Fatal(err)
		}
		number, clock := maxMoveNumber-1, maxClock-2
		for i := range 9 {
			legal := p.Moves()
			m := legal[i%len(legal)]
			for _, quiet := range legal {
				next := p.Play(quiet)
				if next.HalfmoveClock() != 0 {
					m = quiet
					break
				}
			}
			before := p
			var u Undo
			p.Make(m, &u)
			undone := p
			if undone.Unmake(m, &u); undone != before {
				t.Fatalf("ply %d: undone, %s became %s", i, before.FEN(), undone.FEN())
			}
			if p.Turn() == White {
				number = min(number+1, maxMoveNumber)
			}
			clock = min(clock+1, maxClock)
			if p.HalfmoveClock() != clock || p.Ply()/2+1 != number || p.Ply()%2 != int(p.Turn()) {
				t.Fatalf("ply %d: clock %d, ply %d, %v to move; want clock %d, move %d", i, p.HalfmoveClock(), p.Ply(), p.Turn(), clock, number)
			}
			if again, err := v.ParseFEN(p.FEN()); err != nil || again != p {
				t.Fatalf("%s does not read back: %v", p.FEN(), err)
			}
		}
	})
}
