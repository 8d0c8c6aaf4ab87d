package bot

import (
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/rules"
)

// handleTakebackAsk asks the opponent to let the speaker take back a move, or accepts the
// opponent's request. In an analysis it takes back the last ply.
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
	if p, err := req.ComputerIn(g); err != nil {
		return err
	} else if p.Level > 0 {
		if err := g.AskTakeback(by); err != nil {
			return request.GameRefusal(g, err)
		}
		return changeTakeback(req, g, by.Other(), true)
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

// handleTakebackAccept accepts the opponent's request to take back a move.
func handleTakebackAccept(req *request.Request) error { return answerTakeback(req, true) }

// handleTakebackDecline declines the opponent's request to take back a move.
func handleTakebackDecline(req *request.Request) error { return answerTakeback(req, false) }

// answerTakeback accepts or declines a request to take back a move, and announces that.
func answerTakeback(req *request.Request, yes bool) error {
	g, by, err := req.OwnGame()
	if err != nil {
		return err
	}
	if g.TakebackBy != nil && len(g.Colors(req.Player.ID)) == 2 {
		by = g.TakebackBy.Other()
	}
	return changeTakeback(req, g, by, yes)
}

// changeTakeback has a side accept or decline a request to take back a move.
func changeTakeback(req *request.Request, g *game.Game, by rules.Color, yes bool) error {
	answers, err := req.Person(g.Seats[by])
	if err != nil {
		return err
	}
	change := func() error {
		err := g.AnswerTakeback(by, yes, req.Now)
		for _, id := range g.Seats { // conditional moves were made for the position before the takeback
			if err == nil && yes {
				err = req.Tx.SetConditions(g.ID, id, nil)
			}
		}
		return err
	}
	return req.Change(g, by, change, func(req *request.Request, other data.Player) (chat.Reply, error) {
		r := chat.Reply{Text: req.Lang.Text("takeback.declined", "name", req.NameOf(answers), "game", g.ID)}
		if !yes {
			return r, nil
		}
		turn, err := request.TurnText(req, g)
		r.Text = req.Lang.Text("takeback.done", "name", req.NameOf(answers), "opponent", req.NameOf(other)) + " " + turn + request.ClockLine(req, g)
		r.Picture, r.Buttons = request.PictureOf(g), request.MoveButtons(req, g)
		return r, err
	})
}
