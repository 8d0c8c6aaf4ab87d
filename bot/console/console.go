// Package console is a front end for two seats at one terminal.
package console

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/panics"
	"stackmate/bot/words"
)

// Transport is the name of this front end in addresses.
const Transport = "console"

// ErrRefused ends a strict session at the first line that was refused.
var ErrRefused = errors.New("a line was refused")

// Table is a board with two seats, called White and Black. All fields but Prompt,
// Strict and Log are required.
type Table struct {
	Desk *bot.Desk
	// Variant is the key of the game that is played; each has a table of its own.
	Variant string
	// Boards is the directory into which pictures are written.
	Boards string
	In     io.Reader
	Out    io.Writer
	// Prompt asks for each line by the name of whoever is to move.
	Prompt bool
	// Strict ends the session with ErrRefused at the first line that is refused.
	Strict bool
	// Log hears of faults of our own; nil discards them.
	Log *slog.Logger
}

// Run starts a game, or resumes the one in the store, and does one command a line
// until the input ends or somebody says quit. Lines end when the context does.
func (t *Table) Run(ctx context.Context) error {
	if err := t.begin(ctx); err != nil {
		return err
	}
	lines, failure := readLines(ctx, t.In)
	for {
		speaker, _, err := t.Desk.ToMove(ctx, t.place().Address)
		if err != nil {
			return err
		}
		if speaker.IsZero() {
			speaker = t.person("White")
		}
		if t.Prompt {
			fmt.Fprintf(t.Out, "%s> ", speaker.Name)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, ok := <-lines:
			if !ok {
				return *failure
			}
			line = strings.TrimSpace(line)
			switch strings.ToLower(line) {
			case "":
				continue
			case "quit", "exit":
				return nil
			}
			if err := t.survive(t.do(ctx, speaker, line)); err != nil {
				return err
			}
		}
	}
}

// readLines reads lines until the input or the context ends; the error is there
// when the channel is closed.
func readLines(ctx context.Context, in io.Reader) (<-chan string, *error) {
	lines, failure := make(chan string), new(error)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, longestLine)
		for {
			line, err := readLine(r)
			if line != "" || err == nil {
				select {
				case lines <- line:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					*failure = fmt.Errorf("read input: %w", err)
				}
				return
			}
		}
	}()
	return lines, failure
}

// longestLine is how much of a line is looked at, in bytes; the desk refuses far less.
const longestLine = 64 << 10

// readLine reads a line to its end and returns as much of it as matters.
func readLine(r *bufio.Reader) (string, error) {
	line, err := r.ReadSlice('\n')
	kept := string(line)
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.ReadSlice('\n')
	}
	return kept, err
}

// begin resumes the table's game or lets White challenge Black to one.
func (t *Table) begin(ctx context.Context) error {
	white, black := t.person("White"), t.person("Black")
	_, running, err := t.Desk.ToMove(ctx, t.place().Address)
	if err != nil {
		return err
	}
	if running {
		return t.say(ctx, t.message(white, "board"))
	}
	offer := t.message(white, "challenge @black "+t.Variant+" white")
	offer.Mentioned = map[string]chat.Person{"@black": black}
	if a, err := t.Desk.Handle(ctx, offer); err != nil {
		return err
	} else if a.Refused {
		return errors.New(a.Text)
	} else if err := t.Desk.Delivered(ctx, a, nil); err != nil {
		return err
	}
	return t.say(ctx, t.message(black, "accept"))
}

// do carries out a line: "NAME: command" speaks as NAME, else it is the speaker's.
func (t *Table) do(ctx context.Context, speaker chat.Person, line string) error {
	if name, rest, ok := strings.Cut(line, ":"); ok && isName(name) {
		speaker, line = t.person(strings.TrimSpace(name)), strings.TrimSpace(rest)
	}
	return t.say(ctx, t.message(speaker, line))
}

// isName tells "Black: N2g3" from "12: N2g3".
func isName(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && len(s) <= 40 && !strings.ContainsAny(s, " #@0123456789")
}

// survive turns a panic of the desk, which has undone what the line had begun, into an
// apology and a line in the log; other errors stay what they are.
func (t *Table) survive(err error) error {
	var panicked *panics.Error
	if !errors.As(err, &panicked) {
		return err
	}
	if t.Log != nil {
		t.Log.Error("console: panic", "error", panicked)
	}
	sorry := words.In("").Text("failure")
	fmt.Fprintln(t.Out, sorry)
	if t.Strict {
		return fmt.Errorf("%w: %s", ErrRefused, sorry)
	}
	return nil
}

// say hands a message to the desk and prints the answer.
func (t *Table) say(ctx context.Context, m chat.Message) error {
	a, err := t.Desk.Handle(ctx, m)
	if err != nil {
		return err
	}
	if err := t.Desk.Delivered(ctx, a, nil); err != nil {
		return err
	}
	t.print(a.Reply)
	if a.Refused {
		if t.Strict {
			return fmt.Errorf("%w: %s", ErrRefused, a.Text)
		}
		return nil
	}
	if a.File != nil && a.Board == "" { // a record, or something else that is no board
		path, err := t.write(a.File)
		if err != nil {
			return err
		}
		fmt.Fprintln(t.Out, words.In(a.Language).Text("console.file", "path", path))
		a.File = nil
	}
	if a.File == nil { // an answer without a picture: the board is shown all the same
		board, err := t.Desk.Handle(ctx, t.message(m.From, "board"))
		if err != nil {
			return err
		}
		if err := t.Desk.Delivered(ctx, board, nil); err != nil {
			return err
		}
		a.File, a.Board = board.File, board.Board
	}
	return t.show(a.Reply)
}

func (t *Table) print(r chat.Reply) {
	if r.Title != "" {
		fmt.Fprintf(t.Out, "%s: ", r.Title)
	}
	lang := words.In(r.Language)
	fmt.Fprintln(t.Out, chat.Expand(r.Text, func(at time.Time) string { return lang.Date(at.Local()) }, func(s string) string { return s }))
	if r.Block != "" {
		fmt.Fprintln(t.Out, r.Block)
	}
	for _, row := range r.Buttons {
		for _, b := range row {
			if b.Disabled || strings.HasPrefix(b.Command, "pick ") { // here moves are typed
				continue
			}
			fmt.Fprintln(t.Out, " ", lang.Text("console.button", "label", b.Label, "command", b.Command))
		}
	}
}

// show prints the board and writes its picture.
func (t *Table) show(r chat.Reply) error {
	if r.File == nil {
		return nil
	}
	path, err := t.write(r.File)
	if err != nil {
		return err
	}
	lang := words.In(r.Language)
	if r.Board == "" { // no picture, such as a record
		_, err = fmt.Fprintf(t.Out, "%s\n\n", lang.Text("console.file", "path", path))
		return err
	}
	_, err = fmt.Fprintf(t.Out, "\n%s\n%s\n\n", strings.TrimRight(r.Board, "\n"), lang.Text("console.board", "path", path))
	return err
}

func (t *Table) write(f *chat.File) (path string, err error) {
	path = filepath.Join(t.Boards, f.Name)
	if err := os.WriteFile(path, f.Data, 0o644); err != nil {
		return "", fmt.Errorf("write board: %w", err)
	}
	return path, nil
}

func (t *Table) person(name string) chat.Person {
	if strings.EqualFold(name, "white") {
		name = "White"
	} else if strings.EqualFold(name, "black") {
		name = "Black"
	}
	return chat.Person{Address: chat.Address{Transport: Transport, ID: strings.ToLower(name)}, Name: name}
}

func (t *Table) place() chat.Place {
	return chat.Place{Address: chat.Address{Transport: Transport, ID: "table " + t.Variant}}
}

func (t *Table) message(from chat.Person, text string) chat.Message {
	return chat.Message{From: from, In: t.place(), Text: text}
}
