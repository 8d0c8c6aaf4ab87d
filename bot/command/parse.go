package command

import (
	"strconv"
	"strings"
	"unicode"

	"stackmate/bot/chat"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
)

// MaxText bounds the length of a message that can be a command, in bytes.
const MaxText = 4000

// Invocation is a command with its arguments by name, wherever they came from.
type Invocation struct {
	Command *Command
	Path    string
	Args    map[string]string
	raw     string // what was typed, command and arguments
	people  people
}

// Parse understands a message as a command. What is no command is taken for a
// move. Known reports whether somebody has a name; without it a name is one word, or in
// quotes. The error is a refusal.
func Parse(m chat.Message, known func(name string) bool) (Invocation, error) {
	if m.Call != nil {
		return parseCall(m.Call)
	}
	text := strings.TrimLeftFunc(strings.TrimSpace(m.Text), separates)
	if len(text) > MaxText {
		return Invocation{}, fail("parse.long")
	}
	number, rest := leadingNumber(text)
	words := strings.Fields(rest)
	if len(words) == 0 {
		if number != "" {
			return Invocation{Command: Find(tree, "board"), Path: "board", Args: map[string]string{"game": number}}, nil
		}
		return Invocation{}, fail("parse.empty")
	}
	in := Invocation{Command: Find(tree, strings.TrimPrefix(words[0], "/")), Args: map[string]string{}, raw: rest,
		people: people{m.Mentioned, known}}
	if in.Command == nil {
		in.Command, in.Path = Find(tree, "move"), "move"
		if first := strings.Fields(text)[0]; m.Game > 0 && isDigits(first) { // a level, or the number of the move
			n := in.untilText(words)
			in.Args["move"], words, number = first+" "+strings.Join(words[:n], " "), words[n:], ""
		}
	} else {
		in.Path = in.Command.Name
		words = words[1:]
		if in.Command.Sub != nil {
			sub, rest, err := in.sub(words)
			if err != nil {
				return in, err
			}
			in.Command, in.Path, words = sub, in.Path+" "+sub.Name, rest
		}
	}
	if err := in.take(words); err != nil {
		return in, err
	}
	if number != "" {
		for _, a := range in.Command.Args {
			if a.namesGame() {
				in.Args[a.Name] = number
			}
		}
	}
	return in, in.complete()
}

// sub returns the command under this one that the words begin with, or the one that
// is meant when none is named.
func (in *Invocation) sub(words []string) (sub *Command, rest []string, err error) {
	if len(words) > 0 {
		if sub = Find(in.Command.Sub, words[0]); sub != nil {
			return sub, words[1:], nil
		}
	}
	if in.Command.Default != "" {
		return Find(in.Command.Sub, in.Command.Default), words, nil
	}
	subs := strings.Join(subNames(in.Command), ", ")
	if len(words) == 0 {
		return nil, nil, fail("parse.sub", "command", in.Path, "subs", subs)
	}
	return nil, nil, fail("parse.sub-unknown", "text", textutil.Quote(in.Path+" "+words[0]), "command", in.Path, "subs", subs)
}

func parseCall(c *chat.Call) (Invocation, error) {
	in := Invocation{Command: At(c.Path...), Args: c.Args}
	if in.Command == nil || in.Command.Sub != nil {
		return in, fail("parse.unknown", "text", strings.Join(c.Path, " "))
	}
	in.Path = strings.Join(c.Path, " ")
	if in.Args == nil {
		in.Args = map[string]string{}
	}
	return in, in.complete()
}

// complete checks that the required arguments are there.
func (in *Invocation) complete() error {
	for _, a := range in.Command.Args {
		if a.Required && strings.TrimSpace(in.Args[a.Name]) == "" {
			return fail("parse.missing", "arg", words.Key("option."+a.Name), "usage", usage{in.Command, in.Path})
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
	if _, ok := ParseGameRef(word); ok && (strings.HasPrefix(word, "#") || isDigits(word)) {
		return word, strings.TrimSpace(text[end:])
	}
	return "", text
}

// separates reports whether a message only separates what is said from the name that it
// is said to, as in ", e4".
func separates(r rune) bool { return strings.ContainsRune(",:;", r) || unicode.IsSpace(r) }

// GameRef names a game, and perhaps the ply at which a button was made for it.
type GameRef struct {
	Id  int64
	Ply int // -1 when unknown
}

// ParseGameRef reads "12", "#12" or "#12@34".
func ParseGameRef(word string) (GameRef, bool) {
	number, ply, at := strings.Cut(strings.TrimPrefix(word, "#"), "@")
	ref := GameRef{Ply: -1}
	if !isDigits(number) || len(number) > 15 || at && (!isDigits(ply) || len(ply) > 6) {
		return ref, false
	}
	ref.Id, _ = strconv.ParseInt(number, 10, 64)
	if at {
		ref.Ply, _ = strconv.Atoi(ply)
	}
	return ref, ref.Id > 0
}

func isDigits(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

func Confirms(word string) bool { return words.Means("answer.yes", word) }

func ColorNamed(word string) (string, bool) {
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
