package cluster

import (
	"context"
	"sync"

	"stackmate/bot/data"
)

// work is one of which this process takes parts.
type work struct {
	extent
	start chan int // parts to begin with
}

// extent is what the processes must know of a work to share it.
type extent struct {
	parts int
	// overlaps is whether a part may be done twice for a while: who is to do it begins before another ends.
	overlaps bool
}

// holding is a part of this process.
type holding struct {
	stop    context.CancelFunc // nil while it waits to be begun
	leaving bool               // it was told to end
	ended   bool               // it is to be given up
	heir    bool               // another process does it until this one is ready
	ready   bool               // what Handover.Ready was called for
	alone   chan struct{}      // closed when it is no heir
}

// Handover is how a part comes from another process without a gap: both do it for a while. Where no other process has done it
// nothing is to be waited for.
type Handover struct {
	// Ready must be called when this process does the part. Then the other one ends. It goes on as long as this one is not ready, and when
	// this one dies.
	Ready func()
	// Alone is closed when the other process has ended, or is told to.
	Alone <-chan struct{}
}

// Share has this process do its parts of a work, from 0 to parts - 1, until the context ends: run is called for each and
// must return soon after its context ends. Share returns when all calls have returned, with the first error of one, after
// which it ends the others. It returns nil at the end of the context.
func (m *Member) Share(ctx context.Context, name string, parts int, run func(ctx context.Context, part int) error) error {
	return m.share(ctx, name, extent{parts: parts}, func(ctx context.Context, part int, _ Handover) error { return run(ctx, part) })
}

// ShareWithoutGap is Share for a work whose parts may be done by two processes for a while. When a part goes from one that lives
// to another, that begins before the first one ends.
func (m *Member) ShareWithoutGap(ctx context.Context, name string, parts int, run func(ctx context.Context, part int, h Handover) error) error {
	return m.share(ctx, name, extent{parts, true}, run)
}

func (m *Member) share(ctx context.Context, name string, e extent, run func(ctx context.Context, part int, h Handover) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	begin := func(ctx context.Context, part int, h Handover, ended func()) {
		group.Go(func() {
			defer ended()
			if err := run(ctx, part, h); err != nil {
				cancel(err)
			}
		})
	}
	if m == nil {
		alone := make(chan struct{})
		close(alone)
		for part := range e.parts {
			begin(ctx, part, Handover{func() {}, alone}, func() {})
		}
	} else {
		m.shareOut(ctx, name, e, begin)
	}
	group.Wait()
	if cause := context.Cause(ctx); cause != ctx.Err() {
		return cause
	}
	return nil
}

// shareOut begins the parts of a work that this process takes, until the context ends.
func (m *Member) shareOut(ctx context.Context, name string, e extent, begin func(ctx context.Context, part int, h Handover, ended func())) {
	w := &work{e, make(chan int, e.parts)}
	m.mu.Lock()
	m.works[name] = w
	m.mu.Unlock()
	m.beatNow()
	for {
		select {
		case <-ctx.Done():
			m.mu.Lock()
			delete(m.works, name)
			for p, h := range m.held {
				if p.Work == name && h.stop == nil {
					h.ended = true // it has not begun
				}
			}
			m.mu.Unlock()
			m.beatNow()
			return
		case part := <-w.start:
			p := data.Part{Work: name, Number: part}
			ctx, stop := context.WithCancel(ctx)
			m.mu.Lock()
			h := m.held[p]
			h.stop = stop
			m.mu.Unlock()
			begin(ctx, part, Handover{func() { m.note(&h.ready) }, h.alone}, func() {
				stop()
				m.note(&h.ended)
			})
		}
	}
}

// note sets a field of a holding, which the next heartbeat looks at. That comes at once.
func (m *Member) note(field *bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !*field {
		*field = true
		m.beatNow()
	}
}

// Mind is Share for a work of which only Has is asked.
func (m *Member) Mind(ctx context.Context, work string, parts int) {
	if m != nil {
		_ = m.Share(ctx, work, parts, func(ctx context.Context, _ int) error { <-ctx.Done(); return nil })
	}
}
