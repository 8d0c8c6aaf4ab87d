package command

import (
	"slices"
	"strings"
	"unicode"

	"stackmate/bot/game"
	"stackmate/bot/textutil"
	"stackmate/rules"
)

// take gives the words to arguments: each to the one that it names, else to the first that
// it can be.
func (in *Invocation) take(words []string) error {
	for n := 0; len(words) > 0; words = words[n:] {
		arg, value := in.named(words[0])
		switch {
		case arg == nil:
			if arg, value, n = in.argFor(words); arg == nil {
				return fail("parse.extra", "text", textutil.Quote(words[0]), "usage", usage{in.Command, in.Path})
			}
		case arg.Kind == NamedTextArg:
			value, n = strings.TrimSpace(value+" "+strings.Join(words[1:], " ")), len(words)
		case arg.Kind == PersonArg:
			value, n = in.people.name(append([]string{value}, words[1:]...))
		default:
			n = 1
		}
		in.Args[arg.Name] = value
	}
	return nil
}

// tail returns the end of a text that holds its last n words, as it is written.
func tail(text string, n int) string {
	for skip := len(strings.Fields(text)) - n; skip > 0; skip-- {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		text = text[strings.IndexFunc(text, unicode.IsSpace):]
	}
	return strings.TrimSpace(text)
}

// named returns the argument still missing that a word names, and its value, as in
// "limit:60"; nil if there is none.
func (in *Invocation) named(word string) (arg *Arg, value string) {
	name, value, ok := strings.Cut(word, ":")
	for i := range in.Command.Args {
		a := &in.Command.Args[i]
		_, taken := in.Args[a.Name]
		if ok && !taken && strings.EqualFold(a.Name, name) && (value != "" || a.Kind == NamedTextArg) {
			return a, value
		}
	}
	return nil, ""
}

// argFor returns the first argument still missing that the next words can be, and how
// many it takes. A word with a # in front is the number of a game wherever it stands.
func (in *Invocation) argFor(words []string) (arg *Arg, value string, n int) {
	word := words[0]
	number := strings.HasPrefix(word, "#") && NumberArg.accepts(word)
	for i := range in.Command.Args {
		a := &in.Command.Args[i]
		if _, taken := in.Args[a.Name]; taken || number && a.Kind != NumberArg {
			continue
		}
		switch a.Kind {
		case PersonArg:
			if value, n := in.people.name(words); n > 0 {
				return a, value, n
			}
		case FlagArg:
			if strings.EqualFold(a.Name, word) {
				return a, word, 1
			}
		case MoveArg, WordsArg:
			if a.Kind.accepts(word) {
				n := in.untilText(words)
				return a, strings.Join(words[:n], " "), n
			}
		case TextArg:
			return a, tail(in.raw, len(words)), len(words)
		default:
			if a.Kind.accepts(word) || slices.Contains(a.Options, strings.ToLower(word)) {
				return a, word, 1
			}
		}
	}
	return nil, "", 0
}

// untilText counts the words before a text that is given by its name.
func (in *Invocation) untilText(words []string) int {
	n := slices.IndexFunc(words, func(w string) bool {
		a, _ := in.named(w)
		return a != nil && a.Kind == NamedTextArg
	})
	if n < 0 {
		return len(words)
	}
	return n
}

// accepts reports whether a word can be an argument of the kind.
func (k ArgKind) accepts(word string) bool {
	switch k {
	case VariantArg:
		return rules.VariantByName(word) != nil
	case ColorArg:
		_, ok := ColorNamed(word)
		return ok
	case NumberArg:
		_, ok := ParseGameRef(word)
		return ok
	case ConfirmArg:
		return Confirms(word)
	case ClockArg:
		_, err := game.ParseClock(word)
		return err == nil
	case CountArg, ChoiceArg, AddressArg, NamedTextArg: // by name, or one of the options
		return false
	case PersonArg:
		return strings.HasPrefix(word, "@") || strings.HasPrefix(word, "<@") ||
			rules.VariantByName(word) == nil && !ClockArg.accepts(word) && !ColorArg.accepts(word) && !isFlagName(word)
	case MoveArg: // "move 12 N2g3" names the game first
		return !isDigits(word)
	case SquareArg:
		_, number := ParseGameRef(word)
		return !number
	}
	return true
}
