package bot

import (
	"cmp"
	"context"
	"errors"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/request"
)

// handleReadOnly answers a message that changes nothing, beside those that are just changing
// something. It returns ErrReadOnly for every other message, also when it turns out that
// something has to be noted after all, as when a newcomer asks.
//
// If somebody waits for the answer and is told by the transport when none comes, nothing
// is kept of it: whoever asks again after a crash is answered again. What was typed or
// mailed, and its answer, are kept like those of any other command.
func (d *Desk) handleReadOnly(ctx context.Context, m chat.Message, last bool) (*Answer, error) {
	if !isReadOnly(m) {
		return nil, data.ErrReadOnly
	}
	waits := m.ID != "" && (m.Call != nil || m.Pressed)
	if waits && !d.readOnlySeen.Add(messageKey(m), struct{}{}, 1) {
		return nil, nil
	}
	req, refusal, letters, err := d.view(ctx, m, last)
	switch {
	case err != nil:
		return nil, err
	case req.Reply == nil:
		return nil, nil
	case waits && len(letters) == 0:
		m := outboxMessage(req)
		return &Answer{Reply: *req.Reply, Refused: refusal != nil, ButtonSpent: request.ButtonSpent(req, refusal), undelivered: &m}, nil
	}
	var answer *Answer
	err = d.uptime.Update(ctx, func(tx data.Tx, _ time.Time) error {
		if fresh, err := d.receive(tx, m, req.Now); !fresh {
			return err
		}
		for _, m := range letters {
			if _, err := tx.Enqueue(m); err != nil {
				return err
			}
		}
		answer, err = enqueueAnswer(req, tx, refusal)
		return err
	})
	if len(letters) > 0 {
		d.outbox.Wake()
	}
	return answer, err
}

// view runs a message that only looks. It returns the refusal that is answered, if there
// is one, and the messages that are to be posted with the answer.
func (d *Desk) view(ctx context.Context, m chat.Message, last bool) (req *request.Request, refusal *request.Refusal, letters []data.OutboxMessage, err error) {
	err = d.store.View(ctx, func(tx data.Tx) (err error) {
		now := d.now()
		if behind, err := d.uptime.MissedHeartbeat(tx, now); err != nil || behind {
			return cmp.Or(err, data.ErrReadOnly)
		}
		seen := &viewTx{Tx: tx}
		req, err = d.respond(ctx, seen, m, now, nil, last)
		if errors.As(err, &refusal) {
			seen.messages = nil
			req, err = d.respond(ctx, seen, m, now, refusal, last)
		}
		letters = seen.messages
		return err
	})
	return req, refusal, letters, err
}

// viewTx keeps the messages that are to be posted once the looking is over.
type viewTx struct {
	data.Tx
	messages []data.OutboxMessage
}

// Enqueue implements Outbox.
func (t *viewTx) Enqueue(m data.OutboxMessage) (int64, error) {
	t.messages = append(t.messages, m)
	return 0, nil
}

// messageKey tells a message from those of all transports.
func messageKey(m chat.Message) chat.Address {
	return chat.Address{Transport: m.From.Transport, ID: m.ID}
}

// isReadOnly reports whether a message changes nothing, as far as its words tell.
func isReadOnly(m chat.Message) bool {
	if m.Pressed {
		_, m.Text = chat.ReadCode(m.Text)
	}
	in, err := command.Parse(m, nil)
	return err != nil || in.ReadOnly() // what is no command is only refused
}

// maxReadOnlyKept is how many messages that were looked at are remembered. A transport repeats a message
// within moments.
const maxReadOnlyKept = 4096
