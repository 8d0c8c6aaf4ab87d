package render

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"sync"
)

// pngWriter writes pictures with a palette. The standard encoder never filters
// these; telling each row by its difference from the row above makes boards, whose
// rows are mostly equal, smaller by a third at the fastest compression.
type pngWriter struct {
	out  bytes.Buffer
	body bytes.Buffer
	zip  *zlib.Writer
	row  []byte
}

var pngWriters = sync.Pool{New: func() any {
	w := new(pngWriter)
	w.zip, _ = zlib.NewWriterLevel(&w.body, zlib.BestSpeed) // the level exists
	return w
}}

// encodePNG returns a picture as a PNG file.
func encodePNG(im *image.Paletted) ([]byte, error) {
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

	if err := w.deflate(im, width, height); err != nil {
		return nil, err
	}
	w.chunk("IDAT", w.body.Bytes())
	w.chunk("IEND", nil)
	return bytes.Clone(w.out.Bytes()), nil
}

// deflate fills the body with the rows.
func (w *pngWriter) deflate(im *image.Paletted, width, height int) error {
	w.body.Reset()
	w.zip.Reset(&w.body)
	w.row = append(w.row[:0], make([]byte, width+1)...)
	above := make([]byte, width)
	for y := range height {
		here := im.Pix[y*im.Stride : y*im.Stride+width]
		w.row[0] = 2 // the filter "up"
		difference(w.row[1:], here, above)
		if _, err := w.zip.Write(w.row); err != nil {
			return err
		}
		above = here
	}
	return w.zip.Close()
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
