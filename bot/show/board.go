package show

import (
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/render"
	"stackmate/rules"
)

// HandleBoard shows a position of a game, the current one unless the command names a ply.
func HandleBoard(req *request.Request) error {
	g, err := req.ShownGame()
	if err != nil {
		return err
	}
	turn, err := request.TurnText(req, g)
	if err != nil {
		return err
	}
	ply, err := shownPly(req, g)
	if err != nil {
		return err
	}
	shown := request.PictureOf(g)
	shown.Ply = ply
	if err := chooseLevels(req, g, shown); err != nil {
		return err
	}
	if colors := g.Colors(req.Player.ID); len(colors) == 1 {
		shown.Black = colors[0] == rules.Black
	}
	text := turn
	if ply < len(g.Plies) {
		text = req.Lang.Text("board.ply-of", "ply", ply, "count", len(g.Plies))
	} else {
		text += request.ClockLine(req, g)
	}
	if ply > 0 {
		before := g.Rules().At(ply - 1)
		text = req.Lang.Text("board.last", "move", before.Numbered(g.Rules().Moves()[ply-1])) + " " + text
	}
	if g.DrawOfferBy != nil && ply == len(g.Plies) {
		names, err := req.Names(g)
		if err != nil {
			return err
		}
		text += " " + req.Lang.Text("draw.stands", "name", names[*g.DrawOfferBy])
	}
	return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Text: text, Picture: shown, Replace: true,
		Buttons: navigationButtons(req, g, ply)})
}

// chooseLevels sets the levels that the command names. The error is a Refusal if the game
// does not have one of them.
func chooseLevels(req *request.Request, g *game.Game, shown *chat.Picture) error {
	level := req.Cmd.Level
	if level == "" {
		return nil
	}
	if shown.Gallery = level == command.AllLevels; shown.Gallery {
		return nil
	}
	chosen, err := render.ParseLevels(g.Variant, level)
	if err != nil {
		return request.Refuse("board.level", "text", textutil.Quote(level), "variant", g.Variant.Name(),
			"levels", strings.Join(render.Levels(0).Names(g.Variant), ", "))
	}
	shown.Levels = strings.Join(chosen.Names(g.Variant), ",")
	return nil
}

// shownPly returns the ply that a command names, else the last one. The error is a Refusal
// if the game has no such ply.
func shownPly(req *request.Request, g *game.Game) (int, error) {
	last := len(g.Plies)
	n, ok := req.Cmd.Ply.In(last)
	if !ok {
		return 0, request.Refuse("board.ply", "text", textutil.Quote(req.Cmd.Ply.String()), "max", last)
	}
	return n, nil
}

// navigationButtons returns the buttons that lead to the first, previous, next and last
// position of a game.
func navigationButtons(req *request.Request, g *game.Game, ply int) [][]chat.Button {
	last := len(g.Plies)
	if last == 0 {
		return nil
	}
	var row []chat.Button
	for _, b := range []struct {
		label string
		to    int
	}{{"⏮", 0}, {"◀", ply - 1}, {"▶", ply + 1}, {"⏭", last}} {
		show := command.Invocation{Path: command.Board, Game: command.GameID(g.ID), Ply: command.AtPly(b.to), Level: req.Cmd.Level, View: req.Cmd.View, InWords: req.Cmd.InWords}
		button := chat.Button{Label: b.label, Command: show.String(), For: chat.Everybody}
		same := b.label == "⏮" && ply == 1 || b.label == "⏭" && ply == last-1 // the arrow next to it has the same target
		if b.to < 0 || b.to > last || b.to == ply || same {
			button.Disabled, button.Command = true, b.label // commands in a row must differ
		}
		row = append(row, button)
	}
	return [][]chat.Button{row}
}
