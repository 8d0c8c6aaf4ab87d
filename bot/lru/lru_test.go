package lru

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestCache holds the cache to what a list would do: its entries never cost more than the bound, and the
// one that was not used for the longest time goes first.
func TestCache(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type item struct{ key, value, cost int }
		const bound = 100
		c := New[int, int](bound)
		var want []item // the one used last at the end
		total := func() (n int) {
			for _, i := range want {
				n += i.cost
			}
			return n
		}
		for step := range rapid.IntRange(1, 60).Draw(t, "steps") {
			key := rapid.IntRange(1, 12).Draw(t, "key")
			cost := rapid.IntRange(1, 130).Draw(t, "cost")
			at := slices.IndexFunc(want, func(i item) bool { return i.key == key })
			store := func() {
				if cost <= bound {
					want = append(want, item{key, step, cost})
				}
			}
			switch op := rapid.SampledFrom([]string{"get", "add", "set", "remove"}).Draw(t, "op"); op {
			case "get":
				value, ok := c.Get(key)
				if ok != (at >= 0) || ok && value != want[at].value {
					t.Fatalf("get %d: %d, %t; the list has %v", key, value, ok, want)
				}
				if ok {
					used := want[at]
					want = append(slices.Delete(want, at, at+1), used)
				}
			case "add":
				if stored := c.Add(key, step, cost); stored != (at < 0 && cost <= bound) {
					t.Fatalf("add %d: %t; the list has %v", key, stored, want)
				}
				if at < 0 {
					store()
				}
			case "set":
				c.Set(key, step, cost)
				if at >= 0 {
					want = slices.Delete(want, at, at+1)
				}
				store()
			case "remove":
				c.Remove(key)
				if at >= 0 {
					want = slices.Delete(want, at, at+1)
				}
			}
			for total() > bound {
				want = want[1:]
			}
			if n, cost := c.Len(); n != len(want) || cost != total() {
				t.Fatalf("%d entries cost %d; the list has %d that cost %d", n, cost, len(want), total())
			}
		}
	})
}
