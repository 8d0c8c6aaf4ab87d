package request

import (
	"errors"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
)

// AuthorizeButton takes the code of a button apart, and refuses who may not press it. Of them
// nothing is kept: pressing somebody else's buttons is not speaking to the bot.
func AuthorizeButton(req *Request) error {
	if !req.Msg.Pressed {
		return nil
	}
	who, command := chat.ReadCode(req.Msg.Text)
	req.Msg.Text = command
	err := checkPresser(req, who)
	if r := (*Refusal)(nil); errors.As(err, &r) {
		r.ForgetSpeaker, r.audience = true, chat.Quiet
	}
	return err
}

// checkPresser refuses the speaker unless the pressed button is for him. A button that is
// for nobody in particular may only look.
func checkPresser(req *Request, who chat.Pressers) error {
	if who == chat.Everybody {
		return nil
	}
	me, err := req.Tx.FindPlayer(req.Msg.From.Address)
	if err != nil && !errors.Is(err, data.ErrNotFound) {
		return err
	}
	if id := who.Game(); id > 0 {
		g, err := req.Tx.Game(id)
		switch {
		case err != nil && !errors.Is(err, data.ErrNotFound):
			return err
		case err == nil && me.ID != 0 && slices.Contains(g.Seats[:], me.ID):
			return nil
		}
		return Refuse("button.players", "game", id)
	}
	if id := who.Player(); id > 0 {
		if id == me.ID {
			return nil
		}
		switch owner, err := req.Tx.Player(id); {
		case err == nil:
			return Refuse("button.other", "name", req.NameOf(owner))
		case !errors.Is(err, data.ErrNotFound):
			return err
		}
	}
	in, err := command.Parse(req.Msg, nil)
	if err != nil || in.Command().ReadOnly {
		return nil // what is no command is refused later
	}
	return Refuse("button.old", "command", slashName(in.Path))
}

// ButtonSpent reports whether the button that was pressed is of no more use: its question is
// answered now, or has been settled before.
func ButtonSpent(req *Request, r *Refusal) bool {
	switch {
	case !req.Msg.Pressed:
		return false
	case r != nil:
		return slices.ContainsFunc(r.sentences, func(p sentence) bool {
			return finalRefusals[p.key] || strings.HasPrefix(p.key, "challenge.closed.")
		})
	}
	return !req.Confirming && !req.Cmd.Command().ReadOnly
}

// finalRefusals are the refusals after which a button will never do anything.
var finalRefusals = map[string]bool{"game.over": true, "game.stale": true, "draw.no-offer": true, "takeback.not-asked": true,
	"button.old": true}
