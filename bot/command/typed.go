package command

import (
	"slices"

	"stackmate/bot/chat"
)

// TakesText reports whether a typed line begins a command with a text of several lines, and
// whether that text has begun in it.
func TakesText(line string) (takes, begun bool) {
	in, _ := Parse(chat.Message{Text: line}, nil)
	if in.Command == nil {
		return false, false
	}
	i := slices.IndexFunc(in.Command.Args, func(a Arg) bool { return a.Kind == TextArg })
	if i < 0 {
		return false, false
	}
	return true, in.Args[in.Command.Args[i].Name] != ""
}
