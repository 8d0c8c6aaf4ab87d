// Package engine plays all games of package rules: it searches for the best move of a
// position, at full strength or at one of eight levels.
package engine

import (
	"context"
	"sync"
	"time"

	"stackmate/rules"
)

// Options say what an engine may use. The zero value is usable.
type Options struct {
	// Hash is the size of the transposition table in MB, at least DefaultHash.
	Hash int
	// Threads is how many processor cores a search may use; 0 means one.
	Threads int
	// Now returns the time; nil means time.Now.
	Now func() time.Time
}

// DefaultHash is the size of the transposition table in MB where none is asked for, and
// the least.
const DefaultHash = 16

// Engine searches for moves and remembers what it found from one search to the next. It
// runs one search at a time.
type Engine struct {
	options   Options
	table     *table
	searchers []*searcher // one a thread
}

// New returns an engine.
func New(o Options) *Engine {
	o.Hash = max(o.Hash, DefaultHash)
	o.Threads = max(1, o.Threads)
	if o.Now == nil {
		o.Now = time.Now
	}
	e := &Engine{options: o, table: newTable(o.Hash)}
	for range o.Threads {
		e.searchers = append(e.searchers, &searcher{table: e.table, pruned: true, cached: true, captures: maxPly})
	}
	return e
}

// Forget empties the transposition table and all histories, so that the next search
// depends on nothing before it.
func (e *Engine) Forget() {
	e.table.clear()
	for _, s := range e.searchers {
		s.forget()
	}
}

// Limits say when a search ends: at the first limit that is reached. Zero fields do not
// limit. Without any limit a search goes on until its context ends.
type Limits struct {
	// Depth is the greatest depth in plies.
	Depth int
	// Nodes is how many positions may be searched. A search of one thread that is limited
	// by Depth or Nodes alone, after Forget, always has the same result.
	Nodes uint64
	// Soft is the time after which no new depth is begun, Hard the time after which the
	// search stops.
	Soft, Hard time.Duration
	// Mate ends the search when a mate in this number of moves or fewer is found.
	Mate int
	// Moves are the moves to choose from; nil means all.
	Moves []rules.Move
	// Lines is how many different first moves are searched, the best first (MultiPV); 0
	// means one.
	Lines int
}

// Line is a first move, what is expected to follow, and what that is worth.
type Line struct {
	Moves []rules.Move // at least the first move
	Score Score        // for the side to move
	Depth int
}

// Info is what a search reports while it goes on, each time a line of a depth is done.
type Info struct {
	Line
	Rank     int // 1 for the best line, 2 for the next (MultiPV)
	Selected int // the greatest depth that was reached in plies
	Nodes    uint64
	Elapsed  time.Duration
	HashFull int // thousandths of the transposition table that are in use
}

// Result is what a search found. Lines holds the best lines of the greatest depth that was
// completed, best first: as many as Limits.Lines asks for, or as there are moves. It is
// empty only in a position without legal moves.
type Result struct {
	Lines   []Line
	Nodes   uint64
	Elapsed time.Duration
}

// Best returns the best move; ok is false in a position without legal moves.
func (r *Result) Best() (m rules.Move, ok bool) {
	if len(r.Lines) == 0 {
		return rules.Move{}, false
	}
	return r.Lines[0].Moves[0], true
}

// Search looks for the best moves in the current position of a game, which it does not
// change. It returns within 20 ms after its context ends, with the best that it has by
// then. Report, unless it is nil, is called by the searching goroutine.
func (e *Engine) Search(ctx context.Context, g *rules.Game, l Limits, report func(Info)) Result {
	r := &run{ctx: ctx, e: e, limits: l, report: report, start: e.options.Now()}
	e.table.age++
	var helpers sync.WaitGroup
	for i, s := range e.searchers {
		s.reset(g)
		s.shared, s.stop = &r.nodes, r.stop
		if i > 0 {
			helpers.Go(func() { r.deepen(s, nil) })
		}
	}
	result := r.deepen(e.searchers[0], r.tell)
	r.ended.Store(true)
	helpers.Wait()
	for _, s := range e.searchers {
		result.Nodes += s.nodes
	}
	result.Elapsed = r.elapsed()
	return result
}
