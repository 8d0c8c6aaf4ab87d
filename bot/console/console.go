// Package console is the front end for a terminal, at which one or two people play both colours of a game.
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
	"stackmate/bot/command"
	"stackmate/bot/panics"
	"stackmate/bot/words"
)

// Transport is the name of this front end in addresses.
const Transport = "console"

// ErrRefused is the error of Table.Run if Table.Strict is set and the desk refuses a line.
var ErrRefused = errors.New("a line was refused")

// Table is a game at a terminal between players called White and Black. All fields but Prompt, Strict and Log
// are required.
type Table struct {
	// Desk carries out the commands.
	Desk *bot.Desk
	// Variant is the key of the game. Each variant has a game of its own in the store.
	Variant string
	// Boards is the directory in which pictures are stored.
	Boards string
	// In is where commands are read from, one a line.
	In io.Reader
	// Out is where answers are printed.
	Out io.Writer
	// Prompt is whether to print the name of the player to move in front of each line.
	Prompt bool
	// Strict is whether to stop with ErrRefused at the first line that the desk refuses.
	Strict bool
	// Log gets the errors of the program itself; nil discards them.
	Log *slog.Logger
}

// Run starts a game, or resumes the one in the store, and carries out one command a line. It returns nil when the input
// ends or a line says quit. Errors are those of the desk, of In, of writing pictures, the context's, and ErrRefused.
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
			if err := t.reportPanic(t.do(ctx, speaker, line)); err != nil {
				return err
			}
		}
	}
}

// readLines reads lines until the input or the context ends, and then closes the channel. The error may be read after
// that.
func readLines(ctx context.Context, in io.Reader) (<-chan string, *error) {
	lines, failure := make(chan string), new(error)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, maxLine)
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

// maxLine is how much of a line is read, in bytes. The desk refuses far shorter ones.
const maxLine = 64 << 10

// readLine reads a line to its end and returns the first maxLine bytes.
func readLine(r *bufio.Reader) (string, error) {
	line, err := r.ReadSlice('\n')
	kept := string(line)
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.ReadSlice('\n')
	}
	return kept, err
}

// begin shows the table's game, or has White challenge Black to one.
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
	if a, err := t.handle(ctx, offer); err != nil {
		return err
	} else if a.Refused {
		return errors.New(refusal(a))
	}
	return t.say(ctx, t.message(black, "accept"))
}

// do carries out a line: "NAME: command" as the command of NAME, any other as that of speaker.
func (t *Table) do(ctx context.Context, speaker chat.Person, line string) error {
	if name, rest, ok := strings.Cut(line, ":"); ok && isName(name) {
		speaker, line = t.person(strings.TrimSpace(name)), strings.TrimSpace(rest)
	}
	return t.say(ctx, t.message(speaker, line))
}

// isName reports whether s may be a name: "Black" in "Black: N2g3", but not "12" in "12: N2g3".
func isName(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && len(s) <= 40 && !strings.ContainsAny(s, " #@0123456789")
}

// reportPanic logs a panic of the desk, whose changes are rolled back, and prints an apology. It returns other errors
// unchanged.
func (t *Table) reportPanic(err error) error {
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

// handle has the desk carry out a message, and tells the desk that the answer is delivered.
func (t *Table) handle(ctx context.Context, m chat.Message) (*bot.Answer, error) {
	a, err := t.Desk.Handle(ctx, m)
	if err != nil {
		return nil, err
	}
	return a, t.Desk.Delivered(ctx, a, nil)
}

// say has the desk carry out a message, and prints the answer.
func (t *Table) say(ctx context.Context, m chat.Message) error {
	a, err := t.handle(ctx, m)
	if err != nil {
		return err
	}
	t.print(a.Reply)
	if a.Refused {
		if t.Strict {
			return fmt.Errorf("%w: %s", ErrRefused, refusal(a))
		}
		return nil
	}
	if len(a.Files) > 0 && a.Board == "" { // a file that is not a board, such as a record
		path, err := t.write(a.Files[0])
		if err != nil {
			return err
		}
		fmt.Fprintln(t.Out, words.In(a.Language).Text("console.file", "path", path))
		a.Files = nil
	}
	if len(a.Files) == 0 { // after an answer without a picture, print the board anyway
		board, err := t.handle(ctx, t.message(m.From, "board"))
		if err != nil {
			return err
		}
		a.Files, a.Board = board.Files, board.Board
	}
	return t.show(a.Reply)
}

// print prints the texts of a reply, and what to type instead of pressing its buttons.
func (t *Table) print(r chat.Reply) {
	lang := words.In(r.Language)
	r = r.Expand(surfaces(lang))
	if r.Title != "" {
		fmt.Fprintf(t.Out, "%s: ", r.Title)
	}
	fmt.Fprintln(t.Out, r.Text)
	if r.Block != "" {
		fmt.Fprintln(t.Out, r.Block)
	}
	for _, row := range r.Buttons {
		for _, b := range row {
			in, _ := command.Parse(chat.Message{Text: b.Command}, nil)
			if b.Disabled || b.Look || in.Path == command.Pick { // at the terminal moves are typed
				continue
			}
			fmt.Fprintln(t.Out, " ", lang.Text("console.button", "label", b.Label, "command", b.Command))
		}
	}
}

// surfaces returns how the terminal writes texts, and everything else, in a language.
func surfaces(lang words.Language) (text, plain chat.Surface) {
	return command.TypedSurfaces(lang, func(at time.Time) string { return lang.Date(at.Local()) })
}

// refusal returns the text of an answer, as it is printed.
func refusal(a *bot.Answer) string { return a.Expand(surfaces(words.In(a.Language))).Text }

// show prints the board and stores its picture.
func (t *Table) show(r chat.Reply) error {
	if len(r.Files) == 0 {
		return nil
	}
	fmt.Fprintf(t.Out, "\n%s\n", strings.TrimRight(r.Board, "\n"))
	for _, f := range r.Files {
		path, err := t.write(f)
		if err != nil {
			return err
		}
		fmt.Fprintln(t.Out, words.In(r.Language).Text("console.board", "path", path))
	}
	_, err := fmt.Fprintln(t.Out)
	return err
}

// write stores a file in Boards.
func (t *Table) write(f chat.File) (path string, err error) {
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
