package advice

import (
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/rules"
)

// lineShown is how many plies of a line are shown.
const lineShown = 8

// analyse says what a position of a finished game or an analysis is worth, and its best line.
func (a *Advisor) analyse(req *request.Request) error {
	g, err := shownGame(req)
	if err != nil {
		return err
	}
	if err := checkStudied(req, g); err != nil {
		return err
	}
	last := len(g.Plies)
	ply, ok := req.Cmd.Ply.In(last)
	if !ok {
		return request.Refuse("board.ply", "text", textutil.Quote(req.Cmd.Ply.String()), "max", last)
	}
	p := g.Rules().At(ply)
	if err := playsAlone(req, g, ply); err != nil {
		return err
	}
	text := req.Lang.Text("picture.to-move."+p.Turn().String()) + "."
	if ply > 0 {
		before := g.Rules().At(ply - 1)
		text = req.Lang.Text("board.last", "move", before.Numbered(g.Rules().Moves()[ply-1])) + " " + text
	}
	status := p.Status()
	switch ended := ply == last && (g.Reason == game.Fivefold || g.Reason == game.MoveLimitOver); {
	case status.Over():
		text += " " + req.Lang.Text("analyse.over", "status", req.Lang.Text("reason."+status.String()))
	case ended: // by itself, although there are moves
		text += " " + req.Lang.Text("analyse.over", "status", req.Lang.Text("reason."+string(g.Reason)))
	default:
		found, err := a.lineOf(req, g, ply)
		if err != nil {
			return err
		}
		text += " " + valueText(req.Lang, p.Turn(), found.score) + "\n" +
			req.Lang.Text("analyse.line", "line", written(p, found.moves, lineShown))
	}
	shown := request.PictureOf(g)
	shown.Ply = ply
	if colors := g.Colors(req.Player.ID); len(colors) == 1 {
		shown.Black = colors[0] == rules.Black
	}
	return req.Answer(chat.Reply{Game: g.ID, Title: req.Title(g), Text: text, Picture: shown, Replace: true, Buttons: plyButtons(req, g, ply)})
}

// checkStudied returns a Refusal unless a game is an analysis or has ended.
func checkStudied(req *request.Request, g *game.Game) error {
	if g.Over() || g.Analysis() {
		return nil
	}
	against, err := req.ComputerIn(g)
	if err != nil {
		return err
	}
	if against.Level > 0 {
		return request.Refuse("advice.running-computer", "game", g.ID)
	}
	return request.Refuse("advice.running", "game", g.ID)
}

// plyButtons returns the buttons that analyse the positions before and after the one that is shown.
func plyButtons(req *request.Request, g *game.Game, ply int) [][]chat.Button {
	var row []chat.Button
	for _, b := range []struct {
		label string
		to    int
	}{{"◀", ply - 1}, {"▶", ply + 1}} {
		in := command.Invocation{Path: command.Analyse, Game: command.GameID(g.ID), Ply: command.AtPly(b.to)}
		if b.to >= 0 && b.to <= len(g.Plies) {
			row = append(row, chat.Button{Label: b.label, Command: in.String(), For: chat.Only(req.Player.ID), Look: true})
		}
	}
	if row == nil {
		return nil
	}
	return [][]chat.Button{row}
}
