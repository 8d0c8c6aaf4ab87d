package advice

import (
	"context"
	"slices"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/exercise"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/rules"
	"stackmate/rules/engine"
	"stackmate/rules/engine/review"
)

// quiz is one position of a reviewed game in which the speaker looks for a better move.
type quiz struct {
	g     *game.Game
	r     *review.Review
	plies []int // of all positions
	index int   // of this one
}

// ply returns how many plies were played before the position.
func (q *quiz) ply() int { return q.plies[q.index] }

// quiz shows the positions before the worst moves of a game, one at a time.
func (a *Advisor) quiz(req *request.Request) error {
	g, r, err := a.reviewed(req)
	if err != nil {
		return err
	}
	plies, err := withoutAlone(req, g, worstOf(g, r, sides(req, g)))
	if err != nil {
		return err
	}
	q := &quiz{g: g, r: r, plies: plies}
	if len(q.plies) == 0 {
		return request.Refuse("quiz.none", "game", g.ID)
	}
	if said := req.Cmd.Ply; said != (command.Ply{}) {
		ply, _ := said.In(len(g.Plies))
		if q.index = slices.Index(q.plies, ply); q.index < 0 {
			return request.Refuse("quiz.ply", "text", textutil.Quote(said.String()), "game", g.ID)
		}
	}
	if req.Cmd.Solution {
		return req.Answer(q.solved(req, ""))
	}
	p, played := g.Rules().At(q.ply()), r.Moves[q.ply()]
	e := exercise.Exercise{Position: p, Again: q.again(), Hidden: played.Best[:1], Typed: req.Lang.Text("quiz.type", "ply", q.ply()),
		Reply: q.reply(req, req.Lang.Text("quiz.find", "number", q.index+1, "count", len(q.plies), "played", moveText(req.Lang, g, r, q.ply())), q.button(req, "button.solution", true), q.next(req))}
	m, given, err := e.Choose(req)
	if err != nil || !given {
		return err
	}
	switch judgment, err := a.judge(req, q, m); {
	case err != nil:
		return err
	case m == played.Played:
		return req.Answer(q.retry(req, "quiz.same", m))
	case m == played.Best[0]:
		return req.Answer(q.solved(req, req.Lang.Text("quiz.best", "move", p.SAN(m))+"\n"))
	case judgment == review.Good:
		return req.Answer(q.solved(req, req.Lang.Text("quiz.good", "move", p.SAN(m))+"\n"))
	}
	return req.Answer(q.retry(req, "quiz.wrong", m))
}

// judge says how good a move is that the speaker tries, compared with the best one: both are
// searched alike.
func (a *Advisor) judge(req *request.Request, q *quiz, m rules.Move) (review.Judgment, error) {
	best, before := q.r.Moves[q.ply()].Best[0], after(q.g.Rules(), q.ply())
	if m == best || m == q.r.Moves[q.ply()].Played {
		return review.Good, nil
	}
	answer, err := a.ask(req, key{kind: "try " + q.g.Variant.LAN(m), game: q.g.ID, entries: len(q.g.Log), ply: q.ply()}, search{brief: true, cost: 1,
		find: func(ctx context.Context, e *engine.Engine, _ func() bool) (any, error) {
			var scores [2]engine.Score
			for i, tried := range []rules.Move{best, m} {
				found := e.Search(ctx, before, engine.Limits{Nodes: lineNodes / 2, Moves: []rules.Move{tried}}, nil)
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				scores[i] = found.Lines[0].Score
			}
			return review.Compare(scores[0], scores[1]), nil
		}})
	if err != nil {
		return 0, err
	}
	return answer.(review.Judgment), nil
}

// again returns the command that shows the position.
func (q *quiz) again() command.Invocation {
	return command.Invocation{Path: command.Quiz, Game: command.GameID(q.g.ID), Ply: command.AtPly(q.ply())}
}

// reply returns what every step of the position shows.
func (q *quiz) reply(req *request.Request, text string, buttons ...chat.Button) chat.Reply {
	p := q.g.Rules().At(q.ply())
	r := chat.Reply{Game: q.g.ID, Title: req.Title(q.g), Text: text,
		Picture: &chat.Picture{Game: q.g.ID, Ply: q.ply(), Black: p.Turn() == rules.Black}, Replace: true}
	buttons = slices.DeleteFunc(buttons, func(b chat.Button) bool { return b.Label == "" })
	if len(buttons) > 0 {
		r.Buttons = [][]chat.Button{buttons}
	}
	return r
}

// button returns a button that shows the position again, or its solution.
func (q *quiz) button(req *request.Request, label string, solution bool) chat.Button {
	in := q.again()
	in.Solution = solution
	return chat.Button{Label: req.Lang.Text(label), Command: in.String(), For: chat.Only(req.Player.ID), Look: true}
}

// next returns the button that shows the next position; zero if there is none.
func (q *quiz) next(req *request.Request) chat.Button {
	if q.index+1 == len(q.plies) {
		return chat.Button{}
	}
	after := *q
	after.index++
	return after.button(req, "button.next", false)
}

// retry says that a move is not good enough.
func (q *quiz) retry(req *request.Request, key string, m rules.Move) chat.Reply {
	p := q.g.Rules().At(q.ply())
	r := q.reply(req, req.Lang.Text(key, "move", p.SAN(m), "ply", q.ply()), q.button(req, "button.retry", false), q.button(req, "button.solution", true), q.next(req))
	r.Try = q.again().String()
	return r
}

// solved shows the best line of the position, behind a text.
func (q *quiz) solved(req *request.Request, text string) chat.Reply {
	p, best := q.g.Rules().At(q.ply()), q.r.Moves[q.ply()].Best
	text += req.Lang.Text("analyse.line", "line", written(p, best, lineShown))
	if q.index+1 < len(q.plies) {
		text += "\n" + req.Lang.Text("quiz.next", "ply", q.plies[q.index+1])
	} else {
		text += "\n" + req.Lang.Text("quiz.last")
	}
	next := q.next(req)
	next.Style = chat.Invite
	r := q.reply(req, text, next)
	r.Picture.Preview = q.g.Variant.LAN(best[0])
	return r
}
