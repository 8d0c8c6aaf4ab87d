package discord

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"

	"stackmate/bot/logging"
)

// inflight is the set of events being handled. An event that comes again in the meantime is not handled twice.
type inflight struct {
	mu     sync.Mutex
	closed bool
	active map[string]bool
	group  sync.WaitGroup
	ctx    context.Context // of handlers; it ends shutdownGrace after the context of Run
	log    *slog.Logger
}

// begin adds an event; it returns false if the event is being handled already, or if the bot stops. After
// true the caller must call end.
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

// end removes an event.
func (w *inflight) end(id string) {
	w.mu.Lock()
	delete(w.active, id)
	w.mu.Unlock()
	w.group.Done()
}

// drain refuses new events and waits until all others have ended.
func (w *inflight) drain() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.group.Wait()
}

// handleOnce handles an event, unless it is being handled already or the bot stops. A panic is logged.
func (w *inflight) handleOnce(ctx context.Context, id string, handle func()) {
	if !w.begin(id) {
		return
	}
	defer w.end(id)
	w.recoverPanic(ctx, id, handle)
}

// goOnce is handleOnce in a goroutine. It returns false if the event is being handled already, or if the bot stops.
func (w *inflight) goOnce(ctx context.Context, id string, handle func()) bool {
	if !w.begin(id) {
		return false
	}
	go func() {
		defer w.end(id)
		w.recoverPanic(ctx, id, handle)
	}()
	return true
}

// recoverPanic calls do for an event. A panic is logged.
func (w *inflight) recoverPanic(ctx context.Context, id string, do func()) {
	defer func() {
		if r := recover(); r != nil {
			w.log.ErrorContext(ctx, "discord: event failed", "event", id, "panic", fmt.Sprint(r), "stack", string(debug.Stack()))
		}
	}()
	do()
}

// inBackground calls do in a goroutine, as an event with an id of its own, unless the bot stops. Its context has the
// trace of ctx, but may outlive it.
func (w *inflight) inBackground(ctx context.Context, id string, do func(ctx context.Context)) {
	ctx = logging.WithTrace(w.ctx, logging.Trace(ctx))
	go w.handleOnce(ctx, id, func() { do(ctx) })
}
