package discord

import "sync"

// keyedQueue runs the functions of one key one after another, in the order in which they were added, and
// those of different keys concurrently. The zero value is an empty queue.
type keyedQueue struct {
	mu      sync.Mutex
	waiting map[string][]func() // a key is present while one of its functions runs
}

// add appends a function to the queue of a key. It doesn't wait.
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

// run calls the functions of a key until there are no more.
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
