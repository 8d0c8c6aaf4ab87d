package mydata

import (
	"errors"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/words"
	"stackmate/rules"
)

// Forget deletes everything about a player but the moves of games, which their opponents keep. It
// resigns the running games, or aborts those that can be, and tells the opponents. It must run in
// a transaction that may write; the request says in which, and when.
func Forget(req *request.Request, p data.Player) error {
	tx := req.Tx
	games, err := runningGames(tx, p.ID)
	if err != nil {
		return err
	}
	challenges, err := tx.OpenChallenges(p.ID)
	if err != nil {
		return err
	}
	if err := removeMoveNotes(tx, p.ID); err != nil {
		return err
	}
	if err := closeAnalyses(req, p.ID); err != nil {
		return err
	}
	names, err := tx.NamesOf(p.ID)
	if err != nil {
		return err
	}
	if err := scrubOutbox(tx, p.Addresses, names); err != nil {
		return err
	}
	fresh := []byte(req.Env.Code() + req.Env.Code() + req.Env.Code())
	if err := tx.RemoveIdentity(p.ID, fresh); err != nil {
		return err
	}
	if err := request.Forget(req, p.Addresses); err != nil {
		return err
	}
	// From here on the player is a former one, also in what others are told.
	for _, g := range games {
		if err := leave(announcer(req), g, p.ID); err != nil {
			return err
		}
	}
	for _, ch := range challenges {
		if err := withdraw(announcer(req), ch, p.ID); err != nil {
			return err
		}
	}
	if err := tx.RemoveTraces(p.ID); err != nil {
		return err
	}
	req.Env.Log.Info("everything about a player was deleted", "player", p.ID, "games", len(games))
	return nil
}

// announcer returns a request by nobody, with which others are told something.
func announcer(req *request.Request) *request.Request {
	return &request.Request{Ctx: req.Ctx, Env: req.Env, Tx: req.Tx, Now: req.Now, Lang: words.In("en"), LastAttempt: true}
}

// leave ends a running game of a former player: by the clock if the time is over, without a result
// if the game can still be aborted, else by resignation.
func leave(req *request.Request, g *game.Game, player int64) error {
	by := g.Colors(player)[0]
	if !g.FlagIfExpired(req.Now) && g.Abort(req.Now) != nil {
		if err := g.Resign(by, req.Now); err != nil {
			return err
		}
	}
	if err := req.Save(g); err != nil {
		return err
	}
	other, err := req.Opponent(g, by)
	if err != nil {
		return err
	}
	return req.Announce(g, func(req *request.Request) (chat.Reply, error) {
		names, err := req.Names(g)
		if err != nil {
			return chat.Reply{}, err
		}
		result, err := request.ResultText(req, g, names)
		return chat.Reply{Text: req.Lang.Text("mydata.left") + " " + result, Picture: request.PictureOf(g), Notify: []chat.Person{other.Person()}}, err
	})
}

// withdraw cancels an open challenge from or to a former player, and tells those who could see it.
// Somebody who was invited by mail, and may never have answered, is not written to again.
func withdraw(req *request.Request, ch *game.Challenge, player int64) error {
	if err := req.Tx.AnswerChallenge(ch.ID, game.Cancelled); err != nil {
		return err
	}
	other := ch.From
	if other == player {
		other = ch.To
	}
	if ch.Address != "" && other == ch.To {
		return nil
	}
	var reader data.Player
	if other != 0 {
		var err error
		if reader, err = req.Tx.Player(other); err != nil {
			return err
		}
	}
	server, err := req.SettingsOf(ch.Server)
	if err != nil {
		return err
	}
	a := req.PublicIn(ch.Home, ch.Server, server)
	if other != 0 && (ch.Address != "" || ch.Home.IsZero()) {
		a = req.PrivateTo(reader, server)
	} else if other != 0 {
		if a, err = request.RecipientFor(req, reader, ch.Home, ch.Server); err != nil {
			return err
		}
	}
	if a.To.IsZero() {
		return nil
	}
	r, err := req.RenderFor(a, func(req *request.Request) (chat.Reply, error) {
		return chat.Reply{Game: ch.ID, Title: req.Lang.Text("challenge.title", "id", ch.ID), Text: req.Lang.Text("mydata.withdrawn", "id", ch.ID)}, nil
	})
	if err != nil {
		return err
	}
	if other != 0 {
		r.Notify = []chat.Person{reader.Person()}
	}
	_, err = req.Tx.Enqueue(data.OutboxMessage{To: a.To, Reply: r, NotBefore: req.Now})
	return err
}

// closeAnalyses ends the analyses of a player, which nobody else has seen.
func closeAnalyses(req *request.Request, player int64) error {
	open, err := req.Tx.FindGames(data.GameFilter{Player: player, Kind: data.Analyses})
	if err != nil {
		return err
	}
	for _, l := range open.Games {
		g, err := readable(req.Tx, l.ID)
		if err != nil {
			return err
		}
		if g == nil {
			continue
		}
		if err := g.CloseAnalysis(req.Now); errors.Is(err, game.ErrOver) {
			continue
		} else if err != nil {
			return err
		}
		if err := req.Tx.SaveGame(g); err != nil {
			return err
		}
	}
	return nil
}

// removeMoveNotes deletes what a player has written to opponents with moves.
func removeMoveNotes(tx data.Tx, player int64) error {
	ids, err := tx.GamesWithMoveNotes(player)
	if err != nil {
		return err
	}
	for _, id := range ids {
		g, err := readable(tx, id)
		if err != nil {
			return err
		}
		if g == nil { // nobody knows whose the notes are
			if err := tx.RemoveAllMoveNotes(id); err != nil {
				return err
			}
			continue
		}
		var own []int
		for i, mover := range movers(g) {
			if g.Log[i].Note != "" && g.Seats[mover] == player {
				own = append(own, i)
			}
		}
		if err := tx.RemoveMoveNotes(id, own); err != nil {
			return err
		}
	}
	return nil
}

// movers returns the side that made each entry of a game's log. Of a takeback it is the side whose
// move was taken back.
func movers(g *game.Game) []rules.Color {
	start := g.Rules().Start()
	depth, list := 0, make([]rules.Color, len(g.Log))
	for i, p := range g.Log {
		if p.Takeback() {
			depth--
		}
		if list[i] = start.Turn(); depth%2 == 1 {
			list[i] = start.Turn().Other()
		}
		if !p.Takeback() {
			depth++
		}
	}
	return list
}
