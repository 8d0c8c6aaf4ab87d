package command

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"stackmate/bot/game"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/rules"
)

// take reads the words as arguments: each as the argument that it names, else as the first that
// it can be. After an error it reads on, and returns the first error.
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
			return cmp.Or(err, fail("parse.extra", "text", textutil.Quote(words[0]), "usage", usage(p.in.Path)).near(p.command.nearArguments(words[0])))
		}
		err = cmp.Or(err, p.give(arg, value))
		if alone := arg.namesGame() && value == words[0]; alone && LevelArg.accepts(value) && p.command.kind(LevelArg) != nil {
			n, _ := strconv.Atoi(value)
			p.in.MayBeLevel = n <= game.MaxLevel
		}
	}
	p.in.MayBeLevel = p.in.MayBeLevel && p.in.Strength == 0
	return err
}

// tail returns the last n words of a text with the space and line breaks between them.
func tail(text string, n int) string {
	for skip := len(strings.Fields(text)) - n; skip > 0; skip-- {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		text = text[strings.IndexFunc(text, unicode.IsSpace):]
	}
	return strings.TrimSpace(text)
}

// named returns the argument not found so far that a word such as "limit:60" names, and the value;
// nil if there is none.
func (p *parser) named(word string) (arg *Arg, value string) {
	name, value, ok := strings.Cut(word, ":")
	for i := range p.command.Args {
		a := &p.command.Args[i]
		if ok && !p.taken[a.Name] && a.called(name) && (value != "" || a.Kind == NamedTextArg) {
			return a, value
		}
	}
	return nil, ""
}

// argFor returns the first argument not found so far that the words can begin with, its value and
// how many words that takes; nil and 0 if there is none. A word such as "#12" is always a number.
func (p *parser) argFor(words []string) (arg *Arg, value string, n int) {
	word := words[0]
	number := strings.HasPrefix(word, "#") && NumberArg.accepts(word)
	if a := p.command.kind(LevelArg); a != nil && !p.taken[a.Name] && a.called(word) && len(words) > 1 && a.Kind.accepts(words[1]) {
		return a, words[1], 2 // as in the name "Stackmate level 3"
	}
	for i := range p.command.Args {
		a := &p.command.Args[i]
		if p.taken[a.Name] || number && a.Kind != NumberArg {
			continue
		}
		switch a.Kind {
		case LevelArg:
			if a.Kind.accepts(word) {
				return a, word, 1
			}
		case PersonArg:
			if p.command.kind(LevelArg) != nil && LevelArg.accepts(word) {
				continue
			}
			if value, n := p.people.name(words); n > 0 {
				return a, value, n
			}
		case FlagArg:
			if a.called(word) {
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
			if a.Kind.accepts(word) || a.option(word) != "" {
				return a, word, 1
			}
		}
	}
	return nil, "", 0
}

// called reports whether a word is the name of the argument, in any language.
func (a Arg) called(word string) bool {
	return strings.EqualFold(a.Name, word) || words.Means(a.Option(), word)
}

// option returns the option of a choice that a word names, in any language; empty if it names none.
func (a Arg) option(word string) string {
	for _, means := range []func(option string) bool{
		func(option string) bool { return strings.EqualFold(option, word) },
		func(option string) bool { return words.Means("choice."+option, word) },
	} {
		if i := slices.IndexFunc(a.Options, means); i >= 0 {
			return a.Options[i]
		}
	}
	return ""
}

// kind returns the first argument of a kind that a command takes; nil if there is none.
func (c *Command) kind(k ArgKind) *Arg {
	i := slices.IndexFunc(c.Args, func(a Arg) bool { return a.Kind == k })
	if i < 0 {
		return nil
	}
	return &c.Args[i]
}

// isFlag reports whether a word is the name of a flag, in any language.
func isFlag(word string) bool {
	for name := range flags {
		if (Arg{Name: name}).called(word) {
			return true
		}
	}
	return false
}

// untilText counts the words before the name of a NamedTextArg.
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

// accepts reports whether a word without a name in front can be an argument of the kind.
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
	case LevelArg:
		return isDigits(word) && len(word) <= 2
	case ConfirmArg:
		return confirms(word)
	case ClockArg:
		_, err := game.ParseClock(word)
		return err == nil
	case CountArg, PuzzleArg, ChoiceArg, AddressArg, NamedWordArg, NamedTextArg: // by name, or one of the options
		return false
	case PersonArg:
		return strings.HasPrefix(word, "@") || strings.HasPrefix(word, "<@") ||
			rules.VariantByName(word) == nil && !ClockArg.accepts(word) && !ColorArg.accepts(word) && !isFlag(word)
	case MoveArg: // "move 12 N2g3" names the game first
		return !isDigits(word)
	case SquareArg:
		_, number := ParseGameRef(word)
		return !number
	}
	return true
}
