package bot

import (
	"slices"
	"strconv"
	"strings"

	"stackmate/bot/chat"
	"stackmate/rules"
)

// TakesText reports whether a typed line begins a command with a text of several lines, and
// whether that text has begun in it.
func TakesText(line string) (takes, begun bool) {
	in, _ := parse(chat.Message{Text: line}, nil)
	if in.command == nil {
		return false, false
	}
	i := slices.IndexFunc(in.command.Args, func(a Arg) bool { return a.Kind == TextArg })
	if i < 0 {
		return false, false
	}
	return true, in.args[in.command.Args[i].Name] != ""
}

// unnumbered returns a move without the number in front, which may be that of the game or of
// the move to come, unless the number is part of the move.
func unnumbered(p rules.Position, text string, game int64, plies int) string {
	number, move, ok := strings.Cut(text, " ")
	if !ok || number != strconv.FormatInt(game, 10) && number != strconv.Itoa(plies/2+1) {
		return text
	}
	if _, err := p.ParseMove(text); err == nil {
		return text
	}
	return strings.TrimSpace(move)
}
