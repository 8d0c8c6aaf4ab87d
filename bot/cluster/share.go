package cluster

import (
	"context"
	"sync"
	"time"

	"stackmate/bot/data"
)

// work is one of which this process takes parts.
type work struct {
	extent
	start   chan int // parts to begin with
	leaving bool     // it waits until others have its parts
	abandon func()   // ends its parts
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

// leavingFor is how long a process that ends goes on with parts that others are about to take from it without a gap. Some give a
// program only ten seconds to end.
const leavingFor = 7 * time.Second

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
// to another, that begins before the first one ends. So it goes on for some seconds after the context has ended, if there are others.
func (m *Member) ShareWithoutGap(ctx context.Context, name string, parts int, run func(ctx context.Context, part int, h Handover) error) error {
	return m.share(ctx, name, extent{parts, true}, run)
}

func (m *Member) share(ctx context.Context, name string, e extent, run func(ctx context.Context, part int, h Handover) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	running, abandon := ctx, func() {}
	if e.overlaps {
		running, abandon = context.WithCancel(context.WithoutCancel(ctx))
		defer abandon()
	}
	var group sync.WaitGroup
	begin := func(ctx context.Context, part int, h Handover, ended func()) {
		group.Go(func() {
			defer ended()
			if err := run(ctx, part, h); err != nil {
				cancel(err)
				abandon()
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
		m.shareOut(ctx, name, &work{extent: e, start: make(chan int, e.parts), abandon: abandon}, func(part int, h Handover, ended func()) context.CancelFunc {
			ctx, stop := context.WithCancel(running)
			begin(ctx, part, h, func() { stop(); ended() })
			return stop
		})
		defer m.forget(name)
		defer time.AfterFunc(leavingFor, abandon).Stop()
	}
	group.Wait()
	if cause := context.Cause(ctx); cause != ctx.Err() {
		return cause
	}
	return nil
}

// shareOut begins the parts of a work that this process takes, until the context ends.
func (m *Member) shareOut(ctx context.Context, name string, w *work, begin func(part int, h Handover, ended func()) (stop context.CancelFunc)) {
	m.mu.Lock()
	m.works[name] = w
	m.mu.Unlock()
	m.beatNow()
	for {
		select {
		case <-ctx.Done():
			m.mu.Lock()
			defer m.mu.Unlock()
			w.leaving = true
			for p, h := range m.held {
				switch {
				case p.Work != name:
				case h.stop == nil:
					h.ended = true // it has not begun
				case h.heir:
					h.stop()
				}
			}
			m.beatNow()
			return
		case part := <-w.start:
			m.mu.Lock()
			h := m.held[data.Part{Work: name, Number: part}]
			h.stop = begin(part, Handover{func() { m.note(&h.ready) }, h.alone}, func() { m.note(&h.ended) })
			m.mu.Unlock()
		}
	}
}

// forget ends the sharing of a work whose parts have ended.
func (m *Member) forget(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.works, name)
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
