package bot

import (
	"stackmate/bot/chat"
)

// handleTakebackAsk asks to take back one's own last move.
func handleTakebackAsk(req *request) error {
	g, by, err := req.ownGame()
	if err != nil {
		return err
	}
	if g.Analysis() {
		return undo(req, g)
	}
	if g.TakebackBy != nil && *g.TakebackBy != by {
		return handleTakebackAccept(req)
	}
	if err := g.AskTakeback(by); err != nil {
		return factRefusal(g, err)
	}
	if err := req.save(g); err != nil {
		return err
	}
	other, err := req.opponent(g, by)
	if err != nil {
		return err
	}
	return req.announce(g, func() (chat.Reply, error) {
		return chat.Reply{Notify: []chat.Person{other.Person()},
			Text: req.lang.Text("takeback.asked", "name", req.nameOf(req.player), "opponent", req.nameOf(other), "game", g.ID),
			Buttons: [][]chat.Button{{
				{Label: req.lang.Text("button.accept-takeback"), Command: "takeback accept " + gameRefAtPly(g), For: chat.Only(other.ID)},
				{Label: req.lang.Text("button.decline-takeback"), Command: "takeback decline " + gameRefAtPly(g), For: chat.Only(other.ID)},
			}}}, nil
	})
}

// handleTakebackAccept lets the opponent take the move back.
func handleTakebackAccept(req *request) error { return takebackAnswer(req, true) }

// handleTakebackDecline does not.
func handleTakebackDecline(req *request) error { return takebackAnswer(req, false) }

func takebackAnswer(req *request, yes bool) error {
	g, by, err := req.ownGame()
	if err != nil {
		return err
	}
	if g.TakebackBy != nil && len(g.Colors(req.player.ID)) == 2 {
		by = g.TakebackBy.Other()
	}
	if err := g.AnswerTakeback(by, yes, req.now); err != nil {
		return factRefusal(g, err)
	}
	if yes {
		for _, id := range g.Seats { // what was planned for a position that is gone
			if err := req.tx.SetConditions(g.ID, id, nil); err != nil {
				return err
			}
		}
	}
	if err := req.save(g); err != nil {
		return err
	}
	other, err := req.opponent(g, by)
	if err != nil {
		return err
	}
	return req.announce(g, func() (chat.Reply, error) {
		r := chat.Reply{Notify: []chat.Person{other.Person()},
			Text: req.lang.Text("takeback.declined", "name", req.nameOf(req.player), "game", g.ID)}
		if !yes {
			return r, nil
		}
		turn, err := turnText(req, g)
		r.Text = req.lang.Text("takeback.done", "name", req.nameOf(req.player), "opponent", req.nameOf(other)) + " " + turn + clockLine(req, g)
		r.Picture, r.Buttons = picture(g), moveButtons(req, g)
		return r, err
	})
}
