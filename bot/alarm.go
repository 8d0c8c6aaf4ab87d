package bot

import (
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
)

// runAlarm handles the alarm of a game's clock: it sends the reminder that is due, or ends
// the game if the time is over.
func runAlarm(req *request.Request, id int64) error {
	g, err := req.Tx.Game(id)
	if err != nil {
		return err
	}
	if g.FlagIfExpired(req.Now) {
		return request.AnnounceFlag(req, g)
	}
	at, ok := g.NextAlarm()
	if !ok || req.Now.Before(at) {
		return req.Tx.SaveGame(g) // updates the stored alarm, which was out of date
	}
	thinks, err := req.Thinks(g)
	if err != nil {
		return err
	}
	g.Remind()
	deadline, _ := g.Deadline()
	if err := req.Tx.SaveGame(g); err != nil {
		return err
	}
	if next, ok := g.NextAlarm(); ok && !req.Now.Before(next) {
		return runAlarm(req, id) // the bot was late: only the last reminder is sent
	}
	if thinks { // the program needs no reminder
		return nil
	}
	req.Env.Log.InfoContext(req.Ctx, "reminder", "game", g.ID, "player", g.ToMove())
	return remind(req, g, deadline)
}

// remind sends a reminder of the deadline to the player to move: at the game's home, else
// in private.
func remind(req *request.Request, g *game.Game, deadline time.Time) error {
	p, err := req.Person(g.ToMove())
	if err != nil {
		return err
	}
	a, err := request.RecipientFor(req, p, g.Home, g.Server)
	if err != nil {
		return err
	}
	r, err := req.RenderFor(a, func(req *request.Request) (chat.Reply, error) {
		return chat.Reply{Game: g.ID, Ply: request.PlyCount(g), Title: req.Title(g), Notify: []chat.Person{p.Person()}, Picture: request.PictureOf(g), Buttons: request.MoveButtons(req, g),
			Text: req.Lang.Text("clock.reminder", "name", req.NameOf(p), "when", chat.When(deadline), "game", g.ID)}, nil
	})
	if err != nil {
		return err
	}
	_, err = req.Tx.Enqueue(data.OutboxMessage{To: a.To, Reply: r, NotBefore: req.Now})
	return err
}
