package bot

import (
	"context"
	"fmt"
	"sync"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/panics"
	"stackmate/bot/request"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
)

// attachPicture adds to a reply the picture or other file that it describes. Known is what
// the picture shows; if it is nil, that is read from the store.
func (d *Desk) attachPicture(ctx context.Context, r *chat.Reply, known *render.Picture) (err error) {
	defer panics.Catch(&err)
	if r.Picture == nil {
		return nil
	}
	switch r.Picture.Format {
	case chat.Record:
		r.File, err = d.record(ctx, *r.Picture)
	case chat.Animation:
		err = d.animate(ctx, r)
	default:
		err = d.drawPicture(ctx, r, known)
	}
	if err != nil {
		return fmt.Errorf("file of game %d: %w", r.Picture.Game, err)
	}
	return nil
}

// drawPicture adds to a reply a picture of one position.
func (d *Desk) drawPicture(ctx context.Context, r *chat.Reply, pic *render.Picture) error {
	want := *r.Picture
	if pic == nil {
		err := d.store.View(ctx, func(tx data.Tx) error {
			found, err := loadScene(tx, want, words.In(r.Language))
			pic = &found
			return err
		})
		if err != nil {
			return err
		}
	}
	opt := drawOptions(want)
	data, err := d.draw.PNG(*pic, opt)
	if err != nil {
		return err
	}
	r.File = &chat.File{Name: fmt.Sprintf("game-%d-%d.png", want.Game, want.Ply), Type: "image/png", Data: data,
		Alt: pic.Alt()}
	r.Board = pic.Text(opt.Side)
	return nil
}

// drawOptions returns how a picture is drawn.
func drawOptions(want chat.Picture) render.Options {
	view, _ := render.ViewNamed(want.View) // flat for a view that a later version may have
	o := render.Options{Theme: want.Theme, View: view}
	if want.Black {
		o.Side = rules.Black
	}
	return o
}

// loadScene reads from the store what a picture shows.
func loadScene(tx data.Tx, want chat.Picture, lang words.Language) (render.Picture, error) {
	g, err := gameAt(tx, want)
	if err != nil {
		return render.Picture{}, err
	}
	return newScene(g, want, lang, tx.Player)
}

// savedScene returns what the answer's picture shows if it is of the game that was just
// saved, else nil.
func savedScene(req *request.Request) *render.Picture {
	want := req.Reply.Picture
	if want == nil || want.Format != chat.Still || req.Saved == nil || want.Game != req.Saved.ID || want.Ply > len(req.Saved.Plies) {
		return nil
	}
	pic, err := newScene(req.Saved, *want, words.In(req.Reply.Language), req.Person)
	if err != nil {
		return nil
	}
	return &pic
}

// pictureTexts returns the texts in pictures by language tag.
var pictureTexts = sync.OnceValue(func() map[string]*render.Texts {
	texts := make(map[string]*render.Texts)
	for _, tag := range words.Tags() {
		texts[tag] = render.NewTexts(words.In(tag))
	}
	return texts
})

// newScene returns what a picture of a game shows.
func newScene(g *game.Game, want chat.Picture, lang words.Language, person func(int64) (data.Player, error)) (render.Picture, error) {
	pic := render.At(g.Rules(), want.Ply, pictureTexts()[lang.Tag])
	if from := g.Variant.CellNamed(want.Square); from != rules.NoCell {
		pic.Legal = &from
	}
	if m, err := pic.Position.ParseLAN(want.Preview); err == nil {
		pic.Preview = &m
	}
	if g.Over() && want.Ply == len(g.Plies) {
		pic.Note = pic.Texts.Result(g.Outcome, lang.Text("reason."+string(g.Reason)))
	}
	for c, name := range []*string{&pic.White, &pic.Black} {
		p, err := person(g.Seats[c])
		if err != nil {
			return render.Picture{}, err
		}
		*name = p.Name
	}
	return pic, nil
}
