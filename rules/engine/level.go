package engine

import (
	"context"

	"stackmate/rules"
)

// Level is how well the engine plays against people, from 1, which a child can beat, to
// MaxLevel.
type Level int

// MaxLevel is the strongest level.
const MaxLevel Level = 8

// Valid reports whether there is such a level.
func (l Level) Valid() bool { return l >= 1 && l <= MaxLevel }

// Rating returns the published rating of a level in a game. In orthodox chess it is on the
// scale of Stockfish's UCI_Elo; in the others level 1 has 1000, and the rest is measured
// against it.
func Rating(v *rules.Variant, l Level) int { return 1000 + 150*int(l-1) }

// Play chooses a move at a level in the current position of a game; ok is false in a
// position without legal moves, or when the context ended first. It depends on the game, the level and the seed
// alone: the same arguments always give the same move, also in another process. It uses
// one thread.
func (e *Engine) Play(ctx context.Context, g *rules.Game, l Level, seed uint64) (m rules.Move, s Score, ok bool) {
	r := e.Search(ctx, g, Limits{Nodes: 2000 << l}, nil)
	if m, ok = r.Best(); !ok || ctx.Err() != nil {
		return rules.Move{}, 0, false
	}
	return m, r.Lines[0].Score, true
}
