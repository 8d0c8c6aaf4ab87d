package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/timeutil"
	"stackmate/store"
)

// bed is a database with members that do parts of a work.
type bed struct {
	t  *testing.T
	db *flaky

	mu    sync.Mutex
	doing map[int]*process // who does which part
	log   strings.Builder
}

// Write adds to the log of all processes.
func (b *bed) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.log.Write(text)
}

// logged returns what was logged since it was asked last.
func (b *bed) logged() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.log.Reset()
	return b.log.String()
}

// flaky is a store that some processes may not reach.
type flaky struct {
	data.Store
	mu     sync.Mutex
	frozen map[string]chan struct{}
}

// of returns the store as a process sees it.
func (f *flaky) of(id string) data.Store { return view{f, id} }

type view struct {
	*flaky
	id string
}

var errGone = errors.New("the database does not answer")

func (v view) Update(ctx context.Context, fn func(data.Tx) error) error {
	v.mu.Lock()
	frozen := v.frozen[v.id]
	v.mu.Unlock()
	if frozen != nil {
		select {
		case <-frozen:
		case <-ctx.Done():
			return errGone
		}
	}
	return v.Store.Update(ctx, func(tx data.Tx) error { return fn(clocked{tx}) })
}

// clocked is a transaction in a database that has the time of the test.
type clocked struct{ data.Tx }

// Clock implements data.Processes.
func (clocked) Clock() (time.Time, error) { return time.Now(), nil }

// freeze keeps processes from the database until the function that it returns is called.
func (f *flaky) freeze(ids ...string) (thaw func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := make(chan struct{})
	for _, id := range ids {
		f.frozen[id] = c
	}
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		for _, id := range ids {
			delete(f.frozen, id)
		}
		close(c)
	}
}

func newBed(t *testing.T) *bed {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return &bed{t: t, db: &flaky{Store: s, frozen: map[string]chan struct{}{}}, doing: map[int]*process{}}
}

// process is a member that shares the work.
type process struct {
	*Member
	id    string
	stop  context.CancelFunc
	ended chan error
}

const parts = 6

func (b *bed) join(id string) *process { return b.joinWith(id, time.Now) }

// joinWith is join on a machine with a clock of its own.
func (b *bed) joinWith(id string, now func() time.Time) *process {
	b.t.Helper()
	m, err := Join(b.t.Context(), Options{Store: b.db.of(id), ID: id, Now: now, Log: slog.New(slog.NewTextHandler(b, nil))})
	if err != nil {
		b.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(b.t.Context())
	p := &process{m, id, stop, make(chan error, 1)}
	go func() {
		p.ended <- m.Share(ctx, "work", parts, func(ctx context.Context, part int) error {
			b.begin(ctx, p, part)
			<-ctx.Done()
			b.end(p, part)
			return nil
		})
	}()
	return p
}

func (b *bed) begin(ctx context.Context, p *process, part int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if other := b.doing[part]; other != nil && other.Has("work", part) {
		b.t.Errorf("%s begins part %d, which %s does", p.id, part, other.id)
	}
	if !p.Has("work", part) && ctx.Err() == nil {
		b.t.Errorf("%s does not know that it does part %d", p.id, part)
	}
	b.doing[part] = p
}

func (b *bed) end(p *process, part int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.doing[part] == p {
		delete(b.doing, part)
	}
}

// die ends a process without giving up its parts.
func (b *bed) die(p *process) {
	p.Member.stop()
	<-p.Member.ended
	b.mu.Lock()
	maps.DeleteFunc(b.doing, func(_ int, who *process) bool { return who == p })
	b.mu.Unlock()
	p.stop()
	<-p.ended
}

func (b *bed) leave(p *process) {
	p.stop()
	if err := errors.Join(<-p.ended, p.Leave(b.t.Context())); err != nil {
		b.t.Error(err)
	}
}

// are checks how many parts each process does.
func (b *bed) are(when string, want ...int) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	counts := map[*process]int{}
	for _, who := range b.doing {
		counts[who]++
	}
	got := slices.Sorted(maps.Values(counts))
	if !slices.Equal(got, want) {
		b.t.Errorf("%s the processes do %v parts, want %v", when, got, want)
	}
}

// TestShares has processes come, go and die: the parts are always shared evenly.
func TestShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBed(t)
		first := b.join("a")
		time.Sleep(interval)
		b.are("alone", 6)
		if text := b.logged(); strings.Count(text, "\n") != 1 || !strings.Contains(text, `msg="this process does" work=work parts="[0 1 2 3 4 5]"`) {
			t.Errorf("it logs %s", text)
		}
		second, third := b.join("b"), b.join("c")
		time.Sleep(4 * interval)
		b.are("after two came", 2, 2, 2)
		b.leave(second)
		time.Sleep(2 * interval)
		b.are("after one went", 3, 3)
		b.die(third)
		time.Sleep(10*time.Second - 1)
		b.are("ten seconds after one died", 6)
		b.leave(first)
	})
}

// TestFrozen freezes a process until the others have taken over. It learns of that, and has had no part since.
func TestFrozen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBed(t)
		a, z := b.join("a"), b.join("z")
		time.Sleep(4 * interval)
		b.are("at first", 3, 3)
		thaw := b.db.freeze("z")
		had := func() (n int) {
			for part := range parts {
				if z.Has("work", part) {
					n++
				}
			}
			return n
		}
		time.Sleep(validFor)
		if n := had(); n > 0 {
			t.Errorf("it has %d parts after %v without a heartbeat", n, validFor)
		}
		time.Sleep(deadAfter)
		b.are("after it was taken for dead", 6)
		thaw()
		if err := z.Lost(t.Context()); !errors.Is(err, ErrReplaced) {
			t.Errorf("it hears %v", err)
		}
		if n := had(); n > 0 {
			t.Errorf("it has %d parts after it was replaced", n)
		}
		b.die(z)
		b.leave(a)
	})
}

// TestOutage takes the database away from all processes. None takes another for dead, and all go on.
func TestOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBed(t)
		var all []*process
		for i := range 3 {
			all = append(all, b.join(fmt.Sprint(i)))
		}
		time.Sleep(4 * interval)
		thaw := b.db.freeze("0", "1", "2")
		time.Sleep(time.Minute)
		thaw()
		time.Sleep(time.Minute)
		b.are("after an outage", 2, 2, 2)
		for _, p := range all {
			b.leave(p)
		}
	})
}

// TestShareFails ends all parts of a work if one fails.
func TestShareFails(t *testing.T) {
	failure := errors.New("failed")
	run := func(ctx context.Context, part int) error {
		if part == 3 {
			return failure
		}
		<-ctx.Done()
		return nil
	}
	if err := (*Member)(nil).Share(t.Context(), "work", parts, run); !errors.Is(err, failure) {
		t.Errorf("alone: %v", err)
	}
	synctest.Test(t, func(t *testing.T) {
		b := newBed(t)
		p := b.join("a")
		if err := p.Share(t.Context(), "other", parts, run); !errors.Is(err, failure) {
			t.Errorf("with others: %v", err)
		}
		b.leave(p)
	})
}

// deafBus cannot hear others but between the fifth and sixth minute.
type deafBus struct{ begun time.Time }

func (b deafBus) Publish(context.Context, string, string) error { return nil }

func (b deafBus) Listen(ctx context.Context, listening func(), hear func(topic, text string)) error {
	if at := time.Since(b.begun); at > 5*time.Minute && at < 6*time.Minute {
		listening()
		_ = timeutil.Sleep(ctx, time.Minute)
	}
	return errors.New("no connection")
}

// TestDeaf logs the first of many failures.
func TestDeaf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var logged strings.Builder
		ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
		defer stop()
		m := Member{opt: Options{Bus: deafBus{time.Now()}, Log: slog.New(slog.NewTextHandler(&logged, nil))}}
		m.listen(ctx)
		if n := strings.Count(logged.String(), "other processes cannot be heard"); n != 2 {
			t.Errorf("%d lines", n)
		}
	})
}
