package advice

import (
	"cmp"
	"context"
	"strings"

	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/rules"
	"stackmate/rules/engine"
)

// lineNodes is how many positions are searched for a hint or an analysis: about a second of one
// core in 3D-8L, a third of one elsewhere. Level 6 searches less than half as many for a move.
const lineNodes = 150_000

// line is the best line of a position, and what it is worth for the side to move.
type line struct {
	moves []rules.Move // at least one
	score engine.Score
}

// lineOf returns the best line of the position of a game after some plies. There must be a legal
// move. The error is that of ask.
func (a *Advisor) lineOf(req *request.Request, g *game.Game, ply int) (line, error) {
	return a.bestLine(req, key{kind: "line", game: g.ID, entries: len(g.Log), ply: ply}, after(g.Rules(), ply), false)
}

// bestLine is lineOf the last position of a game, which the key names. Watched is as in search.
func (a *Advisor) bestLine(req *request.Request, k key, at *rules.Game, watched bool) (line, error) {
	answer, err := a.ask(req, k, search{brief: true, watched: watched, cost: 1,
		find: func(ctx context.Context, e *engine.Engine, _ func() bool) (any, error) {
			r := e.Search(ctx, at, engine.Limits{Nodes: cmp.Or(a.opt.Nodes, lineNodes)}, nil)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return line{r.Lines[0].Moves, r.Lines[0].Score}, nil
		}})
	if err != nil {
		return line{}, err
	}
	return answer.(line), nil
}

// after returns a game with its first n plies alone.
func after(g *rules.Game, n int) *rules.Game {
	short := rules.NewGame(g.Start(), g.MoveLimit())
	for _, m := range g.Moves()[:n] {
		short.Play(m)
	}
	return short
}

// written writes at most n moves of a line from a position, with their numbers.
func written(p rules.Position, moves []rules.Move, n int) string {
	return strings.Join(p.NumberedSANs(moves[:min(n, len(moves))]...), " ")
}
