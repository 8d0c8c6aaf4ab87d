package render

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"slices"
	"sync"
)

// pngWriter encodes pictures with a palette. It stores each row as its difference from
// the row above (PNG's filter "up"): rows of boards are mostly equal, and files become
// 30 to 43 % smaller. The encoder of the standard library never filters these pictures.
type pngWriter struct {
	out  bytes.Buffer
	rows []byte
	zip  deflater
}

var pngWriters = sync.Pool{New: func() any { return new(pngWriter) }}

// encodePNG returns a picture as a PNG file.
func encodePNG(im *image.Paletted) []byte {
	w := pngWriters.Get().(*pngWriter)
	defer pngWriters.Put(w)
	w.out.Reset()
	w.out.WriteString("\x89PNG\r\n\x1a\n")

	width, height := im.Rect.Dx(), im.Rect.Dy()
	header := binary.BigEndian.AppendUint32(nil, uint32(width))
	header = binary.BigEndian.AppendUint32(header, uint32(height))
	w.writeChunk("IHDR", append(header, 8, 3, 0, 0, 0)) // 8 bits, palette, deflate, no interlace

	var colors []byte
	for _, c := range im.Palette {
		r, g, b, _ := c.RGBA()
		colors = append(colors, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	w.writeChunk("PLTE", colors)

	rows, sum := w.filter(im, width, height)
	w.writeChunk("IDAT", []byte{0x78, 0x01}, w.zip.deflate(rows), binary.BigEndian.AppendUint32(nil, sum)) // as RFC 1950 has it
	w.writeChunk("IEND", nil)
	return bytes.Clone(w.out.Bytes())
}

// filter returns the filtered rows, each preceded by the number of its filter, and
// their Adler-32 checksum. They are valid until the next call.
func (w *pngWriter) filter(im *image.Paletted, width, height int) (rows []byte, sum uint32) {
	sum = 1
	w.rows = slices.Grow(w.rows[:0], (width+1)*height)[:(width+1)*height]
	above := make([]byte, width)
	for y := range height {
		here := im.Pix[y*im.Stride : y*im.Stride+width]
		row := w.rows[y*(width+1):][:width+1]
		row[0] = 2 // "up"
		subtractRows(row[1:], here, above)
		sum = adler32Sum(sum, row)
		above = here
	}
	return w.rows, sum
}

// subtractRows stores a-b in to, byte by byte and modulo 256. All three have the same
// length.
func subtractRows(to, a, b []byte) {
	const high = 0x8080808080808080
	i := 0
	for ; i+8 <= len(a); i += 8 {
		x, y := binary.LittleEndian.Uint64(a[i:]), binary.LittleEndian.Uint64(b[i:])
		binary.LittleEndian.PutUint64(to[i:], ((x|high)-(y&^high))^((x^^y)&high))
	}
	for ; i < len(a); i++ {
		to[i] = a[i] - b[i]
	}
}

// adler32Sum continues an Adler-32 checksum (RFC 1950), which starts as 1, over data. It
// skips zeros, of which filtered rows mostly consist: hash/adler32 takes longer.
func adler32Sum(sum uint32, data []byte) uint32 {
	const prime, batch = 65521, 5552 // the sums of 5552 bytes fit into 32 bits
	a, b := sum&0xffff, sum>>16
	for len(data) > 0 {
		part := data[:min(batch, len(data))]
		data = data[len(part):]
		for ; len(part) >= 8; part = part[8:] {
			if binary.LittleEndian.Uint64(part) == 0 {
				b += 8 * a
				continue
			}
			x := part[:8]
			b += 8*(a+uint32(x[0])) + 7*uint32(x[1]) + 6*uint32(x[2]) + 5*uint32(x[3]) +
				4*uint32(x[4]) + 3*uint32(x[5]) + 2*uint32(x[6]) + uint32(x[7])
			a += uint32(x[0]) + uint32(x[1]) + uint32(x[2]) + uint32(x[3]) + uint32(x[4]) + uint32(x[5]) + uint32(x[6]) + uint32(x[7])
		}
		for _, x := range part {
			a += uint32(x)
			b += a
		}
		a, b = a%prime, b%prime
	}
	return b<<16 | a
}

// writeChunk writes the parts as one chunk with its length, kind and CRC.
func (w *pngWriter) writeChunk(kind string, parts ...[]byte) {
	length := 0
	for _, part := range parts {
		length += len(part)
	}
	var n [4]byte
	binary.BigEndian.PutUint32(n[:], uint32(length))
	w.out.Write(n[:])
	start := w.out.Len()
	w.out.WriteString(kind)
	for _, part := range parts {
		w.out.Write(part)
	}
	binary.BigEndian.PutUint32(n[:], crc32.ChecksumIEEE(w.out.Bytes()[start:]))
	w.out.Write(n[:])
}
