package main

import (
	"stackmate/rules"
)

// table says of every position of a king and some pieces against a bare king whether it is
// won, and in how many moves. White has the pieces. It is made by going back from the mates.
//
// A position has the index that index returns: the bare king's home, then the places of
// White's king and pieces, all turned as the bare king must be turned to be at home.
type table struct {
	*terrain
	men []rules.Role // White's: the king first
	// white holds by index, for White to move: in how many moves it mates, 0 if it does not,
	// or impossible.
	white []uint8
	// black holds by index, for Black to move: how many of its moves are not known to lose;
	// or mated and in how many more moves, safe, or impossible.
	black []uint8
	// takes lists positions in which Black has a capture that leads to a smaller ending, by
	// the number of moves in which White wins that.
	takes  [][]int
	lesser []*table // by the piece taken, as an index of men: the ending without it; nil if it is drawn
}

const (
	impossible uint8 = 255
	safe       uint8 = 254 // Black can reach a draw
	mated      uint8 = 64  // Black is mated; mated+n: in n moves
)

// solve makes the table of an ending. It knows of no draw by the rules on material: what is
// won on the board counts as won.
func solve(v *rules.Variant, pieces ...rules.Role) *table {
	t := &table{terrain: newTerrain(v, pieces), men: append([]rules.Role{rules.King}, pieces...)}
	size := len(t.homes)
	t.lesser = make([]*table, len(t.men))
	for i := range t.men {
		size *= len(t.cells)
		if i > 0 && len(pieces) > 1 {
			rest := append([]rules.Role{}, pieces[:i-1]...)
			if lesser := solve(v, append(rest, pieces[i:]...)...); lesser.deepest() > 0 {
				t.lesser[i] = lesser
			}
		}
	}
	t.white, t.black = make([]uint8, size), make([]uint8, size)
	t.setUp()
	back := t.retreats()
	for n := 0; n < int(safe-mated)-1; n++ {
		if !t.won(n) && n >= len(t.takes) && n > 0 {
			break
		}
		t.lost(n+1, back)
	}
	return t
}

// index returns the index of a position whose bare king is at home.
func (t *table) index(home int, men []place) int {
	i := home
	for _, p := range men {
		i = i*len(t.cells) + int(p)
	}
	return i
}

// at returns the position with an index, with men as room for the places of White's men.
func (t *table) at(index int, men []place) (home int) {
	for i := len(men) - 1; i >= 0; i-- {
		men[i] = place(index % len(t.cells))
		index /= len(t.cells)
	}
	return index
}

// setUp finds which positions are possible, and counts Black's moves in each.
func (t *table) setUp() {
	men := make([]place, len(t.men))
	count := len(t.white) / len(t.homes)
	for rest := range count {
		t.at(rest, men)
		possible := distinct(men)
		var attacked places // the bare king is transparent: it cannot hide behind itself
		if possible {
			for i, r := range t.men {
				t.reach(&attacked, r, men[i], men)
			}
		}
		for h, bare := range t.homes {
			i := h*count + rest
			switch {
			case !possible || contains(men, bare) || t.near[bare].has(men[0]):
				t.white[i], t.black[i] = impossible, impossible
			default:
				t.black[i] = t.replies(i, bare, men, &attacked)
				if attacked.has(bare) {
					t.white[i] = impossible
				}
			}
		}
	}
}

// replies returns what to write down for Black to move before anything is known but mates.
func (t *table) replies(index int, bare place, men []place, attacked *places) uint8 {
	check := attacked.has(bare)
	n := uint8(0)
	for _, to := range t.leaps[rules.King][bare] {
		if attacked.has(to) {
			continue
		}
		n++
		if i := indexOf(men, to); i > 0 {
			wins := t.afterTaking(i, to, men)
			if wins == 0 {
				return safe
			}
			for len(t.takes) <= wins {
				t.takes = append(t.takes, nil)
			}
			t.takes[wins] = append(t.takes[wins], index)
		}
	}
	switch {
	case t.idle && !check:
		n++
	case n == 0 && check:
		return mated
	case n == 0:
		return safe // stalemate
	}
	return n
}

// afterTaking returns in how many moves White wins after the bare king has taken a man, 0 if
// it does not.
func (t *table) afterTaking(taken int, bare place, men []place) int {
	lesser := t.lesser[taken]
	if lesser == nil {
		return 0
	}
	turn := lesser.turns[lesser.turn[bare]]
	var rest []place
	for i, p := range men {
		if i != taken {
			rest = append(rest, turn[p])
		}
	}
	if n := lesser.white[lesser.index(lesser.home[bare], rest)]; n != impossible {
		return int(n)
	}
	return 0
}

// retreat is a move of the bare king taken back: from home to another home, after which the
// other men are turned by the inverse of what turned them when the king arrived.
type retreat struct{ home, turn int }

// retreats lists the moves of the bare king by the home to which they lead.
func (t *table) retreats() [][]retreat {
	back := make([][]retreat, len(t.homes))
	for h, from := range t.homes {
		for _, to := range t.leaps[rules.King][from] {
			back[t.home[to]] = append(back[t.home[to]], retreat{h, t.inverse(t.turn[to])})
		}
	}
	return back
}

// won marks the positions in which White can reach one where Black is lost in n moves. It
// reports whether there was one.
func (t *table) won(n int) (found bool) {
	men := make([]place, len(t.men))
	block := make([]place, len(t.men)+1)
	for i, b := range t.black {
		if b != mated+uint8(n) {
			continue
		}
		found = true
		h := t.at(i, men)
		copy(block, men)
		block[len(men)] = t.homes[h]
		mark := func(j int) {
			if t.white[j] == 0 {
				t.white[j] = uint8(n + 1)
			}
		}
		if t.idle {
			mark(i)
		}
		step := 1 // between indexes of positions that differ by one place of a man
		for k := len(men) - 1; k >= 0; k-- {
			here := i - int(men[k])*step
			t.each(t.men[k], men[k], block, func(to place) { mark(here + int(to)*step) })
			step *= len(t.cells)
		}
	}
	return found
}

// lost counts down the moves of Black that lead to positions which White wins in n moves.
func (t *table) lost(n int, back [][]retreat) {
	countDown := func(i int) {
		if t.black[i] >= mated {
			return
		}
		if t.black[i]--; t.black[i] == 0 {
			t.black[i] = mated + uint8(n)
		}
	}
	men, turned := make([]place, len(t.men)), make([]place, len(t.men))
	for i, w := range t.white {
		if int(w) != n {
			continue
		}
		h := t.at(i, men)
		if t.idle {
			countDown(i)
		}
		for _, r := range back[h] {
			for k, p := range men {
				turned[k] = t.turns[r.turn][p]
			}
			countDown(t.index(r.home, turned))
		}
	}
	if n < len(t.takes) {
		for _, i := range t.takes[n] {
			countDown(i)
		}
	}
}

// deepest returns in how many moves the longest win takes, 0 if nothing is won.
func (t *table) deepest() int {
	most := uint8(0)
	for _, w := range t.white {
		if w != impossible {
			most = max(most, w)
		}
	}
	return int(most)
}

// share returns which share of the possible positions with White to move is won, and their
// number.
func (t *table) share() (won float64, possible int) {
	n := 0
	count := len(t.white) / len(t.homes)
	for i, w := range t.white {
		weight := t.weight[i/count]
		if w != impossible {
			possible += weight
			if w > 0 {
				n += weight
			}
		}
	}
	return float64(n) / float64(possible), possible
}

// distinct reports whether no two men are in one place.
func distinct(men []place) bool {
	for i, p := range men {
		if contains(men[:i], p) {
			return false
		}
	}
	return true
}

func contains(men []place, p place) bool { return indexOf(men, p) >= 0 }

func indexOf(men []place, p place) int {
	for i, q := range men {
		if p == q {
			return i
		}
	}
	return -1
}
