package console

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/render"
)

// local is a command that the table carries out itself. The sentence console.name.… is what people type for it, and
// console.help.… what it does. It gets the rest of the line.
type local struct {
	name string
	run  func(t *Table, ctx context.Context, rest string) error
}

// locals returns the commands of the table.
func locals() []local {
	return []local{
		{"legal", func(t *Table, ctx context.Context, rest string) error {
			if t.now.Over {
				return t.refuse("console.over", "game", t.now.Game)
			}
			return t.ask(ctx, t.message(t.now.ToMove, "moves "+rest))
		}},
		{"undo", (*Table).undo},
		{"flip", (*Table).flip},
		{"again", playAgain},
		{"new", (*Table).newGame},
		{"against", playAgainst},
		{"save", (*Table).save},
		{"fen", (*Table).fen},
		{"pgn", (*Table).pgn},
	}
}

// do carries out a line: "NAME: command" as the command of NAME, any other as that of the player to move.
func (t *Table) do(ctx context.Context, line string) error {
	switch name, rest, ok := strings.Cut(line, ":"); {
	case ok && isLevel(name): // as in "rematch level:5"
		line = name + " " + strings.TrimSpace(rest)
	case ok && isName(name):
		return t.ask(ctx, t.message(t.person(strings.TrimSpace(name)), strings.TrimSpace(rest)))
	}
	first, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	for _, l := range locals() {
		if words.Means("console.name."+l.name, first) {
			return l.run(t, ctx, rest)
		}
	}
	if done, err := takeLevel(t, ctx, line); done {
		return err
	}
	if words.Means("name.draw", first) && rest == "" {
		line = string(command.DrawOffer)
		if !t.now.Asked.IsZero() {
			line = string(command.DrawAccept)
		}
	}
	in, err := command.Parse(chat.Message{Text: line, Game: t.now.Game}, nil)
	if wantsProgram(in) {
		return challengeProgram(t, ctx, in, rest)
	}
	near := near(in.Path, first, t.lang)
	if answer := answerTo(t, in); answer != "" && len(near) == 0 {
		line = answer
		in, err = command.Parse(chat.Message{Text: line, Game: t.now.Game}, nil)
	}
	switch {
	case len(near) > 0:
		return t.refuse("console.near", "text", textutil.Quote(first), "near", strings.Join(near, ", "))
	case t.Size != nil && !hasUse(in.Path):
		return t.refuse("console.no-use", "text", textutil.Quote(first))
	case t.now.Over && (slices.Contains(ofRunning, in.Path) || in.Path == command.Moves && in.Game.IsZero()):
		return t.refuse("console.over", "game", t.now.Game)
	case err != nil:
	case in.Path == command.Rematch:
		return rematch(t, ctx, in)
	case in.Path == command.TakebackAsk:
		return t.undo(ctx, "")
	case in.Path == command.Preferences:
		return t.prefer(ctx, line)
	}
	switch in.Path {
	case command.Help:
		if t.help(rest) {
			return nil
		}
	case command.Board:
		if done, err := t.board(ctx, rest); done {
			return err
		}
		t.shown = "" // so that it is printed again
	}
	if c := in.Command(); err == nil && slices.ContainsFunc(c.Args, func(a command.Arg) bool { return a.Kind == command.ConfirmArg }) {
		in.Confirmed = true // at a table nobody is surprised
		line = in.String()
	}
	m := t.message(t.speaker(in.Path), line)
	if in.Path == command.Puzzle && t.want.Puzzle != "" {
		m.Game = 0 // another one of the game that was chosen last
	}
	return t.ask(ctx, m)
}

// answerTo returns what a move alone means when no game waits for one, but a puzzle or a quiz does, and what "solution"
// means in a quiz; empty for anything else.
func answerTo(t *Table, in command.Invocation) string {
	asked, _ := command.Parse(chat.Message{Text: t.try, Game: t.now.Game}, nil)
	switch {
	case t.try == "":
	case in.Path == command.Move && t.now.Over:
		return t.try + " " + in.Move
	case in.Path == command.Solution && asked.Path == command.Quiz:
		asked.Solution = true
		return asked.String()
	}
	return ""
}

// ofRunning are the commands that need a game that is not over.
var ofRunning = []command.Path{command.Move, command.DrawOffer, command.DrawAccept, command.DrawDecline, command.DrawClaim,
	command.Resign, command.TakebackAsk, command.Abort}

// near returns the commands of the table that somebody who typed a word may have meant.
func near(path command.Path, word string, lang words.Language) []string {
	if path != command.Move || words.Means("name.move", word) || strings.ContainsAny(word, "0123456789-=") {
		return nil
	}
	var names []string
	for _, l := range locals() {
		names = append(names, lang.Text("console.name."+l.name))
	}
	return command.Nearest(word, names)
}

// hasUse reports whether a command makes sense at a table.
func hasUse(path command.Path) bool {
	name, _, _ := strings.Cut(string(path), " ")
	return name == "" || slices.Contains(offered, name)
}

// isName reports whether s may be a name: "Black" in "Black: N2g3", but not "12" in "12: N2g3".
func isName(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && len(s) <= 40 && !strings.ContainsAny(s, " #@0123456789")
}

// isLevel reports whether s is the word of the command for another level.
func isLevel(s string) bool {
	in, err := command.Parse(chat.Message{Text: s + " 1"}, nil)
	return err == nil && in.Path == command.Level
}

// speaker returns who gives a command: the player to move, but what answers an offer comes from the player who was
// asked, and what withdraws it from the other.
func (t *Table) speaker(path command.Path) chat.Person {
	asked := t.now.Asked
	switch {
	case path == command.Puzzle, path == command.Solve, path == command.Solution: // whatever the game, one person solves
		return t.person("white")
	case t.now.Level != 0:
		return me(t.now)
	case t.now.Game == 0 || t.now.ToMove.IsZero():
		return t.person("white")
	case asked.IsZero():
	case path == command.DrawAccept, path == command.DrawDecline:
		return asked
	case path == command.DrawWithdraw && asked.Address == t.now.ToMove.Address:
		return t.now.Waiting
	}
	return t.now.ToMove
}

// prefer gives all seats the preferences of the person at the table.
func (t *Table) prefer(ctx context.Context, line string) error {
	if err := tellSeats(t, ctx, line); err != nil {
		return err
	}
	return t.ask(ctx, t.message(t.person("white"), line)) // which has its name in the new language by now
}

// tellSeats has each seat say a line, and prints nothing.
func tellSeats(t *Table, ctx context.Context, line string) error {
	for _, a := range append([]chat.Address{t.person("white").Address, t.person("black").Address}, t.Beside...) {
		m := t.message(chat.Person{Address: a, Name: t.person(a.ID).Name}, line)
		m.In, m.Game = chat.Place{Address: a, Private: true}, 0
		if _, err := t.handle(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// newGame starts a game of the variant that is named, else of the same. The old one stays in the store, if it has moves.
func (t *Table) newGame(ctx context.Context, name string) error {
	if name != "" {
		in, err := command.Parse(chat.Message{Text: "rules " + name}, nil)
		if near := command.Nearest(name, variantNames()); in.Variant == nil && len(near) > 0 {
			return t.refuse("console.near", "text", textutil.Quote(name), "near", strings.Join(near, ", "))
		}
		if err != nil || in.Variant == nil {
			return t.refuse("console.variant", "text", textutil.Quote(name), "variants", strings.Join(variantNames(), ", "))
		}
		t.Variant = in.Variant.Key()
	}
	switch old := t.now; {
	case old.Game == 0 || old.Over:
	case old.Plies == 0:
		if _, err := t.handle(ctx, t.message(me(t.now), "abort")); err != nil {
			return err
		}
	default:
		t.say("console.kept", "game", old.Game)
	}
	return t.start(ctx)
}

// variantNames returns the names by which people choose a variant.
func variantNames() []string {
	c := command.Rules.Command()
	return c.Args[slices.IndexFunc(c.Args, func(a command.Arg) bool { return a.Kind == command.VariantArg })].Choices()
}

// undo takes back moves, one unless a number is given: who made it asks, and the other accepts.
func (t *Table) undo(ctx context.Context, number string) error {
	if t.now.Over {
		return t.refuse("console.over", "game", t.now.Game)
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		n = 1
	}
	var last *bot.Answer
	for ; n > 0; n-- {
		asks, accepts := t.now.Waiting, t.now.ToMove
		if t.now.Level != 0 { // the program accepts at once
			asks, accepts = me(t.now), me(t.now)
		}
		a, err := t.handle(ctx, t.message(asks, "takeback ask"))
		if err == nil && !a.Refused && asks.Address != accepts.Address {
			a, err = t.handle(ctx, t.message(accepts, "takeback accept"))
		}
		if err != nil {
			return err
		}
		if a.Refused && last == nil {
			return t.print(a)
		} else if a.Refused {
			break
		}
		last, t.saved = a, -1
		if err := t.look(ctx, t.now.Game); err != nil {
			return err
		}
	}
	if err := t.show(ctx, t.present(), nil); err != nil {
		return err
	}
	t.say("console.undone", "move", t.now.Plies/2+1, "name", t.now.ToMove.Name)
	return nil
}

// present describes the position at the table.
func (t *Table) present() chat.Picture {
	return chat.Picture{Game: t.now.Game, Ply: t.now.Plies, Theme: t.want.Theme, View: t.want.View, InWords: t.want.InWords}
}

// flip turns the board around.
func (t *Table) flip(ctx context.Context, _ string) error {
	t.Style.Side = t.Style.Side.Other()
	t.shown = ""
	return t.show(ctx, t.present(), nil)
}

// board shows all levels, or those that are named. Done is whether the line asks for that.
func (t *Table) board(ctx context.Context, rest string) (done bool, err error) {
	if t.now.Game == 0 || rest == "" || strings.ContainsAny(rest, "#:") {
		return false, nil
	}
	pic, _, err := t.Desk.Scene(ctx, t.present(), t.lang)
	if err != nil {
		return true, err
	}
	levels := render.Levels(0)
	if !words.Means("console.all", rest) {
		v := pic.Position.Variant()
		names := render.Levels(0).Names(v)
		switch levels, err = render.ParseLevels(v, rest); {
		case err != nil && len(rest) <= 2 && len(names) > 1: // the desk would take a number for a game
			return true, t.refuse("board.level", "text", textutil.Quote(rest), "variant", v.Name(), "levels", strings.Join(names, ", "))
		case err != nil:
			return false, nil
		}
	}
	t.shown = ""
	return true, t.show(ctx, t.present(), &levels)
}

// fen prints the position.
func (t *Table) fen(ctx context.Context, _ string) error {
	a, err := t.handle(ctx, t.message(t.speaker(command.Export), "export fen"))
	if err != nil {
		return err
	}
	if a.Refused {
		return t.print(a)
	}
	fmt.Fprintln(t.Out, a.Block)
	return nil
}

// pgn prints the moves.
func (t *Table) pgn(ctx context.Context, _ string) error {
	a, err := t.handle(ctx, t.message(t.speaker(command.Export), "export record"))
	if err != nil {
		return err
	}
	if a.Refused || len(a.Files) == 0 {
		return t.print(a)
	}
	fmt.Fprint(t.Out, string(a.Files[0].Data))
	return nil
}
