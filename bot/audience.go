package bot

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
func (req *request) audience() chat.Audience {
	if req.secret || req.command != nil && req.command.Audience == chat.Secret {
		return chat.Secret
	}
	return chat.Quiet
}

// noteGame notes the game that the answer is about.
func (req *request) noteGame(g *game.Game) {
	req.gameID = g.ID
	req.noteHome(g.Home, g.Server)
}

// noteHome notes that the answer tells of a game or a challenge with such a home. Of one that
// is at home elsewhere the people here are told nothing.
func (req *request) noteHome(home chat.Address, server string) {
	req.secret = req.secret || home != req.msg.In.Address && (server == "" || server != req.msg.In.Server || closedHere(req, home))
}

// closedHere reports whether people who read an answer here may not be able to see a
// place in the same server.
func closedHere(req *request, home chat.Address) bool {
	if !req.msg.Overheard {
		return false
	}
	root, closed, err := req.room(home)
	if err != nil || !closed {
		return err != nil
	}
	here, _, err := req.room(req.msg.In.Address)
	return err != nil || here != root
}

// completeRefusal gives a refusal what its answer needs to know; other errors stay what they are.
func completeRefusal(req *request, err error) error {
	if r := (*Refusal)(nil); errors.As(err, &r) {
		r.audience, r.command, r.path = req.audience(), req.command, req.path
	}
	return err
}

// answerRefusal says why a command was not done.
func answerRefusal(req *request, r *Refusal) {
	req.command, req.path = r.command, r.path
	req.reply = &chat.Reply{Text: r.text(req.lang), Audience: r.audience, Buttons: r.buttons, Block: r.block,
		Game: r.game, Picture: r.picture}
}

// redirectAnswer sends an answer that is secret to the speaker alone if everybody would see it
// here, and answers with a sentence that tells nothing. Somebody who takes no direct
// messages is told which slash command to use.
func redirectAnswer(req *request) error {
	if req.reply.Audience != chat.Secret || !req.msg.Overheard {
		return nil
	}
	me, r := req.msg.From, *req.reply
	closed, err := req.tx.Unreachable(me.Address, req.now)
	if err != nil {
		return err
	}
	if closed {
		req.reply = &chat.Reply{Text: req.lang.Text("answer.slash", "command", slash(req.lang, req.path)), Audience: chat.Quiet}
		return nil
	}
	req.reply = &chat.Reply{Text: req.lang.Text("answer.alone"), Audience: chat.Quiet}
	r.Place, r.Asked, r.Command = req.place(), me, req.path
	_, err = req.tx.Enqueue(data.OutboxMessage{To: me.Address, Reply: r, NotBefore: req.now})
	return err
}

// slash writes a command as it is given by slash command; help leads to those that
// cannot be.
func slash(say words.Language, path string) string {
	var names []string
	for _, word := range strings.Fields(path) {
		names = append(names, say.Text("name."+word))
	}
	if c := command.At(strings.Fields(path)...); c == nil || c.Hidden {
		names = []string{say.Text("name.help")}
	}
	return "/" + strings.Join(names, " ")
}
