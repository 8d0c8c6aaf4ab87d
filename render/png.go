package render

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"slices"
	"sync"
)

// pngWriter writes pictures with a palette. The standard encoder never filters
// these; telling each row by its difference from the row above makes boards, whose
// rows are mostly equal, smaller by a third at the fastest compression.
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
	w.chunk("IHDR", append(header, 8, 3, 0, 0, 0)) // 8 bits, palette, deflate, no interlace

	var colors []byte
	for _, c := range im.Palette {
		r, g, b, _ := c.RGBA()
		colors = append(colors, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	w.chunk("PLTE", colors)

	w.chunk("IDAT", w.zip.deflate(w.filter(im, width, height)))
	w.chunk("IEND", nil)
	return bytes.Clone(w.out.Bytes())
}

// filter returns the rows, each after the filter's number.
func (w *pngWriter) filter(im *image.Paletted, width, height int) []byte {
	w.rows = slices.Grow(w.rows[:0], (width+1)*height)[:(width+1)*height]
	above := make([]byte, width)
	for y := range height {
		here := im.Pix[y*im.Stride : y*im.Stride+width]
		row := w.rows[y*(width+1):][:width+1]
		row[0] = 2 // "up"
		difference(row[1:], here, above)
		above = here
	}
	return w.rows
}

// difference sets to to a-b, byte by byte; all have the same length.
func difference(to, a, b []byte) {
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

func (w *pngWriter) chunk(kind string, data []byte) {
	var n [4]byte
	binary.BigEndian.PutUint32(n[:], uint32(len(data)))
	w.out.Write(n[:])
	start := w.out.Len()
	w.out.WriteString(kind)
	w.out.Write(data)
	binary.BigEndian.PutUint32(n[:], crc32.ChecksumIEEE(w.out.Bytes()[start:]))
	w.out.Write(n[:])
}
