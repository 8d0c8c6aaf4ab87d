package render

import (
	"container/heap"
	"math"
	"slices"

	"stackmate/rules"
)

// router finds ways for lines from one board to another in the flat view. They follow the
// lines between squares and the margins around boards, and never cross a piece, a label
// or a board where they neither begin nor end.
type router struct {
	l         *layout
	half      float64 // half the width of a line with its halo
	obstacles []obstacle
	taken     []rect // where lines already run
}

// obstacle is what a line must not cross: a piece or a label, or a whole block for lines
// that neither begin nor end there.
type obstacle struct {
	rect
	block int // -1 unless it is a whole block
}

// block is a board in the flat view, or the place of a pin.
type block struct {
	rect
	cells []rules.Cell
	pin   int // -1 for a main board
}

// clearance is the share of a cell that is kept free for lines at each of its edges.
const clearance = 0.1

// Costs of a line, for each pixel of its length in addition to 1. A bend costs as much as
// some cells, and so does arriving at a piece's foot, which is wider than its head.
const (
	boardCost = 0.5 // between squares or along the edge of a board
	pieceCost = 0.3 // next to a piece
	takenCost = 3   // where another line runs
	bendCost  = 0.6
	footCost  = 1.5
)

// newBlocks returns the boards and pins of the flat view that are shown.
func (l *layout) newBlocks() (list []block) {
	add := func(pin int, cells []rules.Cell) {
		if !l.shows(cells[0]) {
			return
		}
		b := block{bounds(l.squares[cells[0]].quad), cells, pin}
		for _, c := range cells {
			b.rect = b.union(bounds(l.squares[c].quad))
		}
		list = append(list, b)
	}
	for _, b := range l.game.Boards() {
		var cells []rules.Cell
		for f := range b.Files {
			for r := range b.Ranks {
				cells = append(cells, l.game.CellAt(rules.Coord{File: int8(b.File + f), Rank: int8(b.Rank + r), Level: int8(b.Level)}))
			}
		}
		add(-1, cells)
	}
	for n, p := range l.game.Pins() {
		add(n, p.Cells[:])
	}
	return list
}

// newRouter collects the obstacles of a picture. Lines are at most width wide, in a small
// picture a shade more than what is free between two pieces.
func (l *layout) newRouter(pos *rules.Position, width float64) *router {
	r := &router{l: l, half: min(width/2, 0.9*clearance*l.cell)}
	add := func(q rect, block int) { r.obstacles = append(r.obstacles, obstacle{q, block}) }
	texts := func(list []shape) {
		for i := range list {
			if list[i].Form == textForm {
				add(textBounds(&list[i]), -1)
			}
		}
	}
	texts(l.background)
	for _, a := range []area{l.status.opponent, l.status.player, l.status.line} {
		add(rect{a.x, a.y, a.x + a.w, a.y + a.h}, -1)
	}
	pinned := pos.AttackBoardPins()
	for i, b := range l.blocks {
		add(b.rect, i)
		for _, c := range b.cells {
			if pos.At(c).Exists() {
				add(bounds(inset(l.squares[c].quad, 2*clearance)), -1)
			}
		}
		switch {
		case b.pin < 0:
		case slices.Contains(pinned, b.pin):
			texts(l.pins[b.pin].occupied)
		default:
			texts(l.pins[b.pin].vacant)
		}
	}
	return r
}

// end is where a line begins or ends: a cell or a pin.
type end struct {
	block int
	rect  rect
	pin   bool
}

// endOfCell returns a cell as an end of a line.
func (l *layout) endOfCell(c rules.Cell) end {
	i := slices.IndexFunc(l.blocks, func(b block) bool { return slices.Contains(b.cells, c) })
	return end{i, bounds(l.squares[c].quad), false}
}

// endOfPin returns a pin as an end of a line.
func (l *layout) endOfPin(n int) end {
	i := slices.IndexFunc(l.blocks, func(b block) bool { return b.pin == n })
	return end{i, l.blocks[i].rect, true}
}

// port is a way out of an end: a point of the lattice and the direction in which a line
// goes on from there.
type port struct {
	point
	dir direction
}

// direction is a step on the lattice.
type direction int

var steps = [4][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

func (d direction) back() direction { return d ^ 2 }

// ports returns the ways out of an end. A line leaves a cell at a corner, and a pin in the
// middle of an edge.
func (r *router) ports(e end) (list []port) {
	m := e.rect.middle()
	for d, s := range steps {
		x, y := float64(s[0]), float64(s[1])
		w, h := (e.rect.x1-e.rect.x0)/2, (e.rect.y1-e.rect.y0)/2
		if e.pin {
			list = append(list, port{point{m.X + x*(w+r.l.lane), m.Y + y*(h+r.l.lane)}, direction(d)})
			continue
		}
		for _, side := range []float64{-1, 1} {
			list = append(list, port{point{m.X + (x+side*y)*w, m.Y + (y+side*x)*h}, direction(d)})
		}
	}
	return list
}

// lattice is where lines can run: all crossings of the columns xs and the rows ys.
type lattice struct {
	xs, ys []float64
	right  []float64 // by crossing: cost of each pixel to the next crossing to the right
	down   []float64 // the same downwards
}

// newLattice returns the lattice for lines between two ends, with the cost of its edges.
func (r *router) newLattice(from, to end) *lattice {
	g := new(lattice)
	for i, b := range r.l.blocks {
		g.xs = append(g.xs, b.x0-r.l.lane, b.x1+r.l.lane)
		g.ys = append(g.ys, b.y0-r.l.lane, b.y1+r.l.lane)
		if b.pin >= 0 { // room to turn towards the edge of an attack board
			far := r.l.lane + r.l.px(12)
			g.xs, g.ys = append(g.xs, b.x0-far, b.x1+far), append(g.ys, b.y0-far, b.y1+far)
		}
		if i != from.block && i != to.block {
			continue
		}
		for _, c := range b.cells {
			q := bounds(r.l.squares[c].quad)
			g.xs, g.ys = append(g.xs, q.x0, q.x1), append(g.ys, q.y0, q.y1)
		}
	}
	for _, list := range []*[]float64{&g.xs, &g.ys} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	g.right, g.down = make([]float64, len(g.xs)*len(g.ys)), make([]float64, len(g.xs)*len(g.ys))
	for i := range g.right {
		g.right[i], g.down[i] = 1, 1
	}
	for _, o := range r.obstacles {
		switch o.block {
		case -1:
			g.raise(o.grow(r.half), math.Inf(1))
			g.raise(o.grow(r.half+2*clearance*r.l.cell), pieceCost)
		case from.block, to.block:
			g.raise(o.grow(r.half), boardCost)
		default:
			g.raise(o.grow(r.half), math.Inf(1))
		}
	}
	for _, q := range r.taken {
		g.raise(q.grow(r.half), takenCost)
	}
	g.raise(rect{-math.MaxFloat64, -math.MaxFloat64, r.half, math.MaxFloat64}, math.Inf(1))
	g.raise(rect{-math.MaxFloat64, -math.MaxFloat64, math.MaxFloat64, r.half}, math.Inf(1))
	g.raise(rect{float64(r.l.w) - r.half, -math.MaxFloat64, math.MaxFloat64, math.MaxFloat64}, math.Inf(1))
	g.raise(rect{-math.MaxFloat64, float64(r.l.h) - r.half, math.MaxFloat64, math.MaxFloat64}, math.Inf(1))
	return g
}

// raise adds to the cost of all edges that meet a rectangle.
func (g *lattice) raise(q rect, cost float64) {
	inside := func(list []float64, low, high float64) (from, to int) {
		from, _ = slices.BinarySearch(list, low)
		if from < len(list) && list[from] == low {
			from++
		}
		to, _ = slices.BinarySearch(list, high)
		return from, to
	}
	x0, x1 := inside(g.xs, q.x0, q.x1)
	y0, y1 := inside(g.ys, q.y0, q.y1)
	for y := y0; y < y1; y++ {
		for x := max(0, x0-1); x < min(x1, len(g.xs)-1); x++ {
			g.right[y*len(g.xs)+x] += cost
		}
	}
	for x := x0; x < x1; x++ {
		for y := max(0, y0-1); y < min(y1, len(g.ys)-1); y++ {
			g.down[y*len(g.xs)+x] += cost
		}
	}
}

// state is a crossing, as an index, and the direction in which a line arrives there.
type state int

func (g *lattice) stateAt(p port) (s state, ok bool) {
	x, okX := slices.BinarySearch(g.xs, p.X)
	y, okY := slices.BinarySearch(g.ys, p.Y)
	return state((y*len(g.xs)+x)*4 + int(p.dir)), okX && okY
}

// next returns the state one edge on in a direction and the cost of that edge.
func (g *lattice) next(s state, d direction) (to state, cost float64) {
	at, w := int(s)/4, len(g.xs)
	x, y := at%w+steps[d][0], at/w+steps[d][1]
	if x < 0 || y < 0 || x >= w || y >= len(g.ys) {
		return 0, math.Inf(1)
	}
	length := math.Abs(g.xs[x]-g.xs[at%w]) + math.Abs(g.ys[y]-g.ys[at/w])
	by := y*w + x
	edges, first := g.right, min(at, by)
	if steps[d][0] == 0 {
		edges = g.down
	}
	return state(by*4 + int(d)), length * edges[first]
}

// find returns the way of a line between two ends on different blocks, from a crossing at
// the one to a crossing at the other, and keeps later lines off it. It returns nil if
// there is no way.
func (r *router) find(from, to end) (way []point) {
	g := r.newLattice(from, to)
	cost := make([]float64, 4*len(g.right))
	before := make([]state, len(cost))
	for i := range cost {
		cost[i], before[i] = math.Inf(1), -1
	}
	var open stateHeap
	for _, p := range r.ports(from) {
		if s, ok := g.stateAt(p); ok {
			cost[s] = 0
			open = append(open, openState{s, 0})
		}
	}
	goals := make(map[state]float64) // with the cost of arriving there
	for _, p := range r.ports(to) {
		arrived := 0.0
		if !to.pin && p.Y > to.rect.middle().Y {
			arrived = footCost * r.l.cell
		}
		p.dir = p.dir.back()
		if s, ok := g.stateAt(p); ok {
			goals[s] = arrived
		}
	}
	goal, least := state(-1), math.Inf(1)
	for len(open) > 0 && open[0].cost < least {
		at := heap.Pop(&open).(openState)
		if at.cost > cost[at.state] {
			continue
		}
		if c, ok := goals[at.state]; ok && at.cost+c < least {
			goal, least = at.state, at.cost+c
		}
		d := direction(at.state % 4)
		for turn := range direction(4) {
			if turn == d.back() || (turn != d && before[at.state] < 0) {
				continue
			}
			s, c := g.next(at.state, turn)
			if turn != d {
				c += bendCost * r.l.cell
			}
			if c += at.cost; !math.IsInf(c, 1) && c < cost[s] {
				cost[s], before[s] = c, at.state
				heap.Push(&open, openState{s, c})
			}
		}
	}
	return r.take(g, goal, before)
}

// take returns the way that leads to a state, without the crossings that it goes straight
// on at, and remembers where it runs.
func (r *router) take(g *lattice, s state, before []state) (way []point) {
	for last := direction(-1); s >= 0; s = before[s] {
		p := point{g.xs[int(s)/4%len(g.xs)], g.ys[int(s)/4/len(g.xs)]}
		if d := direction(s % 4); d != last || before[s] < 0 {
			way = append(way, p)
			last = d
		}
	}
	slices.Reverse(way)
	for i := range len(way) - 1 {
		r.taken = append(r.taken, bounds(way[i:i+2]))
	}
	return way
}

type openState struct {
	state state
	cost  float64
}

// stateHeap is a heap with the cheapest state on top.
type stateHeap []openState

func (h stateHeap) Len() int           { return len(h) }
func (h stateHeap) Less(i, j int) bool { return h[i].cost < h[j].cost }
func (h stateHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *stateHeap) Push(x any)        { *h = append(*h, x.(openState)) }
func (h *stateHeap) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}
