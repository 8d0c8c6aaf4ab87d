package main

import (
	"slices"

	"stackmate/rules"
)

// place is the number of a cell among those that exist, from 0.
type place = uint16

// places is a set of them.
type places [rules.MaxCells / 64]uint64

func (s *places) has(p place) bool { return s[p>>6]>>(p&63)&1 != 0 }
func (s *places) add(p place)      { s[p>>6] |= 1 << (p & 63) }

// terrain is the board of a game for the solver of endings: how pieces move on it, and in
// what ways it can be turned and mirrored without a change to that.
type terrain struct {
	variant *rules.Variant
	cells   []rules.Cell               // by place
	rays    map[rules.Role][][][]place // by role and place
	leaps   map[rules.Role][][]place
	near    []places  // where a king goes from a place
	turns   [][]place // symmetries: by number and place, where the place goes; the first moves nothing
	homes   []place   // one place of each set that symmetries make of one
	home    []int     // by place: the index in homes of the one in its set
	turn    []int     // by place: a symmetry that takes it to that home
	weight  []int     // by home: how many places its set has
	// idle is whether each side can make a move that changes nothing when it is not in check.
	// In Tridimensional Chess it can move an empty attack board. The solver leaves the boards
	// where they start, so that what it finds there is an approximation.
	idle bool
}

// newTerrain makes the terrain of a game for kings and pieces of some roles.
func newTerrain(v *rules.Variant, roles []rules.Role) *terrain {
	start := v.Start()
	t := &terrain{variant: v, rays: map[rules.Role][][][]place{}, leaps: map[rules.Role][][]place{}, idle: len(v.Pins()) > 0}
	number := make([]int, v.Cells())
	for c := range number {
		number[c] = -1
		if start.At(rules.Cell(c)) != rules.Air {
			number[c] = len(t.cells)
			t.cells = append(t.cells, rules.Cell(c))
		}
	}
	existing := func(list []rules.Cell) (kept []place) {
		for _, c := range list {
			if number[c] >= 0 {
				kept = append(kept, place(number[c]))
			}
		}
		return kept
	}
	g := rules.GeometryOf(v)
	for _, r := range append([]rules.Role{rules.King}, roles...) {
		t.rays[r], t.leaps[r] = make([][][]place, len(t.cells)), make([][]place, len(t.cells))
		for i, c := range t.cells {
			for _, ray := range g.Rays(r, c) {
				t.rays[r][i] = append(t.rays[r][i], existing(ray))
			}
			t.leaps[r][i] = existing(g.Leaps(r, c))
		}
	}
	t.near = make([]places, len(t.cells))
	for p, list := range t.leaps[rules.King] {
		for _, to := range list {
			t.near[p].add(to)
		}
	}
	t.findTurns()
	t.findHomes()
	return t
}

// findTurns tries all ways to swap and mirror the axes, and keeps those that map the cells
// and all moves on one another.
func (t *terrain) findTurns() {
	at := map[[3]int]place{}
	var size [3]int
	coord := func(p place) [3]int {
		c := t.variant.Coord(t.cells[p])
		return [3]int{int(c.File), int(c.Rank), int(c.Level)}
	}
	size[0], size[1], size[2] = t.variant.Size()
	for p := range t.cells {
		at[coord(place(p))] = place(p)
	}
	for _, axes := range [][3]int{{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}, {1, 2, 0}, {2, 0, 1}} {
	mirrors:
		for mirrored := range 8 {
			turn := make([]place, len(t.cells))
			for p := range turn {
				from := coord(place(p))
				var to [3]int
				for i, a := range axes {
					if to[i] = from[a]; mirrored>>i&1 != 0 {
						to[i] = size[a] - 1 - from[a]
					}
				}
				image, ok := at[to]
				if !ok {
					continue mirrors
				}
				turn[p] = image
			}
			known := slices.ContainsFunc(t.turns, func(other []place) bool { return slices.Equal(turn, other) })
			if !known && t.keepsMoves(turn) {
				t.turns = append(t.turns, turn)
			}
		}
	}
}

// keepsMoves reports whether all pieces move after a turn as they did before.
func (t *terrain) keepsMoves(turn []place) bool {
	text := func(kind string, list, turn []place) string {
		for _, p := range list {
			if turn != nil {
				p = turn[p]
			}
			kind += string(rune(p))
		}
		return kind
	}
	for role := range t.leaps {
		for p := range t.cells {
			var images, lines []string
			for _, ray := range t.rays[role][p] {
				images = append(images, text("ray", ray, turn))
			}
			for _, ray := range t.rays[role][turn[p]] {
				lines = append(lines, text("ray", ray, nil))
			}
			for _, to := range t.leaps[role][p] {
				images = append(images, text("leap", []place{to}, turn))
			}
			for _, to := range t.leaps[role][turn[p]] {
				lines = append(lines, text("leap", []place{to}, nil))
			}
			slices.Sort(images)
			slices.Sort(lines)
			if !slices.Equal(images, lines) {
				return false
			}
		}
	}
	return true
}

// findHomes chooses one place of each set that the symmetries make of one.
func (t *terrain) findHomes() {
	t.home, t.turn = make([]int, len(t.cells)), make([]int, len(t.cells))
	for p := range t.home {
		t.home[p] = -1
	}
	for p := range t.cells {
		if t.home[p] >= 0 {
			continue
		}
		h := len(t.homes)
		t.homes = append(t.homes, place(p))
		t.weight = append(t.weight, 0)
		for i, turn := range t.turns {
			// The turn takes p to an image; its inverse takes the image home.
			if image := turn[p]; t.home[image] < 0 {
				t.home[image], t.turn[image] = h, t.inverse(i)
				t.weight[h]++
			}
		}
	}
}

// inverse returns the symmetry that takes back another.
func (t *terrain) inverse(of int) int {
	return slices.IndexFunc(t.turns, func(turn []place) bool {
		for p, image := range t.turns[of] {
			if turn[image] != place(p) {
				return false
			}
		}
		return true
	})
}

// reach adds the places that a piece attacks, where others stand in its way.
func (t *terrain) reach(s *places, r rules.Role, from place, others []place) {
	for _, to := range t.leaps[r][from] {
		s.add(to)
	}
	for _, ray := range t.rays[r][from] {
		for _, to := range ray {
			s.add(to)
			if slices.Contains(others, to) {
				break
			}
		}
	}
}

// each calls f with the empty places to which a piece can go.
func (t *terrain) each(r rules.Role, from place, others []place, f func(to place)) {
	for _, to := range t.leaps[r][from] {
		if !slices.Contains(others, to) {
			f(to)
		}
	}
	for _, ray := range t.rays[r][from] {
		for _, to := range ray {
			if slices.Contains(others, to) {
				break
			}
			f(to)
		}
	}
}
