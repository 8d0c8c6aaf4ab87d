package bot

import (
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/request"
)

// handleTakebackAsk asks to take back one's own last move.
func handleTakebackAsk(req *request.Request) error {
	g, by, err := req.OwnGame()
	if err != nil {
		return err
	}
	if g.Analysis() {
		return undoAnalysis(req, g)
	}
	if g.TakebackBy != nil && *g.TakebackBy != by {
		return handleTakebackAccept(req)
	}
	return req.Change(g, by, func() error { return g.AskTakeback(by) }, func(req *request.Request, other data.Player) (chat.Reply, error) {
		return chat.Reply{
			Text: req.Lang.Text("takeback.asked", "name", req.NameOf(req.Player), "opponent", req.NameOf(other), "game", g.ID),
			Buttons: [][]chat.Button{{
				{Label: req.Lang.Text("button.accept-takeback"), For: chat.Only(other.ID),
					Command: command.Invocation{Path: command.TakebackAccept, Game: command.GameAt(g)}.String()},
				{Label: req.Lang.Text("button.decline-takeback"), For: chat.Only(other.ID),
					Command: command.Invocation{Path: command.TakebackDecline, Game: command.GameAt(g)}.String()},
			}}}, nil
	})
}

// handleTakebackAccept lets the opponent take the move back.
func handleTakebackAccept(req *request.Request) error { return answerTakeback(req, true) }

// handleTakebackDecline does not.
func handleTakebackDecline(req *request.Request) error { return answerTakeback(req, false) }

func answerTakeback(req *request.Request, yes bool) error {
	g, by, err := req.OwnGame()
	if err != nil {
		return err
	}
	if g.TakebackBy != nil && len(g.Colors(req.Player.ID)) == 2 {
		by = g.TakebackBy.Other()
	}
	change := func() error {
		err := g.AnswerTakeback(by, yes, req.Now)
		for _, id := range g.Seats { // what was planned for a position that is gone
			if err == nil && yes {
				err = req.Tx.SetConditions(g.ID, id, nil)
			}
		}
		return err
	}
	return req.Change(g, by, change, func(req *request.Request, other data.Player) (chat.Reply, error) {
		r := chat.Reply{Text: req.Lang.Text("takeback.declined", "name", req.NameOf(req.Player), "game", g.ID)}
		if !yes {
			return r, nil
		}
		turn, err := request.TurnText(req, g)
		r.Text = req.Lang.Text("takeback.done", "name", req.NameOf(req.Player), "opponent", req.NameOf(other)) + " " + turn + request.ClockLine(req, g)
		r.Picture, r.Buttons = request.PictureOf(g), request.MoveButtons(req, g)
		return r, err
	})
}
