package command

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"stackmate/bot/chat"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
)

// ParseError says what is wrong with a command, as a sentence of the catalogue.
type ParseError struct {
	// Key is the key of the sentence.
	Key string
	// Args fill its gaps: names and values in turn.
	Args []any
	// Near are parts of a sentence that people may have meant instead; see Nearest.
	Near []string
}

// Error returns the key of the sentence, for logs.
func (e *ParseError) Error() string { return "bad command: " + e.Key }

func fail(key string, args ...any) *ParseError { return &ParseError{Key: key, Args: args} }

// near adds what people may have meant to an error and returns it.
func (e *ParseError) near(words []string) error {
	e.Near = words
	return e
}

// parser reads one command.
type parser struct {
	in      Invocation
	command *Command
	taken   map[string]bool // the arguments found so far, by name
	raw     string          // the text with its line breaks, without a number in front
	people  people
}

// Parse reads the command of a message, typed or chosen. A text that begins with no command is
// read as a move. Known reports whether somebody has a name; if it is nil, a name without quotes
// is one word. The error is a *ParseError. The invocation then holds what was understood before
// and after the error; its Path is empty if no command was.
func Parse(m chat.Message, known func(name string) bool) (Invocation, error) {
	p, err := parse(m, known)
	return p.in, err
}

// ParseCall reads a command that is still being chosen: it ignores one argument, which is being
// typed, and required arguments may be missing. The error is a *ParseError.
func ParseCall(c *chat.Call, without string) (Invocation, error) {
	p, err := parseCall(c, without)
	return p.in, err
}

func parse(m chat.Message, known func(name string) bool) (p parser, err error) {
	if m.Call != nil {
		if p, err = parseCall(m.Call, ""); err == nil {
			err = p.complete()
		}
		return p, err
	}
	p = parser{taken: map[string]bool{}, people: people{m.Mentioned, known}}
	text := strings.TrimLeftFunc(strings.TrimSpace(m.Text), separates)
	if len(text) > MaxText {
		return p, fail("parse.long")
	}
	number, rest := leadingNumber(text)
	words := strings.Fields(rest)
	if len(words) == 0 {
		if number == "" {
			return p, fail("parse.empty")
		}
		p.use(Board)
		return p, p.about(number)
	}
	p.raw = rest
	c := Find(tree, strings.TrimPrefix(words[0], "/"))
	said, n := phrase(words)
	asked, square := question(words)
	switch {
	case square != nil:
		p.use(asked)
		words = square
	case n > 0:
		p.use(said)
		words = words[n:]
	case c == nil:
		p.use(Move)
		if first := strings.Fields(text)[0]; m.Game > 0 && isDigits(first) { // a level, or the number of the move
			n := p.untilText(words)
			err = p.give(p.command.arg("move"), first+" "+strings.Join(words[:n], " "))
			words, number = words[n:], ""
		}
	case c.Sub == nil:
		p.use(Path(c.Name))
		words = words[1:]
	default:
		var sub *Command
		if sub, words, err = c.sub(words[1:]); err != nil {
			p.in.Path = Path(c.Name)
			return p, err
		}
		p.use(Path(c.Name + " " + sub.Name))
	}
	if p.command.kind(LevelArg) != nil { // a second number is the level
		err, number = cmp.Or(err, p.about(number)), ""
	}
	return p, cmp.Or(err, p.take(words), p.about(number), p.complete())
}

func parseCall(c *chat.Call, without string) (p parser, err error) {
	p.taken = map[string]bool{}
	p.use(Path(strings.Join(c.Path, " ")))
	if p.command == nil {
		return p, fail("parse.unknown", "text", strings.Join(c.Path, " "))
	}
	for i := range p.command.Args {
		if a := &p.command.Args[i]; a.Name != without {
			err = cmp.Or(err, p.give(a, c.Args[a.Name]))
		}
	}
	return p, err
}

// use notes the command that was named.
func (p *parser) use(path Path) { p.in.Path, p.command = path, path.Command() }

// give sets an argument.
func (p *parser) give(a *Arg, value string) error {
	p.taken[a.Name] = true
	return p.in.set(a, value)
}

// about reads a number in front of a command as the game or challenge that the command is about.
func (p *parser) about(number string) error {
	for i := range p.command.Args {
		if a := &p.command.Args[i]; number != "" && a.namesGame() {
			return p.give(a, number)
		}
	}
	return nil
}

// arg returns the argument with a name.
func (c *Command) arg(name string) *Arg {
	return &c.Args[slices.IndexFunc(c.Args, func(a Arg) bool { return a.Name == name })]
}

// sub returns the command under c that the words begin with, or the default one, and the words
// that follow.
func (c *Command) sub(words []string) (sub *Command, rest []string, err error) {
	if len(words) > 0 {
		if sub = Find(c.Sub, words[0]); sub != nil {
			return sub, words[1:], nil
		}
	}
	if c.Default != "" {
		return Find(c.Sub, c.Default), words, nil
	}
	subs := strings.Join(subCommands(c), ", ")
	if len(words) == 0 {
		return nil, nil, fail("parse.sub", "subs", subs)
	}
	return nil, nil, fail("parse.sub-unknown", "text", textutil.Quote(c.Name+" "+words[0]), "subs", subs).near(Nearest(words[0], subNames(c)))
}

// complete refuses a command without an argument that is required.
func (p *parser) complete() error {
	for i := range p.command.Args {
		if a := &p.command.Args[i]; a.Required && p.in.value(a) == "" {
			return fail("parse.missing", "arg", words.Key("option."+a.Name), "usage", usage(p.in.Path))
		}
	}
	return nil
}

// leadingNumber splits texts such as "#12 N2g3" and "12: N2g3" into the number and the rest.
func leadingNumber(text string) (number, rest string) {
	end := strings.IndexFunc(text, unicode.IsSpace)
	if end < 0 {
		end = len(text)
	}
	word := strings.TrimRight(text[:end], ":,;")
	if _, ok := ParseGameRef(word); ok && (strings.HasPrefix(word, "#") || isDigits(word)) {
		return word, strings.TrimSpace(text[end:])
	}
	return "", text
}

// separates reports whether a character may separate a command from the name of the bot, as in
// ", e4".
func separates(r rune) bool { return strings.ContainsRune(",:;", r) || unicode.IsSpace(r) }

func isDigits(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

// subCommands returns the commands under c, as parts of a text.
func subCommands(c *Command) (list []string) {
	for _, s := range c.Sub {
		if !s.Hidden {
			list = append(list, chat.Command(c.Name+" "+s.Name))
		}
	}
	return list
}

// subNames returns the names of the commands under c.
func subNames(c *Command) (names []string) {
	for _, s := range c.Sub {
		if !s.Hidden {
			names = append(names, s.Name)
		}
	}
	return names
}
