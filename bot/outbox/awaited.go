package outbox

import (
	"slices"
	"sync"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// Awaited are answers to people's moves against the program that front ends are about to deliver.
// Each is kept for a moment, so that it can take in the program's reply: one message says both. The
// zero value is ready to use. It is safe for concurrent use.
type Awaited struct {
	mu      sync.Mutex
	answers map[int64]*Awaiting // by game
}

// Awaiting is an answer that waits for a reply.
type Awaiting struct {
	// Replied is closed when the reply is there.
	Replied chan struct{}

	message data.OutboxMessage

	mu     sync.Mutex // held while the reply is stored
	gone   bool       // whether it waits no more
	merged *data.OutboxMessage
}

// Add begins to wait, for a reply to an answer that is in the outbox, leased to its front end. The
// caller must call Stop.
func (w *Awaited) Add(m data.OutboxMessage) *Awaiting {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.answers == nil {
		w.answers = map[int64]*Awaiting{}
	}
	a := &Awaiting{Replied: make(chan struct{}), message: m}
	w.answers[m.Reply.Game] = a
	return a
}

// Stop ends the waiting. It returns the answer with the reply, which is in the outbox in place of
// the other, or nil if there is none. A may be nil.
func (w *Awaited) Stop(a *Awaiting) *data.OutboxMessage {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	a.gone = true
	merged := a.merged
	a.mu.Unlock()
	w.mu.Lock()
	defer w.mu.Unlock()
	if game := a.message.Reply.Game; w.answers[game] == a {
		delete(w.answers, game)
	}
	return merged
}

// Take returns the answer that waits in a game, if there is one; it goes on waiting until Release.
func (w *Awaited) Take(game int64) *Taken {
	w.mu.Lock()
	a := w.answers[game]
	w.mu.Unlock()
	if a == nil {
		return &Taken{}
	}
	a.mu.Lock()
	if a.gone || a.merged != nil {
		a.mu.Unlock()
		return &Taken{}
	}
	return &Taken{waiting: a}
}

// Taken is an answer while the reply to it is stored.
type Taken struct {
	waiting *Awaiting // nil if no answer waits
	tx      *mergingTx
}

// Tx returns a transaction that stores the reply. Its message to where the answer waits takes that
// in, and is leased to the same front end.
func (t *Taken) Tx(tx data.Tx, lease time.Time) data.Tx {
	if t.waiting == nil {
		return tx
	}
	t.tx = &mergingTx{Tx: tx, answer: t.waiting.message, lease: lease}
	return t.tx
}

// Release hands over the merged answer, if there is one and the transaction was committed.
func (t *Taken) Release(committed bool) {
	if t.waiting == nil {
		return
	}
	if committed && t.tx != nil && t.tx.merged != nil {
		t.waiting.merged = t.tx.merged
		close(t.waiting.Replied)
	}
	t.waiting.mu.Unlock()
}

// mergingTx is the transaction of a reply.
type mergingTx struct {
	data.Tx
	answer data.OutboxMessage
	lease  time.Time
	merged *data.OutboxMessage
}

// Waiting implements data.Outbox. The answer can be merged, since nobody delivers it yet.
func (t *mergingTx) Waiting(to chat.Address, game int64) ([]data.OutboxMessage, error) {
	list, err := t.Tx.Waiting(to, game)
	for i := range list {
		if list[i].ID == t.answer.ID {
			list[i].LeasedBy = ""
		}
	}
	return list, err
}

// Enqueue implements data.Outbox.
func (t *mergingTx) Enqueue(m data.OutboxMessage) (int64, error) {
	if t.merged != nil || m.To != t.answer.To || m.Reply.Game != t.answer.Reply.Game {
		return t.Tx.Enqueue(m)
	}
	waiting, err := t.Tx.Waiting(m.To, m.Reply.Game)
	if err != nil {
		return 0, err
	}
	if slices.ContainsFunc(waiting, func(w data.OutboxMessage) bool { return w.ID == t.answer.ID }) { // not merged
		return t.Tx.Enqueue(m)
	}
	m.NotBefore, m.LeasedBy = t.lease, t.answer.LeasedBy
	id, err := t.Tx.Enqueue(m)
	m.ID = id
	m.Reply.Key = IdempotencyKey(id)
	t.merged = &m
	return id, err
}
