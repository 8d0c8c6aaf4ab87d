package command

import (
	"regexp"
	"strconv"

	"stackmate/bot/chat"
)

var number = regexp.MustCompile(`\d+`)

// Within reports whether a text asks for nothing that reaches beyond one game: it names no
// other game or challenge, and does not make its speaker one with somebody else. Other
// numbers in it, in a move, a note or another text, name none.
func Within(text string, game int64) bool {
	in, err := Parse(chat.Message{Text: text, Game: game}, nil)
	if in.Command == nil {
		return true
	}
	about, people := false, false
	for _, a := range in.Command.Args {
		about, people = about || a.namesGame(), people || a.Kind == PersonArg
		if ref, ok := ParseGameRef(in.Args[a.Name]); ok && a.namesGame() && ref.Id != game {
			return false
		}
	}
	if err != nil && about && people { // the desk may know a name of several words, and read on
		for _, n := range number.FindAllString(text, -1) {
			if n != strconv.FormatInt(game, 10) {
				return false
			}
		}
	}
	return in.Path != "link"
}

// namesGame reports whether an argument is the game or the challenge that a command is about.
func (a Arg) namesGame() bool {
	return a.Kind == NumberArg && (a.Name == GameArg.Name || a.Name == challengeArg.Name)
}
