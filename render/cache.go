package render

import "stackmate/bot/lru"

// entryOverhead is roughly what an entry of the cache of pictures costs in addition to
// its value, in bytes: most of it is the key, which holds a position.
const entryOverhead = 3 << 10

// partCache holds what pictures are made of: layouts, backgrounds, sprites and masks. The
// type of a key determines the type of its value.
type partCache = lru.Cache[any, any]

// cached returns the value stored under a key, or calls make and stores what that
// returns, with its size in bytes. Two callers may call make for one key at the same
// time; make must return equal values.
func cached[T any](c *partCache, key any, make func() (T, int)) T {
	if v, ok := c.Get(key); ok {
		return v.(T)
	}
	v, bytes := make()
	c.Add(key, v, bytes)
	return v
}
