package console

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
)

// Complete returns what the last word of a line may become: legal moves and commands for the first one, then what the
// command takes. It may be called while the table waits for the line.
func (t *Table) Complete(line string) []string {
	typed := strings.Split(strings.TrimLeft(line, " "), " ")
	word := typed[len(typed)-1]
	if len(typed) == 1 {
		list := begin(commandNames(t.lang), word)
		if word != "" {
			list = append(t.options("move", "move", word), list...)
		}
		return list
	}
	first := typed[0]
	for _, l := range locals() {
		switch {
		case !words.Means("console.name."+l.name, first):
		case l.name == "legal":
			return t.options("moves", "square", word)
		case l.name == "new":
			return begin(variantNames(), word)
		default:
			return nil
		}
	}
	c := command.Find(command.Tree(), first)
	if c == nil {
		return nil
	}
	return t.argumentOptions(*c, word)
}

// begin returns the words of a list that begin with what was typed, in upper or lower case, each once.
func begin(list []string, typed string) (found []string) {
	for _, s := range list {
		if len(s) >= len(typed) && strings.EqualFold(s[:len(typed)], typed) && !slices.Contains(found, s) {
			found = append(found, s)
		}
	}
	return found
}

// offered are the commands of the desk that make sense at a table.
var offered = []string{"help", "board", "moves", "attacks", "sees", "history", "draw", "resign", "rules", "games", "export", "import", "note", "preferences", "puzzle", "solve", "solution", "profile",
	"hint", "analyse", "review", "quiz",
	"move", "rematch", "takeback", "abort"}

// understood is how many of them are understood, but not completed, because the table has a word of its own for them.
const understood = 4

// commandNames returns what is typed for the commands, in a language.
func commandNames(lang words.Language) (names []string) {
	for _, l := range locals() {
		names = append(names, lang.Text("console.name."+l.name))
	}
	for _, name := range offered[:len(offered)-understood] {
		names = append(names, lang.Text("name."+name))
	}
	names = append(names, lang.Text("console.name.quit"))
	slices.Sort(names)
	return names
}

// argumentOptions returns what may follow a command of the desk.
func (t *Table) argumentOptions(c command.Command, word string) (list []string) {
	switch c.Name {
	case "help":
		list = commandNames(t.lang)
	case "board":
		list = []string{t.lang.Text("console.all")}
	}
	for _, sub := range c.Sub {
		list = append(list, t.lang.Text("name."+sub.Name))
	}
	for _, a := range c.Args {
		list = append(list, a.Choices()...)
	}
	list = begin(list, word)
	for _, a := range c.Args {
		if a.Kind == command.MoveArg || a.Kind == command.SquareArg || c.Name == string(command.Solve) && a.Kind == command.WordsArg {
			list = append(list, t.options(c.Name, a.Name, word)...)
		}
	}
	return list
}

// mostOffered is how many words the desk offers at most. There may be more.
const mostOffered = 25

// options returns what the desk offers for an argument that begins with what was typed, with an ellipsis at the end if
// there may be more.
func (t *Table) options(path, argument, typed string) (list []string) {
	m := t.message(t.speaker(command.Path(path)), "")
	m.Call = &chat.Call{Path: []string{path}}
	found, err := t.Desk.Complete(context.Background(), m, argument, typed)
	if err != nil { // the line itself will tell the reason
		return nil
	}
	for _, o := range found {
		list = append(list, o.Command)
	}
	if list = begin(list, typed); len(list) == mostOffered {
		list = append(list, textutil.Ellipsis)
	}
	return list
}

// complete puts what several words have in common behind a line, or a blank behind the only one. It returns the words
// if that says nothing new.
func complete(line string, words []string) (longer string, choices []string) {
	if len(words) == 0 {
		return line, nil
	}
	start := strings.LastIndex(line, " ") + 1
	common := words[0]
	for _, w := range words[1:] {
		for !strings.HasPrefix(w, common) {
			_, size := utf8.DecodeLastRuneInString(common)
			common = common[:len(common)-size]
		}
	}
	switch {
	case len(words) == 1 && words[0] != textutil.Ellipsis:
		return line[:start] + common + " ", nil
	case len(common) > len(line)-start:
		return line[:start] + common, nil
	}
	return line, words
}
