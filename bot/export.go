package bot

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
)

// handleExport answers with a game as a record, a position string, an animation or a
// picture.
func handleExport(req *request.Request) error {
	g, err := req.ShownGame()
	if err != nil {
		return err
	}
	ply, err := shownPly(req, g)
	if err != nil {
		return err
	}
	r := chat.Reply{Game: g.ID, Title: req.Title(g), Picture: request.PictureOf(g)}
	r.Picture.Ply = ply
	format := cmp.Or(req.Cmd.Format, command.Formats[0])
	r.Text = req.Lang.Text("export."+format, "ply", ply, "game", g.ID)
	switch format {
	case "record":
		r.Picture.Format = chat.Record
	case "fen":
		p := g.Rules().At(ply)
		r.Picture, r.Block = nil, p.FEN()
	case "gif":
		r.Picture.Format = chat.Animation
	}
	return req.Answer(r)
}

// record returns a file with the record of a game.
func (d *Desk) record(ctx context.Context, want chat.Picture) (*chat.File, error) {
	var rec *rules.PGN
	err := d.store.View(ctx, func(tx data.Tx) (err error) {
		rec, err = recordOf(tx, want)
		return err
	})
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if err := rec.Write(&b); err != nil {
		return nil, err
	}
	return &chat.File{Name: fmt.Sprintf("game-%d.pgn", want.Game), Type: "text/plain; charset=utf-8", Data: []byte(b.String())}, nil
}

// recordOf returns the record of a game up to a ply, with the interventions of admins as
// tags.
func recordOf(tx data.Tx, want chat.Picture) (*rules.PGN, error) {
	g, err := gameAt(tx, want)
	if err != nil {
		return nil, err
	}
	rec := &rules.PGN{Variant: g.Variant, Start: g.Rules().Start(), Moves: g.Rules().Moves()[:want.Ply]}
	rec.Tags = []rules.Tag{{Name: "Event", Value: fmt.Sprintf("Game %d", g.ID)}, {Name: "Site", Value: "Stackmate"},
		{Name: "Date", Value: g.Started.UTC().Format("2006.01.02")}, {Name: "Round", Value: "-"}}
	for color, tag := range []string{"White", "Black"} {
		p, err := tx.Player(g.Seats[color])
		if err != nil {
			return nil, err
		}
		rec.Tags = append(rec.Tags, rules.Tag{Name: tag, Value: textutil.Printable(p.Name)})
	}
	if g.Terms.Rated {
		rec.Tags = append(rec.Tags, rules.Tag{Name: "Rated", Value: "yes"})
	}
	if !g.Terms.Clock.IsZero() {
		rec.Tags = append(rec.Tags, rules.Tag{Name: "Clock", Value: g.Terms.Clock.String()})
	}
	if g.Over() && want.Ply == len(g.Plies) {
		rec.Result, rec.Reason = g.Outcome, string(g.Reason)
		rec.Tags = append(rec.Tags, rules.Tag{Name: "EndDate", Value: g.Ended.UTC().Format("2006.01.02")})
	}
	return rec, interventionTags(tx, g, rec)
}

// interventionTags adds to a record a tag for each intervention of an admin, of which
// there may be 50.
func interventionTags(tx data.Tx, g *game.Game, rec *rules.PGN) error {
	list, err := tx.AdminActions(g.ID)
	if err != nil {
		return err
	}
	list = list[max(0, len(list)-50):]
	for i, n := range list {
		p, err := tx.Player(n.Player)
		if err != nil {
			return err
		}
		rec.Tags = append(rec.Tags, rules.Tag{Name: fmt.Sprintf("Intervention%d", i+1),
			Value: textutil.Printable(fmt.Sprintf("%s, %s: %s: %s", n.At.UTC().Format(time.RFC3339), p.Name, n.Action, n.Reason))})
	}
	return nil
}

// animate adds to a reply an animation of its game up to a ply. Only one animation is
// drawn at a time.
func (d *Desk) animate(ctx context.Context, r *chat.Reply) error {
	want := *r.Picture
	var g *game.Game
	var last render.Picture
	err := d.store.View(ctx, func(tx data.Tx) (err error) {
		if g, err = gameAt(tx, want); err != nil {
			return err
		}
		last, err = loadScene(tx, want, words.In(r.Language))
		return err
	})
	if err != nil {
		return err
	}
	d.drawing.Lock()
	defer d.drawing.Unlock()
	data, err := d.draw.GIF(g.Rules(), render.Replay{To: want.Ply, Texts: last.Texts, White: last.White, Black: last.Black, Note: last.Note},
		drawOptions(want))
	if err != nil {
		return err
	}
	r.File = &chat.File{Name: fmt.Sprintf("game-%d-%d.gif", want.Game, want.Ply), Type: "image/gif", Data: data,
		Alt: last.Alt()}
	r.Board = last.Text(drawOptions(want).Side)
	return nil
}

// gameAt returns the game of a picture, or an error if the game has no such ply.
func gameAt(tx data.Tx, want chat.Picture) (*game.Game, error) {
	g, err := tx.Game(want.Game)
	if err == nil && (want.Ply < 0 || want.Ply > len(g.Plies)) {
		err = fmt.Errorf("there is no ply %d", want.Ply)
	}
	return g, err
}
