//go:build !windows

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// terminal is a terminal at which somebody plays.
type terminal struct {
	*exec.Cmd
	t        *testing.T
	keyboard *os.File
	tmp      string // where the program keeps what it leaves behind

	mu     sync.Mutex
	output bytes.Buffer
	seen   int
	done   chan error
}

// sit starts stackmate play for two people at a terminal of 80 by 24, with variables of the environment and flags.
func sit(t *testing.T, env []string, flags ...string) *terminal {
	t.Helper()
	return sitUnasked(t, env, append([]string{"--against", "people"}, flags...)...)
}

// sitUnasked starts stackmate play like sit, but does not say who plays.
func sitUnasked(t *testing.T, env []string, flags ...string) *terminal {
	t.Helper()
	s := &terminal{Cmd: exec.Command("stackmate", append([]string{"play"}, flags...)...), t: t, done: make(chan error, 1), tmp: t.TempDir()}
	s.Dir = t.TempDir()
	s.Env = append([]string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + s.tmp, "TERM=xterm-256color", "LANG=en_GB.UTF-8"}, env...)
	var err error
	if s.keyboard, err = pty.StartWithSize(s.Cmd, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		io.Copy(s, s.keyboard) // ends with an error when the program closes the terminal
	}()
	go func() {
		err := s.Wait()
		<-read
		s.done <- err
	}()
	t.Cleanup(func() {
		s.Process.Kill()
		s.keyboard.Close()
	})
	return s
}

// Write implements io.Writer.
func (s *terminal) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.output.Write(b)
}

// types presses keys.
func (s *terminal) types(keys string) {
	s.t.Helper()
	if _, err := io.WriteString(s.keyboard, keys); err != nil {
		s.t.Fatal(err)
	}
}

// sees waits for a text, and returns what was printed since the last call, up to and with it.
func (s *terminal) sees(pattern string) string {
	s.t.Helper()
	want := regexp.MustCompile(pattern)
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		s.mu.Lock()
		text := s.output.String()[s.seen:]
		if at := want.FindStringIndex(text); at != nil {
			s.seen += at[1]
			s.mu.Unlock()
			return text[:at[1]]
		}
		s.mu.Unlock()
		if time.Now().After(end) {
			s.t.Fatalf("%q is not printed after\n%s", pattern, text)
		}
	}
}

// ends waits for the end of the program, which must be without an error and leave nothing behind.
func (s *terminal) ends() {
	s.t.Helper()
	select {
	case err := <-s.done:
		if err != nil {
			s.t.Errorf("the program ends with %v:\n%s", err, s.output.String())
		}
	case <-time.After(30 * time.Second):
		s.t.Fatalf("the program does not end:\n%s", s.output.String())
	}
	if left, err := filepath.Glob(filepath.Join(s.tmp, "*")); err != nil || len(left) > 0 {
		s.t.Errorf("left behind: %q %v", left, err)
	}
}

// Colours, symbols and marks are there if the terminal has them and its user wants them.
func TestTerminalStyles(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		env       []string
		flags     []string
		want, not string
	}{
		"many colours":  {nil, nil, "\x1b\\[48;5;30.*>.*♟", "\x1b\\[4[0-7]m"},
		"few colours":   {[]string{"TERM=xterm"}, nil, "\x1b\\[7;1m>♙", "48;5"},
		"no colours":    {[]string{"NO_COLOR=1"}, nil, ">♙", "\x1b\\[[0-9;]+m"},
		"no symbols":    {[]string{"LANG=C"}, nil, "\x1b\\[48;5;30.*>.*P", "♟"},
		"plain":         {nil, []string{"--plain"}, " P ", "\x1b\\[[0-9;]+m|♟|♙|>P"},
		"dumb terminal": {[]string{"TERM=dumb"}, nil, " P ", "\x1b|♟|♙|>P"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sit(t, tt.env, append(tt.flags, "--game", "chess")...)
			s.sees("White> ")
			s.types("e4\r")
			board := s.sees("Black> ")
			if !regexp.MustCompile(tt.want).MatchString(board) {
				t.Errorf("no %q in %q", tt.want, board)
			}
			if regexp.MustCompile(tt.not).MatchString(board) {
				t.Errorf("%q in %q", tt.not, board)
			}
			if i, j := strings.Index(board, "a b c d e f g h"), strings.Index(board, "1. e4"); i < 0 || j < i {
				t.Errorf("the answer is not behind the board: %q", board)
			}
			s.types("e5\r")
			s.sees("White> ")
			s.types("quit\r")
			s.sees("not saved")
			s.types("quit\r")
			s.ends()
		})
	}
}

// Tab completes moves, squares and commands, and lists them where there is a choice; arrows bring back lines.
func TestTerminalCompletes(t *testing.T) {
	t.Parallel()
	s := sit(t, nil, "--plain")
	s.sees("White> ")
	s.types("n2g\t")
	s.sees("N2g3 ")
	s.types("\r")
	s.sees("1\\. N2g3(.|\n)*Black> ")
	s.types("bx\t3e7\t")
	s.sees("3e7")
	s.types("\x15leg\t")
	s.sees("legal ")
	s.types("3b8\t\r")
	s.sees("N1b7 (.|\n)*Black> ")
	s.types("h\t")
	s.sees("help  hint  history")
	s.types("is\t\r")
	s.sees("N2g3(.|\n)*Black> ")
	s.types("\x1b[A\x1b[A\r") // the line before the last
	s.sees("N1b7 (.|\n)*Black> ")
	s.types("rules or\t\r")
	s.sees("rules orthodox(.|\n)*Black> ")
	s.types("\x04")
	s.sees("Black> ")
	s.types("\x04")
	s.ends()
}

// The board stays as it is until somebody turns it; --for says who sits below.
func TestTerminalDoesNotFlip(t *testing.T) {
	t.Parallel()
	below := func(board string, letters string) {
		t.Helper()
		if !strings.Contains(board, "    "+letters) {
			t.Errorf("the files are not %q:\n%s", letters, board)
		}
	}
	s := sit(t, nil, "--plain", "--game", "chess")
	below(s.sees("White> "), "a b c d e f g h")
	s.types("e4\r")
	below(s.sees("Black> "), "a b c d e f g h")
	s.types("flip\r")
	below(s.sees("Black> "), "h g f e d c b a")
	s.types("e5\r")
	below(s.sees("White> "), "h g f e d c b a")
	s = sit(t, nil, "--plain", "--game", "chess", "--for", "black")
	below(s.sees("White> "), "h g f e d c b a")
	s.types("e4\r")
	below(s.sees("Black> "), "h g f e d c b a")
}

// Of eight levels a small screen shows the two that the last move touched, and all on request.
// A larger one shows all.
func TestTerminalLevels(t *testing.T) {
	t.Parallel()
	levels := regexp.MustCompile(`Level \d`)
	s := sit(t, nil, "--plain", "--game", "3d8l")
	if got := levels.FindAllString(s.sees("White> "), -1); len(got) != 2 {
		t.Errorf("at first %q", got)
	}
	s.types("N-4c3\r")
	if got := levels.FindAllString(s.sees("Black> "), -1); !reflect.DeepEqual(got, []string{"Level 4", "Level 5"}) {
		t.Errorf("after a move %q", got)
	}
	s.types("board all\r")
	if got := levels.FindAllString(s.sees("> "), -1); len(got) != 8 {
		t.Errorf("all on request: %q", got)
	}
	s.types("board 2\r")
	if got := levels.FindAllString(s.sees("> "), -1); !reflect.DeepEqual(got, []string{"Level 2"}) {
		t.Errorf("one on request: %q", got)
	}
	if err := pty.Setsize(s.keyboard, &pty.Winsize{Rows: 60, Cols: 100}); err != nil {
		t.Fatal(err)
	}
	s.types("board\r")
	if got := levels.FindAllString(s.sees("(a  b  c  d  e  f  g  h[^>]*){8}Black> "), -1); len(got) != 8 {
		t.Errorf("on a large screen: %q", got)
	}
}

// On a narrow screen there are as many levels as it has room for, and no line is wider.
func TestTerminalIsNarrow(t *testing.T) {
	t.Parallel()
	s := sit(t, nil)
	s.sees("White> ")
	for columns, want := range map[uint16]int{70: 3, 50: 2, 30: 1} {
		if err := pty.Setsize(s.keyboard, &pty.Winsize{Rows: 24, Cols: columns}); err != nil {
			t.Fatal(err)
		}
		s.types("board\r")
		s.sees("board\r\n")
		text := regexp.MustCompile("\x1b\\[[0-9;]*[A-Za-z]").ReplaceAllString(s.sees("White> "), "")
		if got := strings.Count(text, "Level "); got != want {
			t.Errorf("%d columns: %d levels in\n%s", columns, got, text)
		}
		for line := range strings.SplitSeq(text, "\r\n") {
			if n := utf8.RuneCountInString(line); n > int(columns) {
				t.Errorf("%d of %d columns: %q", n, columns, line)
			}
		}
	}
}

// Ctrl-C and Ctrl-D end the program, with a word about a game that would be lost. The terminal is then as before.
func TestTerminalEnds(t *testing.T) {
	t.Parallel()
	for name, key := range map[string]string{"Ctrl-C": "\x03", "Ctrl-D": "\x04"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sit(t, nil)
			before, err := term.GetState(int(s.keyboard.Fd()))
			if err != nil {
				t.Skipf("the state of the terminal: %v", err)
			}
			s.sees("White> ")
			s.types("N2g3\r")
			s.sees("Black> ")
			s.types(key)
			s.sees("“save” keeps it")
			s.sees("Black> ")
			s.types("save game.db\r")
			s.sees("stackmate play --db game.db")
			s.sees("Black> ")
			s.types(key)
			s.ends()
			after, err := term.GetState(int(s.keyboard.Fd()))
			if err == nil && !reflect.DeepEqual(before, after) {
				t.Errorf("the terminal was %v and is %v", before, after)
			}
			again := exec.Command("stackmate", "play", "--db", "game.db")
			again.Dir = s.Dir
			out, err := again.Output()
			if err != nil || !strings.Contains(string(out), "N2g3") {
				t.Errorf("the saved game: %v\n%s", err, out)
			}
		})
	}
}

// A terminal that is closed ends the program too, and the game is kept.
func TestTerminalHangsUp(t *testing.T) {
	t.Parallel()
	s := sit(t, nil, "--db", "game.db")
	s.sees("White> ")
	s.types("N2g3\r")
	s.sees("Black> ")
	if err := s.Process.Signal(syscall.SIGHUP); err != nil { // as from a window that is closed
		t.Fatal(err)
	}
	s.ends()
	again := exec.Command("stackmate", "play", "--db", "game.db")
	again.Dir = s.Dir
	if out, err := again.Output(); err != nil || !strings.Contains(string(out), "N2g3") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestTerminalAgainst answers the question who plays with a level, with a level that there is not,
// with Enter, and with a first move.
func TestTerminalAgainst(t *testing.T) {
	t.Parallel()
	s := sitUnasked(t, nil, "--plain", "--game", "chess")
	s.sees("a level from 1 \\(easy\\) to 8 \\(hard\\).*\n(.*\n)?.*> ")
	s.types("9\r")
	s.sees("“9” is not a level(.|\n)*> ")
	s.types("yes\r")
	s.sees("a level from 1 \\(easy\\) to 8 \\(hard\\).*\n(.*\n)?.*> ")
	s.types("1\r")
	s.sees("White – Stackmate level 1(.|\n)*White> ")
	s.types("e4\r")
	s.sees("Stackmate level 1 \\(Black\\)(.|\n)*White> ")
	s.types("against people\r")
	s.sees("White – Black(.|\n)*White> ")
	s.types("quit\r")
	s.ends()
	for line, next := range map[string]string{"": "White> ", "no": "White – Black(.|\n)*White> ", "e4": "White plays 1\\. e4(.|\n)*Black> "} {
		s = sitUnasked(t, nil, "--plain", "--game", "chess")
		s.sees("two(.|\n)*people play here\\.(.|\n)*> ")
		s.types(line + "\r")
		s.sees(next)
		s.Process.Kill()
	}

	// The program's advice is for who plays against it, and two people do not get that game.
	db := filepath.Join(t.TempDir(), "game.db")
	s = sitUnasked(t, nil, "--plain", "--game", "chess", "--db", db, "--against", "1")
	s.sees("White> ")
	s.types("hint\r")
	s.sees("Try a move with the (.|\n)*White> ")
	s.types("e4\r")
	s.sees("Stackmate level 1 \\(Black\\)(.|\n)*White> ")
	s.types("quit\r")
	s.ends()
	s = sitUnasked(t, nil, "--plain", "--game", "chess", "--db", db, "--against", "people")
	s.sees("White – Black(.|\n)*White> ")
	s.types("quit\r")
	s.ends()
}
