package advice

import (
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/rules"
)

// hint names the piece that should move, and if the speaker asks for it the move. Nobody but the
// speaker reads it.
func (a *Advisor) hint(req *request.Request) error {
	g, by, err := req.OwnGame()
	if err != nil {
		return err
	}
	against, err := req.ComputerIn(g)
	switch {
	case err != nil:
		return err
	case g.Over():
		return request.Refuse("hint.over", "game", g.ID)
	case !g.Analysis() && against.Level == 0:
		return request.Refuse("hint.people")
	case by != g.Turn():
		return request.Refuse("hint.turn", "name", req.NameOf(against))
	}
	if err := playsAlone(req, g, len(g.Plies)); err != nil {
		return err
	}
	found, err := a.lineOf(req, g, len(g.Plies))
	if err != nil {
		return err
	}
	return req.Answer(hintReply(req, g, found.moves[0]))
}

// hintReply returns the hint to make a move.
func hintReply(req *request.Request, g *game.Game, m rules.Move) chat.Reply {
	p, shown := g.Position(), request.PictureOf(g)
	shown.Black = p.Turn() == rules.Black
	r := chat.Reply{Game: g.ID, Title: req.Title(g), Picture: shown, Replace: true}
	if req.Cmd.WholeMove {
		shown.Preview = g.Variant.LAN(m)
		play := command.Invocation{Path: command.Move, Game: command.GameAt(g), Move: g.Variant.LAN(m)}
		r.Text = req.Lang.Text("hint.move", "move", p.SAN(m))
		r.Buttons = [][]chat.Button{{{Label: req.Lang.Text("button.confirm-move", "move", p.SAN(m)), Style: chat.Invite,
			Command: play.String(), For: chat.Only(req.Player.ID)}}}
		return r
	}
	r.Text = req.Lang.Text("hint.boards")
	if mover, from, _ := p.Mover(m); m.Kind != rules.BoardMove {
		shown.Square = g.Variant.CellName(from)
		r.Text = req.Lang.Text("hint.piece", "piece", req.Lang.Text("piece."+mover.Role().String()), "square", shown.Square)
	}
	whole := command.Invocation{Path: command.Hint, Game: command.GameAt(g), WholeMove: true}
	r.Buttons = [][]chat.Button{{{Label: req.Lang.Text("button.hint-move"), Command: whole.String(), For: chat.Only(req.Player.ID), Look: true}}}
	return r
}
