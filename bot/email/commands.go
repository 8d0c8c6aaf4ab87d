package email

import (
	"context"
	"regexp"
	"strings"
	"unicode"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/email/inbound"
	"stackmate/bot/mailaddr"
	"stackmate/bot/words"
)

// ownCommand is a command of the front end's own.
type ownCommand int

const (
	notOwn ownCommand = iota
	stopCommand
	renewCommand
	yesCommand
)

// ownCommands are the front end's own commands, by what people may type for them.
var ownCommands = map[string]ownCommand{"mail.stop": stopCommand, "mail.renew": renewCommand, "mail.yes": yesCommand}

// ownCommandOf returns which command of the front end's own a line is.
func ownCommandOf(line string) ownCommand {
	line = strings.Trim(strings.TrimSpace(line), ".!,/")
	for key, c := range ownCommands {
		if words.Means(key, line) {
			return c
		}
	}
	return notOwn
}

// A line longer than this is rather a remark to the opponent.
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
	if ownCommandOf(line) != notOwn {
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

// stop ends all mail to an address, with one last letter.
func (b *Bot) stop(ctx context.Context, m inbound.Mail, id string) error {
	b.Log.Info("email: muted")
	return b.update(ctx, func(tx Tx) error {
		say, err := languageOf(tx, m.From, m.Language)
		if err != nil {
			return err
		}
		letter, err := tx.Enqueue(b.outboxMessage(m.From, farewell(say), b.Now()))
		if err != nil {
			return err
		}
		if err := tx.MailMute(m.From, letter); err != nil {
			return err
		}
		return tx.MailDone(id, 0, true)
	})
}

// renew makes all tokens void that an address has got.
func (b *Bot) renew(ctx context.Context, m inbound.Mail, id string) error {
	b.Log.Info("email: tokens renewed")
	return b.update(ctx, func(tx Tx) error {
		if err := tx.MailRevoke(m.From); err != nil {
			return err
		}
		if err := tx.MailDone(id, 0, true); err != nil {
			return err
		}
		say, err := languageOf(tx, m.From, m.Language)
		if err != nil {
			return err
		}
		quiet, err := b.overLimit(tx, say, m.From, false)
		if err != nil || quiet {
			return err
		}
		_, err = tx.Enqueue(b.outboxMessage(m.From, renewal(say), b.Now()))
		return err
	})
}

var addressPattern = regexp.MustCompile(`^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:]*[^\s@<>"(),;:.]$`)

// wordPattern is a word, whatever it is.
var wordPattern = regexp.MustCompile(`\S+`)

// withMentions returns a line with the addresses in it written plainly, and as people without names: an address
// identifies nobody.
func (b *Bot) withMentions(line string) (string, map[string]chat.Person) {
	var people map[string]chat.Person
	if takes, _ := command.TakesText(firstLine(line)); takes { // what stands in a record is not meant for us
		return line, nil
	}
	line = wordPattern.ReplaceAllStringFunc(line, func(said string) string {
		bare := strings.TrimPrefix(strings.Trim(said, "<>()[],;:\"'"), "mailto:")
		address, ok := mailaddr.Canonical(bare)
		if !ok || !addressPattern.MatchString(address) || len(address) > 254 {
			return said
		}
		p := chat.Person{Address: chat.Address{Transport: Transport, ID: address}}
		_, p.Robot = b.subaddress(address)
		if people == nil {
			people = map[string]chat.Person{}
		}
		people[address] = p
		return address
	})
	return line, people
}
