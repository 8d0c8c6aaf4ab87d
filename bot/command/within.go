package command

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"stackmate/bot/chat"
)

// AudienceOf returns who is likely to read the answer to a command that was chosen.
func AudienceOf(c *chat.Call) chat.Audience {
	p, err := parseCall(c, "")
	if err != nil {
		return chat.Quiet
	}
	return p.in.Audience()
}

// Question reports whether a button with a code, as chat.Pressers writes it, is of no more use once
// somebody has pressed it.
func Question(code string) bool {
	who, command := chat.ReadCode(code)
	in, err := Parse(chat.Message{Text: command}, nil)
	return err != nil || !in.Command().ReadOnly && !in.Command().Reusable && who.Game() == 0
}

// Slow reports whether the command of a button with a code, as chat.Pressers writes it, is slow.
func Slow(code string) bool {
	_, command := chat.ReadCode(code)
	in, err := Parse(chat.Message{Text: command}, nil)
	return err == nil && in.Command().Slow
}

// TakesText reports whether a line begins a command that may go on for several lines, such as
// "import", and whether the text of several lines has begun in that line.
func TakesText(line string) (takes, begun bool) {
	p, _ := parse(chat.Message{Text: line}, nil)
	if p.command == nil {
		return false, false
	}
	i := slices.IndexFunc(p.command.Args, func(a Arg) bool { return a.Kind == TextArg })
	return i >= 0, i >= 0 && p.taken[p.command.Args[i].Name]
}

// BareMove returns a text that is a move alone, without a command or the number of a game; ok is
// false for any other text.
func BareMove(text string) (move string, ok bool) {
	p, err := parse(chat.Message{Text: text}, nil)
	said := strings.Fields(text)
	if err != nil || p.in.Path != Move || !p.in.Game.IsZero() || Find(tree, strings.TrimPrefix(said[0], "/")) != nil {
		return "", false
	}
	return p.in.Move, true
}

var number = regexp.MustCompile(`\d+`)

// Within reports whether a text in reply to a game stays within that game: it names no other game
// or challenge, and is not about the whole account, like linking players, nor for the bot's owners. Numbers in moves, notes and other texts do not count.
func Within(text string, game int64) bool {
	p, err := parse(chat.Message{Text: text, Game: game}, nil)
	if p.command == nil {
		return true
	}
	for _, named := range []int64{p.in.Game.ID, p.in.Challenge} {
		if named != 0 && named != game {
			return false
		}
	}
	about := slices.ContainsFunc(p.command.Args, Arg.namesGame)
	people := slices.ContainsFunc(p.command.Args, func(a Arg) bool { return a.Kind == PersonArg })
	if err != nil && about && people { // with names of several words the desk may read on, to a number
		for _, n := range number.FindAllString(text, -1) {
			if n != strconv.FormatInt(game, 10) {
				return false
			}
		}
	}
	return p.in.Path != Link && p.in.Path != AdminStatus && p.in.Path != MydataExport && p.in.Path != MydataDelete
}

// namesGame reports whether the argument is the game or challenge that a command is about.
func (a Arg) namesGame() bool {
	return a.Kind == NumberArg && (a.Name == gameArg.Name || a.Name == challengeArg.Name)
}
