package command

import (
	"strings"

	"stackmate/bot/words"
)

// maxPhrase is how many words a phrase has at most.
const maxPhrase = 6

// phrases are the commands that people also give in whole phrases, such as "I resign". The
// catalogues hold the phrases under these keys.
var phrases = map[string]Path{
	"phrase.accept":           Accept,
	"phrase.decline":          Decline,
	"phrase.draw-offer":       DrawOffer,
	"phrase.draw-accept":      DrawAccept,
	"phrase.draw-decline":     DrawDecline,
	"phrase.draw-withdraw":    DrawWithdraw,
	"phrase.draw-claim":       DrawClaim,
	"phrase.resign":           Resign,
	"phrase.takeback-ask":     TakebackAsk,
	"phrase.takeback-accept":  TakebackAccept,
	"phrase.takeback-decline": TakebackDecline,
	"phrase.rematch":          Rematch,
	"phrase.puzzle":           Puzzle,
}

// phrase returns the command of the longest phrase that the words begin with, in any language,
// and how many words it has. n is 0 if there is none. One word is a phrase only if it is alone:
// "takeback" may begin another command.
func phrase(said []string) (path Path, n int) {
	for n := min(len(said), maxPhrase); n > 0; n-- {
		bare := make([]string, n)
		for i, word := range said[:n] {
			bare[i] = strings.Trim(word, ".,!?")
		}
		if n == 1 && len(said) > 1 {
			break
		}
		text := strings.Join(bare, " ")
		for key, path := range phrases {
			if words.Means(key, text) {
				return path, n
			}
		}
	}
	return "", 0
}

// questions are the commands that people also give as questions about a square. The
// catalogues hold the questions under these keys, with … for the square.
var questions = map[string]Path{
	"phrase.what-attacks": Attacks,
	"phrase.what-it-sees": Sees,
}

// question returns the command that the words ask, in any language, and the words that stand
// for the square. square is nil if they ask none: a square has a digit.
func question(said []string) (path Path, square []string) {
	text := strings.ToLower(strings.TrimRight(strings.Join(said, " "), ".!? "))
	for _, tag := range words.Tags() {
		for key, path := range questions {
			for _, asked := range words.In(tag).Typed(key) {
				before, after, _ := strings.Cut(asked, "…")
				rest, begins := strings.CutPrefix(text, before)
				rest, ends := strings.CutSuffix(rest, after)
				if begins && ends && len(strings.Fields(rest)) == 1 && strings.ContainsAny(rest, "0123456789") {
					n := len(strings.Fields(before))
					return path, []string{strings.TrimRight(said[n], ".!?")}
				}
			}
		}
	}
	return "", nil
}

// IsPhrase reports whether a whole line is a command as people say it, such as "I resign".
func IsPhrase(line string) bool {
	_, rest := leadingNumber(strings.TrimSpace(line))
	said := strings.Fields(rest)
	_, n := phrase(said)
	_, square := question(said)
	return n > 0 && n == len(said) || square != nil
}

// Typed returns how a command is typed in a language: as the phrase that people say there, or
// with its name.
func (p Path) Typed(lang words.Language) string {
	for key, path := range phrases {
		if said := lang.Typed(key); path == p && len(said) > 0 {
			return said[0]
		}
	}
	return Typed(lang, string(p))
}
