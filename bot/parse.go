package bot

import (
	"strconv"
	"strings"
	"unicode"

	"stackmate/bot/chat"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/rules"
)

// maxText bounds the length of a message that can be a command, in bytes.
const maxText = 4000

// invocation is a command with its arguments by name, wherever they came from.
type invocation struct {
	command *Command
	path    string
	args    map[string]string
	raw     string // what was typed, command and arguments
	people  people
}

// parse understands a message as a command. What is no command is taken for a
// move. Known reports whether somebody has a name; without it a name is one word, or in
// quotes. The error is a refusal.
func parse(m chat.Message, known func(name string) bool) (invocation, error) {
	if m.Call != nil {
		return parseCall(m.Call)
	}
	text := strings.TrimLeftFunc(strings.TrimSpace(m.Text), separates)
	if len(text) > maxText {
		return invocation{}, refuse("parse.long")
	}
	number, rest := leadingNumber(text)
	words := strings.Fields(rest)
	if len(words) == 0 {
		if number != "" {
			return invocation{command: find(commands, "board"), path: "board", args: map[string]string{"game": number}}, nil
		}
		return invocation{}, refuse("parse.empty")
	}
	in := invocation{command: find(commands, strings.TrimPrefix(words[0], "/")), args: map[string]string{}, raw: rest,
		people: people{m.Mentioned, known}}
	if in.command == nil {
		in.command, in.path = find(commands, "move"), "move"
		if first := strings.Fields(text)[0]; m.Game > 0 && isDigits(first) { // a level, or the number of the move
			n := in.untilText(words)
			in.args["move"], words, number = first+" "+strings.Join(words[:n], " "), words[n:], ""
		}
	} else {
		in.path = in.command.Name
		words = words[1:]
		if in.command.Sub != nil {
			sub, rest, err := in.sub(words)
			if err != nil {
				return in, err
			}
			in.command, in.path, words = sub, in.path+" "+sub.Name, rest
		}
	}
	if err := in.take(words); err != nil {
		return in, err
	}
	if number != "" {
		for _, a := range in.command.Args {
			if a.namesGame() {
				in.args[a.Name] = number
			}
		}
	}
	return in, in.complete()
}

// sub returns the command under this one that the words begin with, or the one that
// is meant when none is named.
func (in *invocation) sub(words []string) (sub *Command, rest []string, err error) {
	if len(words) > 0 {
		if sub = find(in.command.Sub, words[0]); sub != nil {
			return sub, words[1:], nil
		}
	}
	if in.command.Default != "" {
		return find(in.command.Sub, in.command.Default), words, nil
	}
	subs := strings.Join(subNames(in.command), ", ")
	if len(words) == 0 {
		return nil, nil, refuse("parse.sub", "command", in.path, "subs", subs)
	}
	return nil, nil, refuse("parse.sub-unknown", "text", textutil.Quote(in.path+" "+words[0]), "command", in.path, "subs", subs)
}

func parseCall(c *chat.Call) (invocation, error) {
	in := invocation{command: commandAt(c.Path...), args: c.Args}
	if in.command == nil || in.command.run == nil {
		return in, refuse("parse.unknown", "text", strings.Join(c.Path, " "))
	}
	in.path = strings.Join(c.Path, " ")
	if in.args == nil {
		in.args = map[string]string{}
	}
	return in, in.complete()
}

// complete checks that the required arguments are there.
func (in *invocation) complete() error {
	for _, a := range in.command.Args {
		if a.Required && strings.TrimSpace(in.args[a.Name]) == "" {
			return refuse("parse.missing", "arg", a.Name, "usage", in.command.Usage(in.path))
		}
	}
	return nil
}

// isFlagName reports whether a word is the name of an argument that is said or not.
func isFlagName(word string) bool {
	switch strings.ToLower(word) {
	case "rated", "weekends", "open":
		return true
	}
	return false
}

// leadingNumber splits "#12 N2g3" and "12: N2g3" into number and rest.
func leadingNumber(text string) (number, rest string) {
	end := strings.IndexFunc(text, unicode.IsSpace)
	if end < 0 {
		end = len(text)
	}
	word := strings.TrimRight(text[:end], ":,;")
	if _, ok := gameRef(word); ok && (strings.HasPrefix(word, "#") || isDigits(word)) {
		return word, strings.TrimSpace(text[end:])
	}
	return "", text
}

// separates reports whether a message only separates what is said from the name that it
// is said to, as in ", e4".
func separates(r rune) bool { return strings.ContainsRune(",:;", r) || unicode.IsSpace(r) }

// gameReference names a game, and perhaps the ply at which a button was made for it.
type gameReference struct {
	id  int64
	ply int // -1 when unknown
}

// gameRef reads "12", "#12" or "#12@34".
func gameRef(word string) (gameReference, bool) {
	number, ply, at := strings.Cut(strings.TrimPrefix(word, "#"), "@")
	ref := gameReference{ply: -1}
	if !isDigits(number) || len(number) > 15 || at && (!isDigits(ply) || len(ply) > 6) {
		return ref, false
	}
	ref.id, _ = strconv.ParseInt(number, 10, 64)
	if at {
		ref.ply, _ = strconv.Atoi(ply)
	}
	return ref, ref.id > 0
}

func isDigits(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

func confirms(word string) bool { return words.Means("answer.yes", word) }

// variantNamed returns a game by its key or a common short name, or nil.
func variantNamed(word string) *rules.Variant { return rules.VariantByName(word) }

func colorNamed(word string) (string, bool) {
	for _, name := range []string{"white", "black", "random"} {
		if words.Means("answer."+name, word) {
			return name, true
		}
	}
	return "", false
}

func subNames(c *Command) (names []string) {
	for _, s := range c.Sub {
		if !s.Hidden {
			names = append(names, s.Name)
		}
	}
	return names
}

// maxName is how long a name may be, in characters.
const maxName = 40

// cleanName makes the names of people safe and short enough to repeat: they are whatever
// somebody has typed.
func cleanName(p chat.Person) chat.Person {
	p.Name = textutil.Printable(p.Name)
	if p.Transport == mailTransport { // neither an address nor what a mail says is a public name
		p.Name = ""
	}
	p.Name = textutil.Truncate(p.Name, maxName)
	return p
}
