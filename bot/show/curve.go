package show

import (
	"context"
	"fmt"
	"math"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
)

// drawCurve adds to a reply the picture of how its game went, and the same in words.
func drawCurve(ctx context.Context, l *Illustrator, r *chat.Reply) error {
	want, lang := r.Picture, words.In(r.Language)
	c := render.Curve{Labels: [3]string{lang.Text("curve.inaccuracy"), lang.Text("curve.mistake"), lang.Text("curve.blunder")}}
	err := l.store.View(ctx, func(tx data.Tx) error {
		g, err := tx.Game(want.Game)
		if err != nil {
			return err
		}
		return fillCurve(&c, g, want.Curve, lang, tx.Player)
	})
	if err != nil {
		return err
	}
	png, err := l.renderer.CurvePNG(c, render.Options{Theme: want.Theme})
	if err != nil {
		return err
	}
	r.Board = curveInWords(&c, want, lang)
	r.Files = []chat.File{{Name: fmt.Sprintf("game-%d-review.png", want.Game), Type: "image/png", Data: png, Alt: r.Board}}
	return nil
}

// fillCurve fills in what a curve shows of a game.
func fillCurve(c *render.Curve, g *game.Game, want *chat.Curve, lang words.Language, person func(int64) (data.Player, error)) error {
	start := g.Rules().Start()
	c.FirstPly = start.Ply()
	for _, win := range want.Win {
		c.Win = append(c.Win, float64(win)/255)
	}
	for ply, mark := range want.Marks {
		if mark >= 1 && mark <= 3 {
			c.Marks = append(c.Marks, render.CurveMark{Ply: ply, Kind: render.MarkKind(mark - 1)})
		}
	}
	for side, id := range g.Seats {
		p, err := person(id)
		if err != nil {
			return err
		}
		c.Names[side], c.Accuracies[side] = request.NameIn(lang, p), lang.Text("curve.accuracy", "percent", want.Accuracy[side])
	}
	return nil
}

// curveInWords says what the picture of a curve shows.
func curveInWords(c *render.Curve, want *chat.Picture, lang words.Language) string {
	text := lang.Text("curve.title", "game", want.Game)
	for _, side := range []rules.Color{rules.White, rules.Black} {
		ply, chance := c.Best(side)
		text += " " + lang.Text("curve.best", "color", lang.Text("color."+side.String()), "percent", int(math.Round(100*chance)), "ply", ply)
	}
	return text
}
