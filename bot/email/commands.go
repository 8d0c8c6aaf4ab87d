package email

import (
	"regexp"
	"strings"
	"unicode"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/mailaddr"
	"stackmate/bot/words"
)

// ownCommand is a command that the front end runs itself.
type ownCommand int

const (
	notOwn ownCommand = iota
	stopCommand
	renewCommand
	yesCommand
	noCommand
)

// ownCommands are the front end's own commands by their keys in the catalogues.
var ownCommands = map[string]ownCommand{"mail.stop": stopCommand, "mail.renew": renewCommand, "mail.yes": yesCommand, "mail.no": noCommand}

// ownCommandOf returns which of the front end's own commands a line is, or notOwn.
func ownCommandOf(line string) ownCommand {
	line = strings.Trim(strings.TrimSpace(line), ".!,/")
	for key, c := range ownCommands {
		if words.Means(key, line) {
			return c
		}
	}
	return notOwn
}

// Bounds of a command, in words and bytes. A longer line is taken for a remark to the opponent.
const (
	maxWords   = 10
	maxCommand = 120
)

var (
	movePattern     = regexp.MustCompile(`^[\pL\d@=+#x×\-:|/()?!.]{2,16}$`)
	castlingPattern = regexp.MustCompile(`^[oO0]([-|/][oO0]){1,2}[+#]?$`)
	gamePattern     = regexp.MustCompile(`^#?(\d{1,15})(@\d{1,6})?:?$`)
)

// looksLikeCommand reports whether a line looks like a command.
func looksLikeCommand(line string) bool {
	line, _, _ = strings.Cut(line, "//") // a note may be about anything
	said := strings.Fields(line)
	if len(said) == 0 || len(said) > maxWords || len(line) > maxCommand {
		return false
	}
	if ownCommandOf(line) != notOwn || command.IsPhrase(line) {
		return true
	}
	if gamePattern.MatchString(said[0]) && len(said) > 1 {
		said = said[1:]
	}
	first := strings.ToLower(strings.TrimPrefix(said[0], "/"))
	for _, c := range command.Tree() {
		if c.Name == first || isCommandName(c.Name, first) {
			return true
		}
	}
	if len(said) > 2 {
		return false
	}
	return castlingPattern.MatchString(said[0]) || movePattern.MatchString(said[0]) &&
		strings.ContainsAny(said[0], "0123456789") && strings.ContainsFunc(said[0], unicode.IsLetter)
}

var addressPattern = regexp.MustCompile(`^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:]*[^\s@<>"(),;:.]$`)

var wordPattern = regexp.MustCompile(`\S+`)

// withMentions returns a line with the mail addresses in it in their canonical spelling, and
// the people at these addresses. Their names stay empty, since an address does not show who
// somebody is. A command that takes a text is returned as it is.
func (a ownAddress) withMentions(line string) (string, map[string]chat.Person) {
	people := map[string]chat.Person{}
	if takes, _ := command.TakesText(firstLine(line)); takes {
		return line, people
	}
	line = wordPattern.ReplaceAllStringFunc(line, func(word string) string {
		bare := strings.TrimPrefix(strings.Trim(word, "<>()[],;:\"'"), "mailto:")
		address, ok := mailaddr.Canonical(bare)
		if !ok || !addressPattern.MatchString(address) || len(address) > 254 {
			return word
		}
		people[address] = chat.Person{Address: chat.Address{Transport: Transport, ID: address}, Robot: a.owns(address)}
		return address
	})
	return line, people
}
