package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

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

// uciVariants are the values of the option UCI_Variant, the default first.
var uciVariants = []string{"orthodox", "millennium", "3d8l", "nextgen", "nextgen:shared", "nextgen:white-b", "tridimensional"}

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

// parseUCIMove reads machine notation, and the same without its hyphen and equals
// sign, as chess tools write it.
func parseUCIMove(p *rules.Position, text string) (rules.Move, error) {
	m, err := p.ParseMachine(text)
	if err == nil {
		return m, nil
	}
	bare := strings.NewReplacer("-", "", "=", "")
	if m, again := p.ParseMove(text); again == nil && strings.EqualFold(bare.Replace(p.Variant().MachineText(m)), text) {
		return m, nil
	}
	return rules.Move{}, err
}

// count runs "go perft N". While it runs, stop ends it, and so does a quit that
// comes later than the script that began it; other lines wait.
func (s *uciSession) count(ctx context.Context, args []string, input *uciInput) (quit bool, err error) {
	depth := 0
	if len(args) == 2 && args[0] == "perft" {
		depth, _ = strconv.Atoi(args[1])
	}
	if depth < 1 || depth > maxPerftDepth {
		return false, fmt.Errorf("want go perft N, N from 1 to %d", maxPerftDepth)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.perft(ctx, depth)
	}()
	began := time.Now()
	for lines := input.lines; ; {
		select {
		case <-done:
			return quit, nil
		case line, ok := <-lines:
			switch command := strings.TrimSpace(line.text); {
			case !ok:
				lines = nil
			case command == "stop":
				cancel()
			case command == "quit" && line.read.Sub(began) > quitGrace && len(input.waiting) == 0:
				quit = true
				cancel()
			default:
				input.waiting = append(input.waiting, line)
			}
			if len(input.waiting) == maxWaiting {
				lines = nil
			}
		}
	}
}

// show prints the boards, the position string and the status.
func (s *uciSession) show() {
	p := s.game.Position()
	s.say("%s", strings.TrimRight(render.Text(p, rules.White), "\n"))
	s.say("\nFen: %s", p.FEN())
	s.say("Status: %s", s.game.StatusWords())
}

// perft prints the count behind each move and their sum, as Stockfish does.
func (s *uciSession) perft(ctx context.Context, depth int) {
	p := s.game.Position()
	var total uint64
	for _, m := range p.Moves() {
		n := countLeaves(ctx, p.Play(m), depth-1)
		if ctx.Err() != nil {
			s.say("info string perft stopped")
			return
		}
		total += n
		s.say("%s: %d", p.Variant().MachineText(m), n)
		s.out.Flush()
	}
	s.say("\nNodes searched: %d\n", total)
}

// countLeaves is rules.Perft that gives up soon after the context has ended.
func countLeaves(ctx context.Context, p rules.Position, depth int) (n uint64) {
	if depth <= 2 {
		return rules.Perft(p, depth)
	}
	for _, m := range p.Moves() {
		if ctx.Err() != nil {
			return 0
		}
		n += countLeaves(ctx, p.Play(m), depth-1)
	}
	return n
}
