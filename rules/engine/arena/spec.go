package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"stackmate/rules/engine"
)

// spec describes a player.
type spec struct {
	text    string   // as it was written
	command []string // of a UCI program; nil means our engine in this process
	options []option // of a UCI program
	level   engine.Level
	hash    int
	threads int
	limits
}

// option is a value for an option of a UCI program.
type option struct{ name, value string }

// limits say how long a player thinks about a move; zero fields do not limit.
type limits struct {
	nodes    uint64
	depth    int
	movetime time.Duration
}

// parseSpec reads a player: "ours" or "cmd=PROGRAM", then settings, all separated by spaces;
// what has spaces itself stands in single quotes.
func parseSpec(text string) (spec, error) {
	s := spec{text: text}
	words, err := splitQuoted(text)
	if err != nil {
		return s, err
	}
	if len(words) == 0 {
		return s, fmt.Errorf("a player is empty; want ours or cmd=PROGRAM, then settings")
	}
	if words[0] != "ours" && !strings.HasPrefix(words[0], "cmd=") {
		return s, fmt.Errorf("player %q begins with neither ours nor cmd=PROGRAM", text)
	}
	for i, word := range words {
		if i == 0 && word == "ours" {
			continue
		}
		if err := s.set(word); err != nil {
			return s, fmt.Errorf("player %q: %w", text, err)
		}
	}
	if s.nodes == 0 && s.depth == 0 && s.movetime == 0 && s.level == 0 {
		return s, fmt.Errorf("player %q has no limit; add nodes=, depth=, movetime= or level=", text)
	}
	return s, nil
}

// set reads one setting.
func (s *spec) set(word string) error {
	name, value, ok := strings.Cut(word, "=")
	if !ok {
		return fmt.Errorf("%q is not NAME=VALUE", word)
	}
	if key, ok := strings.CutPrefix(name, "option."); ok && s.command != nil {
		s.options = append(s.options, option{key, value})
		return nil
	}
	var err error
	switch ours := s.command == nil; {
	case name == "cmd" && ours:
		if s.command = strings.Fields(value); len(s.command) == 0 {
			err = fmt.Errorf("no program is named")
		}
	case name == "nodes":
		s.nodes, err = strconv.ParseUint(value, 10, 63)
	case name == "depth":
		s.depth, err = strconv.Atoi(value)
	case name == "movetime":
		s.movetime, err = parseTime(value)
	case name == "hash" && ours:
		s.hash, err = strconv.Atoi(value)
	case name == "threads" && ours:
		s.threads, err = strconv.Atoi(value)
	case name == "level" && ours:
		var n int
		n, err = strconv.Atoi(value)
		if s.level = engine.Level(n); err == nil && !s.level.Valid() {
			err = fmt.Errorf("levels go from 1 to %d", engine.MaxLevel)
		}
	default:
		return fmt.Errorf("there is no setting %q", name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// parseTime reads "200ms", or a number of milliseconds.
func parseTime(text string) (time.Duration, error) {
	if n, err := strconv.Atoi(text); err == nil {
		return time.Duration(n) * time.Millisecond, nil
	}
	return time.ParseDuration(text)
}

// splitQuoted splits at spaces outside of single quotes, which it removes.
func splitQuoted(text string) (words []string, err error) {
	var word strings.Builder
	quoted := false
	flush := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	for _, r := range text {
		switch {
		case r == '\'':
			quoted = !quoted
		case r == ' ' && !quoted:
			flush()
		default:
			word.WriteRune(r)
		}
	}
	if quoted {
		return nil, fmt.Errorf("a quote is not closed in %q", text)
	}
	flush()
	return words, nil
}
