package render

import (
	"container/list"
	"sync"
)

// keyBytes is about what an entry costs beside its value.
const keyBytes = 3 << 10

// cache keeps what was used last within a bound of bytes.
type cache struct {
	mu    sync.Mutex
	bound int
	used  int
	order *list.List // of *entry, the one used last in front
	byKey map[any]*list.Element
}

type entry struct {
	key, value any
	bytes      int
}

func newCache(bound int) *cache {
	return &cache{bound: bound, order: list.New(), byKey: make(map[any]*list.Element)}
}

func (c *cache) get(key any) (any, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[key]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry).value, true
}

// put keeps a value; one that is larger than the bound is not kept.
func (c *cache) put(key, value any, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.byKey[key]; ok || bytes > c.bound {
		return
	}
	c.byKey[key] = c.order.PushFront(&entry{key, value, bytes})
	c.used += bytes
	for c.used > c.bound {
		last := c.order.Back()
		e := c.order.Remove(last).(*entry)
		delete(c.byKey, e.key)
		c.used -= e.bytes
	}
}

// cached returns what is kept under a key, or makes it and keeps it. Two callers
// may make the same thing at once; they make the same.
func cached[T any](c *cache, key any, make func() (T, int)) T {
	if v, ok := c.get(key); ok {
		return v.(T)
	}
	v, bytes := make()
	c.put(key, v, bytes)
	return v
}
