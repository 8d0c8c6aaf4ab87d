package request

import (
	"errors"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
)

// AuthorizeButton splits the code of a pressed button into its command, which becomes the
// text of the message, and who may press it. It returns a Refusal for anybody else, of
// whom nothing is stored: pressing somebody else's button is not speaking to the bot.
func AuthorizeButton(req *Request) error {
	if !req.Msg.Pressed {
		return nil
	}
	who, command := chat.ReadCode(req.Msg.Text)
	req.fromBefore = chat.ReadStamp(req.Msg.Text) != req.Env.Stamp()
	req.Msg.Text = command
	err := checkLost(req)
	if err == nil {
		err = checkPresser(req, who)
	}
	if r := (*Refusal)(nil); errors.As(err, &r) {
		r.ForgetSpeaker, r.audience = true, chat.Quiet
	}
	return err
}

// checkPresser returns a Refusal unless the pressed button is for the speaker. An old button
// that does not say whom it is for works only if its command changes nothing.
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
		case err == nil && owner.Former:
			return Refuse("button.former")
		case err == nil:
			return Refuse("button.other", "name", req.NameOf(owner))
		case !errors.Is(err, data.ErrNotFound):
			return err
		}
	}
	in, err := command.Parse(req.Msg, nil)
	if err != nil || in.Command().ReadOnly {
		return nil // a text that is not a command is refused later
	}
	return Refuse("button.old", "command", chat.Command(string(in.Path)))
}

// ButtonSpent reports whether the button that was pressed will never do anything again:
// its question was answered by this command, or by an earlier one.
func ButtonSpent(req *Request, r *Refusal) bool {
	switch {
	case !req.Msg.Pressed:
		return false
	case r != nil:
		return slices.ContainsFunc(r.sentences, func(p sentence) bool {
			return finalRefusals[p.key] || strings.HasPrefix(p.key, "challenge.closed.")
		})
	}
	return !req.Confirming && !req.Cmd.Command().ReadOnly && !req.Cmd.Command().Reusable
}

// finalRefusals are the keys of refusals after which a button will never do anything.
var finalRefusals = map[string]bool{"game.over": true, "game.stale": true, "game.undone": true, "game.lost": true, "challenge.lost": true, "draw.no-offer": true, "takeback.not-asked": true,
	"button.old": true, "button.former": true, "rematch.former": true}
