package console

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"
)

// Editor reads lines that somebody types at a terminal, with history and completion.
type Editor struct {
	in, out *os.File
	t       *term.Terminal
	// Complete returns what the last word of a line may become.
	Complete func(line string) []string

	mu      sync.Mutex
	cooked  *term.State // of the terminal between lines; nil while it is so
	columns int
	rows    int
}

// NewEditor returns an editor on a terminal.
func NewEditor(in, out *os.File) *Editor {
	e := &Editor{in: in, out: out}
	e.reset()
	return e
}

// reset makes the line editor forget the line that is being typed, but not those before.
func (e *Editor) reset() {
	old := e.t
	e.t = term.NewTerminal(both{e.in, e.out}, "")
	e.t.AutoCompleteCallback = e.key
	if old != nil {
		e.t.History = old.History
	}
	e.columns = 0
}

// both reads from one file and writes to another.
type both struct{ in, out *os.File }

// Read implements io.Reader.
func (b both) Read(p []byte) (int, error) { return b.in.Read(p) }

// Write implements io.Writer.
func (b both) Write(p []byte) (int, error) { return b.out.Write(p) }

// ReadLine implements LineReader. Ctrl-C and Ctrl-D end the input.
func (e *Editor) ReadLine(prompt string) (string, error) {
	if err := e.raw(); err != nil {
		return "", err
	}
	defer e.Restore()
	e.fit()
	e.t.SetPrompt(prompt)
	line, err := e.t.ReadLine()
	if errors.Is(err, term.ErrPasteIndicator) {
		err = nil
	}
	if err != nil {
		fmt.Fprint(e.out, "\r\n")
		e.reset()
	}
	return line, err
}

// raw makes the terminal give each key.
func (e *Editor) raw() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	state, err := term.MakeRaw(int(e.in.Fd()))
	if err != nil {
		return fmt.Errorf("read terminal: %w", err)
	}
	e.cooked = state
	return nil
}

// Restore makes the terminal as it was before. It may be called while ReadLine waits.
func (e *Editor) Restore() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.cooked != nil {
		_ = term.Restore(int(e.in.Fd()), e.cooked) // the terminal may be gone
		e.cooked = nil
	}
}

// Size returns the size of the terminal, 80 by 24 if it does not say.
func (e *Editor) Size() (columns, rows int) {
	columns, rows, err := term.GetSize(int(e.out.Fd()))
	if err != nil || columns < 1 || rows < 1 {
		return 80, 24
	}
	return columns, rows
}

// fit tells the line editor the size of the terminal.
func (e *Editor) fit() {
	columns, rows := e.Size()
	if columns == e.columns && rows == e.rows {
		return
	}
	e.columns, e.rows = columns, rows
	_ = e.t.SetSize(columns, rows) // what cannot be written is noticed by the next answer
}

// key completes the line at a Tab.
func (e *Editor) key(line string, pos int, key rune) (string, int, bool) {
	e.fit()
	if key != '\t' {
		return "", 0, false
	}
	if e.Complete == nil {
		return line, pos, true
	}
	longer, choices := complete(line[:pos], e.Complete(line[:pos]))
	if len(choices) > 0 {
		fmt.Fprintln(e.t, strings.Join(wrapLine(strings.Join(choices, "  "), e.columns-1), "\n"))
	}
	return longer + line[pos:], len(longer), true
}
