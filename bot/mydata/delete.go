package mydata

import (
	"crypto/subtle"
	"errors"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
)

// deletionTime is how long each of the two questions before a deletion may be answered. It allows
// for slow mail.
const deletionTime = time.Hour

// HandleDelete deletes everything about the speaker, after asking twice. Each question has a code
// of its own, which only its reader knows, so that nobody confirms with a mail that somebody else
// has read, or with one that is late.
func HandleDelete(req *request.Request) error {
	asked, err := req.Tx.DeletionStep(req.Player.ID)
	if err != nil && !errors.Is(err, data.ErrNotFound) {
		return err
	}
	known := err == nil && subtle.ConstantTimeCompare([]byte(asked.Code), []byte(req.Cmd.Code)) == 1 && req.Now.Before(asked.Until)
	switch {
	case known && asked.Step == 2:
		return deleteSpeaker(req)
	case known:
		return askAgain(req)
	}
	text := []string{req.Lang.Text("mydata.first"), req.Lang.Text("mydata.first.deleted"), req.Lang.Text("mydata.first.kept"),
		req.Lang.Text("mydata.first.copy")}
	if req.Cmd.Code != "" {
		text = append([]string{req.Lang.Text("mydata.expired")}, text...)
	}
	return ask(req, 1, text, "button.delete")
}

// askAgain asks the second time, and says what becomes of the running games.
func askAgain(req *request.Request) error {
	games, err := runningGames(req.Tx, req.Player.ID)
	if err != nil {
		return err
	}
	aborted := 0
	for _, g := range games {
		if !g.FlagIfExpired(req.Now) && g.Abort(req.Now) == nil {
			aborted++
		}
	}
	text := req.Lang.Text("mydata.second.idle")
	if len(games) > 0 {
		text = req.Lang.Text("mydata.second.games", "resigned", len(games)-aborted, "aborted", aborted)
	}
	return ask(req, 2, []string{text, req.Lang.Text("mydata.second")}, "button.delete-all")
}

// ask asks a question of several paragraphs, which is answered with a new code.
func ask(req *request.Request, step int, text []string, label string) error {
	code := req.Env.Code()
	if err := req.Tx.SetDeletionStep(req.Player.ID, data.DeletionStep{Code: code, Step: step, Until: req.Now.Add(deletionTime)}); err != nil {
		return err
	}
	return req.Confirm(chat.Reply{Title: req.Lang.Text("mydata.delete.title"),
		Text: strings.Join(text, "\n\n") + chat.Either("", "\n\n"+req.Lang.Text("mydata.confirm", "code", code))},
		command.Invocation{Path: command.MydataDelete, Code: code}, label)
}

// deleteSpeaker deletes everything about the speaker.
func deleteSpeaker(req *request.Request) error {
	if err := Forget(req, req.Player); err != nil {
		return err
	}
	req.Player, req.Secret = data.Player{}, true
	return req.Answer(chat.Reply{Title: req.Lang.Text("mydata.delete.title"), Text: req.Lang.Text("mydata.deleted"), Forgotten: true})
}

// runningGames returns the games of a player against others that have not ended, without those that
// are damaged: they cannot go on either.
func runningGames(tx data.Tx, player int64) (list []*game.Game, err error) {
	running, err := tx.FindGames(data.GameFilter{Player: player})
	if err != nil {
		return nil, err
	}
	for _, l := range running.Games {
		g, err := readable(tx, l.ID)
		if err != nil {
			return nil, err
		}
		if g != nil {
			list = append(list, g)
		}
	}
	return list, nil
}

// readable returns a game; nil if its moves are damaged, which must not keep people from their data.
func readable(tx data.Tx, id int64) (*game.Game, error) {
	g, err := tx.Game(id)
	if err == nil {
		return g, nil
	}
	if _, summary := tx.GameSummary(id); summary != nil { // the store fails, and not this game alone
		return nil, err
	}
	return nil, nil
}
