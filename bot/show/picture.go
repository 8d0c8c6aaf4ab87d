package show

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/lesson"
	"stackmate/bot/panics"
	"stackmate/bot/request"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
	"stackmate/rules/engine/puzzle"
)

// Illustrator makes the files that replies describe. It is safe for concurrent use.
type Illustrator struct {
	store     data.Store
	renderer  *render.Renderer
	animating sync.Mutex // held while an animation is drawn
}

// NewIllustrator returns an illustrator that reads games from a store.
func NewIllustrator(store data.Store, renderer *render.Renderer) *Illustrator {
	return &Illustrator{store: store, renderer: renderer}
}

// Attach adds to a reply the picture or other file that it describes. Known is what
// the picture shows; if it is nil, that is read from the store.
func (l *Illustrator) Attach(ctx context.Context, r *chat.Reply, known *render.Picture) (err error) {
	defer panics.Catch(&err)
	for i := range r.More {
		if err := l.Attach(ctx, &r.More[i], nil); err != nil {
			return err
		}
	}
	if r.Picture == nil {
		return nil
	}
	switch lang := words.In(r.Language); {
	case r.Picture.Figure != "":
		r.Files, r.Board, err = lesson.Draw(l.renderer, *r.Picture, lang, request.PictureTexts(lang))
	case r.Picture.Curve != nil:
		err = drawCurve(ctx, l, r)
	case r.Picture.Format == chat.Record:
		r.Files, err = l.record(ctx, *r.Picture)
	case r.Picture.Format == chat.Animation:
		err = l.animate(ctx, r)
	default:
		err = l.drawPicture(ctx, r, known)
	}
	if err == nil && r.Picture.WithRecord {
		var record []chat.File
		record, err = l.record(ctx, *r.Picture)
		r.Files = append(r.Files, record...)
	}
	if err != nil {
		return fmt.Errorf("file of game %d%s: %w", r.Picture.Game, r.Picture.Figure, err)
	}
	return nil
}

// Scene returns what a picture shows and how it is drawn, for front ends that draw it
// themselves.
func (l *Illustrator) Scene(ctx context.Context, want chat.Picture, lang words.Language) (pic render.Picture, opt render.Options, err error) {
	switch {
	case want.Figure != "":
		return lesson.Scene(want, request.PictureTexts(lang))
	case want.Puzzle != "":
		if pic, err = puzzleScene(want, lang); err != nil {
			return pic, opt, err
		}
		return pic, drawOptions(want, pic.Position.Variant()), nil
	case want.Study != nil:
		g, err := request.StudyOf(&request.Request{Lang: lang}, *want.Study)
		if err != nil {
			return pic, opt, err
		}
		return render.At(g.Rules(), len(g.Plies), request.PictureTexts(lang)), drawOptions(want, g.Variant), nil
	}
	err = l.store.View(ctx, func(tx data.Tx) error {
		pic, err = loadScene(tx, want, lang)
		return err
	})
	if err != nil {
		return pic, opt, err
	}
	return pic, drawOptions(want, pic.Position.Variant()), nil
}

// drawPicture adds to a reply a picture of one position, or one of each of its levels or boards.
func (l *Illustrator) drawPicture(ctx context.Context, r *chat.Reply, pic *render.Picture) error {
	want := *r.Picture
	if pic == nil {
		found, _, err := l.Scene(ctx, want, words.In(r.Language))
		if err != nil {
			return err
		}
		pic = &found
	}
	v := pic.Position.Variant()
	opt := drawOptions(want, v)
	r.Board = pic.TextOf(opt.Side, opt.Levels)
	if want.InWords {
		r.Board = pic.InWords(opt.Levels, maxInWords)
	}
	name := fmt.Sprintf("game-%d-%d", want.Game, want.Ply)
	if want.Puzzle != "" {
		name = fmt.Sprintf("puzzle-%s-%d", want.Puzzle, want.Ply)
	}
	parts := []render.Part{{Levels: opt.Levels}}
	switch {
	case want.Gallery:
		parts = levelParts(v, opt.Levels)
	case want.Apart && opt.View == render.Flat:
		parts = render.Parts(v)
	}
	if len(parts) == 1 {
		f, err := l.pictureFile(name, *pic, opt, opt.Levels)
		r.Files = []chat.File{f}
		return err
	}
	size := 0
	pic.Bare = true // the text says whose turn it is
	for _, part := range parts {
		if opt.Board = part.Board; part.Board == 0 {
			opt.Levels = part.Levels
		}
		f, err := l.pictureFile(name+"-level-"+part.Name, *pic, opt, part.Levels)
		if err != nil {
			return err
		}
		if size += len(f.Data); size > chat.MaxFileBytes || len(r.Files) == chat.MaxFiles {
			break
		}
		r.Files = append(r.Files, f)
	}
	return nil
}

// levelParts returns a part for each of some levels.
func levelParts(v *rules.Variant, levels render.Levels) (parts []render.Part) {
	for _, name := range levels.Names(v) {
		if one, err := render.ParseLevels(v, name); err == nil {
			parts = append(parts, render.Part{Name: name, Levels: one})
		}
	}
	return parts
}

// maxInWords is how many characters a position in words has at most: a Discord message holds
// 2,000, and the reply's own text needs room too.
const maxInWords = 1600

// pictureFile draws a picture, and describes some of its levels. The name of the file has no
// extension.
func (l *Illustrator) pictureFile(name string, pic render.Picture, opt render.Options, levels render.Levels) (chat.File, error) {
	data, err := l.renderer.PNG(pic, opt)
	return chat.File{Name: name + ".png", Type: "image/png", Data: data, Alt: pic.AltOf(levels)}, err
}

// animate adds to a reply an animation of its game up to a ply. Only one animation is
// drawn at a time.
func (l *Illustrator) animate(ctx context.Context, r *chat.Reply) error {
	want := *r.Picture
	var g *game.Game
	var last render.Picture
	err := l.store.View(ctx, func(tx data.Tx) (err error) {
		if g, err = gameAt(tx, want); err != nil {
			return err
		}
		last, err = loadScene(tx, want, words.In(r.Language))
		return err
	})
	if err != nil {
		return err
	}
	l.animating.Lock()
	defer l.animating.Unlock()
	data, err := l.renderer.GIF(g.Rules(), render.Replay{To: want.Ply, Texts: last.Texts, White: last.White, Black: last.Black, Note: last.Note},
		drawOptions(want, g.Variant))
	if err != nil {
		return err
	}
	r.Files = []chat.File{{Name: fmt.Sprintf("game-%d-%d.gif", want.Game, want.Ply), Type: "image/gif", Data: data,
		Alt: last.Alt()}}
	r.Board = last.Text(drawOptions(want, g.Variant).Side)
	return nil
}

// drawOptions returns how a picture of a game is drawn. Where a later version has asked for
// a view or a level that this one does not know, it is the flat view of all levels.
func drawOptions(want chat.Picture, v *rules.Variant) render.Options {
	view, _ := render.ViewNamed(want.View)
	levels, _ := render.ParseLevels(v, want.Levels)
	o := render.Options{Theme: want.Theme, View: view, Levels: levels}
	if want.Black {
		o.Side = rules.Black
	}
	return o
}

// loadScene reads from the store what a picture shows: a game, or the start of one that has not
// been accepted.
func loadScene(tx data.Tx, want chat.Picture, lang words.Language) (render.Picture, error) {
	g, err := gameAt(tx, want)
	if errors.Is(err, data.ErrNotFound) && want.Ply == 0 {
		ch, err := tx.Challenge(want.Game)
		if err != nil {
			return render.Picture{}, err
		}
		return render.At(rules.NewGame(ch.Variant.Start(), 0), 0, request.PictureTexts(lang)), nil
	}
	if err != nil {
		return render.Picture{}, err
	}
	return newScene(g, want, lang, tx.Player)
}

// puzzleScene returns what a picture of a puzzle shows.
func puzzleScene(want chat.Picture, lang words.Language) (render.Picture, error) {
	p := puzzle.ByID(want.Puzzle)
	if p == nil {
		return render.Picture{}, fmt.Errorf("there is no puzzle %q", want.Puzzle)
	}
	g := p.Game()
	if err := g.PlayLAN(strings.Fields(want.Line)...); err != nil {
		return render.Picture{}, err
	}
	pic := render.At(g, g.Len(), request.PictureTexts(lang))
	mark(&pic, want)
	return pic, nil
}

// gameAt returns the game of a picture, or an error if the game has no such ply.
func gameAt(tx data.Tx, want chat.Picture) (*game.Game, error) {
	g, err := tx.Game(want.Game)
	if err == nil && (want.Ply < 0 || want.Ply > len(g.Plies)) {
		err = fmt.Errorf("there is no ply %d", want.Ply)
	}
	return g, err
}

// SavedScene returns what the answer's picture shows if it is of the game that was just
// saved, else nil.
func SavedScene(req *request.Request) *render.Picture {
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

// newScene returns what a picture of a game shows.
func newScene(g *game.Game, want chat.Picture, lang words.Language, person func(int64) (data.Player, error)) (render.Picture, error) {
	pic := render.At(g.Rules(), want.Ply, request.PictureTexts(lang))
	mark(&pic, want)
	if g.Over() && want.Ply == len(g.Plies) {
		reason := lang.Text("reason." + string(g.Reason))
		if g.Reason == game.MoveLimit {
			reason = lang.Text("picture.move-limit", "limit", g.Rules().MoveLimit())
		}
		pic.Note = pic.Texts.Result(g.Outcome, reason)
	}
	for c, name := range []*string{&pic.White, &pic.Black} {
		p, err := person(g.Seats[c])
		if err != nil {
			return render.Picture{}, err
		}
		*name = request.NameIn(lang, p)
	}
	return pic, nil
}

// mark adds to a picture what it marks: the moves of a piece, a column, or a move that has not been
// made.
func mark(pic *render.Picture, want chat.Picture) {
	v := pic.Position.Variant()
	if from := v.CellNamed(want.Square); from != rules.NoCell {
		pic.Legal = &from
	}
	if c := v.CellNamed(want.Column); c != rules.NoCell {
		pic.Column = &c
	}
	if m, err := pic.Position.ParseLAN(want.Preview); err == nil {
		pic.Preview = &m
	}
}
