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
	// quitGrace is how long after the beginning of a count a quit still belongs to the
	// same script: it waits for the count, while a later one ends it.
	quitGrace = 200 * time.Millisecond
)

// uciVariants are the values of the option UCI_Variant: the keys of all games, first the
// default, which is what every chess tool plays.
var uciVariants = func() []string {
	keys := []string{"orthodox"}
	for _, v := range rules.Variants() {
		if v.Key() != keys[0] {
			keys = append(keys, v.Key())
		}
	}
	return keys
}()

// uciSession is what one run of the Universal Chess Interface knows.
type uciSession struct {
	game *rules.Game
	out  *bufio.Writer
}

// runUCI speaks the Universal Chess Interface until quit, the end of the input or
// the end of the context, whose error it returns. Bad input is answered by a line
// "info string error: …" and changes nothing.
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
		quit := s.do(ctx, line, input)
		if err := s.out.Flush(); err != nil {
			return err
		}
		if quit {
			return ctx.Err()
		}
	}
}

// do obeys one line and reports whether it ends the session.
func (s *uciSession) do(ctx context.Context, line uciLine, input *uciInput) (quit bool) {
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
		quit, err = s.count(ctx, args, input)
	case "d":
		s.show()
	case "stop": // nothing runs
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

func (s *uciSession) say(format string, args ...any) { fmt.Fprintf(s.out, format+"\n", args...) }

func (s *uciSession) fail(err error) { s.say("info string error: %v", err) }

func (s *uciSession) variant() *rules.Variant {
	p := s.game.Start()
	return p.Variant()
}

func (s *uciSession) reset(v *rules.Variant) { s.game = rules.NewGame(v.Start(), 0) }

func (s *uciSession) identify() {
	s.say("id name Stackmate")
	s.say("id author The Stackmate authors")
	s.say("option name UCI_Variant type combo default %s var %s", uciVariants[0], strings.Join(uciVariants, " var "))
	s.say("uciok")
}

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

// position sets up a game; one bad move and the former one stays.
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

// parseUCIMove reads LAN, and the same without its hyphen and equals
// sign, as chess tools write it.
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

// show prints the boards, the position string and the status.
func (s *uciSession) show() {
	p := s.game.Position()
	s.say("%s", strings.TrimRight(render.Picture{Position: p, Texts: render.NewTexts(words.In("en"))}.Text(rules.White), "\n"))
	s.say("\nFen: %s", p.FEN())
	s.say("Status: %s", s.game.StatusText())
}
