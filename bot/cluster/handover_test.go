package cluster

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// preparing is how long a process takes until it is ready to do a part.
const preparing = 5 * time.Second

// relay is a work whose parts two processes may do for a while.
type relay struct {
	*bed
	mu    sync.Mutex
	ready map[int]map[*process]bool // who does each part
	begun int
}

// share has a process do parts of the work.
func (r *relay) share(p *process) {
	ctx, stop := context.WithCancel(r.t.Context())
	p.stop()
	<-p.ended
	p.stop = stop
	go func() {
		p.ended <- p.ShareWithoutGap(ctx, "relay", parts, func(ctx context.Context, part int, h Handover) error {
			r.mu.Lock()
			r.begun++
			r.mu.Unlock()
			select {
			case <-time.After(preparing):
			case <-ctx.Done():
				return nil
			}
			r.mu.Lock()
			r.ready[part][p] = true
			r.mu.Unlock()
			h.Ready()
			<-ctx.Done()
			select {
			case <-h.Alone:
			default:
				if p.alive() {
					r.t.Errorf("%s was heir to part %d to the end, though it was ready", p.id, part)
				}
			}
			r.mu.Lock()
			delete(r.ready[part], p)
			r.mu.Unlock()
			return nil
		})
	}()
}

// done checks how many do each part at least and at most, and how many parts each process has.
func (r *relay) done(when string, least, most int, has map[*process]int) {
	r.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for part := range parts {
		if n := len(r.ready[part]); n < least || n > most {
			r.t.Errorf("%s %d processes do part %d", when, n, part)
		}
	}
	for p, want := range has {
		if n := p.count("relay"); n != want {
			r.t.Errorf("%s %s has %d parts, want %d", when, p.id, n, want)
		}
	}
}

// TestWithoutGap has processes come and die while others do their parts. Somebody does each part all the time, unless a process that did it has
// died.
func TestWithoutGap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &relay{bed: newBed(t), ready: map[int]map[*process]bool{}}
		for part := range parts {
			r.ready[part] = map[*process]bool{}
		}
		join := func(id string) *process {
			p := r.join(id)
			r.share(p)
			return p
		}
		// pass checks all the time that each part is done.
		pass := func(when string, d time.Duration) {
			for range d / (interval / 3) {
				r.done(when, 1, 2, nil)
				time.Sleep(interval / 3)
			}
		}
		a := join("a")
		time.Sleep(2*interval + preparing)
		r.done("alone", 1, 1, map[*process]int{a: 6})
		b := join("b")
		pass("when another one prepares", preparing-interval/3)
		r.done("before it is ready", 1, 1, map[*process]int{a: 6, b: 0})
		pass("when it gets ready", 5*interval)
		r.done("shared", 1, 1, map[*process]int{a: 3, b: 3})
		c := join("c")
		pass("when a third one prepares", preparing/2)
		r.die(c)
		pass("when an heir dies", 10*time.Second)
		r.done("after an heir has died", 1, 1, map[*process]int{a: 3, b: 3})
		d := join("d")
		time.Sleep(2 * interval)
		r.die(a) // while d is heir to one of its parts
		time.Sleep(10 * time.Second)
		if m, n := b.count("relay"), d.count("relay"); m+n != parts || n < 2 {
			t.Errorf("after one has died the others have %d and %d parts", m, n)
		}
		time.Sleep(2 * preparing)
		r.done("after one has died", 1, 1, map[*process]int{b: 3, d: 3})
		var leaving sync.WaitGroup
		leaving.Go(func() { r.leave(b) })
		pass("when one goes", 2*interval+preparing)
		leaving.Wait()
		r.done("after one went", 1, 1, map[*process]int{d: 6})
		began := time.Now()
		r.leave(d)
		if took := time.Since(began); took > interval {
			t.Errorf("the last one takes %v to go", took)
		}
		if r.begun != 6+3+2+2+2+3 {
			t.Errorf("parts were begun %d times", r.begun)
		}
	})
}

// count returns how many parts a process has.
func (p *process) count(work string) (n int) {
	for part := range parts {
		if p.Has(work, part) {
			n++
		}
	}
	return n
}
