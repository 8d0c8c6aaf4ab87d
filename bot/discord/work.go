package discord

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// work counts the events being handled, each once however often it comes meanwhile.
type work struct {
	mu     sync.Mutex
	closed bool
	held   map[string]bool
	group  sync.WaitGroup
}

// begin takes an event up; false means that it is held already or that nothing is
// taken up any more. Each true needs an end.
func (w *work) begin(id string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.held[id] {
		return false
	}
	if w.held == nil {
		w.held = map[string]bool{}
	}
	w.held[id] = true
	w.group.Add(1)
	return true
}

// end lets an event go.
func (w *work) end(id string) {
	w.mu.Lock()
	delete(w.held, id)
	w.mu.Unlock()
	w.group.Done()
}

// finish takes up nothing more and waits until everything held has come to its end.
func (w *work) finish() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.group.Wait()
}

// guard handles an event. A panic in it ends that event only.
func (b *Bot) guard(id string, handle func()) {
	if !b.work.begin(id) {
		return
	}
	defer b.work.end(id)
	b.contain(id, handle)
}

// contain does something for an event. A panic in it goes no further.
func (b *Bot) contain(id string, do func()) {
	defer func() {
		if r := recover(); r != nil {
			b.log.Error("discord: event failed", "event", id, "panic", fmt.Sprint(r), "stack", string(debug.Stack()))
		}
	}()
	do()
}

// background does something under an id of its own, unless the bot is to stop.
func (b *Bot) background(id string, do func(ctx context.Context)) {
	go b.guard(id, func() { do(b.held) })
}
