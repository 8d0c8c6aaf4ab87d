package render

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// deflater compresses pictures into the format of RFC 1951, as one block with one code. The standard library makes a code for every 64 KiB; with what is
// mostly long runs, that is most of its work.
type deflater struct {
	seen   [1 << hashBits]int32 // where four bytes were last seen, plus 1
	tokens []token
	out    []byte
	held   uint64 // bits that are no whole bytes yet
	count  int    // how many

	literals  [286]symbol
	distances [30]symbol
}

// symbol is a letter of the code.
type symbol struct {
	uses   int
	length int
	bits   uint32 // as they are written, the first one lowest
}

// token is a byte, or a length and a distance: length in the upper half.
type token uint64

const (
	hashBits  = 14
	leastCopy = 4
	mostCopy  = 258
	window    = 32768
	blockEnd  = 256
	longest   = 15 // bits of a symbol
)

// deflate returns data compressed. The result is good until the next call.
func (d *deflater) deflate(data []byte) []byte {
	d.tokens, d.out, d.held, d.count = d.tokens[:0], d.out[:0], 0, 0
	d.literals, d.distances = [286]symbol{}, [30]symbol{}
	d.read(data)
	d.literals[blockEnd].uses++
	for _, s := range []*symbol{&d.literals[0], &d.distances[0], &d.distances[1]} {
		s.uses++ // a code has two symbols at least
	}
	makeCode(d.literals[:])
	makeCode(d.distances[:])
	d.write(0b101, 3) // the last block, with a code of its own
	d.writeCode()
	for _, t := range d.tokens {
		length, at := int(t>>32), int(uint32(t))
		if length == 0 {
			d.put(&d.literals[at])
			continue
		}
		s, extra, n := lengthSymbol(length)
		d.put(&d.literals[s])
		d.write(extra, n)
		s, extra, n = distanceSymbol(at)
		d.put(&d.distances[s])
		d.write(extra, n)
	}
	d.put(&d.literals[blockEnd])
	d.write(0, -d.count&7)
	for ; d.count > 0; d.count -= 8 {
		d.out = append(d.out, byte(d.held))
		d.held >>= 8
	}
	return d.out
}

// read turns data into tokens and counts the symbols.
func (d *deflater) read(data []byte) {
	clear(d.seen[:])
	i := 0
	for i+leastCopy < len(data) {
		four := binary.LittleEndian.Uint32(data[i:])
		seen := &d.seen[hash(data[i:])]
		before := int(*seen) - 1
		*seen = int32(i + 1)
		if before < 0 || i-before > window || binary.LittleEndian.Uint32(data[before:]) != four {
			d.literals[data[i]].uses++
			d.tokens = append(d.tokens, token(data[i]))
			i++
			continue
		}
		n := leastCopy + alike(data[before+leastCopy:], data[i+leastCopy:min(i+mostCopy, len(data))])
		s, _, _ := lengthSymbol(n)
		d.literals[s].uses++
		s, _, _ = distanceSymbol(i - before)
		d.distances[s].uses++
		d.tokens = append(d.tokens, token(n)<<32|token(i-before))
		i += n
		if i+leastCopy < len(data) {
			d.seen[hash(data[i-1:])] = int32(i)
		}
	}
	for ; i < len(data); i++ {
		d.literals[data[i]].uses++
		d.tokens = append(d.tokens, token(data[i]))
	}
}

// hash is a number for the next four bytes.
func hash(data []byte) uint32 {
	return binary.LittleEndian.Uint32(data) * 0x9e3779b1 >> (32 - hashBits)
}

// alike counts the bytes at the beginning of b that a has too; a is not shorter.
func alike(a, b []byte) (n int) {
	for ; n+8 <= len(b); n += 8 {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
	}
	for n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// lengthSymbol returns how a length is written: a symbol and so many extra bits.
func lengthSymbol(length int) (s int, extra uint32, n int) {
	x := length - 3
	switch {
	case length == mostCopy:
		return 285, 0, 0
	case x < 8:
		return 257 + x, 0, 0
	}
	n = bits.Len(uint(x)) - 3
	return 257 + 4*n + x>>n, uint32(x & (1<<n - 1)), n
}

// distanceSymbol is lengthSymbol for distances.
func distanceSymbol(distance int) (s int, extra uint32, n int) {
	x := distance - 1
	if x < 4 {
		return x, 0, 0
	}
	n = bits.Len(uint(x)) - 2
	return 2*n + x>>n, uint32(x & (1<<n - 1)), n
}

// makeCode gives each symbol in use its bits, fewer to those used more (Huffman).
func makeCode(list []symbol) {
	var order []int
	for i := range list {
		if list[i].uses > 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(list[a].uses, list[b].uses), cmp.Compare(a, b))
	})
	for !setLengths(list, order) {
		for _, i := range order {
			list[i].uses = list[i].uses/2 + 1
		}
	}
	var next [longest + 2]uint32
	for _, i := range order {
		next[list[i].length+1]++
	}
	for n := 2; n < len(next); n++ {
		next[n] = (next[n] + next[n-1]) << 1 // the first of those with n bits
	}
	for i := range list {
		if s := &list[i]; s.length > 0 {
			s.bits = bits.Reverse32(next[s.length]) >> (32 - s.length)
			next[s.length]++
		}
	}
}

// setLengths finds out how many bits each symbol gets; false if one gets too many.
// The order is that of uses, and has two symbols at least.
func setLengths(list []symbol, order []int) bool {
	type node struct{ uses, above int }
	leaves := len(order)
	nodes := make([]node, 0, 2*leaves) // leaves, then what joins two, each in the order of uses
	for _, i := range order {
		nodes = append(nodes, node{uses: list[i].uses})
	}
	leaf, join := 0, leaves
	least := func() (at int) {
		if join >= len(nodes) || leaf < leaves && nodes[leaf].uses <= nodes[join].uses {
			leaf++
			return leaf - 1
		}
		join++
		return join - 1
	}
	for len(nodes) < 2*leaves-1 {
		a, b := least(), least()
		nodes[a].above, nodes[b].above = len(nodes), len(nodes)
		nodes = append(nodes, node{uses: nodes[a].uses + nodes[b].uses})
	}
	nodes[len(nodes)-1].uses = 0 // from here on, the depth
	for i := len(nodes) - 2; i >= 0; i-- {
		nodes[i].uses = nodes[nodes[i].above].uses + 1
		if i < leaves {
			list[order[i]].length = nodes[i].uses
		}
	}
	return nodes[0].uses <= longest
}

// writeCode tells the lengths of all symbols, each in four bits: that is a code too.
func (d *deflater) writeCode() {
	d.write(uint32(len(d.literals)-257), 5)
	d.write(uint32(len(d.distances)-1), 5)
	d.write(19-4, 4)
	for i := range 19 { // the first three are for repetitions
		if i < 3 {
			d.write(0, 3)
		} else {
			d.write(4, 3)
		}
	}
	for _, list := range [][]symbol{d.literals[:], d.distances[:]} {
		for i := range list {
			d.write(uint32(bits.Reverse8(uint8(list[i].length))>>4), 4)
		}
	}
}

func (d *deflater) put(s *symbol) { d.write(s.bits, s.length) }

// write adds up to 32 bits.
func (d *deflater) write(b uint32, n int) {
	d.held |= uint64(b) << d.count
	if d.count += n; d.count >= 32 {
		d.out = binary.LittleEndian.AppendUint32(d.out, uint32(d.held))
		d.held >>= 32
		d.count -= 32
	}
}
