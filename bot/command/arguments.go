package command

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"stackmate/bot/game"
	"stackmate/bot/textutil"
	"stackmate/rules"
)

// take gives the words to arguments: each to the one that it names, else to the first that
// it can be. It goes on when it has refused one.
func (p *parser) take(words []string) (err error) {
	for n := 0; len(words) > 0; words = words[n:] {
		arg, value := p.named(words[0])
		n = 1
		switch {
		case arg == nil:
			arg, value, n = p.argFor(words)
		case arg.Kind == NamedTextArg:
			value, n = strings.Join(append([]string{value}, words[1:]...), " "), len(words)
		case arg.Kind == MoveArg, arg.Kind == WordsArg:
			n = p.untilText(words)
			value = strings.Join(append([]string{value}, words[1:n]...), " ")
		case arg.Kind == TextArg:
			_, value, _ = strings.Cut(tail(p.raw, len(words)), ":")
			n = len(words)
		case arg.Kind == PersonArg:
			value, n = p.people.name(append([]string{value}, words[1:]...))
		}
		if n == 0 {
			return cmp.Or(err, fail("parse.extra", "text", textutil.Quote(words[0]), "usage", usage(p.in.Path)))
		}
		err = cmp.Or(err, p.give(arg, value))
	}
	return err
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
func (p *parser) named(word string) (arg *Arg, value string) {
	name, value, ok := strings.Cut(word, ":")
	for i := range p.command.Args {
		a := &p.command.Args[i]
		if ok && !p.taken[a.Name] && strings.EqualFold(a.Name, name) && (value != "" || a.Kind == NamedTextArg) {
			return a, value
		}
	}
	return nil, ""
}

// argFor returns the first argument still missing that the next words can be, and how
// many it takes. A word with a # in front is the number of a game wherever it stands.
func (p *parser) argFor(words []string) (arg *Arg, value string, n int) {
	word := words[0]
	number := strings.HasPrefix(word, "#") && NumberArg.accepts(word)
	for i := range p.command.Args {
		a := &p.command.Args[i]
		if p.taken[a.Name] || number && a.Kind != NumberArg {
			continue
		}
		switch a.Kind {
		case PersonArg:
			if value, n := p.people.name(words); n > 0 {
				return a, value, n
			}
		case FlagArg:
			if strings.EqualFold(a.Name, word) {
				return a, word, 1
			}
		case MoveArg, WordsArg:
			if a.Kind.accepts(word) {
				n := p.untilText(words)
				return a, strings.Join(words[:n], " "), n
			}
		case TextArg:
			return a, tail(p.raw, len(words)), len(words)
		default:
			if a.Kind.accepts(word) || slices.Contains(a.Options, strings.ToLower(word)) {
				return a, word, 1
			}
		}
	}
	return nil, "", 0
}

// untilText counts the words before a text that is given by its name.
func (p *parser) untilText(words []string) int {
	n := slices.IndexFunc(words, func(w string) bool {
		a, _ := p.named(w)
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
		_, ok := colorNamed(word)
		return ok
	case NumberArg:
		_, ok := ParseGameRef(word)
		return ok
	case ConfirmArg:
		return confirms(word)
	case ClockArg:
		_, err := game.ParseClock(word)
		return err == nil
	case CountArg, ChoiceArg, AddressArg, NamedTextArg: // by name, or one of the options
		return false
	case PersonArg:
		return strings.HasPrefix(word, "@") || strings.HasPrefix(word, "<@") ||
			rules.VariantByName(word) == nil && !ClockArg.accepts(word) && !ColorArg.accepts(word) && flags[strings.ToLower(word)] == nil
	case MoveArg: // "move 12 N2g3" names the game first
		return !isDigits(word)
	case SquareArg:
		_, number := ParseGameRef(word)
		return !number
	}
	return true
}
