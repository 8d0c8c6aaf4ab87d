package cluster

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// clock is one of a machine that is wrong.
type clock struct{ ahead atomic.Int64 }

func (c *clock) now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

// TestClocksDiffer has processes on machines with wrong clocks, of which one is set meanwhile. They share the parts as others do, take over those
// of the dead, none of them is taken for dead, and all have the same time.
func TestClocksDiffer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBed(t)
		var early, late clock
		early.ahead.Store(int64(time.Hour))
		late.ahead.Store(int64(-time.Hour))
		list := []*process{b.joinWith("early", early.now), b.joinWith("late", late.now), b.join("right")}
		same := func(when string) {
			t.Helper()
			for _, p := range list {
				if off := time.Until(p.Now()); off.Abs() > maxSkew {
					t.Errorf("%s the clock of %s is %v ahead", when, p.id, off)
				}
				select {
				case <-p.lost:
					t.Errorf("%s %s was taken for dead", when, p.id)
				default:
				}
			}
		}
		same("at once")
		time.Sleep(4 * interval)
		b.are("with wrong clocks", 2, 2, 2)
		early.ahead.Add(int64(24 * time.Hour))
		late.ahead.Store(0)
		time.Sleep(4 * interval)
		b.are("after clocks were set", 2, 2, 2)
		same("after clocks were set")
		time.Sleep(time.Minute)
		b.are("a minute later", 2, 2, 2)
		same("a minute later")
		b.die(list[2])
		time.Sleep(10*time.Second - 1)
		b.are("ten seconds after one died", 3, 3)
		list = list[:2]
		same("then")
		for _, p := range list {
			b.leave(p)
		}
	})
}
