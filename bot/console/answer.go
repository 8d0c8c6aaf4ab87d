package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/words"
	"stackmate/render"
)

// ask has the desk carry out a message, and prints the board if it has changed, and then the answer.
func (t *Table) ask(ctx context.Context, m chat.Message) error {
	a, err := t.handle(ctx, m)
	if err != nil {
		return err
	}
	if a.Refused {
		return t.print(a)
	}
	before := t.now
	t.try = a.Try
	if err := t.follow(ctx, a); err != nil {
		return err
	}
	if p := a.Picture; p != nil && p.Format == chat.Still {
		if err := t.show(ctx, *p, nil); err != nil {
			return err
		}
	} else if err := keepFiles(t, a); err != nil {
		if p == nil || p.Format != chat.CurveFormat { // a review is worth reading without its picture
			return err
		}
		return errors.Join(t.print(a), err)
	}
	if err := t.print(a); err != nil {
		return err
	}
	if err := awaitReply(t, ctx); err != nil {
		return err
	}
	if t.now.Game == before.Game && t.now.Plies == before.Plies && t.now.Over != before.Over {
		return redraw(t, ctx)
	}
	return nil
}

// redraw writes the picture again when a game has ended without a move, and the board was not shown for that.
func redraw(t *Table, ctx context.Context) error {
	if t.Picture == "" {
		return nil
	}
	pic, opt, err := t.Desk.Scene(ctx, t.present(), t.lang)
	if err != nil {
		return err
	}
	opt.Side = t.Style.Side
	data, err := t.Renderer.PNG(pic, opt)
	if err != nil {
		return err
	}
	return t.WriteFile(t.Picture, data)
}

// keepFiles stores the files of an answer.
func keepFiles(t *Table, a *bot.Answer) error {
	for _, f := range a.Files {
		if err := t.keep(f); err != nil {
			return err
		}
	}
	return nil
}

// follow looks again at the game, or at another one that the answer leads to.
func (t *Table) follow(ctx context.Context, a *bot.Answer) error {
	id := t.now.Game
	if leads := a.Picture != nil && a.Picture.Format == chat.Still; leads || id == 0 {
		id = cmp.Or(a.Game, id)
	}
	if id == 0 {
		return nil
	}
	return t.look(ctx, id)
}

// show prints a board or a figure unless it is the one that was shown last. With nil it chooses the levels: all, or the
// two or one that matter where the screen has no room for more.
func (t *Table) show(ctx context.Context, want chat.Picture, levels *render.Levels) error {
	pic, opt, err := t.Desk.Scene(ctx, want, t.lang)
	if err != nil {
		return err
	}
	style, cut := t.Style, false
	style.Levels = opt.Levels
	if want.Figure != "" {
		style.Side, style.Marks = opt.Side, true
	}
	if levels != nil {
		style.Levels = *levels
	}
	for n := 2; levels == nil && !want.InWords && n > 0 && !t.fits(pic, style); n-- {
		style.Levels = pic.MainLevels(n)
		cut = style.Levels != opt.Levels
	}
	text := pic.StyledText(style)
	if want.InWords {
		text = t.wrap(pic.InWords(style.Levels, maxSpoken)) + "\n"
	}
	if text == t.shown {
		return nil
	}
	t.shown = text
	fmt.Fprintf(t.Out, "\n%s", text)
	if cut && want.Figure == "" && t.explained != want.Game {
		t.explained = want.Game
		t.say("console.levels")
	}
	fmt.Fprintln(t.Out)
	if want.Figure != "" {
		return nil
	}
	t.want, opt.Side = want, t.Style.Side
	return t.draw(pic, opt)
}

// maxSpoken is how long a position in words may be, in characters; none is that long.
const maxSpoken = 10_000

// fits reports whether a board has room on the screen.
func (t *Table) fits(pic render.Picture, style render.TextStyle) bool {
	if t.Size == nil {
		return true
	}
	columns, rows := t.Size()
	style.Colors = render.NoColors // escape sequences take no room
	lines := strings.Split(pic.StyledText(style), "\n")
	return len(lines)+reserved <= rows+1 && !slices.ContainsFunc(lines, func(line string) bool { return columnsOf(line) > columns })
}

// reserved is how many lines of the screen are for answers and the prompt.
const reserved = 5

// draw writes the picture of the board into the files that were asked for.
func (t *Table) draw(pic render.Picture, opt render.Options) error {
	if t.Picture == "" && t.Boards == "" {
		return nil
	}
	data, err := t.Renderer.PNG(pic, opt)
	if err != nil {
		return err
	}
	if t.Picture != "" {
		if err := t.WriteFile(t.Picture, data); err != nil {
			return err
		}
	}
	if t.Boards == "" {
		return nil
	}
	name := fmt.Sprintf("game-%d-%d.png", t.want.Game, t.want.Ply)
	if t.want.Puzzle != "" {
		name = fmt.Sprintf("puzzle-%s-%d.png", t.want.Puzzle, t.want.Ply)
	}
	path := filepath.Join(t.Boards, name)
	if err := t.WriteFile(path, data); err != nil {
		return err
	}
	t.say("console.board", "path", path)
	return nil
}

// keep stores a file that the desk has made, such as a record.
func (t *Table) keep(f chat.File) error {
	path := filepath.Join(t.Boards, f.Name)
	if t.Boards == "" {
		var err error
		if path, err = t.free(f.Name); err != nil {
			return err
		}
	}
	if err := t.WriteFile(path, f.Data); err != nil {
		return err
	}
	t.written[path] = true
	t.say("console.file", "path", path)
	return nil
}

// print prints the texts of an answer, and what to type instead of pressing its buttons. The error is ErrRefused if
// the table is strict and the answer a refusal.
func (t *Table) print(a *bot.Answer) error {
	r := t.expand(a.Reply)
	text := r.Text
	switch {
	case r.Picture != nil && (r.Picture.Figure != "" || r.Picture.Puzzle != ""): // a page, or a puzzle
		text = r.Title + "\n" + text
	case r.Title != "" && (r.Game == 0 || r.Game != t.now.Game):
		text = r.Title + ": " + text
	}
	fmt.Fprintln(t.Out, t.wrap(text))
	if r.Block != "" {
		fmt.Fprintln(t.Out, r.Block)
	}
	for _, row := range r.Buttons {
		for _, b := range row {
			in, err := command.Parse(chat.Message{Text: b.Command}, nil)
			if err != nil || b.Disabled || b.Look || slices.Contains(shownAnyway, in.Path) {
				continue
			}
			if command := typed(in, t.now.Game, t.lang); command != b.Label { // else the answer itself names it
				fmt.Fprintln(t.Out, " ", t.lang.Text("console.button", "label", b.Label, "command", command))
			}
		}
	}
	if a.Refused && t.Strict {
		return fmt.Errorf("%w: %s", ErrRefused, r.Text)
	}
	return nil
}

// shownAnyway are the commands of buttons of no use at a table: the board is there, and moves are typed as the answer
// writes them.
var shownAnyway = []command.Path{command.Pick, command.Board, command.Level, command.Move}

// typed returns what people type in place of a button, at a table with a game.
func typed(in command.Invocation, game int64, lang words.Language) string {
	if in.Game.ID == game {
		in.Game = command.GameRef{}
	}
	in.Puzzle = command.PuzzleRef{} // it is the last one
	return command.Typed(lang, in.String())
}

// expand returns a reply as the terminal writes it.
func (t *Table) expand(r chat.Reply) chat.Reply {
	return r.Expand(command.TypedSurfaces(t.lang, func(at time.Time) string { return t.lang.Date(at.Local()) }))
}

// say prints a sentence.
func (t *Table) say(key string, args ...any) {
	fmt.Fprintln(t.Out, t.wrap(t.expand(chat.Reply{Text: t.lang.Text(key, args...)}).Text))
}

// refuse prints why a line is not done. The error is ErrRefused if the table is strict.
func (t *Table) refuse(key string, args ...any) error {
	text := t.expand(chat.Reply{Text: t.lang.Text(key, args...)}).Text
	fmt.Fprintln(t.Out, t.wrap(text))
	if t.Strict {
		return fmt.Errorf("%w: %s", ErrRefused, text)
	}
	return nil
}
