package render

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"image"
)

// transparentIndex is the palette index in a GIF that leaves a pixel unchanged.
const transparentIndex = 255

// gifWriter encodes an animation frame by frame; each frame holds only what differs
// from the one before. The encoder of the standard library needs all frames in full at
// the same time.
type gifWriter struct {
	out  bytes.Buffer
	pal  *palette
	last *image.Paletted // the frame before, nil at first
}

func newGIFWriter(p *palette) *gifWriter { return &gifWriter{pal: p} }

// writeFrame adds a frame that is shown for delay hundredths of a second. The writer
// takes the picture over and releases it.
func (w *gifWriter) writeFrame(im *image.Paletted, delay int) {
	area := im.Rect
	if w.last == nil {
		w.writeHeader(area.Dx(), area.Dy())
	} else {
		area = changedRect(w.last, im)
	}
	w.out.Write([]byte{0x21, 0xf9, 4, 1<<2 | 1}) // graphic control: leave in place, one clear entry
	w.writeUint16(delay)
	w.out.Write([]byte{transparentIndex, 0, 0x2c})
	for _, n := range []int{area.Min.X, area.Min.Y, area.Dx(), area.Dy()} {
		w.writeUint16(n)
	}
	w.out.Write([]byte{0, 8}) // no palette of its own; codes begin with 8 bits
	blocks := blockWriter{out: &w.out}
	codes := lzw.NewWriter(&blocks, lzw.LSB, 8) // its writes cannot fail: they end in a bytes.Buffer
	row := make([]byte, area.Dx())
	for y := area.Min.Y; y < area.Max.Y; y++ {
		at := y*im.Stride + area.Min.X
		copy(row, im.Pix[at:])
		if w.last != nil {
			for x, before := range w.last.Pix[at : at+len(row)] {
				if row[x] == before {
					row[x] = transparentIndex
				}
			}
		}
		codes.Write(row)
	}
	codes.Close()
	blocks.flush()
	w.out.WriteByte(0)
	if w.last != nil {
		releaseImage(w.last)
	}
	w.last = im
}

// close ends the animation and returns it.
func (w *gifWriter) close() []byte {
	w.out.WriteByte(0x3b)
	return w.out.Bytes()
}

// writeHeader writes the size, the palette of all frames, and that the animation loops.
func (w *gifWriter) writeHeader(width, height int) {
	w.out.WriteString("GIF89a")
	w.writeUint16(width)
	w.writeUint16(height)
	w.out.Write([]byte{0xf7, 0, 0}) // 256 colours for all frames
	var table [3 * 256]byte
	for i, c := range w.pal.rgba {
		table[3*i], table[3*i+1], table[3*i+2] = c.R, c.G, c.B
	}
	w.out.Write(table[:])
	w.out.WriteString("\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00") // loop for ever
}

func (w *gifWriter) writeUint16(n int) {
	w.out.Write(binary.LittleEndian.AppendUint16(nil, uint16(n)))
}

// changedRect returns the smallest rectangle that holds all differences of two pictures
// of the same size; it is one pixel if they are equal, since a frame cannot be empty.
func changedRect(a, b *image.Paletted) image.Rectangle {
	area := image.Rectangle{}
	width := b.Rect.Dx()
	for y := range b.Rect.Dy() {
		p, q := a.Pix[y*a.Stride:][:width], b.Pix[y*b.Stride:][:width]
		if bytes.Equal(p, q) {
			continue
		}
		left, right := 0, width
		for p[left] == q[left] {
			left++
		}
		for p[right-1] == q[right-1] {
			right--
		}
		area = area.Union(image.Rect(left, y, right, y+1))
	}
	if area.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return area
}

// blockWriter writes GIF's data sub-blocks: at most 255 bytes, preceded by their number.
type blockWriter struct {
	out   *bytes.Buffer
	block [255]byte
	n     int
}

func (b *blockWriter) Write(data []byte) (int, error) {
	for rest := data; len(rest) > 0; {
		n := copy(b.block[b.n:], rest)
		b.n, rest = b.n+n, rest[n:]
		if b.n == len(b.block) {
			b.flush()
		}
	}
	return len(data), nil
}

func (b *blockWriter) flush() {
	if b.n > 0 {
		b.out.WriteByte(byte(b.n))
		b.out.Write(b.block[:b.n])
		b.n = 0
	}
}
