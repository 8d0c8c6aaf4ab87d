package bot

import (
	"fmt"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/rules"
)

// handleRematch challenges the opponent of a finished game again, with colors changed.
func handleRematch(req *request) error {
	if req.args["game"] == "" && req.msg.Game == 0 {
		ended, err := req.tx.GamesOf(req.player.ID, data.Ended, chat.Address{}, 1)
		if err != nil {
			return err
		}
		if len(ended.Games) == 0 {
			return refuse("rematch.none")
		}
		req.args["game"] = fmt.Sprint(ended.Games[0].ID)
	}
	g, by, err := req.ownGame()
	if err != nil {
		return err
	}
	if !g.Over() {
		return refuse("rematch.running", "game", g.ID)
	}
	other, err := req.opponent(g, by)
	if err != nil {
		return err
	}
	if other.ID == req.player.ID {
		return refuse("challenge.self")
	}
	color, theirs := game.AsBlack, game.AsWhite
	if by == rules.Black {
		color, theirs = theirs, color
	}
	open, err := req.tx.OpenChallenges(req.player.ID)
	if err != nil {
		return err
	}
	for _, ch := range open {
		switch {
		case ch.Variant != g.Variant || ch.Terms != g.Terms || ch.Address != "": // whose address that is remains unsaid
		case ch.From == other.ID && ch.To == req.player.ID && ch.Color == theirs: // both have pressed the button
			req.args = map[string]string{"challenge": fmt.Sprint(ch.ID)}
			return handleAccept(req)
		case ch.From == req.player.ID && ch.To == other.ID && ch.Color == color:
			return refuse("rematch.waiting", "name", req.nameOf(other), "id", ch.ID)
		}
	}
	home, err := offeredIn(req, g)
	if err != nil {
		return err
	}
	server, err := req.settingsOf(g.Server)
	if err != nil {
		return err
	}
	if err := mayOffer(req, g.Server, server, home); err != nil {
		return err
	}
	err = send(req, &game.Challenge{Variant: g.Variant, Terms: g.Terms, From: req.player.ID, To: other.ID, Color: color,
		State: game.Open, Made: req.now, Home: home, Server: g.Server}, other)
	if err == nil && home != g.Home && req.msg.In.Address == g.Home && req.reply != nil { // the old thread is over
		req.reply.Game, req.reply.Close = g.ID, true
	}
	return err
}

// offeredIn returns where a game was offered: the channel above its thread, if it has one.
func offeredIn(req *request, g *game.Game) (chat.Address, error) {
	if g.Home.IsZero() {
		return g.Home, nil
	}
	ch, err := req.tx.Challenge(g.ID)
	if err != nil || ch.Home.IsZero() {
		return g.Home, err
	}
	return ch.Home, nil
}
