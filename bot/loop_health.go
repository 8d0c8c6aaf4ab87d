package bot

import (
	"maps"
	"sync"
	"time"
)

// loops remembers when each loop of the desk last turned.
type loops struct {
	mu   sync.Mutex
	last map[string]time.Time
}

// loopRan notes that a loop turns.
func (d *Desk) loopRan(loop string) {
	d.loops.mu.Lock()
	defer d.loops.mu.Unlock()
	if d.loops.last == nil {
		d.loops.last = map[string]time.Time{}
	}
	d.loops.last[loop] = d.now()
}

// loopRuns returns when each loop last turned.
func (d *Desk) loopRuns() map[string]time.Time {
	d.loops.mu.Lock()
	defer d.loops.mu.Unlock()
	return maps.Clone(d.loops.last)
}
