package command

import (
	"regexp"
	"slices"
	"strconv"

	"stackmate/bot/chat"
)

// AudienceOf returns who is likely to read the answer to a command.
func AudienceOf(c *chat.Call) chat.Audience {
	p, err := parseCall(c, "")
	if err != nil {
		return chat.Quiet
	}
	return p.in.Audience()
}

// Question reports whether the code of a button asks something that is answered once.
func Question(code string) bool {
	who, command := chat.ReadCode(code)
	in, err := Parse(chat.Message{Text: command}, nil)
	return err != nil || !in.Command().ReadOnly && who.Game() == 0
}

// TakesText reports whether a typed line begins a command with a text of several lines, and
// whether that text has begun in it.
func TakesText(line string) (takes, begun bool) {
	p, _ := parse(chat.Message{Text: line}, nil)
	if p.command == nil {
		return false, false
	}
	i := slices.IndexFunc(p.command.Args, func(a Arg) bool { return a.Kind == TextArg })
	return i >= 0, i >= 0 && p.taken[p.command.Args[i].Name]
}

var number = regexp.MustCompile(`\d+`)

// Within reports whether a text asks for nothing that reaches beyond one game: it names no
// other game or challenge, and does not make its speaker one with somebody else. Other
// numbers in it, in a move, a note or another text, name none.
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
	if err != nil && about && people { // the desk may know a name of several words, and read on
		for _, n := range number.FindAllString(text, -1) {
			if n != strconv.FormatInt(game, 10) {
				return false
			}
		}
	}
	return p.in.Path != Link
}

// namesGame reports whether an argument is the game or the challenge that a command is about.
func (a Arg) namesGame() bool {
	return a.Kind == NumberArg && (a.Name == gameArg.Name || a.Name == challengeArg.Name)
}
