package bot

import (
	"errors"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/words"
)

// audience is who may read what the speaker is answered.
func (c *request) audience() chat.Audience {
	if c.secret || c.command != nil && c.command.Audience == chat.Secret {
		return chat.Secret
	}
	return chat.Quiet
}

// noteGame notes the game that the answer is about.
func (c *request) noteGame(g *game.Game) {
	c.gameID = g.ID
	c.noteHome(g.Home, g.Server)
}

// noteHome notes that the answer tells of a game or a challenge with such a home. Of one that
// is at home elsewhere the people here are told nothing.
func (c *request) noteHome(home chat.Address, server string) {
	c.secret = c.secret || home != c.msg.In.Address && (server == "" || server != c.msg.In.Server || c.closedHere(home))
}

// closedHere reports whether people who read an answer here may not be able to see a
// place in the same server.
func (c *request) closedHere(home chat.Address) bool {
	if !c.msg.Overheard {
		return false
	}
	root, closed, err := c.room(home)
	if err != nil || !closed {
		return err != nil
	}
	here, _, err := c.room(c.msg.In.Address)
	return err != nil || here != root
}

// completeRefusal gives a refusal what its answer needs to know; other errors stay what they are.
func (c *request) completeRefusal(err error) error {
	if r := (*Refusal)(nil); errors.As(err, &r) {
		r.audience, r.command, r.path = c.audience(), c.command, c.path
	}
	return err
}

// answerRefusal says why a command was not done.
func (c *request) answerRefusal(r *Refusal) {
	c.command, c.path = r.command, r.path
	c.reply = &chat.Reply{Text: r.text(c.lang), Audience: r.audience, Buttons: r.buttons, Block: r.block,
		Game: r.game, Picture: r.picture}
}

// redirectAnswer sends an answer that is secret to the speaker alone if everybody would see it
// here, and answers with a sentence that tells nothing. Somebody who takes no direct
// messages is told which slash command to use.
func (c *request) redirectAnswer() error {
	if c.reply.Audience != chat.Secret || !c.msg.Overheard {
		return nil
	}
	me, r := c.msg.From, *c.reply
	closed, err := c.tx.Unreachable(me.Address, c.now)
	if err != nil {
		return err
	}
	if closed {
		c.reply = &chat.Reply{Text: c.lang.Text("answer.slash", "command", slash(c.lang, c.path)), Audience: chat.Quiet}
		return nil
	}
	c.reply = &chat.Reply{Text: c.lang.Text("answer.alone"), Audience: chat.Quiet}
	r.Place, r.Asked, r.Command = c.place(), me, c.path
	_, err = c.tx.Enqueue(OutboxMessage{To: me.Address, Reply: r, NotBefore: c.now})
	return err
}

// slash writes a command as it is given by slash command; help leads to those that
// cannot be.
func slash(say words.Language, path string) string {
	var names []string
	for _, word := range strings.Fields(path) {
		names = append(names, say.Text("name."+word))
	}
	if c := commandAt(strings.Fields(path)...); c == nil || c.Hidden {
		names = []string{say.Text("name.help")}
	}
	return "/" + strings.Join(names, " ")
}
