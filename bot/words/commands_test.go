package words_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/words"
)

// written matches a command in a sentence, such as {/cancel #{id}}.
var written = regexp.MustCompile(`\{/((?:[^{}]|\{\w+\})*)\}`)

// examples fill the placeholders of commands, and the words in capitals that stand for what a reader types.
var examples = strings.NewReplacer("{id}", "12", "{game}", "12", "{number}", "5", "{name}", "Anna", "{opponent}", "Ben", "{from}", "1g1", "{code}", "ABCDEFGHIJKL",
	"{square}", "1g1", "{example}", "N2g3", "CODE", "ABCDEFGHIJKL", "COMMAND", "move", "BEFEHL", "move", "LANGUAGE", "en", "SPRACHE", "de", "THEME", "wood", "AUSSEHEN", "wood",
	":WHERE", ":email", ":WO", ":email", "GRUND", "Grund", "LINE", "N3c5", "ZUGFOLGE", "N3c5")

// Every command in a sentence exists, is offered to people, and can be typed as it is written, in its language.
func TestCommandsInSentences(t *testing.T) {
	found := 0
	for _, tag := range words.Tags() {
		lang := words.In(tag)
		for key, sentence := range words.Sentences(tag) {
			if strings.Count(sentence, "{/") != len(written.FindAllString(sentence, -1)) {
				t.Errorf("%s: %q writes a command wrongly: %s", tag, key, sentence)
			}
			for _, m := range written.FindAllStringSubmatch(sentence, -1) {
				found++
				text := examples.Replace(m[1])
				path, args := command.Split(text)
				if path == "" || path.Command().Hidden {
					t.Errorf("%s: %q names a command that does not exist: %s", tag, key, m[0])
					continue
				}
				if args == "" { // a form asks for the rest
					continue
				}
				in, err := command.Parse(chat.Message{Text: command.Typed(lang, text)}, nil)
				if err != nil || in.Path != path {
					t.Errorf("%s: %q: %q is understood as %q: %v", tag, key, command.Typed(lang, text), in.Path, err)
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d commands", found)
	}
}

// plain begins the keys of texts in which nothing can be marked: those that Discord gets with its commands, and those
// on pictures and pages.
var plain = []string{"name.", "option.", "command.", "arg.", "choice.", "button.", "picture.", "date", "piece.", "pieces.", "unsubscribe."}

// Where commands and choices are not understood, there are none.
func TestPlainSentences(t *testing.T) {
	for _, tag := range words.Tags() {
		for key, sentence := range words.Sentences(tag) {
			isPlain := slices.ContainsFunc(plain, func(start string) bool { return strings.HasPrefix(key, start) })
			if isPlain && (strings.Contains(sentence, "{/") || strings.Contains(key, "@")) && !strings.HasPrefix(key, "button.old") {
				t.Errorf("%s: %q is read without marks: %s", tag, key, sentence)
			}
		}
	}
}

// typedOnly begins the keys of sentences that are read only where commands are typed.
var typedOnly = []string{"console.", "email.", "unsubscribe."}

// A sentence names a command as {/command}, not as bare words in quotation marks.
func TestBareCommands(t *testing.T) {
	quoted := regexp.MustCompile(`[“„]/?([^“”„]+)[”“]`)
	for _, tag := range words.Tags() {
		for key, sentence := range words.Sentences(tag) {
			if slices.ContainsFunc(typedOnly, func(start string) bool { return strings.HasPrefix(key, start) }) || strings.HasSuffix(key, "@typed") {
				continue
			}
			for _, m := range quoted.FindAllStringSubmatch(sentence, -1) {
				if command.Find(command.Tree(), strings.Fields(m[1])[0]) != nil {
					t.Errorf("%s: %q names a command in quotation marks: %s", tag, key, sentence)
				}
			}
		}
	}
}
