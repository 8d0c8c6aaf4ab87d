package render

import "stackmate/bot/lru"

// entryOverhead is about what a cache's entry costs in addition to its value.
const entryOverhead = 3 << 10

// materials are what pictures are made of, under one bound of bytes: layouts, plates, sprites and masks.
// The type of a key says of which type its value is.
type materials = lru.Cache[any, any]

// cached returns what is kept under a key, or makes it and keeps it. Two callers
// may make the same thing at once; they make the same.
func cached[T any](c *materials, key any, make func() (T, int)) T {
	if v, ok := c.Get(key); ok {
		return v.(T)
	}
	v, bytes := make()
	c.Add(key, v, bytes)
	return v
}
