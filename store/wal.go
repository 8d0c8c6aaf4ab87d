package store

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
)

// Sizes of the headers in a -wal file; see https://www.sqlite.org/fileformat.html, "The
// Write-Ahead Log".
const (
	walHeaderSize  = 32
	walFrameHeader = 24
)

// checksum is SQLite's checksum of -wal files.
type checksum struct {
	order binary.ByteOrder
	a, b  uint32
}

// add adds bytes, a multiple of eight.
func (c *checksum) add(data []byte) {
	for ; len(data) >= 8; data = data[8:] {
		c.a += c.order.Uint32(data) + c.b
		c.b += c.order.Uint32(data[4:]) + c.a
	}
}

// matches reports whether a stored checksum is the same.
func (c *checksum) matches(stored []byte) bool {
	return c.a == binary.BigEndian.Uint32(stored) && c.b == binary.BigEndian.Uint32(stored[4:])
}

// inspectWAL returns how many pages SQLite will find in the -wal file of a database, and whether
// there are transactions behind them that it will not find, because something before them is
// damaged. A last transaction that is not complete was never acknowledged, and is no damage. It
// stops when it has found so many pages as enough says.
func inspectWAL(path string, enough int) (pages int, damaged bool) {
	f, err := os.Open(path + "-wal")
	if err != nil {
		return 0, !errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<16)
	header := make([]byte, walHeaderSize)
	if n, err := io.ReadFull(r, header); err != nil {
		return 0, n > 0
	}
	sum := checksum{order: binary.LittleEndian}
	magic, pageSize := binary.BigEndian.Uint32(header), binary.BigEndian.Uint32(header[8:])
	if magic&1 == 1 {
		sum.order = binary.BigEndian
	}
	sum.add(header[:24])
	if magic&^1 != 0x377f0682 || !sum.matches(header[24:]) || pageSize > 1<<16 {
		return 0, true
	}
	frame := make([]byte, walFrameHeader+int(pageSize))
	whole, unseen := true, 0
	for pages < enough {
		if _, err := io.ReadFull(r, frame); err != nil {
			return pages, unseen > 1
		}
		current := string(frame[8:16]) == string(header[16:24]) // else it is left from earlier
		if whole && current {
			sum.add(frame[:8])
			sum.add(frame[walFrameHeader:])
		}
		switch whole = whole && current && sum.matches(frame[16:24]); {
		case whole:
			pages++
		case current && binary.BigEndian.Uint32(frame[4:]) > 0: // the end of a transaction
			unseen++
		}
	}
	return pages, false
}

// lostChanges returns what is wrong with the -wal file of a database that nobody uses, which has
// the last changes; empty if nothing is. SQLite passes over one that is damaged.
func lostChanges(path string) string {
	if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		if info, err := os.Stat(path + "-shm"); err == nil && info.Size() > 0 {
			return "there is a -shm file next to it, but the -wal file is missing"
		}
		return ""
	}
	if _, damaged := inspectWAL(path, math.MaxInt); damaged {
		return "its -wal file is damaged"
	}
	return ""
}
