package main

import (
	"context"
	"math/rand/v2"

	"stackmate/rules"
	"stackmate/rules/engine"
	"stackmate/rules/engine/puzzle"
)

// options say how games are played, from positions that are composed or from the start, and
// for what they are looked through.
type options struct {
	seed, nodes uint64
	theme       puzzle.Theme
	compose     bool
}

// selfPlay is a game after some moves at random. Where mates are wanted, one side is stronger.
type selfPlay struct {
	engine  *engine.Engine
	options options
	random  *rand.Rand
	seed    uint64
	game    *rules.Game
	scores  []engine.Score // what the engine said of each position; 0 for those of the opening
	opening int            // how many moves were played at random
	strong  rules.Color
}

func newSelfPlay(e *engine.Engine, start rules.Position, seed uint64, o options) *selfPlay {
	r := rand.New(rand.NewPCG(seed, 0))
	s := &selfPlay{engine: e, options: o, random: r, seed: seed, game: rules.NewGame(start, 0)}
	s.opening, s.strong = 4+r.IntN(8), rules.Color(r.IntN(2))
	return s
}

// longestGame is how many plies a game has at most.
const longestGame = 200

// play plays the game to its end.
func (s *selfPlay) play(ctx context.Context) {
	s.engine.Forget()
	for s.game.Len() < longestGame && ctx.Err() == nil {
		pos := s.game.Position()
		if pos.Status().Over() || s.game.ClaimRepetition() || s.game.ClaimMoveLimit() {
			return
		}
		if n := len(s.scores); s.options.theme == puzzle.Material && n > 0 && s.decided(s.scores[n-1]) {
			return // who has won has nothing to solve
		}
		s.game.Play(s.choose(ctx, &pos))
	}
}

// decided reports whether a score is so high or low that material hardly matters any more.
func (s *selfPlay) decided(score engine.Score) bool {
	start := s.game.Start()
	return max(score, -score) > part(start.Variant(), 3)
}

// nearlyBest is how much worse than the best a move may be, in hundredths of a pawn, to be
// played nevertheless.
const nearlyBest = 40

func (s *selfPlay) choose(ctx context.Context, pos *rules.Position) rules.Move {
	if s.game.Len() < s.opening {
		moves := pos.Moves()
		s.scores = append(s.scores, 0)
		return moves[s.random.IntN(len(moves))]
	}
	nodes := s.options.nodes
	if pos.Turn() != s.strong && s.options.theme == puzzle.Mate {
		nodes /= 8
	}
	r := s.engine.Search(ctx, s.game, engine.Limits{Nodes: nodes, Lines: 3}, nil)
	s.scores = append(s.scores, r.Lines[0].Score)
	near := 1
	for near < len(r.Lines) && r.Lines[near].Score >= r.Lines[0].Score-nearlyBest {
		near++
	}
	return r.Lines[s.random.IntN(near)].Moves[0]
}

// apart is how many plies two puzzles of one game are apart at least, so that they differ.
const apart = 8

// Within so many plies of its end, a game is not only looked through: at each turn so many
// other moves are tried, too.
const nearEnd, others = 24, 6

// wayOuts is how many moves a king has at most where a mate is looked for: kings that have
// more are hardly ever mated in two moves, and it takes long to prove that they are not.
const wayOuts = 3

// puzzles plays the game and returns the puzzles in it.
func (s *selfPlay) puzzles(ctx context.Context) []*puzzle.Puzzle {
	s.play(ctx)
	if s.options.theme == puzzle.Mate {
		return s.mates(ctx)
	}
	return s.material(ctx)
}

// mates returns the mates in the game and near to it. It looks from the end of the game
// towards its beginning. Of puzzles that are near to each other it takes the longest.
func (s *selfPlay) mates(ctx context.Context) (list []*puzzle.Puzzle) {
	moves := s.game.Moves()
	last := len(moves) + apart
	soon := [2]bool{} // by side: whether it can mate in two moves when it moves next
	for n := len(moves); n > s.opening && ctx.Err() == nil; n-- {
		before := s.game.At(n - 1)
		us := before.Turn().Other()
		if kingMoves(&before) > wayOuts && !soon[us] {
			continue
		}
		p, short := findMate(ctx, before, moves[n-1], soon[us])
		if p == nil && last-n >= apart && len(moves)-n < nearEnd {
			p = s.findBeside(ctx, before)
		}
		soon[us] = short
		switch {
		case p == nil:
			continue
		case last-n >= apart:
			list = append(list, p)
		case p.Moves() > list[len(list)-1].Moves():
			list[len(list)-1] = p
		default:
			continue
		}
		p.Seed, last = s.seed, n
	}
	return list
}

// kingMoves returns how many moves the king has whose side is to move.
func kingMoves(p *rules.Position) int { return len(p.MovesFrom(p.King(p.Turn()))) }

// findBeside looks for a mate in two moves after moves that could have been played.
func (s *selfPlay) findBeside(ctx context.Context, before rules.Position) *puzzle.Puzzle {
	moves := before.Moves()
	for range others {
		if p, _ := findMate(ctx, before, moves[s.random.IntN(len(moves))], false); p != nil {
			return p
		}
	}
	return nil
}

// findMate makes a puzzle of the position to which a move leads. A mate in three moves is
// looked for only where one in two moves is soon to come. short reports whether there is one
// already.
func findMate(ctx context.Context, before rules.Position, led rules.Move, soon bool) (p *puzzle.Puzzle, short bool) {
	pos := before.Play(led)
	if !worthSolving(&pos) {
		return nil, false
	}
	if p = puzzle.FindMate(ctx, before, led, 2); p != nil || puzzle.Longest(pos.Variant()) < 3 {
		return p, p != nil
	}
	if soon {
		p = puzzle.FindMate(ctx, before, led, 3)
	}
	return p, len(new(puzzle.Prover).Mates(ctx, &pos, 2, 1)) > 0
}

// worthSolving reports whether a position has moves to choose from, and is not won by a
// crushing majority.
func worthSolving(p *rules.Position) bool {
	const fewestMoves, fewestPieces, queensAhead = 8, 3, 3
	them, pieces := p.Turn().Other(), 0
	for _, r := range p.Variant().Roles() {
		pieces += p.Count(rules.NewPiece(them, r))
	}
	most := queensAhead * engine.Value(p.Variant(), rules.Queen)
	return pieces >= fewestPieces && lead(p, p.Turn()) <= most && len(p.Moves()) >= fewestMoves
}

// lead returns what a side's pieces are worth more than those of the other.
func lead(p *rules.Position, side rules.Color) (s engine.Score) {
	for _, r := range p.Variant().Roles() {
		n := p.Count(rules.NewPiece(side, r)) - p.Count(rules.NewPiece(side.Other(), r))
		s += engine.Score(n) * engine.Value(p.Variant(), r)
	}
	return s
}
