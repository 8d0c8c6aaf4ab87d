package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// How many lines, and bytes of them, may wait for a count to end before reading stops.
const (
	maxWaiting      = 10000
	maxWaitingBytes = 16 << 20
)

// uciLine is a line of input, with the time at which it was read.
type uciLine struct {
	text string
	read time.Time
	err  error // the line was not usable
}

// uciInput hands out lines in their order, those that waited for a count first.
type uciInput struct {
	lines   <-chan uciLine
	waiting []uciLine
	bytes   int  // of those
	ended   bool // no more lines will come
}

// wait puts a line behind those that wait.
func (in *uciInput) wait(line uciLine) {
	in.waiting = append(in.waiting, line)
	in.bytes += len(line.text)
}

// full reports whether no more lines may wait.
func (in *uciInput) full() bool { return len(in.waiting) >= maxWaiting || in.bytes >= maxWaitingBytes }

// next returns the next line; ok is false at the end of the input or the context.
func (in *uciInput) next(ctx context.Context) (line uciLine, ok bool) {
	if ctx.Err() != nil {
		return line, false
	}
	if len(in.waiting) > 0 {
		line, in.waiting = in.waiting[0], in.waiting[1:]
		in.bytes -= len(line.text)
		return line, true
	}
	select {
	case line, ok = <-in.lines:
		return line, ok
	case <-ctx.Done():
		return line, false
	}
}

// readLines reads lines until the end of the input or the context. A line that is
// too long is an error of its own and is skipped.
func readLines(ctx context.Context, in io.Reader) <-chan uciLine {
	lines := make(chan uciLine)
	go func() {
		defer close(lines)
		r := bufio.NewReader(in)
		for {
			text, err := readLine(r)
			if err != nil && !errors.Is(err, errLongLine) && text == "" {
				return
			}
			line := uciLine{text: text, read: time.Now()}
			if errors.Is(err, errLongLine) {
				line.err = err
			}
			select {
			case lines <- line:
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

var errLongLine = fmt.Errorf("line longer than %d bytes", maxUCILine)

// readLine returns the next line without keeping more than maxUCILine bytes.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxUCILine; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long:
			return "", errLongLine
		}
		return string(line), err
	}
}
