package bot

import (
	"errors"
	"strconv"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/rules"
)

// handleDrawOffer offers a draw, or accepts the opponent's offer.
func handleDrawOffer(req *request.Request) error {
	g, by, err := req.OwnGame()
	if err != nil {
		return err
	}
	if g.DrawOfferBy != nil && *g.DrawOfferBy != by {
		return handleDrawAccept(req)
	}
	return req.Change(g, by, func() error { return g.OfferDraw(by, req.Now) }, func(req *request.Request, other data.Player) (chat.Reply, error) {
		if other.Level > 0 {
			text := req.Lang.Text("computer.offered", "name", req.NameOf(req.Player), "opponent", req.NameOf(other))
			if req.Env.Computer == nil {
				return chat.Reply{Text: text + " " + req.Lang.Text("computer.off-offer")}, nil
			}
			return chat.Reply{Text: text, Played: text}, nil
		}
		return chat.Reply{Text: req.Lang.Text("draw.offered", "name", req.NameOf(req.Player), "opponent", req.NameOf(other), "game", g.ID),
			Buttons: drawOfferButtons(req, g)}, nil
	})
}

// drawOfferButtons returns the buttons that accept and decline a draw offer. They carry no
// ply, since an offer stays open while its maker moves on.
func drawOfferButtons(req *request.Request, g *game.Game) [][]chat.Button {
	number, asked := command.GameID(g.ID), chat.Only(g.Seats[g.DrawOfferBy.Other()])
	return [][]chat.Button{{
		{Label: req.Lang.Text("button.accept-draw"), For: asked,
			Command: command.Invocation{Path: command.DrawAccept, Game: number}.String()},
		{Label: req.Lang.Text("button.decline-draw"), For: asked,
			Command: command.Invocation{Path: command.DrawDecline, Game: number}.String()},
	}}
}

// handleDrawAccept accepts a draw offer, which ends the game, after asking once.
func handleDrawAccept(req *request.Request) error {
	g, by, err := req.OwnGame()
	if err != nil {
		return err
	}
	other, err := req.Opponent(g, by)
	if err != nil {
		return err
	}
	trial := *g
	if err := trial.AcceptDraw(by, req.Now); err != nil {
		return request.GameRefusal(g, err)
	}
	if !req.Cmd.Confirmed {
		return req.Confirm(chat.Reply{Game: g.ID, Title: req.Title(g), Text: req.Lang.Text("draw.confirm", "name", req.NameOf(other), "game", g.ID)},
			command.Invocation{Path: command.DrawAccept, Game: command.GameAt(g), Confirmed: true}, "button.confirm-draw")
	}
	return req.Change(g, by, func() error { return g.AcceptDraw(by, req.Now) }, nil)
}

// handleDrawDecline declines the opponent's draw offer.
func handleDrawDecline(req *request.Request) error {
	return changeDrawOffer(req, func(g *game.Game, by rules.Color) error { return g.DeclineDraw(by) }, "draw.declined")
}

// handleDrawWithdraw withdraws the speaker's own draw offer.
func handleDrawWithdraw(req *request.Request) error {
	return changeDrawOffer(req, func(g *game.Game, by rules.Color) error { return g.WithdrawDraw(by) }, "draw.withdrawn")
}

// changeDrawOffer declines or withdraws a draw offer, and announces that.
func changeDrawOffer(req *request.Request, change func(*game.Game, rules.Color) error, sentence string) error {
	g, by, err := req.OwnGame()
	if err != nil {
		return err
	}
	return req.Change(g, by, func() error { return change(g, by) }, func(req *request.Request, other data.Player) (chat.Reply, error) {
		return chat.Reply{Text: req.Lang.Text(sentence, "name", req.NameOf(req.Player), "opponent", req.NameOf(other), "game", g.ID)}, nil
	})
}

// handleDrawClaim claims a draw, which ends the game (M6, M7). If the command names a
// move, the claim is for the position after it, and the move is played only if the claim
// is right.
func handleDrawClaim(req *request.Request) error {
	g, by, err := req.OwnGame()
	if err != nil {
		return err
	}
	if text := req.Cmd.Move; text != "" && !g.Over() {
		if by != g.Turn() {
			return request.Refuse("draw.claim-turn", "game", g.ID)
		}
		p := g.Position()
		m, err := p.ParseMove(text)
		if err != nil {
			return request.MoveRefusal(req, g, text, err)
		}
		if err := g.Move(by, m, req.Now); err != nil {
			return err
		}
		if g.Over() {
			return request.Refuse("draw.claim-ends", "text", textutil.Quote(text), "game", g.ID)
		}
	}
	return req.Change(g, by, func() error {
		err := g.ClaimDraw(req.Now)
		if counts := (*game.ClaimError)(nil); errors.As(err, &counts) {
			return request.Refuse("draw.no-claim", "repetitions", counts.Repetitions,
				"moves", strconv.FormatFloat(float64(counts.QuietPlies)/2, 'f', -1, 64), "limit", counts.Limit)
		}
		return err
	}, nil)
}
