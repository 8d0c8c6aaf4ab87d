package bot

import (
	"regexp"
	"strconv"

	"stackmate/bot/chat"
)

var number = regexp.MustCompile(`\d+`)

// Within reports whether a text asks for nothing that reaches beyond one game: it names no
// other game or challenge, and does not make its speaker one with somebody else. What is no
// command must name no other number at all.
func Within(text string, game int64) bool {
	in, err := parse(chat.Message{Text: text}, nil)
	if err != nil {
		for _, n := range number.FindAllString(text, -1) {
			if n != strconv.FormatInt(game, 10) {
				return false
			}
		}
		return true
	}
	for _, name := range []string{gameArg.Name, challengeArg.Name} {
		if ref, ok := gameRef(in.args[name]); ok && ref.id != game {
			return false
		}
	}
	return in.path != "link"
}
