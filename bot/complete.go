package bot

import (
	"context"
	"errors"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/complete"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/words"
	"stackmate/rules"
)

// Complete returns completions for the argument that is being typed. The message holds the
// rest of the command. Complete changes nothing, and returns no completions where the
// command itself would be refused.
func (d *Desk) Complete(ctx context.Context, m chat.Message, argument, typed string) (list []chat.Option, err error) {
	if m.Call == nil {
		return nil, nil
	}
	ctx = data.ForJob(ctx, "completion")
	in, bad := command.ParseCall(m.Call, argument)
	if bad != nil {
		return nil, nil
	}
	err = d.store.View(ctx, func(tx data.Tx) error {
		player, err := tx.FindPlayer(m.From.Address)
		if err != nil && !(errors.Is(err, data.ErrNotFound) && argument == "level") { // somebody new chooses one, too
			return err
		}
		req := &request.Request{Ctx: ctx, Env: d.env, Tx: tx, Msg: m, Player: player, Now: d.now(), Cmd: in}
		req.Lang = req.Language()
		list, err = complete.Options(req, argument, typed)
		return err
	})
	over, refusal := (*request.ExpiredError)(nil), (*request.Refusal)(nil)
	if errors.As(err, &over) || errors.As(err, &refusal) || errors.Is(err, data.ErrNotFound) || errors.Is(err, data.ErrReadOnly) {
		return nil, nil
	}
	return list[:min(len(list), complete.Max)], err
}

// ChoiceName returns the name of a choice of an argument in a language. The key must be
// one of the argument's choices.
func ChoiceName(a command.Arg, key string, lang words.Language) string {
	switch a.Kind {
	case command.VariantArg:
		return rules.VariantByKey(key).Name()
	case command.ChoiceArg:
		if v := rules.VariantByKey(key); v != nil {
			return v.Name()
		}
	case command.ClockArg:
		clock, _ := game.ParseClock(key) // every choice parses
		return clockText(lang, clock)
	}
	return lang.Text("choice." + key)
}
