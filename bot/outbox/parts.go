package outbox

import (
	"context"
	"sync"

	"stackmate/bot/data"
)

// parts are the parts of a transport's outbox that this process serves. All messages to an address are in one part, so no
// two processes deliver to the same address, and their order is kept. To claim single messages (FOR UPDATE SKIP LOCKED) would not do
// that: those to an address about two games could be claimed by two processes. It would also cost a transaction that writes for each message,
// and these are serializable: who meets what another has just claimed begins anew.
type parts struct {
	mu      sync.Mutex
	open    data.PartSet
	workers [data.OutboxParts]int
	idle    [data.OutboxParts]chan struct{} // closed when a part has no workers; nil if nobody waits for that
}

// begin counts a worker for a part. It returns false if this process no longer serves the part.
func (p *parts) begin(part int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open&(1<<part) == 0 {
		return false
	}
	p.workers[part]++
	return true
}

// end ends what begin has begun.
func (p *parts) end(part int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.workers[part]--
	if p.workers[part] == 0 && p.idle[part] != nil {
		close(p.idle[part])
		p.idle[part] = nil
	}
}

// work is the name of what processes share.
func (s *sender) work() string { return "outbox " + s.transport }

// serve serves a part of the outbox until the context ends. It returns when nobody delivers messages of the part any more.
func (s *sender) serve(ctx context.Context, part int) error {
	p := &s.parts
	p.mu.Lock()
	p.open |= 1 << part
	p.mu.Unlock()
	s.outbox.wake()
	<-ctx.Done()
	p.mu.Lock()
	p.open &^= 1 << part
	var idle chan struct{}
	if p.workers[part] > 0 {
		idle = make(chan struct{})
		p.idle[part] = idle
	}
	p.mu.Unlock()
	if idle != nil {
		<-idle
	}
	return nil
}

// serves reports whether this process serves a part and nobody else can.
func (s *sender) serves(part int) bool { return s.outbox.opt.Cluster.Has(s.work(), part) }

// served returns the parts that this process serves.
func (s *sender) served() (set data.PartSet) {
	s.parts.mu.Lock()
	open := s.parts.open
	s.parts.mu.Unlock()
	for part := range data.OutboxParts {
		if open&(1<<part) != 0 && s.serves(part) {
			set |= 1 << part
		}
	}
	return set
}
