package uptime

import (
	"maps"
	"sync"
	"time"
)

// loops knows when each loop last ran a round.
type loops struct {
	mu   sync.Mutex
	last map[string]time.Time
}

// LoopRan must be called by each loop in every round. Live fails for a loop that does not.
func (k *Keeper) LoopRan(loop string) {
	k.loops.mu.Lock()
	defer k.loops.mu.Unlock()
	if k.loops.last == nil {
		k.loops.last = map[string]time.Time{}
	}
	k.loops.last[loop] = k.opt.Now()
}

// loopRuns returns when each loop last ran a round.
func (k *Keeper) loopRuns() map[string]time.Time {
	k.loops.mu.Lock()
	defer k.loops.mu.Unlock()
	return maps.Clone(k.loops.last)
}
