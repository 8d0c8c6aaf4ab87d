package show

import (
	"cmp"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/request"
)

// HandleExport answers with a game as a record, a position string, an animation or a
// picture.
func HandleExport(req *request.Request) error {
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
