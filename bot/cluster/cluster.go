// Package cluster shares the work of the bot among the processes that run on one database. Each stores a heartbeat every
// one and a half seconds. Works have parts, and each part is done by one process at a time; of the connections to Discord, which must have no gap,
// the next process begins before the last one ends. Of one that has died the others take the parts over within ten seconds.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/timeutil"
)

// Times of heartbeats. A process stops its work a second before others take it for dead, so that no part is ever done twice.
const (
	// interval is the time between two heartbeats.
	interval = 1500 * time.Millisecond
	// deadAfter is how long others see no heartbeat of a process until they take it for dead.
	deadAfter = 6 * time.Second
	// validFor is how long a process has its parts after a heartbeat.
	validFor = deadAfter - time.Second
)

// topic is that of news about parts which nobody does.
const topic = "parts"

// ErrReplaced means that this process was silent for so long that others have taken over its work.
var ErrReplaced = errors.New("other processes have taken over the work of this one, which was silent for too long")

// Options are what a member needs.
type Options struct {
	// Store keeps the heartbeats. Nothing else should use it, so that heartbeats need not wait.
	Store data.Store
	// ID identifies this run of the bot, as bot.Options.Owner does.
	ID string
	// Bus, unless nil, carries news between the processes.
	Bus Bus
	// Now returns the current time by the clock of this machine. It may be wrong; see Member.Now.
	Now func() time.Time
	Log *slog.Logger
}

// Member is this process among those that run on one database. Nil is the only one: it has all parts. It is safe for
// concurrent use.
type Member struct {
	opt  Options
	news news

	ahead atomic.Int64 // the database's clock is ahead of ours, in nanoseconds

	mu       sync.Mutex
	beat     time.Time // when the last heartbeat that is stored was begun
	works    map[string]*work
	held     map[data.Part]*holding
	replaced bool
	ask      chan struct{} // a heartbeat is wanted at once

	others observer // only of the goroutine that beats

	stop  context.CancelFunc
	lost  chan struct{} // closed when this process was replaced
	ended chan struct{} // closed when no more heartbeats are stored
}

// Join makes this process one of those that run on a database, until Leave.
func Join(ctx context.Context, o Options) (*Member, error) {
	m := &Member{opt: o, news: news{ears: map[string][]func(string){}, wanted: map[item]bool{}, wake: make(chan struct{}, 1)}, works: map[string]*work{}, held: map[data.Part]*holding{}, ask: make(chan struct{}, 1), lost: make(chan struct{}), ended: make(chan struct{})}
	m.others = observer{now: o.Now, seen: map[string]seen{}}
	ctx = data.ForJob(ctx, "cluster")
	if err := o.Store.Update(ctx, func(tx data.Tx) error { return errors.Join(tx.AddProcess(o.ID), m.compare(ctx, tx)) }); err != nil {
		return nil, fmt.Errorf("join the other processes: %w", err)
	}
	m.Hear(topic, func(string) { m.beatNow() })
	ctx, m.stop = context.WithCancel(context.WithoutCancel(ctx))
	var group sync.WaitGroup
	group.Go(func() { m.keepBeating(ctx) })
	if o.Bus != nil {
		group.Go(func() { m.listen(ctx) })
		group.Go(func() { m.publish(ctx) })
	}
	go func() { group.Wait(); close(m.ended) }()
	return m, nil
}

// Leave gives all parts to the other processes. What does them must have ended.
func (m *Member) Leave(ctx context.Context) error {
	if m == nil {
		return nil
	}
	m.stop()
	<-m.ended
	return m.opt.Store.Update(data.ForJob(ctx, "cluster"), func(tx data.Tx) error { return tx.RemoveProcess(m.opt.ID, m.Now()) })
}

// Lost returns ErrReplaced when other processes have taken over the work of this one, or the error of the context when that ends.
func (m *Member) Lost(ctx context.Context) error {
	var lost chan struct{} // nil if there are no others
	if m != nil {
		lost = m.lost
	}
	select {
	case <-lost:
		return ErrReplaced
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Has reports whether this process does a part just now. It is false when the last heartbeat was too long ago, even if
// nobody has taken the part over.
func (m *Member) Has(work string, part int) bool {
	if m == nil {
		return true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	h := m.held[data.Part{Work: work, Number: part}]
	return h != nil && h.stop != nil && !h.heir && !h.leaving && !h.ended && m.valid()
}

// valid reports whether the last heartbeat is recent. Both clocks count: one stands still while the machine sleeps, the other may be set.
func (m *Member) valid() bool {
	now := m.opt.Now()
	return !m.replaced && now.Sub(m.beat) < validFor && now.Round(0).Sub(m.beat.Round(0)) < validFor
}

// Turn waits for this process's turn in a queue of all processes. Turns are at least a pause apart.
func (m *Member) Turn(ctx context.Context, queue string, pause time.Duration) error {
	if m == nil {
		return ctx.Err()
	}
	var wait time.Duration
	err := m.opt.Store.Update(data.ForJob(ctx, "cluster"), func(tx data.Tx) (err error) {
		wait, err = tx.NextTurn(queue, pause)
		return err
	})
	if err != nil {
		return err
	}
	return timeutil.Sleep(ctx, wait)
}

// Alive reports whether no other process can have taken this one for dead. What was begun before it slept must not be done then.
func (m *Member) Alive() bool { return m == nil || m.alive() }

// Alone reports whether no other process can run on the database.
func (m *Member) Alone() bool { return m == nil }

// beatNow asks for a heartbeat without waiting for its time.
func (m *Member) beatNow() {
	select {
	case m.ask <- struct{}{}:
	default:
	}
}

// keepBeating stores heartbeats until the context ends or this process was replaced.
func (m *Member) keepBeating(ctx context.Context) {
	tick := time.NewTimer(0)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-m.ask:
		}
		err := m.beatOnce(ctx)
		switch {
		case errors.Is(err, data.ErrNotFound):
			m.opt.Log.ErrorContext(ctx, "this process was silent for too long, and others have taken over; it begins anew")
			m.mu.Lock()
			m.replaced = true
			m.mu.Unlock()
			close(m.lost)
			return
		case err != nil && ctx.Err() == nil:
			m.opt.Log.WarnContext(ctx, "no heartbeat could be stored", "error", err)
		}
		tick.Reset(interval)
	}
}

// beatOnce stores a heartbeat, removes the dead, and takes parts that nobody does, or another process has too many of. It returns
// ErrNotFound if others have taken this process for dead.
func (m *Member) beatOnce(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, validFor)
	defer cancel()
	began := m.opt.Now()
	m.mu.Lock()
	works, given, ready := map[string]extent{}, []data.Part{}, map[data.Part]bool{}
	for name, w := range m.works {
		if !w.leaving {
			works[name] = w.extent
		}
	}
	for p, h := range m.held {
		if h.ended {
			given = append(given, p)
		}
		ready[p] = h.ready
	}
	m.mu.Unlock()
	var alive []data.Process
	var dead []string
	var parts map[data.Part]string
	var inherited []data.Part
	err := m.opt.Store.Update(ctx, func(tx data.Tx) error {
		all, err := tx.Beat(m.opt.ID, slices.Sorted(maps.Keys(works)))
		if err != nil {
			return err
		}
		if err := m.compare(ctx, tx); err != nil {
			return err
		}
		alive, dead = m.others.judge(all, m.opt.ID)
		for _, id := range dead {
			if err := tx.RemoveProcess(id, m.Now()); err != nil {
				return err
			}
		}
		for _, p := range given {
			if err := errors.Join(tx.EndPart(p, m.opt.ID), tx.EndPart(heirTo(p), m.opt.ID)); err != nil {
				return err
			}
		}
		if parts, err = tx.Parts(); err != nil {
			return err
		}
		if inherited, err = m.inherit(tx, parts, ready); err != nil {
			return err
		}
		for _, p := range toTake(works, parts, alive, m.opt.ID) {
			if err := tx.TakePart(p, m.opt.ID); err != nil {
				return err
			}
			parts[p] = m.opt.ID
		}
		return nil
	})
	if err != nil {
		return err
	}
	m.others.remember(alive)
	for _, id := range dead {
		m.opt.Log.WarnContext(ctx, "another process is silent; its work is taken over", "process", id)
	}
	if len(dead)+len(given)+len(inherited) > 0 {
		m.Tell(topic, "")
	}
	m.settle(ctx, began, works, given, parts, alive)
	return nil
}

// inherit takes the parts to which this process is heir, and which it is ready to do or nobody does any more.
func (m *Member) inherit(tx data.Tx, parts map[data.Part]string, ready map[data.Part]bool) (list []data.Part, err error) {
	for h, who := range parts {
		p, ok := inheritedBy(h)
		if before := parts[p]; ok && who == m.opt.ID && (before == "" || ready[p]) {
			list = append(list, p)
			err = errors.Join(err, tx.EndPart(p, before), tx.EndPart(h, who), tx.TakePart(p, who))
		}
	}
	for _, p := range list {
		parts[p] = m.opt.ID
		delete(parts, heirTo(p))
	}
	return list, err
}

// settle begins and ends parts as a heartbeat has decided.
func (m *Member) settle(ctx context.Context, began time.Time, works map[string]extent, given []data.Part, parts map[data.Part]string, alive []data.Process) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.beat = began
	taken, prepared, left := map[string][]int{}, map[string][]int{}, map[string][]int{}
	defer m.logParts(ctx, "this process does", taken)
	defer m.logParts(ctx, "this process begins what another one does until then", prepared)
	defer m.logParts(ctx, "this process leaves to another one", left)
	for _, p := range given {
		delete(m.held, p)
	}
	for p, who := range parts {
		if who != m.opt.ID {
			continue
		}
		p, heir := inheritedBy(p)
		if h := m.held[p]; h != nil {
			if h.heir && !heir {
				h.heir = false
				close(h.alone)
				taken[p.Work] = append(taken[p.Work], p.Number)
			}
			continue
		}
		if !m.valid() { // it waits for the next heartbeat
			continue
		}
		w := m.works[p.Work]
		h := &holding{ended: w == nil || w.leaving || p.Number >= w.parts, heir: heir, alone: make(chan struct{})}
		m.held[p] = h
		if list := taken; !h.ended {
			if heir {
				list = prepared
			} else {
				close(h.alone)
			}
			list[p.Work] = append(list[p.Work], p.Number)
			w.start <- p.Number // it has room: a part is only there once
		}
	}
	m.abandonLeft(alive)
	for _, p := range append(tooMany(works, parts, alive, m.opt.ID), m.lostParts(parts)...) {
		if h := m.held[p]; h != nil && h.stop != nil && !h.leaving {
			left[p.Work] = append(left[p.Work], p.Number)
			h.leaving = true
			h.stop()
		}
	}
}

// abandonLeft ends the parts that this process leaves and that nobody else can take. The caller holds m.mu.
func (m *Member) abandonLeft(alive []data.Process) {
	for name, w := range m.works {
		if w.leaving && !slices.ContainsFunc(alive, func(p data.Process) bool { return slices.Contains(p.Works, name) }) {
			w.abandon()
		}
	}
}

// lostParts returns the parts of this process that others have inherited. The caller holds m.mu.
func (m *Member) lostParts(parts map[data.Part]string) (list []data.Part) {
	for p, h := range m.held {
		if !h.heir && parts[p] != m.opt.ID {
			list = append(list, p)
		}
	}
	return list
}

// logParts logs what happens to parts, in one line for each work.
func (m *Member) logParts(ctx context.Context, what string, parts map[string][]int) {
	for _, work := range slices.Sorted(maps.Keys(parts)) {
		slices.Sort(parts[work])
		m.opt.Log.InfoContext(ctx, what, "work", work, "parts", fmt.Sprint(parts[work]))
	}
}
