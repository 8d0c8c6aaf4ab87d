package engine

import (
	"sync/atomic"

	"stackmate/rules"
)

// table is a transposition table: what was found out about positions, by Hash. Threads
// share it without locks: an entry holds its key mixed with its data, so that one that was
// half written fits no position.
type table struct {
	entries []entry
	mask    uint64
	age     uint64
}

type entry struct{ key, data atomic.Uint64 }

const entrySize = 16

// bound says how a stored score relates to the true one.
type bound uint8

const (
	noBound bound = iota
	lower         // the score or more
	upper         // the score or less
	exact
)

// found is what an entry says.
type found struct {
	move  rules.Move
	score int32
	depth int
	bound bound
}

// says reports whether a score is nearer to the truth than another.
func (f *found) says(other int32) bool {
	return f.bound == exact || f.bound == lower && f.score > other || f.bound == upper && f.score < other
}

// newTable returns a table of at most a number of MB, and of at least 1,024 entries.
func newTable(mb int) *table {
	n := uint64(1024)
	for n*2*entrySize <= uint64(mb)<<20 {
		n *= 2
	}
	return &table{entries: make([]entry, n), mask: n - 1}
}

// bucket is how many entries next to one another a position may be in.
const bucket = 4

// touch has the processor fetch what probe will look at: memory is far away, and there is something
// else to do until then.
func (t *table) touch(key uint64) { t.entries[key&t.mask&^(bucket-1)].key.Load() }

// probe looks a position up. The data of an entry are, from the lowest bit: the move (25),
// the bound (2), the age (5), the score (16) and the depth (8); the highest bit is set.
func (t *table) probe(key uint64) (f found, ok bool) {
	first := key & t.mask &^ (bucket - 1)
	for i := first; i < first+bucket; i++ {
		e := &t.entries[i]
		data := e.data.Load()
		if e.key.Load() != key^data || data == 0 {
			continue
		}
		f.move = unpack(uint32(data & (1<<25 - 1)))
		f.bound = bound(data >> 25 & 3)
		f.score = int32(int16(data >> 32))
		f.depth = depthOf(data)
		return f, true
	}
	return f, false
}

func depthOf(data uint64) int { return int(int8(data >> 48)) }

// store writes down what was found out about a position, unless this search has found out
// more by going clearly deeper. A move that is not known does not replace one that is. What
// it replaces is the least deep entry of its bucket, or an old one.
func (t *table) store(key uint64, m rules.Move, score int32, depth int, b bound) {
	first := key & t.mask &^ (bucket - 1)
	at, least := first, 1<<20
	for i := first; i < first+bucket; i++ {
		e := &t.entries[i]
		old := e.data.Load()
		if e.key.Load() == key^old && old != 0 {
			if b != exact && depth < depthOf(old)-3 && old>>27&31 == t.age&31 {
				return
			}
			if m == (rules.Move{}) {
				m = unpack(uint32(old & (1<<25 - 1)))
			}
			at = i
			break
		}
		worth := -1 << 16 // an empty one
		if old != 0 {
			worth = depthOf(old) - 8*int((t.age-old>>27)&31)
		}
		if worth < least {
			at, least = i, worth
		}
	}
	data := uint64(pack(m)) | uint64(b)<<25 | (t.age&31)<<27 | uint64(uint16(int16(score)))<<32 | uint64(uint8(int8(depth)))<<48 | 1<<63
	t.entries[at].data.Store(data)
	t.entries[at].key.Store(key ^ data)
}

// full returns how many of a thousand entries this search has written.
func (t *table) full() (n int) {
	for i := range min(1000, len(t.entries)) {
		if data := t.entries[i].data.Load(); data != 0 && data>>27&31 == t.age&31 {
			n++
		}
	}
	return n
}

// clear empties the table.
func (t *table) clear() {
	clear(t.entries)
	t.age = 0
}

// pack writes a move in 25 bits; the move that is no move is 0.
func pack(m rules.Move) uint32 {
	return uint32(m.From)&511 | uint32(m.To)&511<<9 | uint32(m.Promotion)<<18 | uint32(m.Kind)<<22
}

func unpack(n uint32) rules.Move {
	return rules.Move{From: rules.Cell(n & 511), To: rules.Cell(n >> 9 & 511),
		Promotion: rules.Role(n >> 18 & 15), Kind: rules.Kind(n >> 22 & 7)}
}
