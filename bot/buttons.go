package bot

import (
	"errors"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
)

// unlock takes the code of a button apart, and refuses who may not press it. Of them
// nothing is kept: pressing somebody else's buttons is not speaking to the bot.
func unlock(req *request) error {
	if !req.msg.Pressed {
		return nil
	}
	who, command := chat.ReadCode(req.msg.Text)
	req.msg.Text = command
	err := checkPresser(req, who)
	if r := (*Refusal)(nil); errors.As(err, &r) {
		r.stranger, r.audience = true, chat.Quiet
	}
	return err
}

// checkPresser refuses the speaker unless the pressed button is for him. A button that is
// for nobody in particular may only look.
func checkPresser(req *request, who chat.Pressers) error {
	if who == chat.Everybody {
		return nil
	}
	me, err := req.tx.FindPlayer(req.msg.From.Address)
	if err != nil && !errors.Is(err, data.ErrNotFound) {
		return err
	}
	if id := who.Game(); id > 0 {
		g, err := req.tx.Game(id)
		switch {
		case err != nil && !errors.Is(err, data.ErrNotFound):
			return err
		case err == nil && me.ID != 0 && slices.Contains(g.Seats[:], me.ID):
			return nil
		}
		return refuse("button.players", "game", id)
	}
	if id := who.Player(); id > 0 {
		if id == me.ID {
			return nil
		}
		switch owner, err := req.tx.Player(id); {
		case err == nil:
			return refuse("button.other", "name", req.nameOf(owner))
		case !errors.Is(err, data.ErrNotFound):
			return err
		}
	}
	in, err := command.Parse(req.msg, nil)
	if err != nil || in.Command.ReadOnly {
		return nil // what is no command is refused later
	}
	return refuse("button.old", "command", slashOf(in.Path))
}

// answersQuestion reports whether the button that was pressed is of no more use: its question is
// answered now, or has been settled before.
func answersQuestion(req *request, r *Refusal) bool {
	switch {
	case !req.msg.Pressed:
		return false
	case r != nil:
		return slices.ContainsFunc(r.parts, func(p part) bool {
			return settled[p.key] || strings.HasPrefix(p.key, "challenge.closed.")
		})
	}
	return !req.asked && !req.command.ReadOnly
}

// settled are the refusals after which a button will never do anything.
var settled = map[string]bool{"game.over": true, "game.stale": true, "draw.no-offer": true, "takeback.not-asked": true,
	"button.old": true}
