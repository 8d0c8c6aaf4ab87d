package console

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// maxLine is how much of a line is read, in bytes. The desk refuses far shorter ones.
const maxLine = 64 << 10

// Lines reads lines that nobody types, such as those of a file.
type Lines struct{ r *bufio.Reader }

// NewLines returns the lines of an input.
func NewLines(in io.Reader) *Lines { return &Lines{bufio.NewReaderSize(in, maxLine)} }

// ReadLine returns the first maxLine bytes of the next line. The last line counts without an end.
func (l *Lines) ReadLine(string) (string, error) {
	line, err := l.r.ReadSlice('\n')
	kept := string(line)
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = l.r.ReadSlice('\n')
	}
	switch {
	case err == nil || errors.Is(err, io.EOF) && kept != "":
		return kept, nil
	case errors.Is(err, io.EOF):
		return "", io.EOF
	}
	return "", fmt.Errorf("read input: %w", err)
}
