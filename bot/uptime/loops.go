package uptime

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

// LoopRan notes that a loop turns.
func (k *Keeper) LoopRan(loop string) {
	k.loops.mu.Lock()
	defer k.loops.mu.Unlock()
	if k.loops.last == nil {
		k.loops.last = map[string]time.Time{}
	}
	k.loops.last[loop] = k.opt.Now()
}

// loopRuns returns when each loop last turned.
func (k *Keeper) loopRuns() map[string]time.Time {
	k.loops.mu.Lock()
	defer k.loops.mu.Unlock()
	return maps.Clone(k.loops.last)
}
