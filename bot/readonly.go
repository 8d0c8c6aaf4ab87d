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

// handleReadOnly handles a message whose command changes nothing, without waiting for
// transactions that write. The error is data.ErrReadOnly if something must be stored after
// all, such as a new player.
//
// If the transport tells the speaker when no answer comes, neither the message nor the
// answer is stored: after a crash the speaker asks again. Messages that were typed or
// mailed are stored with their answers, like those of all other commands.
func (d *Desk) handleReadOnly(ctx context.Context, m chat.Message, last bool) (*Answer, error) {
	waits := m.ID != "" && (m.Call != nil || m.Pressed)
	if waits && !d.readOnlySeen.Add(messageKey(m), struct{}{}, 1) {
		return nil, nil
	}
	began := d.now()
	req, refusal, messages, err := view(ctx, d, m, last)
	switch {
	case err != nil:
		return nil, err
	case req.Reply == nil:
		return nil, nil
	case waits && len(messages) == 0:
		d.logCommand(ctx, req, refusal, began)
		m := outboxMessage(req)
		return &Answer{Reply: *req.Reply, Refused: refusal != nil, ButtonSpent: request.ButtonSpent(req, refusal), undelivered: &m}, nil
	}
	var answer *Answer
	err = d.uptime.Update(ctx, func(tx data.Tx, _ time.Time) error {
		if fresh, err := receive(tx, m, req.Now); !fresh {
			return err
		}
		for _, m := range messages {
			if _, err := tx.Enqueue(m); err != nil {
				return err
			}
		}
		answer, err = enqueueAnswer(req, tx, refusal)
		return err
	})
	if err == nil && answer != nil {
		d.logCommand(ctx, req, refusal, began)
	}
	if len(messages) > 0 {
		d.outbox.Wake()
	}
	return answer, err
}

// view runs a command that changes nothing. It returns the request with its answer, the
// refusal if there is one, and the messages to put into the outbox with the answer.
func view(ctx context.Context, d *Desk, m chat.Message, last bool) (req *request.Request, refusal *request.Refusal, messages []data.OutboxMessage, err error) {
	err = d.store.View(ctx, func(tx data.Tx) (err error) {
		now := d.now()
		if behind, err := d.uptime.MissedHeartbeat(tx, now); err != nil || behind {
			return cmp.Or(err, data.ErrReadOnly)
		}
		collected := &enqueueCollector{Tx: tx}
		req, err = d.respond(ctx, collected, m, now, nil, last)
		if errors.As(err, &refusal) {
			collected.messages = nil
			req, err = d.respond(ctx, collected, m, now, refusal, last)
		}
		messages = collected.messages
		return err
	})
	return req, refusal, messages, err
}

// enqueueCollector is a read-only transaction that collects the messages to put into the outbox
// later.
type enqueueCollector struct {
	data.Tx
	messages []data.OutboxMessage
}

// Enqueue implements data.Outbox.
func (t *enqueueCollector) Enqueue(m data.OutboxMessage) (int64, error) {
	t.messages = append(t.messages, m)
	return 0, nil
}

// messageKey returns a key of a message that is unique among all transports.
func messageKey(m chat.Message) chat.Address {
	return chat.Address{Transport: m.From.Transport, ID: m.ID}
}

// unknownVerb is the verb of messages that hold no command.
const unknownVerb = "unknown"

// glance returns the command of a message, and whether it changes nothing, judging by the text
// alone.
func glance(m chat.Message) (verb string, readOnly bool) {
	if m.Pressed {
		_, m.Text = chat.ReadCode(m.Text)
	}
	in, err := command.Parse(m, nil)
	verb = string(in.Path)
	if in.Path.Command() == nil { // the path may be what somebody typed
		verb = unknownVerb
	}
	return verb, err != nil || in.ReadOnly() // refusing a text that is not a command changes nothing
}

// maxReadOnlyKept is how many handled read-only messages are remembered, to recognise
// those that a transport repeats. It does so within seconds.
const maxReadOnlyKept = 4096
