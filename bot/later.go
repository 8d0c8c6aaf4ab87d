package bot

import (
	"context"
	"errors"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/request"
)

// laterTimeout is how long one delivery of an answer waits until that is known. What the program has
// begun to think about goes on, so that a later attempt finds it.
const laterTimeout = 25 * time.Second

// answersLater reports whether a command for which the program has to think is answered when it has
// thought, and not at once: other mails would have to wait.
func answersLater(m chat.Message, err error) bool {
	unanswered := (*request.UnansweredError)(nil)
	return m.In.Transport == request.MailTransport && errors.As(err, &unanswered)
}

// answerLater puts an answer into the outbox that is found when it is sent, also after a crash.
func answerLater(ctx context.Context, d *Desk, m chat.Message, last bool) (answer *Answer, err error) {
	err = d.uptime.Update(ctx, func(tx data.Tx, now time.Time) error {
		answer = nil
		if fresh, err := receive(tx, m, now); !fresh {
			return err
		}
		req := newRequest(ctx, d, tx, m, now, last)
		if err := admit(req, nil); err != nil {
			return err
		}
		req.Reply = &chat.Reply{Text: req.Lang.Text("advice.later"), Audience: chat.Quiet, Language: req.Lang.Tag, Game: m.Game,
			Later: &chat.Later{Text: m.Text, Game: m.Game}}
		answer, err = enqueueAnswer(req, tx, nil)
		return err
	})
	return answer, err
}

// findLater replaces a reply that has a Later by the answer. After an error the reply is as it was.
func findLater(ctx context.Context, d *Desk, r *chat.Reply) error {
	ctx, cancel := context.WithTimeout(ctx, laterTimeout)
	defer cancel()
	m := chat.Message{From: r.Asker, In: chat.Place{Address: r.Asker.Address, Private: true}, Text: r.Later.Text, Game: r.Later.Game}
	_, err := d.whenKnown(ctx, func(last bool) error {
		req, refusal, _, err := view(ctx, d, m, last)
		switch {
		case err != nil || req.Reply == nil:
			return err
		case refusal != nil && refusal.Temporary():
			return refusal
		}
		answer := *req.Reply
		answer.Asker, answer.InReplyTo, answer.Command = r.Asker, r.InReplyTo, string(req.Cmd.Path)
		*r = answer
		return nil
	})
	return err
}
