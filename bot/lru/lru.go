// Package lru is a cache that keeps the entries used last within a bound.
package lru

import "sync"

// Cache maps keys to values. Each entry has a cost, such as its size in bytes; when the sum of the costs
// exceeds the bound, the entries not used for the longest time are removed. All methods are safe for
// concurrent use. The zero value is not usable; see New.
type Cache[K comparable, V any] struct {
	mu      sync.Mutex
	bound   int
	cost    int // of all entries
	entries map[K]*entry[K, V]
	root    entry[K, V] // of a ring: root.next was used last, root.prev is removed first
}

type entry[K comparable, V any] struct {
	prev, next *entry[K, V]
	key        K
	value      V
	cost       int
}

// New returns an empty cache whose entries cost at most bound together. If each entry costs 1, bound is
// the number of entries.
func New[K comparable, V any](bound int) *Cache[K, V] {
	c := &Cache[K, V]{bound: bound, entries: make(map[K]*entry[K, V])}
	c.root.prev, c.root.next = &c.root, &c.root
	return c
}

// Get returns the value of a key, and whether the cache has it. The entry counts as used.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[key]
	if e == nil {
		return value, false
	}
	e.unlink()
	c.root.push(e)
	return e.value, true
}

// Add stores a value under a key that the cache doesn't have, and reports whether it did. An entry that
// costs more than the bound is not stored. A key that the cache has keeps its value and its place.
func (c *Cache[K, V]) Add(key K, value V, cost int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries[key] != nil || cost > c.bound {
		return false
	}
	c.insert(&entry[K, V]{key: key, value: value, cost: cost})
	return true
}

// Set stores a value under a key, in place of the one that the cache has, if any. An entry that costs
// more than the bound is not stored.
func (c *Cache[K, V]) Set(key K, value V, cost int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(c.entries[key])
	if cost <= c.bound {
		c.insert(&entry[K, V]{key: key, value: value, cost: cost})
	}
}

// Remove removes a key, if the cache has it.
func (c *Cache[K, V]) Remove(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(c.entries[key])
}

// Len returns the number of entries, and what they cost together.
func (c *Cache[K, V]) Len() (entries, cost int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.entries), c.cost
}

func (c *Cache[K, V]) insert(e *entry[K, V]) {
	c.entries[e.key] = e
	c.root.push(e)
	for c.cost += e.cost; c.cost > c.bound; {
		c.remove(c.root.prev)
	}
}

func (c *Cache[K, V]) remove(e *entry[K, V]) {
	if e == nil {
		return
	}
	e.unlink()
	delete(c.entries, e.key)
	c.cost -= e.cost
}

// push puts an entry behind this one.
func (e *entry[K, V]) push(next *entry[K, V]) {
	next.prev, next.next = e, e.next
	e.next.prev = next
	e.next = next
}

func (e *entry[K, V]) unlink() { e.prev.next, e.next.prev = e.next, e.prev }
