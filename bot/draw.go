package bot

import (
	"errors"
	"strconv"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/game"
	"stackmate/bot/textutil"
	"stackmate/rules"
)

// handleDrawOffer offers a draw, or accepts the one that the opponent offers.
func handleDrawOffer(req *request) error {
	g, by, err := req.ownGame()
	if err != nil {
		return err
	}
	if g.DrawOfferBy != nil && *g.DrawOfferBy != by {
		return handleDrawAccept(req)
	}
	if err := g.OfferDraw(by, req.now); err != nil {
		return factRefusal(g, err)
	}
	other, err := req.opponent(g, by)
	if err != nil {
		return err
	}
	if err := req.save(g); err != nil {
		return err
	}
	return req.announce(g, func() (chat.Reply, error) {
		return chat.Reply{Text: req.lang.Text("draw.offered", "name", req.nameOf(req.player), "opponent", req.nameOf(other), "game", g.ID),
			Buttons: offerButtons(req, g), Notify: []chat.Person{other.Person()}}, nil
	})
}

// offerButtons answer a draw offer. They carry no ply: an offer stands while its
// maker moves on.
func offerButtons(req *request, g *game.Game) [][]chat.Button {
	number, asked := "#"+strconv.FormatInt(g.ID, 10), chat.Only(g.Seats[g.DrawOfferBy.Other()])
	return [][]chat.Button{{
		{Label: req.lang.Text("button.accept-draw"), Command: "draw accept " + number, Style: chat.Warn, For: asked},
		{Label: req.lang.Text("button.decline-draw"), Command: "draw decline " + number, For: asked},
	}}
}

// handleDrawAccept ends the game by agreement, after asking once.
func handleDrawAccept(req *request) error {
	g, by, err := req.ownGame()
	if err != nil {
		return err
	}
	other, err := req.opponent(g, by)
	if err != nil {
		return err
	}
	trial := *g
	if err := trial.AcceptDraw(by, req.now); err != nil {
		return factRefusal(g, err)
	}
	if !command.Confirms(req.args["confirm"]) {
		return req.confirm(chat.Reply{Game: g.ID, Title: req.title(g), Text: req.lang.Text("draw.confirm", "name", req.nameOf(other), "game", g.ID)},
			"draw accept "+gameRefAtPly(g)+" yes", "button.confirm-draw")
	}
	*g = trial
	if err := req.save(g); err != nil {
		return err
	}
	return req.announceEnd(g, other)
}

// handleDrawDecline refuses the opponent's offer.
func handleDrawDecline(req *request) error {
	return answerOffer(req, func(g *game.Game, by rules.Color) error { return g.DeclineDraw(by) }, "draw.declined")
}

// handleDrawWithdraw takes one's own offer back.
func handleDrawWithdraw(req *request) error {
	return answerOffer(req, func(g *game.Game, by rules.Color) error { return g.WithdrawDraw(by) }, "draw.withdrawn")
}

func answerOffer(req *request, change func(*game.Game, rules.Color) error, sentence string) error {
	g, by, err := req.ownGame()
	if err != nil {
		return err
	}
	if err := change(g, by); err != nil {
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
		return chat.Reply{Text: req.lang.Text(sentence, "name", req.nameOf(req.player), "opponent", req.nameOf(other), "game", g.ID),
			Notify: []chat.Person{other.Person()}}, nil
	})
}

// handleDrawClaim ends the game if a draw can be claimed (M6, M7), also by naming the
// move that brings the position about: it is played with the claim, or not at all.
func handleDrawClaim(req *request) error {
	g, by, err := req.ownGame()
	if err != nil {
		return err
	}
	if text := req.args["move"]; text != "" && !g.Over() {
		if by != g.Turn() {
			return refuse("draw.claim-turn", "game", g.ID)
		}
		p := g.Position()
		m, err := p.ParseMove(text)
		if err != nil {
			return moveRefusal(req, g, text, err)
		}
		if err := g.Move(by, m, req.now); err != nil {
			return err
		}
		if g.Over() {
			return refuse("draw.claim-ends", "text", textutil.Quote(text), "game", g.ID)
		}
	}
	if err := g.ClaimDraw(req.now); err != nil {
		if counts := (*game.ClaimError)(nil); errors.As(err, &counts) {
			return refuse("draw.no-claim", "repetitions", counts.Repetitions,
				"moves", strconv.FormatFloat(float64(counts.QuietPlies)/2, 'f', -1, 64), "limit", counts.Limit)
		}
		return factRefusal(g, err)
	}
	if err := req.save(g); err != nil {
		return err
	}
	other, err := req.opponent(g, by)
	if err != nil {
		return err
	}
	return req.announceEnd(g, other)
}
