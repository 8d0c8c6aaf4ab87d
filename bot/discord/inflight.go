package discord

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
)

// inflight counts the events being handled, each once however often it comes meanwhile.
type inflight struct {
	mu     sync.Mutex
	closed bool
	active map[string]bool
	group  sync.WaitGroup
	ctx    context.Context // of the handlers; it outlives the one that ends Run
	log    *slog.Logger
}

// begin takes an event up; false means that it is held already or that nothing is
// taken up any more. Each true needs an end.
func (w *inflight) begin(id string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.active[id] {
		return false
	}
	if w.active == nil {
		w.active = map[string]bool{}
	}
	w.active[id] = true
	w.group.Add(1)
	return true
}

// end lets an event go.
func (w *inflight) end(id string) {
	w.mu.Lock()
	delete(w.active, id)
	w.mu.Unlock()
	w.group.Done()
}

// drain takes up nothing more and waits until everything held has come to its end.
func (w *inflight) drain() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.group.Wait()
}

// handleOnce handles an event. A panic in it ends that event only.
func (w *inflight) handleOnce(id string, handle func()) {
	if !w.begin(id) {
		return
	}
	defer w.end(id)
	w.recoverPanic(id, handle)
}

// recoverPanic does something for an event. A panic in it goes no further.
func (w *inflight) recoverPanic(id string, do func()) {
	defer func() {
		if r := recover(); r != nil {
			w.log.Error("discord: event failed", "event", id, "panic", fmt.Sprint(r), "stack", string(debug.Stack()))
		}
	}()
	do()
}

// inBackground does something under an id of its own, unless the bot is to stop.
func (w *inflight) inBackground(id string, do func(ctx context.Context)) {
	go w.handleOnce(id, func() { do(w.ctx) })
}
