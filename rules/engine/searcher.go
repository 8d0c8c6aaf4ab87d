package engine

import (
	"sync/atomic"

	"stackmate/rules"
)

// maxPly is how deep a search goes at most.
const maxPly = 120

// Scores inside the search, for the side to move.
const (
	infinite = int32(32_000)
	mated    = int32(mateScore) // minus the ply at which there is mate
	mating   = int32(mateBound) // scores beyond are mates
)

// knownExtra is what evaluate found beyond the pieces on their cells in a position.
type knownExtra struct {
	key   uint64
	extra pair
}

// knownExtras is how many of them a searcher remembers.
const knownExtras = 1 << 14

// searcher is one thread of a search.
type searcher struct {
	t      *tables
	table  *table
	pruned bool // false: no pruning and no reductions, for tests
	cached bool // false: the table is not used to end a search, for tests

	captures int // how many captures in a row are searched after the last depth

	us  rules.Color // the side that is to move at the root
	shy int32       // how much worse than an even position a repetition is for that side

	p     rules.Position
	keys  []uint64 // of all positions since the start of the game, the present one last
	root  int      // how many of them come before the position that is searched
	limit uint16   // plies without progress that end a game
	depth int      // that the search is at
	ply   int
	acc   pair // worth of the pieces on their cells for White
	phase int32
	count int    // pieces on the boards
	pawns uint64 // stands for the pawns on their cells

	frames    [maxPly + 8]frame
	evaluator evaluator
	exchange  exchange
	extras    []knownExtra
	quiets    [maxPieces][maxCells]int16      // history: by piece and target
	counters  [maxPieces][maxCells]rules.Move // what refuted a move, by its piece and target
	answers   []int16                         // history of answers to moves, see answer

	nodes    uint64
	checkAt  uint64 // when to look at the limits again
	selected int
	stopped  bool
	stop     func(nodes uint64) (stop bool, checkAt uint64)
	shared   *atomic.Uint64 // nodes of all threads, in steps
	told     uint64
}

// frame is what a search keeps for each ply.
type frame struct {
	king    rules.KingState
	picker  picker
	undo    rules.Undo
	move    rules.Move
	piece   rules.Piece // that made the move; White or Black's Empty for an attack board
	acc     pair
	phase   int32
	count   int
	pawns   uint64
	extra   pair // what evaluate found beyond the pieces on their cells, here or a ply before
	static  int32
	extend  int        // by how much the table's move is searched deeper
	without rules.Move // left out of the search, to find out whether others are as good
	killers [2]rules.Move
	tried   []rules.Move // quiet moves
	line    []rules.Move // the principal variation
}

// reset makes a searcher ready for the current position of a game.
func (s *searcher) reset(g *rules.Game) {
	p := g.Start()
	if t := tablesOf(p.Variant()); t != s.t { // what is remembered holds for one game
		s.t, s.evaluator, s.exchange.t = t, evaluator{t: t, known: make([]pawns, knownPawns)}, t
		s.extras, s.answers = make([]knownExtra, knownExtras), make([]int16, answers)
	}
	s.keys = append(s.keys[:0], p.Hash())
	var u rules.Undo
	for _, m := range g.Moves() {
		p.Make(m, &u)
		s.keys = append(s.keys, p.Hash())
	}
	s.p, s.us, s.shy = p, p.Turn(), 0
	s.root = len(s.keys) - 1
	s.limit = uint16(min(1<<16-1, 2*g.MoveLimit()))
	s.ply, s.nodes, s.checkAt, s.selected, s.stopped, s.told = 0, 0, 0, 0, false, 0
	for i := range s.frames {
		s.frames[i].killers = [2]rules.Move{}
	}
	s.recount()
}

// forget empties what a searcher has learned.
func (s *searcher) forget() {
	clear(s.quiets[:])
	clear(s.counters[:])
	clear(s.answers)
	clear(s.extras)
}

// recount computes anew what make keeps up to date.
func (s *searcher) recount() {
	s.acc, s.phase, s.count, s.pawns = pair{}, 0, 0, 1
	w := s.t.weights
	for color := range rules.Color(2) {
		set := s.p.Pieces(color)
		for c := range set.All {
			piece := s.p.At(c)
			s.acc = s.acc.plus(w.onCell[piece][c])
			s.phase += w.phase[piece.Role()]
			s.count++
			s.pawns += s.t.pawnKey(piece, c)
		}
	}
}

func (s *searcher) make(m rules.Move) {
	f := &s.frames[s.ply]
	f.move, f.acc, f.phase, f.count, f.pawns = m, s.acc, s.phase, s.count, s.pawns
	if m.Kind == rules.BoardMove {
		f.piece = rules.Piece(s.p.Turn())
	} else {
		f.piece = s.p.At(m.From)
	}
	if m.Kind <= rules.DoubleStep {
		w := s.t.weights
		after, taken := f.piece, s.p.At(m.To)
		if m.Promotion != rules.NoRole {
			after = rules.NewPiece(s.p.Turn(), m.Promotion)
			s.phase += w.phase[m.Promotion]
		}
		s.pawns += s.t.pawnKey(after, m.To) - s.t.pawnKey(f.piece, m.From)
		s.acc = s.acc.minus(w.onCell[f.piece][m.From]).plus(w.onCell[after][m.To])
		if taken != rules.Empty {
			s.acc = s.acc.minus(w.onCell[taken][m.To])
			s.pawns -= s.t.pawnKey(taken, m.To)
			s.phase -= w.phase[taken.Role()]
			s.count--
		}
		s.p.Make(m, &f.undo)
	} else {
		s.p.Make(m, &f.undo)
		s.recount()
	}
	s.ply++
	key := s.p.Hash()
	s.table.touch(key)
	s.keys = append(s.keys, key)
}

func (s *searcher) unmake() {
	s.ply--
	f := &s.frames[s.ply]
	s.p.Unmake(f.move, &f.undo)
	s.acc, s.phase, s.count, s.pawns = f.acc, f.phase, f.count, f.pawns
	s.keys = s.keys[:len(s.keys)-1]
}

func (s *searcher) pass() {
	f := &s.frames[s.ply]
	f.move, f.piece = rules.Move{}, rules.Empty
	s.p.MakePass(&f.undo)
	s.ply++
	s.keys = append(s.keys, s.p.Hash())
}

func (s *searcher) unpass() {
	s.ply--
	s.p.UnmakePass(&s.frames[s.ply].undo)
	s.keys = s.keys[:len(s.keys)-1]
}

// drawn reports whether the game would be a draw here, or could be claimed as one: by
// repetition, where one repetition since the root is as good as two before, or by dead
// material. The score says what the draw is worth for the side to move. The move limit is looked
// at where the legal moves are known, since mate goes before it.
func (s *searcher) drawn() (score int32, ok bool) {
	now := len(s.keys) - 1
	first := max(0, now-s.p.HalfmoveClock())
	times := 0
	for i := now - 2; i >= first; i -= 2 {
		if s.keys[i] == s.keys[now] {
			if times++; i >= s.root || times == 2 {
				if s.p.Turn() == s.us {
					return -s.shy, true
				}
				return s.shy, true
			}
		}
	}
	return 0, s.count <= 4 && s.p.InsufficientMaterial()
}

// history returns what is remembered of a quiet move in other positions.
func (s *searcher) history(m rules.Move) *int16 {
	if m.Kind == rules.BoardMove {
		return &s.quiets[s.p.Turn()][(int(m.From)*24+int(m.To))&(maxCells-1)]
	}
	return &s.quiets[s.p.At(m.From)&(maxPieces-1)][m.To]
}

// answers is how many histories of answers there are; some share one.
const answers = 1 << 18

// answer returns what is remembered of a quiet move as an answer to the move before.
func (s *searcher) answer(m rules.Move) *int16 {
	key := uint64(0)
	if s.ply > 0 {
		last := &s.frames[s.ply-1]
		key = uint64(last.piece&(maxPieces-1))<<9 | uint64(last.move.To&(maxCells-1))
	}
	piece := rules.Piece(s.p.Turn())
	if m.Kind != rules.BoardMove {
		piece = s.p.At(m.From)
	}
	key = key<<14 | uint64(piece&(maxPieces-1))<<9 | uint64(m.To&(maxCells-1))
	return &s.answers[key*0x9e3779b97f4a7c15>>(64-18)]
}

// reward moves a history towards a bonus, which may be negative, and keeps it in bounds.
func reward(h *int16, bonus int32) {
	*h += int16(bonus - int32(*h)*max(bonus, -bonus)/16384)
}

// evaluate returns what the position is worth for the side to move. What depends on more
// than one piece, extra, changes little from ply to ply: it is counted anew only if the
// position is near the window with that of the ply before.
func (s *searcher) evaluate(alpha, beta int32) int32 {
	f := &s.frames[s.ply]
	if s.ply > 0 && s.pruned {
		f.extra = s.frames[s.ply-1].extra
		rough := s.taper(s.acc.plus(f.extra))
		if margin := s.t.weights.lazy; s.count > fewPieces && (rough-margin >= beta || rough+margin <= alpha) {
			return rough
		}
	}
	known := &s.extras[s.keys[len(s.keys)-1]&(knownExtras-1)]
	if known.key != s.keys[len(s.keys)-1] {
		known.key, known.extra = s.keys[len(s.keys)-1], s.evaluator.sum(&s.p, s.pawns)
	}
	f.extra = known.extra
	return s.endgame(s.taper(s.acc.plus(f.extra)))
}

// evaluateRoughly is evaluate without counting anything.
func (s *searcher) evaluateRoughly() int32 {
	f := &s.frames[s.ply]
	f.extra = s.frames[s.ply-1].extra
	return s.endgame(s.taper(s.acc.plus(f.extra)))
}

// taper mixes middle game and endgame by what is on the boards, for the side to move.
func (s *searcher) taper(p pair) int32 {
	w := s.t.weights
	phase := min(s.phase, w.full)
	if s.p.Turn() == rules.Black {
		p = pair{}.minus(p)
	}
	p = p.plus(w.tempo)
	score := (p.mg*phase + p.eg*(w.full-phase)) / max(1, w.full)
	return min(mating-maxPly-1, max(-mating+maxPly+1, score))
}
