package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
)

const (
	maxUCILine    = 1 << 20
	maxPerftDepth = 20
	// quitGrace is how soon after "go perft" a "quit" is taken to be part of the same
	// script. It then waits for the result; a later one stops the count.
	quitGrace = 200 * time.Millisecond
)

// uciVariants are the values of the option UCI_Variant: the keys of all variants, first
// the default, which is orthodox chess as in every chess tool.
var uciVariants = func() []string {
	keys := []string{"orthodox"}
	for _, v := range rules.Variants() {
		if v.Key() != keys[0] {
			keys = append(keys, v.Key())
		}
	}
	return keys
}()

// uciSession is the state of one session of the Universal Chess Interface.
type uciSession struct {
	game *rules.Game
	out  *bufio.Writer
}

// runUCI runs a session of the Universal Chess Interface until "quit" or the end of the
// input; if the context ends, it returns that error. Wrong input is answered with "info
// string error: …" and changes nothing.
func runUCI(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &uciSession{out: bufio.NewWriter(out)}
	s.reset(rules.VariantByKey(uciVariants[0]))
	input := &uciInput{lines: readLines(ctx, in)}
	for {
		line, ok := input.next(ctx)
		if !ok {
			return ctx.Err()
		}
		quit := s.handle(ctx, line, input)
		if err := s.out.Flush(); err != nil {
			return err
		}
		if quit {
			return ctx.Err()
		}
	}
}

// handle carries out one line, and reports whether it ends the session.
func (s *uciSession) handle(ctx context.Context, line uciLine, input *uciInput) (quit bool) {
	words := strings.Fields(line.text)
	if line.err != nil {
		s.fail(line.err)
		return false
	}
	if len(words) == 0 {
		return false
	}
	var err error
	switch args := words[1:]; words[0] {
	case "uci":
		s.identify()
	case "isready":
		s.say("readyok")
	case "ucinewgame":
		s.reset(s.variant())
	case "setoption":
		err = s.setOption(args)
	case "position":
		err = s.position(args)
	case "go":
		quit, err = s.runPerft(ctx, args, input)
	case "d":
		s.show()
	case "stop": // no count is running
	case "quit":
		return true
	default:
		err = fmt.Errorf("unknown command %.40q", words[0])
	}
	if err != nil {
		s.fail(err)
	}
	return quit
}

// say prints a line.
func (s *uciSession) say(format string, args ...any) { fmt.Fprintf(s.out, format+"\n", args...) }

// fail prints an error as the interface allows.
func (s *uciSession) fail(err error) { s.say("info string error: %v", err) }

// variant returns the variant of the current game.
func (s *uciSession) variant() *rules.Variant {
	p := s.game.Start()
	return p.Variant()
}

// reset starts a new game of a variant.
func (s *uciSession) reset(v *rules.Variant) { s.game = rules.NewGame(v.Start(), 0) }

// identify answers "uci".
func (s *uciSession) identify() {
	s.say("id name Stackmate")
	s.say("id author The Stackmate authors")
	s.say("option name UCI_Variant type combo default %s var %s", uciVariants[0], strings.Join(uciVariants, " var "))
	s.say("uciok")
}

// setOption handles "setoption name UCI_Variant value X", which starts a new game.
func (s *uciSession) setOption(args []string) error {
	at := slices.Index(args, "value")
	if len(args) < 2 || args[0] != "name" || at < 0 {
		return fmt.Errorf("want setoption name UCI_Variant value X")
	}
	if name := strings.Join(args[1:at], " "); !strings.EqualFold(name, "UCI_Variant") {
		return fmt.Errorf("unknown option %.40q", name)
	}
	key := strings.ToLower(strings.Join(args[at+1:], " "))
	if !slices.Contains(uciVariants, key) {
		return fmt.Errorf("unknown variant %.40q, want one of %s", key, strings.Join(uciVariants, " "))
	}
	s.reset(rules.VariantByKey(key))
	return nil
}

// position handles "position": it sets up a game. If a move is wrong, the current game
// stays.
func (s *uciSession) position(args []string) error {
	at := slices.Index(args, "moves")
	var moves []string
	if at >= 0 {
		args, moves = args[:at], args[at+1:]
	}
	if len(args) == 0 {
		return fmt.Errorf("want position startpos or position fen F")
	}
	start := s.variant().Start()
	switch {
	case args[0] == "startpos" && len(args) == 1:
	case args[0] == "fen":
		var err error
		if start, err = s.variant().ParseFEN(strings.Join(args[1:], " ")); err != nil {
			return err
		}
	default:
		return fmt.Errorf("want position startpos or position fen F")
	}
	g := rules.NewGame(start, 0)
	for i, text := range moves {
		p := g.Position()
		m, err := parseUCIMove(&p, text)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		g.Play(m)
	}
	s.game = g
	return nil
}

// parseUCIMove parses a move in LAN, with or without its hyphen and equals sign.
func parseUCIMove(p *rules.Position, text string) (rules.Move, error) {
	m, err := p.ParseLAN(text)
	if err == nil {
		return m, nil
	}
	bare := strings.NewReplacer("-", "", "=", "")
	if m, again := p.ParseMove(text); again == nil && strings.EqualFold(bare.Replace(p.Variant().LAN(m)), text) {
		return m, nil
	}
	return rules.Move{}, err
}

// show handles "d": it prints the boards, the position string and the status.
func (s *uciSession) show() {
	p := s.game.Position()
	s.say("%s", strings.TrimRight(render.Picture{Position: p, Texts: render.NewTexts(words.In("en"))}.Text(rules.White), "\n"))
	s.say("\nFen: %s", p.FEN())
	s.say("Status: %s", s.game.StatusText())
}
