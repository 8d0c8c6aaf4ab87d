package advice

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"stackmate/bot/boards"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/rules"
	"stackmate/rules/engine"
	"stackmate/rules/engine/review"
)

// Bounds of a review, so that it takes at most about 20 seconds of one core, also if every move is doubted: to search for a position
// takes the longer the more cells a game has. In 3D-8L, with 512, a core manages some 100,000 in a
// second, in orthodox chess six times as many.
const (
	// reviewWork is how many positions times cells are searched for a review in all.
	reviewWork = 200_000_000
	// leastNodes and maxNodes are how many are searched for each position of a long and a short game.
	leastNodes, maxNodes = 1_500, 20_000
	// worst is how many moves are shown, and asked for in the quiz.
	worst = 3
)

// review says how a finished game or an analysis went.
func (a *Advisor) review(req *request.Request) error {
	g, r, err := a.reviewed(req)
	if err != nil {
		return err
	}
	names, err := req.Names(g)
	if err != nil {
		return err
	}
	pic := &chat.Picture{Game: g.ID, Ply: len(g.Plies), Format: chat.CurveFormat, Curve: curveOf(g.Variant, r)}
	var text []string
	for side := range names {
		n := count(g, r, rules.Color(side))
		text = append(text, req.Lang.Text("review.side", "seat", req.Seat(names, rules.Color(side)), "percent", pic.Curve.Accuracy[side],
			"inaccuracies", n[review.Inaccuracy], "mistakes", n[review.Mistake], "blunders", n[review.Blunder]))
	}
	reply := chat.Reply{Game: g.ID, Title: req.Title(g), Picture: pic, Replace: true}
	colors := sides(req, g)
	plies, err := withoutAlone(req, g, worstOf(g, r, colors))
	if err != nil {
		return err
	}
	heading := "review.worst"
	switch own := len(colors) == 1; {
	case len(plies) == 0 && own && len(worstOf(g, r, []rules.Color{colors[0].Other()})) > 0:
		heading = "review.clean-own"
	case len(plies) == 0:
		heading = "review.clean"
	case own:
		heading = "review.worst-own"
	}
	text = append(text, req.Lang.Text(heading))
	for _, ply := range plies {
		text = append(text, "• "+moveText(req.Lang, g, r, ply))
	}
	if len(plies) > 0 {
		in := command.Invocation{Path: command.Quiz, Game: command.GameID(g.ID)}
		text = append(text, req.Lang.Text("review.quiz", "game", g.ID))
		reply.Buttons = [][]chat.Button{{{Label: req.Lang.Text("button.quiz"), Command: in.String(), Style: chat.Invite, For: chat.Only(req.Player.ID), Look: true}}}
	}
	reply.Text = strings.Join(text, "\n")
	return req.Answer(reply)
}

// reviewed returns the game that a command means, and its review. The error is that of ask, or a
// Refusal if it cannot be reviewed.
func (a *Advisor) reviewed(req *request.Request) (*game.Game, *review.Review, error) {
	g, err := shownGame(req)
	if err != nil {
		return nil, nil, err
	}
	if err := checkStudied(req, g); err != nil {
		return nil, nil, err
	}
	if len(g.Plies) > request.MaxReviewed {
		return nil, nil, request.Refuse("review.long", "game", g.ID, "max", request.MaxReviewed)
	}
	if g.Analysis() { // a game that was played is reviewed without such positions
		if err := aloneBetween(req, g, 0, len(g.Plies)); err != nil {
			return nil, nil, err
		}
	}
	if len(g.Plies) < request.MinReviewed {
		return nil, nil, request.Refuse("review.short", "game", g.ID)
	}
	played := after(g.Rules(), len(g.Plies))
	answer, err := a.ask(req, key{kind: "review", game: g.ID, entries: len(g.Log)}, search{cost: len(g.Plies),
		find: func(ctx context.Context, e *engine.Engine, yield func() bool) (any, error) {
			ctx, stop := context.WithCancel(ctx)
			defer stop()
			r, err := review.Of(ctx, e, played, review.Options{Nodes: reviewNodes(g.Variant, played.Len()), Progress: func(int, int) {
				if !yield() {
					stop()
				}
			}})
			if err == nil {
				for i := range r.Moves {
					r.Moves[i].Best, r.Moves[i].Refutation = short(r.Moves[i].Best), short(r.Moves[i].Refutation)
				}
			}
			return r, err
		}})
	if err != nil {
		return nil, nil, err
	}
	return g, answer.(*review.Review), nil
}

// reviewNodes returns how many positions are searched for each position of a game of some plies.
func reviewNodes(v *rules.Variant, plies int) uint64 {
	return uint64(min(maxNodes, max(leastNodes, reviewWork/v.Cells()/(plies+1))))
}

// shownGame is request.ShownGame, but without a number it means the newest game or analysis of the
// speaker's that can be studied.
func shownGame(req *request.Request) (*game.Game, error) {
	if req.Cmd.Game.IsZero() && req.Msg.Game == 0 {
		for _, kind := range []data.GameKind{data.Ended, data.Analyses} {
			list, err := req.Tx.FindGames(data.GameFilter{Player: req.Player.ID, Kind: kind, Limit: 1})
			if err != nil {
				return nil, err
			}
			for _, l := range list.Games {
				req.Cmd.Game = command.GameID(max(l.ID, req.Cmd.Game.ID))
			}
		}
	}
	return req.ShownGame()
}

// short returns as much of a line as is shown, without keeping the rest in memory.
func short(line []rules.Move) []rules.Move { return slices.Clone(line[:min(len(line), lineShown)]) }

// sides returns whose moves the speaker wants to learn from: the speaker's own, or everybody's.
func sides(req *request.Request, g *game.Game) []rules.Color {
	if own := g.Colors(req.Player.ID); len(own) > 0 {
		return own
	}
	return []rules.Color{rules.White, rules.Black}
}

// worstOf returns the plies of the worst moves of some sides, worst first.
func worstOf(g *game.Game, r *review.Review, of []rules.Color) (plies []int) {
	start := g.Rules().Start()
	for _, side := range of {
		plies = append(plies, r.Worst(start.Turn(), side, worst)...)
	}
	slices.SortStableFunc(plies, func(a, b int) int { return cmp.Compare(r.Moves[b].Drop, r.Moves[a].Drop) })
	return plies[:min(worst, len(plies))]
}

// count returns how many moves of a side have each judgment.
func count(g *game.Game, r *review.Review, side rules.Color) (n [review.Blunder + 1]int) {
	start := g.Rules().Start()
	for i, m := range r.Moves {
		if start.Turn()^rules.Color(i&1) == side {
			n[m.Judgment]++
		}
	}
	return n
}

// curveOf returns what the picture of a review shows.
func curveOf(v *rules.Variant, r *review.Review) *chat.Curve {
	c := &chat.Curve{Best: map[int]chat.Arrow{}}
	for _, win := range r.Win {
		c.Win = append(c.Win, byte(math.Round(255*win)))
	}
	for i, m := range r.Moves {
		c.Marks = append(c.Marks, byte(m.Judgment))
		if m.Judgment != review.Good && len(m.Best) > 0 {
			c.Best[i+1] = boards.Arrow(v, m.Best[0], chat.BestMove)
		}
	}
	for side, accuracy := range r.Accuracy {
		c.Accuracy[side] = int(math.Round(accuracy))
	}
	return c
}
