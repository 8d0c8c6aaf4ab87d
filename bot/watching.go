package bot

import (
	"stackmate/bot/chat"
)

// watch has the bot tell somebody who does not play what happens in a game.
func (c *call) watch() error {
	g, err := c.shownGame()
	if err != nil {
		return err
	}
	switch {
	case len(g.Colors(c.player.ID)) > 0:
		return refuse("watch.own", "game", g.ID)
	case g.Over():
		return refuse("game.over", "game", g.ID)
	}
	changed, err := c.tx.Watch(g.ID, c.player.ID, true)
	if err != nil {
		return err
	}
	if !changed {
		return refuse("watch.already", "game", g.ID)
	}
	return c.answer(chat.Reply{Game: g.ID, Title: c.title(g), Text: c.say.Text("watch.begins", "game", g.ID), Picture: picture(g)})
}

// unwatch ends that.
func (c *call) unwatch() error {
	g, err := c.shownGame()
	if err != nil {
		return err
	}
	changed, err := c.tx.Watch(g.ID, c.player.ID, false)
	if err != nil {
		return err
	}
	if !changed {
		return refuse("watch.not", "game", g.ID)
	}
	return c.answerText("watch.ends", "game", g.ID)
}

// note shows or replaces what a player has noted on a game for nobody else to see.
func (c *call) note() error {
	g, err := c.shownGame()
	if err != nil {
		return err
	}
	if text := c.args["text"]; text != "" {
		if len(text) > maxText/2 {
			return refuse("note.long", "max", maxText/2)
		}
		if text == "-" {
			text = ""
		}
		if err := c.tx.SetNote(g.ID, c.player.ID, text); err != nil {
			return err
		}
		return c.answerText("note.kept", "game", g.ID)
	}
	note, err := c.tx.Note(g.ID, c.player.ID)
	if err != nil {
		return err
	}
	if note == "" {
		return c.answerText("note.none", "game", g.ID)
	}
	return c.answer(chat.Reply{Game: g.ID, Title: c.title(g), Text: c.say.Text("note.is", "game", g.ID), Block: note})
}
