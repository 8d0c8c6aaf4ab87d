package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// Limits on a line, and on the lines that wait while a task goes on. Beyond them no more
// are read.
const (
	maxLine         = 1 << 20
	maxWaiting      = 10000
	maxWaitingBytes = 16 << 20
)

// inputLine is a line of input and the time when it was read.
type inputLine struct {
	text string
	read time.Time
	err  error // why the line cannot be used; nil if it can
}

// input returns lines in their order: first those that waited while a task went on.
type input struct {
	lines   <-chan inputLine
	waiting []inputLine
	bytes   int  // the size of the waiting lines
	ended   bool // whether the end of the input was reached
}

// push adds a line to those that wait.
func (in *input) push(line inputLine) {
	in.waiting = append(in.waiting, line)
	in.bytes += len(line.text)
}

// takeWaiting removes and returns the lines that wait.
func (in *input) takeWaiting() []inputLine {
	lines := in.waiting
	in.waiting, in.bytes = nil, 0
	return lines
}

// full reports whether no more lines may wait.
func (in *input) full() bool { return len(in.waiting) >= maxWaiting || in.bytes >= maxWaitingBytes }

// next returns the next line; ok is false after the end of the input or of the context.
func (in *input) next(ctx context.Context) (line inputLine, ok bool) {
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

// readLines reads lines until the end of the input or of the context. For a line that is
// too long it sends one with an error instead.
func readLines(ctx context.Context, in io.Reader) <-chan inputLine {
	lines := make(chan inputLine)
	go func() {
		defer close(lines)
		r := bufio.NewReader(in)
		for {
			text, err := readLine(r)
			if err != nil && !errors.Is(err, errLongLine) && text == "" {
				return
			}
			line := inputLine{text: text, read: time.Now()}
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

var errLongLine = fmt.Errorf("line longer than %d bytes", maxLine)

// readLine returns the next line, or errLongLine if it has more than maxLine bytes.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine; !long {
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
