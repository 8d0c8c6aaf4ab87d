package console

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"stackmate/bot/words"
)

// topics are what help explains, in its order: the commands that make sense at a table.
var topics = []string{"move", "legal", "board", "flip", "undo", "draw", "resign", "again", "new", "against", "save", "fen", "pgn",
	"history", "hint", "review", "puzzle", "rules", "preferences", "quit"}

// help explains all commands, or the one that is named. Done is false if the desk must explain it.
func (t *Table) help(topic string) (done bool) {
	if topic == "" {
		known := slices.Clone(topics)
		if t.now.Level == 0 { // people play without help
			known = slices.DeleteFunc(known, func(name string) bool { return name == "hint" })
		}
		fmt.Fprintln(t.Out, strings.Join(t.helpLines(known), "\n"))
		return true
	}
	i := slices.IndexFunc(topics, func(name string) bool { return words.Means(nameKey(name), topic) })
	if i < 0 || slices.Contains([]string{"move", "hint", "review", "rules", "preferences"}, topics[i]) { // the desk says more of them
		return false
	}
	fmt.Fprintln(t.Out, strings.Join(t.helpLines(topics[i:i+1]), "\n"))
	return true
}

// helpLines returns a line for each topic: what is typed, and what it does.
func (t *Table) helpLines(topics []string) (lines []string) {
	wide := 0
	var typed []string
	for _, name := range topics {
		usage := t.lang.Text(nameKey(name))
		if name == "move" {
			usage = cmp.Or(t.now.Example, "e4")
		}
		if t.lang.Has("console.args." + name) {
			usage += " " + t.lang.Text("console.args."+name)
		}
		typed, wide = append(typed, usage), max(wide, columnsOf(usage))
	}
	for i, name := range topics {
		lines = append(lines, "  "+typed[i]+strings.Repeat(" ", wide-columnsOf(typed[i])+2)+t.lang.Text("console.help."+name))
	}
	return lines
}

// nameKey returns the key of what people type for a command, of the table's or the desk's.
func nameKey(name string) string {
	if key := "console.name." + name; words.In("").Has(key) {
		return key
	}
	return "name." + name
}
