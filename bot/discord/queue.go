package discord

import "sync"

// keyedQueue runs what belongs to one key in the order in which it came, one at a time, and
// what belongs to different keys at once. The zero value is ready for use.
type keyedQueue struct {
	mu      sync.Mutex
	waiting map[string][]func() // a key is there while something of it runs
}

// add puts something at the end of a key's line. It does not wait.
func (l *keyedQueue) add(key string, do func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting == nil {
		l.waiting = map[string][]func(){}
	}
	_, running := l.waiting[key]
	l.waiting[key] = append(l.waiting[key], do)
	if !running {
		go l.run(key)
	}
}

func (l *keyedQueue) run(key string) {
	for {
		l.mu.Lock()
		list := l.waiting[key]
		if len(list) == 0 {
			delete(l.waiting, key)
			l.mu.Unlock()
			return
		}
		l.waiting[key] = list[1:]
		l.mu.Unlock()
		list[0]()
	}
}
