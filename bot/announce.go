package bot

import (
	"fmt"
	"slices"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/outbox"
	"stackmate/rules"
)

// announce says something about a game to everybody who follows it: in its home,
// else to each player alone. The place where the command was given gets it as the
// answer, or only a short note if the game is followed elsewhere. The reply is built
// for each audience in its language.
func (req *request) announce(g *game.Game, build func() (chat.Reply, error)) error {
	req.noteGame(g)
	closing, err := endsThread(req, g)
	if err != nil {
		return err
	}
	full := func() (chat.Reply, error) {
		r, err := build()
		r.Game, r.Ply, r.Close = g.ID, plies(g), closing
		if r.Title == "" {
			r.Title = req.title(g)
		}
		return r, err
	}
	if g.Analysis() && g.Home.IsZero() {
		r, err := full()
		if err != nil {
			return err
		}
		return req.answer(r)
	}
	places, err := req.audiences(g)
	if err != nil {
		return err
	}
	for _, a := range places {
		r, err := req.renderFor(a, full)
		if err != nil {
			return err
		}
		r.Close = r.Close && a.to == g.Home
		if a.to == g.Home {
			if r.Notify, err = playersWhoSee(req, g, r.Notify); err != nil {
				return err
			}
		}
		if a.to == req.msg.In.Address {
			req.reply = &r
			continue
		}
		if err := req.enqueue(a.to, r); err != nil {
			return err
		}
	}
	if err := tellWatchers(req, g, full, places); err != nil {
		return err
	}
	switch told := slices.ContainsFunc(places, func(a audience) bool { return a.to == req.msg.From.Address }); {
	case req.reply != nil:
		return nil
	case told && req.msg.Overheard: // the speaker, alone
		req.reply = &chat.Reply{Text: req.lang.Text("answer.alone"), Audience: chat.Quiet}
		return nil
	}
	r, err := full()
	if err != nil {
		return err
	}
	return req.answer(chat.Reply{Game: g.ID, Title: r.Title, Text: r.Text + " " + req.lang.Text("announce.elsewhere"), Picture: r.Picture})
}

// endsThread reports whether a game is over that had moved to a thread of its own.
func endsThread(req *request, g *game.Game) (bool, error) {
	if !g.Over() || g.Home.IsZero() {
		return false, nil
	}
	ch, err := req.tx.Challenge(g.ID)
	return err == nil && ch.Home != g.Home, err
}

// tellWatchers says the same to those who watch a game, each alone, unless they
// hear it anyway.
func tellWatchers(req *request, g *game.Game, build func() (chat.Reply, error), places []audience) error {
	watchers, err := req.tx.Watchers(g.ID)
	if err != nil {
		return err
	}
	for _, id := range watchers {
		p, err := req.person(id)
		if err != nil {
			return err
		}
		a := req.privateTo(p, data.Server{})
		if len(g.Colors(id)) > 0 || slices.ContainsFunc(places, func(other audience) bool { return other.to == a.to }) {
			continue
		}
		r, err := speakOutside(req, a, build)
		if err != nil {
			return err
		}
		r.Notify, r.Buttons, r.Close = nil, nil, false
		if err := req.enqueue(a.to, r); err != nil {
			return err
		}
	}
	return nil
}

// speakOutside builds a reply for somebody who only watches: without what the players say
// to one another.
func speakOutside(req *request, a audience, build func() (chat.Reply, error)) (chat.Reply, error) {
	req.outside = true
	defer func() { req.outside = false }()
	return req.renderFor(a, build)
}

// seat names a player with the color, or only once where both are the same.
func (req *request) seat(name string, color rules.Color) string {
	if written := req.lang.Text("color." + color.String()); written != name {
		return name + " (" + written + ")"
	}
	return name
}

// seats names both players with their colors.
func (req *request) seats(names [2]string) string {
	return req.seat(names[rules.White], rules.White) + " – " + req.seat(names[rules.Black], rules.Black)
}

func (req *request) title(g *game.Game) string {
	return req.lang.Text("game.title", "game", g.ID, "variant", g.Variant.Name())
}

// names returns the names of White and Black.
func (req *request) names(g *game.Game) (names [2]string, err error) {
	for color, id := range g.Seats {
		p, err := req.person(id)
		if err != nil {
			return names, err
		}
		names[color] = req.nameOf(p)
	}
	return names, nil
}

// picture asks for the position on the board, seen by the side to move, or by the
// winner when the game is over.
func picture(g *game.Game) *chat.Picture {
	below := g.Turn()
	if winner, ok := g.Outcome.Winner(); ok {
		below = winner
	}
	return &chat.Picture{Game: g.ID, Ply: len(g.Plies), Black: below == rules.Black}
}

// moveButtons lead to a move without typing.
func moveButtons(req *request, g *game.Game) [][]chat.Button {
	return [][]chat.Button{{{Label: req.lang.Text("button.move"), Command: "pick " + gameRefAtPly(g), Style: chat.Invite, For: chat.PlayersOf(g.ID)}}}
}

// turnText says whose turn it is or how the game ended.
func turnText(req *request, g *game.Game) (string, error) {
	names, err := req.names(g)
	if err != nil {
		return "", err
	}
	if g.Over() {
		return resultText(req, g, names)
	}
	t := g.Turn()
	text := req.lang.Text("turn", "seat", req.seat(names[t], t))
	p := g.Position()
	if p.InCheck() {
		text = req.lang.Text("check") + " " + text
	}
	return text, nil
}

// resultText says how a game ended, and what that did to the ratings.
func resultText(req *request, g *game.Game, names [2]string) (string, error) {
	ratings, err := ratingText(req.tx, req.lang, g, names)
	if ratings != "" {
		ratings = " " + ratings
	}
	if g.Outcome == rules.Undecided {
		return req.lang.Text("result.none."+string(g.Reason)) + ratings, err
	}
	if w, ok := g.Outcome.Winner(); ok {
		return req.lang.Text("result.win."+string(g.Reason), "winner", names[w], "loser", names[w.Other()],
			"result", g.Outcome) + ratings, err
	}
	return req.lang.Text("result.draw."+string(g.Reason), "result", g.Outcome) + ratings, err
}

// toMove returns who must be told that it is their turn: nobody when the game is over.
func (req *request) toMove(g *game.Game) ([]chat.Person, error) {
	if g.Over() {
		return nil, nil
	}
	p, err := req.person(g.ToMove())
	if err != nil {
		return nil, err
	}
	return []chat.Person{p.Person()}, nil
}

// opponent returns the player on the other side.
func (req *request) opponent(g *game.Game, of rules.Color) (data.Player, error) {
	return req.person(g.Seats[of.Other()])
}

// gameRefAtPly writes a game's number with its ply, for buttons.
func gameRefAtPly(g *game.Game) string { return fmt.Sprintf("#%d@%d", g.ID, len(g.Log)) }

// save stores a game. Nobody can have changed it since it was read: transactions
// that write wait for one another.
// With the end of a rated game the ratings change.
func (req *request) save(g *game.Game) error {
	if err := req.tx.SaveGame(g); err != nil {
		return err
	}
	req.saved = g
	return rate(req.tx, g, req.now)
}

// announceEnd tells everybody how the game ended.
func (req *request) announceEnd(g *game.Game, notify data.Player) error {
	return req.announce(g, func() (chat.Reply, error) {
		names, err := req.names(g)
		if err != nil {
			return chat.Reply{}, err
		}
		result, err := resultText(req, g, names)
		return chat.Reply{Text: result, Picture: picture(g), Buttons: endButtons(req, g), Notify: []chat.Person{notify.Person()}}, err
	})
}

// enqueue posts a message about a game to those who are not answered at once.
func (req *request) enqueue(to chat.Address, r chat.Reply) error {
	if _, err := outbox.MergeWaiting(req.tx, to, &r, req.now); err != nil {
		return err
	}
	_, err := req.tx.Enqueue(data.OutboxMessage{To: to, Reply: r, NotBefore: req.now})
	return err
}

// announceFlag stores and tells the end of a game by the clock.
func announceFlag(req *request, g *game.Game) error {
	if err := req.save(g); err != nil {
		return err
	}
	req.env.Log.Info("time is over", "game", g.ID)
	var notify []chat.Person
	for _, id := range g.Seats {
		p, err := req.person(id)
		if err != nil {
			return err
		}
		notify = append(notify, p.Person())
	}
	return req.announce(g, func() (chat.Reply, error) {
		names, err := req.names(g)
		if err != nil {
			return chat.Reply{}, err
		}
		result, err := resultText(req, g, names)
		return chat.Reply{Text: result, Picture: picture(g), Buttons: endButtons(req, g), Notify: notify}, err
	})
}

// clockLine says until when the side to move must have moved; empty without a clock.
func clockLine(req *request, g *game.Game) string {
	deadline, ok := g.Deadline()
	if !ok {
		return ""
	}
	return " " + req.lang.Text("clock.deadline", "when", chat.When(deadline))
}

// endButtons invite to play again.
func endButtons(req *request, g *game.Game) [][]chat.Button {
	return [][]chat.Button{{{Label: req.lang.Text("button.rematch"), Command: fmt.Sprintf("rematch #%d", g.ID), Style: chat.Invite,
		For: chat.PlayersOf(g.ID)}}}
}
