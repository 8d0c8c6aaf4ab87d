package request

import (
	"errors"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/words"
)

// audience is who may read what the speaker is answered.
func (req *Request) audience() chat.Audience {
	if c := req.Cmd.Command(); req.Secret || c != nil && c.Audience == chat.Secret {
		return chat.Secret
	}
	return chat.Quiet
}

// NoteGame notes the game that the answer is about.
func (req *Request) NoteGame(g *game.Game) {
	req.GameID = g.ID
	req.NoteHome(g.Home, g.Server)
}

// NoteHome notes that the answer tells of a game or a challenge with such a home. Of one that
// is at home elsewhere the people here are told nothing.
func (req *Request) NoteHome(home chat.Address, server string) {
	req.Secret = req.Secret || home != req.Msg.In.Address && (server == "" || server != req.Msg.In.Server || hiddenHere(req, home))
}

// hiddenHere reports whether people who read an answer here may not be able to see a
// place in the same server.
func hiddenHere(req *Request, home chat.Address) bool {
	if !req.Msg.Overheard {
		return false
	}
	root, closed, err := req.room(home)
	if err != nil || !closed {
		return err != nil
	}
	here, _, err := req.room(req.Msg.In.Address)
	return err != nil || here != root
}

// CompleteRefusal gives a refusal what its answer needs to know; other errors stay what they are.
func CompleteRefusal(req *Request, err error) error {
	if r := (*Refusal)(nil); errors.As(err, &r) {
		r.audience, r.path = req.audience(), req.Cmd.Path
	}
	return err
}

// AnswerRefusal says why a command was not done.
func AnswerRefusal(req *Request, r *Refusal) {
	req.Cmd.Path = r.path
	req.Env.Log.Debug("refused", "command", r.path, "player", req.Player.ID, "error", r)
	req.Reply = &chat.Reply{Text: r.text(req.Lang), Audience: r.audience, Buttons: r.Buttons, Block: r.block,
		Game: r.game, Picture: r.picture}
}

// RedirectAnswer sends an answer that is secret to the speaker alone if everybody would see it
// here, and answers with a sentence that tells nothing. Somebody who takes no direct
// messages is told which slash command to use.
func RedirectAnswer(req *Request) error {
	if req.Reply.Audience != chat.Secret || !req.Msg.Overheard {
		return nil
	}
	me, r := req.Msg.From, *req.Reply
	closed, err := req.Tx.Unreachable(me.Address, req.Now)
	if err != nil {
		return err
	}
	if closed {
		req.Reply = &chat.Reply{Text: req.Lang.Text("answer.slash", "command", SlashCommand(req.Lang, req.Cmd.Path)), Audience: chat.Quiet}
		return nil
	}
	req.Reply = &chat.Reply{Text: req.Lang.Text("answer.alone"), Audience: chat.Quiet}
	r.Place, r.Asked, r.Command = req.PublicPlace(), me, string(req.Cmd.Path)
	_, err = req.Tx.Enqueue(data.OutboxMessage{To: me.Address, Reply: r, NotBefore: req.Now})
	return err
}

// SlashCommand writes a command as it is given by slashCommand command; help leads to those that
// cannot be.
func SlashCommand(say words.Language, path command.Path) string {
	var names []string
	for _, word := range strings.Fields(string(path)) {
		names = append(names, say.Text("name."+word))
	}
	if c := path.Command(); c == nil || c.Hidden {
		names = []string{say.Text("name.help")}
	}
	return "/" + strings.Join(names, " ")
}
