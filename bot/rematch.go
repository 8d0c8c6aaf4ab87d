package bot

import (
	"cmp"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/rules"
)

// handleRematch challenges the opponent of a finished game again, with the colors swapped.
func handleRematch(req *request.Request) error {
	if err := readNumber(req); err != nil {
		return err
	}
	g, by, err := request.LastGame(req)
	if err != nil {
		return err
	}
	if !g.Over() {
		return request.Refuse("rematch.running", "game", g.ID)
	}
	other, err := req.Opponent(g, by)
	if err != nil {
		return err
	}
	switch {
	case other.ID == req.Player.ID:
		return request.Refuse("challenge.self")
	case other.Former:
		return request.Refuse("rematch.former")
	}
	color, theirs := game.AsBlack, game.AsWhite
	if by == rules.Black {
		color, theirs = theirs, color
	}
	if other.Level == 0 && req.Cmd.Strength != 0 {
		return request.Refuse("computer.person")
	}
	open, err := req.Tx.OpenChallenges(req.Player.ID)
	if err != nil {
		return err
	}
	for _, ch := range open {
		switch {
		case ch.Variant != g.Variant || ch.Terms != g.Terms || ch.Address != "": // an address must not reveal who plays there
		case ch.From == other.ID && ch.To == req.Player.ID && ch.Color == theirs: // both have pressed the button
			req.Cmd.Challenge = ch.ID
			return handleAccept(req)
		case ch.From == req.Player.ID && ch.To == other.ID && ch.Color == color:
			return request.Refuse("rematch.waiting", "name", req.NameOf(other), "id", ch.ID)
		}
	}
	home, err := offerHome(req, g)
	if err != nil {
		return err
	}
	server, err := req.SettingsOf(g.Server)
	if err != nil {
		return err
	}
	if err := checkChannel(req, g.Server, server, home); err != nil {
		return err
	}
	if other.Level > 0 {
		err = beginAgainstComputer(req, &game.Challenge{Variant: g.Variant, Terms: g.Terms, From: req.Player.ID, Color: color,
			State: game.Open, Made: req.Now, Home: home, Server: g.Server}, cmp.Or(req.Cmd.Strength, other.Level))
		closeThread(req, g, home)
		return err
	}
	err = sendChallenge(req, &game.Challenge{Variant: g.Variant, Terms: g.Terms, From: req.Player.ID, To: other.ID, Color: color,
		State: game.Open, Made: req.Now, Home: home, Server: g.Server}, other)
	closeThread(req, g, home)
	return err
}

// closeThread has the answer close the thread of a game that is over, if the next one begins
// elsewhere.
func closeThread(req *request.Request, g *game.Game, home chat.Address) {
	if home != g.Home && req.Msg.In.Address == g.Home && req.Reply != nil {
		req.Reply.Game, req.Reply.Close = g.ID, true
	}
}

// offerHome returns where the challenge of a game was made: the channel above the game's
// thread, or its home if it has no thread.
func offerHome(req *request.Request, g *game.Game) (chat.Address, error) {
	if g.Home.IsZero() {
		return g.Home, nil
	}
	ch, err := req.Tx.Challenge(g.ID)
	if err != nil || ch.Home.IsZero() {
		return g.Home, err
	}
	return ch.Home, nil
}
