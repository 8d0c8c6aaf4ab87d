package bot

import (
	"fmt"

	"stackmate/bot/account"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
)

// handleAccept accepts a challenge and begins the game.
func handleAccept(req *request.Request) error {
	ch, err := openChallenge(req, func(ch *game.Challenge) bool { return canAccept(req, ch) }, command.Accept)
	if err != nil {
		return err
	}
	from, err := req.Person(ch.From)
	if err != nil {
		return err
	}
	if err := checkBans(req, ch.Server, req.Player, from); err != nil {
		return err
	}
	if ch.To == 0 {
		if err := account.CheckBlocks(req, from); err != nil {
			return err
		}
	}
	return begin(req, ch, req.Player, func(*request.Request) string { return "" })
}

// begin begins the game of a challenge that a player accepts, and announces it. About returns
// what else is said of it.
func begin(req *request.Request, ch *game.Challenge, by data.Player, about func(*request.Request) string) error {
	if err := req.Tx.AnswerChallenge(ch.ID, game.Accepted); err != nil {
		return err
	}
	g, err := ch.Start(by.ID, req.Env.Coin(), req.Now)
	if err != nil {
		return err
	}
	for color, id := range g.Seats { // the first deadline depends on them
		if g.Vacations[color], err = req.Tx.Vacations(id); err != nil {
			return err
		}
	}
	if err := req.Tx.AddGame(g); err != nil {
		return err
	}
	notify, err := req.ToMove(g)
	if err != nil {
		return err
	}
	server, err := req.SettingsOf(g.Server)
	if err != nil {
		return err
	}
	return req.Announce(g, func(req *request.Request) (chat.Reply, error) {
		names, err := req.Names(g)
		if err != nil {
			return chat.Reply{}, err
		}
		text := req.Lang.Text("game.begins", "game", g.ID, "name", names[g.Turn()], "seats", req.Seats(names),
			"example", request.SimpleMove(g.Position()))
		r := chat.Reply{Text: text + about(req) + request.ClockLine(req, g), Picture: request.PictureOf(g), Notify: notify, Buttons: request.MoveButtons(req, g)}
		if g.ToMove() == by.ID && by.Level > 0 {
			r.Played = req.Lang.Text("computer.begins", "seats", req.Seats(names)) + about(req)
			r.Text = r.Played + " " + req.Lang.Text("computer.thinking", "seat", req.Seat(names, g.Turn()))
			r.Picture, r.Buttons = nil, nil
		}
		if !g.Home.IsZero() && !server.NoThreads {
			r.Thread = fmt.Sprintf("#%d %s – %s", g.ID, names[0], names[1])
			for _, id := range g.Seats {
				p, err := req.Person(id)
				if err != nil {
					return r, err
				}
				if p.Level > 0 {
					continue
				}
				r.Players = append(r.Players, p.Person())
			}
		}
		return r, nil
	})
}

// canAccept reports whether the speaker may accept a challenge: one addressed to the
// speaker, or an open one that somebody else made in this server, or in this place if that
// is in no server.
func canAccept(req *request.Request, ch *game.Challenge) bool {
	if ch.To != 0 || ch.From == req.Player.ID {
		return ch.To == req.Player.ID
	}
	return ch.Server == req.Msg.In.Server && (ch.Server != "" || ch.Home == req.Msg.In.Address)
}
