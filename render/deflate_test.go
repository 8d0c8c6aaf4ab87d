package render

import (
	"bytes"
	"compress/flate"
	"hash/adler32"
	"io"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// What has been compressed is what the standard library reads, whatever it is:
// nothing, noise, long runs, and codes that would become too long.
func TestDeflate(t *testing.T) {
	d := new(deflater)
	check := func(t interface{ Fatalf(string, ...any) }, data []byte) {
		got, err := io.ReadAll(flate.NewReader(bytes.NewReader(d.deflate(data))))
		if err != nil || !bytes.Equal(got, data) {
			t.Fatalf("%d bytes come back as %d: %v", len(data), len(got), err)
		}
		half := len(data) / 2
		if got, want := adler32Sum(adler32Sum(1, data[:half]), data[half:]), adler32.Checksum(data); got != want {
			t.Fatalf("%d bytes have checksum %x, not %x", len(data), got, want)
		}
	}
	var fibonacci []byte
	for a, b, x := 1, 1, byte(1); len(fibonacci) < 1<<20; a, b, x = b, a+b, x+1 {
		fibonacci = append(fibonacci, bytes.Repeat([]byte{x}, a)...)
	}
	lot := rand.New(rand.NewPCG(1, 1))
	lot.Shuffle(len(fibonacci), func(i, j int) { fibonacci[i], fibonacci[j] = fibonacci[j], fibonacci[i] })
	noise := make([]byte, 100_000)
	for i := range noise {
		noise[i] = byte(lot.Uint32())
	}
	for _, data := range [][]byte{nil, {0}, []byte("abcd"), make([]byte, 1<<20), bytes.Repeat([]byte{0xff}, 1<<20), noise,
		append(noise[:40_000:40_000], noise...), fibonacci} {
		check(t, data)
	}
	rapid.Check(t, func(t *rapid.T) {
		var data []byte
		for _, n := range rapid.SliceOf(rapid.IntRange(0, 5000)).Draw(t, "parts") {
			if n%2 == 0 && n < len(data) {
				data = append(data, data[len(data)-n:]...)
			} else {
				data = append(data, bytes.Repeat([]byte{byte(n)}, n%300)...)
			}
		}
		check(t, data)
	})
}
