package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// report writes what a match has shown.
func (m *match) report(out io.Writer) {
	fmt.Fprintf(out, "\n%s, openings of %d plies with seed %d\n", m.variant.Key(), m.opening, m.seed)
	for i, u := range m.used {
		fmt.Fprintf(out, "%c: %s\n   %v\n", 'a'+i, m.specs[i].text, &u)
	}
	fmt.Fprintf(out, "%v\n", &m.score)
	if e := m.score.estimate(); e.pairs > 0 {
		fmt.Fprintf(out, "Elo %v, 95 %% from %d pairs %v; superior with %.1f %%\n", e, e.pairs, m.score.pairs, 100*e.superiority)
	}
	fmt.Fprintf(out, "ends: %s\n", ends(m.reasons))
}

// ends lists how games ended, the most frequent first.
func ends(reasons map[string]int) string {
	names := slices.SortedFunc(maps.Keys(reasons), func(a, b string) int {
		if d := reasons[b] - reasons[a]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%d %s", reasons[name], name)
	}
	return strings.Join(names, ", ")
}

// merge adds what was used in another game.
func (u *usage) merge(o usage) {
	u.moves += o.moves
	u.deep += o.deep
	u.depths += o.depths
	u.searched += o.searched
	u.nodes += o.nodes
	u.took += o.took
}

// String returns the averages: "812 moves, depth 6.2, 10012 nodes a move, 450 thousand a second".
func (u *usage) String() string {
	s := fmt.Sprintf("%d moves", u.moves)
	if u.deep > 0 {
		s += fmt.Sprintf(", depth %.1f", float64(u.depths)/float64(u.deep))
	}
	if u.searched > 0 && u.took > 0 {
		s += fmt.Sprintf(", %.0f nodes a move, %.0f thousand a second",
			float64(u.nodes)/float64(u.searched), float64(u.nodes)/u.took.Seconds()/1000)
	}
	return s
}
