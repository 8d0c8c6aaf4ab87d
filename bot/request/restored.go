package request

import (
	"strconv"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/game"
)

// Stamp returns the stamp of the buttons that are sent now: it changes when the database is
// restored from a backup, so that earlier buttons are recognised. It is empty if it never was.
func (e *Env) Stamp() string {
	last := e.Restores.Last()
	if last.At.IsZero() {
		return ""
	}
	return strconv.FormatInt(last.At.UnixMilli(), 36)
}

// Forgotten reports whether the reply with a key, see chat.Reply, was sent in a time that was lost
// when the database was restored.
func (e *Env) Forgotten(key string) bool {
	id, err := strconv.ParseInt(key, 10, 64)
	if err != nil {
		return false
	}
	_, lost := e.Restores.LostMessage(id)
	return lost
}

// RefuseUnknown refuses a command that names a game or challenge that does not exist: with a
// sentence that says so if it was lost when the database was restored, else with the sentence of
// the catalogue under key.
func RefuseUnknown(req *Request, id int64, key string, args ...any) *Refusal {
	if r, ok := req.Env.Restores.LostGame(id); ok {
		if key == "challenge.unknown" {
			return Refuse("challenge.lost", "id", id, "when", chat.When(r.At), "from", chat.When(r.From))
		}
		return Refuse("game.lost", "game", id, "when", chat.When(r.At), "from", chat.When(r.From))
	}
	return Refuse(key, args...)
}

// refuseUnbegun refuses a command about a game that does not exist: if it had begun before the
// database was restored, and is the speaker's challenge again, it says so.
func refuseUnbegun(req *Request, id int64) *Refusal {
	last := req.Env.Restores.Last()
	ch, err := req.Tx.Challenge(id)
	if err == nil && ch.State == game.Open && ch.Made.Before(last.At) && (ch.From == req.Player.ID || ch.To == req.Player.ID) {
		return Refuse("game.reopened", "game", id, "when", chat.When(last.At), "from", chat.When(last.From))
	}
	return RefuseUnknown(req, id, "game.unknown", "game", id)
}

// checkLost refuses a pressed button whose game or challenge was lost when the database was
// restored, no matter who presses it.
func checkLost(req *Request) error {
	in, err := command.Parse(req.Msg, nil)
	if err != nil {
		return nil // refused later
	}
	if _, lost := req.Env.Restores.LostGame(in.Game.ID); lost {
		return RefuseUnknown(req, in.Game.ID, "game.unknown", "game", in.Game.ID)
	}
	if _, lost := req.Env.Restores.LostGame(in.Challenge); lost {
		return RefuseUnknown(req, in.Challenge, "challenge.unknown", "id", in.Challenge)
	}
	return nil
}

// undone reports whether a message was written about a position that was lost when the database
// was restored, or may have been. A message that names no position may have been if it is older
// than the restore.
func undone(req *Request) bool {
	w, last := req.Msg.Seen, req.Env.Restores.Last()
	if w == nil || last.At.IsZero() {
		return false
	}
	return req.Env.Forgotten(w.Message) || w.Ply < 0 && w.At.Before(last.At.Truncate(time.Second)) // mails tell no fractions
}

// refuseUndone refuses a command about a position that was lost, and shows the one of now.
func refuseUndone(req *Request, g *game.Game) *Refusal {
	last := req.Env.Restores.Last()
	return Refuse("game.undone", "game", g.ID, "when", chat.When(last.At), "from", chat.When(last.From)).withBoard(g, req.Player.ID)
}

// AnnounceRestored tells all who follow a game where it is now that the database was restored.
func AnnounceRestored(req *Request, g *game.Game) error {
	notify, err := SeatedPeople(req, g)
	if err != nil {
		return err
	}
	return req.Announce(g, func(req *Request) (chat.Reply, error) {
		turn, err := TurnText(req, g)
		text := req.Lang.Text("game.restored", "game", g.ID, "number", len(g.Plies)/2+1, "from", chat.When(req.Env.Restores.Last().From))
		return chat.Reply{Text: text + " " + turn + ClockLine(req, g), Picture: PictureOf(g), Notify: notify, Buttons: MoveButtons(req, g)}, err
	})
}
