// Package console is the front end for a terminal, at which one or two people play both colours of a game.
package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/panics"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
)

// Transport is the name of this front end in addresses.
const Transport = "console"

// ErrRefused is the error of Table.Run if Table.Strict is set and a line is refused.
var ErrRefused = errors.New("a line was refused")

// LineReader is where commands come from.
type LineReader interface {
	// ReadLine asks for a line and returns it, io.EOF at the end. The prompt is for people.
	ReadLine(prompt string) (string, error)
}

// Table is a game at a terminal between players called White and Black.
type Table struct {
	// Desk carries out the commands, and Renderer draws the pictures.
	Desk     *bot.Desk
	Renderer *render.Renderer
	// Variant is the key of the game. Each variant has games of its own in the store.
	Variant string
	// Against is the level of the program that plays against the person at the terminal; 0 if people play both sides.
	// As is the color of the person. AskAgainst is whether to ask before the first game.
	Against    int
	As         rules.Color
	AskAgainst bool
	// People is whether two people were named, so that a game against the program is not resumed.
	People bool
	// AsChosen is whether the person has chosen that color, SideChosen who sits below; else both follow the game.
	AsChosen, SideChosen bool
	// Language is that of the person at the terminal; Chosen is whether it replaces the one in the store.
	Language words.Language
	Chosen   bool
	// Beside are people at this computer who share the preferences: the seats of the board in the browser.
	Beside []chat.Address
	// LanguageChosen returns the tag of the language that somebody has chosen in the preferences, empty for none. It may be nil.
	LanguageChosen func(ctx context.Context, a chat.Address) (tag string, err error)
	// In is where commands are read from, and Out where answers are printed.
	In  LineReader
	Out io.Writer
	// Style is how boards look, and who sits below.
	Style render.TextStyle
	// Size returns the size of the screen; nil if nobody reads on one. Then nothing is cut or wrapped.
	Size func() (columns, rows int)
	// WriteFile writes a file in full or not at all.
	WriteFile func(name string, data []byte) error
	// Picture is a file that always shows the board; empty for none. Boards is a directory for a picture of each
	// board that is shown; empty for none.
	Picture, Boards string
	// Database is the file in which the store keeps the game; empty if it ends with the program.
	Database string
	// Copy writes the store to a file that does not exist yet, for “save”.
	Copy func(ctx context.Context, name string) error
	// Reason says in a sentence why the file with a name could not be written, "" for an error that is not about files.
	Reason func(err error, name string, lang words.Language) string
	// Strict is whether to stop with ErrRefused at the first line that is refused.
	Strict bool
	// Log gets the errors of the program itself; nil discards them.
	Log *slog.Logger

	delivered chan chat.Reply // messages that came from the outbox
	left      chan struct{}   // closed when Run returns
	pending   string          // a line that was read already; empty if there is none
	now       bot.Table       // the game
	lang      words.Language  // of the last answer
	want      chat.Picture    // what was shown last
	shown     string          // and the board as it was printed
	try       string          // behind which command a move answers what was asked last; empty if nothing was
	explained int64           // the game for which it was said that levels are left out
	saved     int             // how many plies have been saved in a file; -1 after a move was taken back
	written   map[string]bool // files of this session, which “save” may replace
	warned    bool            // whether quit has been answered with a warning
}

// Run starts a game, or resumes the one in the store, and carries out one command a line. It returns nil when the input
// ends or a line says quit. Errors are those of the desk, of In and Out, of writing pictures, the context's, and
// ErrRefused.
func (t *Table) Run(ctx context.Context) error {
	t.lang, t.written, t.delivered, t.left = t.Language, map[string]bool{}, make(chan chat.Reply), make(chan struct{})
	t.Out = &failingWriter{Writer: t.Out}
	sending, stop := context.WithCancel(ctx)
	var sender sync.WaitGroup
	sender.Go(func() { t.Desk.Send(sending, Transport, printer{t}) })
	defer func() { close(t.left); stop(); sender.Wait() }()
	if err := t.begin(ctx); err != nil {
		return err
	}
	for {
		if err := t.Out.(*failingWriter).err; err != nil {
			return fmt.Errorf("write answer: %w", err)
		}
		line, err := t.readLine(ctx, prompt(t.now))
		switch {
		case errors.Is(err, io.EOF) && t.leaves():
			return nil
		case errors.Is(err, io.EOF):
			continue
		case err != nil:
			return err
		}
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if words.Means("console.name.quit", line) {
			if t.leaves() {
				return nil
			}
			continue
		}
		t.warned = false
		if err := t.survive(t.do(ctx, line)); err != nil {
			return err
		}
	}
}

// failingWriter keeps the first error of its Writer.
type failingWriter struct {
	io.Writer
	err error
}

// Write implements io.Writer.
func (w *failingWriter) Write(b []byte) (int, error) {
	n, err := w.Writer.Write(b)
	if w.err == nil {
		w.err = err
	}
	return n, err
}

// prompt returns what the terminal shows before a line that is typed.
func prompt(now bot.Table) string {
	if !now.Over && now.Game != 0 {
		return now.ToMove.Name + "> "
	}
	return "> "
}

// readLine asks for a line until the context ends.
func (t *Table) readLine(ctx context.Context, prompt string) (string, error) {
	if line := t.pending; line != "" {
		t.pending = ""
		return line, nil
	}
	type result struct {
		line string
		err  error
	}
	read := make(chan result, 1)
	go func() {
		line, err := t.In.ReadLine(prompt)
		read <- result{line, err}
	}()
	for {
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case r := <-read:
			return r.line, r.err
		case m := <-t.delivered:
			if err := printDelivered(t, ctx, m); err != nil {
				return "", err
			}
		}
	}
}

// leaves reports whether the program may end. Somebody who would lose moves is asked once.
func (t *Table) leaves() bool {
	if t.Size == nil || t.Database != "" || t.now.Plies == 0 || t.saved == t.now.Plies || t.warned {
		return true
	}
	t.warned = true
	t.say("console.unsaved")
	return false
}

// begin shows the game of the store, or starts one.
func (t *Table) begin(ctx context.Context) error {
	if t.Chosen {
		if err := tellSeats(t, ctx, "preferences language:"+t.Language.Tag); err != nil {
			return err
		}
	}
	for i, a := range append([]chat.Address{t.person("white").Address}, t.Beside...) {
		if t.LanguageChosen == nil {
			break
		}
		tag, err := t.LanguageChosen(ctx, a)
		if err != nil {
			return err
		}
		if words.Known(tag) {
			if t.lang = words.In(tag); i > 0 {
				t.Language = t.lang
			}
			break
		}
	}
	if err := t.look(ctx, 0); err != nil {
		return err
	}
	if t.now.Game == 0 && t.AskAgainst {
		if err := askAgainst(t, ctx); err != nil {
			return err
		}
	}
	if t.now.Game == 0 || t.People && t.now.Level != 0 || t.Against != 0 && (t.Against != t.now.Level || t.AsChosen && me(t.now).ID != t.As.String()) {
		return t.start(ctx)
	}
	t.saved = t.now.Plies
	if follow(t); t.Against != 0 && !t.SideChosen {
		t.Style.Side = t.As
	}
	return t.ask(ctx, t.message(me(t.now), "board"))
}

// look finds out how the game with an id stands; with id 0 that of the place.
func (t *Table) look(ctx context.Context, id int64) (err error) {
	t.now, err = t.Desk.Table(ctx, t.place().Address, id)
	for _, p := range []*chat.Person{&t.now.ToMove, &t.now.Waiting, &t.now.Asked} {
		if id != 0 && !p.IsZero() { // the language is known by now, and the stored name may be that of another
			*p = t.person(p.ID)
		}
	}
	return err
}

// start has White challenge Black, and Black accept, or the person at the terminal challenge the program.
func (t *Table) start(ctx context.Context) error {
	t.now, t.saved, t.shown = bot.Table{}, 0, ""
	if t.Against != 0 {
		color := t.As.String()
		return t.ask(ctx, t.message(t.person(color), fmt.Sprintf("challenge stackmate %s %s level:%d", t.Variant, color, t.Against)))
	}
	offer := t.message(t.person("white"), "challenge @black "+t.Variant+" white")
	offer.Mentioned = map[string]chat.Person{"@black": t.person("black")}
	a, err := t.handle(ctx, offer)
	if err != nil {
		return err
	}
	if a.Refused {
		return t.print(a)
	}
	return t.ask(ctx, t.message(t.person("black"), "accept #"+fmt.Sprint(a.Game)))
}

// survive prints why a line was not done, if the program can go on: the desk panicked, or the disk is full. It returns
// other errors unchanged.
func (t *Table) survive(err error) error {
	var panicked *panics.Error
	switch {
	case errors.As(err, &panicked):
		if t.Log != nil {
			t.Log.Error("console: panic", "error", panicked)
		}
		return t.refuse("failure")
	case err != nil && !errors.Is(err, ErrRefused) && t.Reason != nil && t.Out.(*failingWriter).err == nil:
		if reason := t.Reason(err, t.Database, t.lang); reason != "" {
			return t.refuse("console.failed", "reason", reason)
		}
	}
	return err
}

// handle has the desk carry out a message, and tells the desk that the answer is delivered.
func (t *Table) handle(ctx context.Context, m chat.Message) (*bot.Answer, error) {
	if command.Slow(m.Text) {
		defer sayThatItTakes(t)()
	}
	a, err := t.Desk.Handle(ctx, m)
	if err != nil {
		return nil, err
	}
	if words.Known(a.Language) {
		t.lang = words.In(a.Language)
	}
	return a, t.Desk.Delivered(ctx, a, nil)
}

// sayThatItTakes prints after a second that the answer takes a while, unless the function that it returns has been called
// by then.
func sayThatItTakes(t *Table) (stop func()) {
	over, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-over:
		case <-time.After(time.Second):
			t.say("console.wait")
		}
	}()
	return func() { close(over); <-done }
}

// person returns the player with a name. The seats are known by the names of the colours in every language.
func (t *Table) person(name string) chat.Person {
	for _, color := range []string{"white", "black"} {
		if words.Means("answer."+color, name) {
			return chat.Person{Address: chat.Address{Transport: Transport, ID: color}, Name: t.lang.Text("color." + color)}
		}
	}
	return chat.Person{Address: chat.Address{Transport: Transport, ID: strings.ToLower(name)}, Name: name}
}

func (t *Table) place() chat.Place {
	return chat.Place{Address: chat.Address{Transport: Transport, ID: "table " + t.Variant}}
}

// message returns what somebody says about the game.
func (t *Table) message(from chat.Person, text string) chat.Message {
	return chat.Message{From: from, In: t.place(), Text: text, Game: t.now.Game, Language: t.Language.Tag}
}
