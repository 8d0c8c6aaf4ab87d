package advice

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"stackmate/bot/boards"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/request"
	"stackmate/bot/words"
	"stackmate/rules"
	"stackmate/rules/engine"
	"stackmate/rules/engine/review"
)

// Studies says what positions on analysis boards are worth that belong to no game.
type Studies struct {
	Advisor *Advisor
	Store   data.Store
	Now     func() time.Time
}

// Evaluate says what the last position of a study is worth, and waits until that is known. Refused is whether the program does
// not say it, and the evaluation is then the reason: the study is wrong, the position is one of a running game of the same person
// and another one, or the program has too much to do. If the context ends and nobody else waits, the program stops thinking.
func (s Studies) Evaluate(ctx context.Context, from chat.Person, lang words.Language, study chat.Study) (e chat.Evaluation, refused bool, err error) {
	for {
		err := s.Store.View(data.ForJob(ctx, "study"), func(tx data.Tx) (err error) {
			req := &request.Request{Ctx: ctx, Tx: tx, Msg: chat.Message{From: from}, Now: s.Now(), Lang: lang, Cmd: command.Invocation{Path: command.Analyse}}
			if req.Player, err = tx.FindPlayer(from.Address); err != nil {
				return err
			}
			e, err = s.Advisor.evaluate(req, study)
			return err
		})
		refusal, unanswered := (*request.Refusal)(nil), (*request.UnansweredError)(nil)
		switch {
		case errors.As(err, &refusal):
			return chat.Evaluation{Text: refusal.Text(lang)}, true, nil
		case errors.As(err, &unanswered):
			err = unanswered.Wait(ctx)
			if err == nil {
				continue
			}
			return e, false, err
		}
		return e, false, err
	}
}

// evaluate says what the last position of a study is worth. The errors are those of ask and playsAlone.
func (a *Advisor) evaluate(req *request.Request, s chat.Study) (e chat.Evaluation, err error) {
	g, err := request.StudyOf(req, s)
	if err != nil {
		return e, err
	}
	if err := playsAlone(req, g, len(g.Plies)); err != nil {
		return e, err
	}
	v, p := g.Variant, g.Position()
	if status := p.Status(); status.Over() {
		e = chat.Evaluation{Text: req.Lang.Text("analyse.over", "status", req.Lang.Text("reason."+status.String())), White: 50, Line: []chat.Move{}}
		if status == rules.Checkmate {
			e.White = int(100 * p.Turn()) // 0 if White is mated
		}
		return e, nil
	}
	k := key{kind: "study", study: sha256.Sum256([]byte(v.Key() + "\n" + g.Origin + "\n" + strings.Join(request.StudyMoves(g), " ")))}
	found, err := a.bestLine(req, k, g.Rules(), true)
	if err != nil {
		return e, err
	}
	shown := found.moves[:min(lineShown, len(found.moves))]
	win := review.Win(found.score)
	if p.Turn() == rules.Black {
		win = 1 - win
	}
	e = chat.Evaluation{Text: valueText(req.Lang, p.Turn(), found.score), Score: shortValue(p.Turn(), found.score), White: int(math.Round(100 * win))}
	var u rules.Undo
	for i, name := range p.NumberedSANs(shown...) {
		m := shown[i]
		from, to := boards.Ends(v, m)
		e.Line = append(e.Line, chat.Move{From: from, To: to, Text: v.LAN(m), Name: name, Attack: m.Kind == rules.BoardMove})
		p.Make(m, &u)
	}
	return e, nil
}

// shortValue writes what a position is worth, as seen by White.
func shortValue(turn rules.Color, s engine.Score) string {
	sign := 1
	if turn == rules.Black {
		sign = -1
	}
	if n, ok := s.Mate(); ok {
		return strings.Replace(fmt.Sprintf("#%d", sign*n), "-", "−", 1)
	}
	return inPawns(engine.Score(sign) * s)
}
