package render

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestCache holds the cache to what a list would do: it never keeps more than its bound,
// and what was not used for the longest time goes first.
func TestCache(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type item struct{ key, bytes int }
		c, bound := newCache(100), 100
		var kept []item // the one used last at the end
		sum := func() (n int) {
			for _, k := range kept {
				n += k.bytes
			}
			return n
		}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			key := rapid.IntRange(1, 12).Draw(t, "key")
			at := slices.IndexFunc(kept, func(i item) bool { return i.key == key })
			value, ok := c.get(key)
			if ok != (at >= 0) || ok && value != -key {
				t.Fatalf("get %d: %v, %t; the list has %v", key, value, ok, kept)
			}
			if ok {
				used := kept[at]
				kept = append(slices.Delete(kept, at, at+1), used)
				continue
			}
			bytes := rapid.IntRange(1, 130).Draw(t, "bytes")
			c.put(key, -key, bytes)
			if bytes <= bound {
				kept = append(kept, item{key, bytes})
			}
			for sum() > bound {
				kept = kept[1:]
			}
			if c.used != sum() || c.order.Len() != len(kept) || len(c.byKey) != len(kept) {
				t.Fatalf("%d bytes in %d entries; the list has %d in %d", c.used, c.order.Len(), sum(), len(kept))
			}
		}
	})
}
