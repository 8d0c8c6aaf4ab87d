// Package uci lets chess programs with a board, or somebody at a terminal, use the engine
// and the rules of all games through the Universal Chess Interface.
package uci

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
	"stackmate/rules/engine"
)

// searcher is what a session needs of an engine.Engine.
type searcher interface {
	Search(ctx context.Context, g *rules.Game, l engine.Limits, report func(engine.Info)) engine.Result
	Play(ctx context.Context, g *rules.Game, l engine.Level, seed uint64) (m rules.Move, s engine.Score, ok bool)
	Forget()
}

// session is the state of one session of the Universal Chess Interface.
type session struct {
	settings
	game    *rules.Game
	started string   // how the last "position" began, "" after a new game
	played  []string // the moves of the last "position"
	engine  searcher
	seed    uint64 // of the game, for levels
	input   *input
	out     *bufio.Writer

	newEngine func(engine.Options) searcher
	newSeed   func() uint64
}

// Run runs a session of the Universal Chess Interface until "quit" or the end of the
// input; if the context ends, it returns that error. Wrong input is answered with "info
// string error: …" and changes nothing.
func Run(ctx context.Context, in io.Reader, out io.Writer) error {
	s := &session{
		out:       bufio.NewWriter(out),
		newEngine: func(o engine.Options) searcher { return engine.New(o) },
		newSeed:   rand.Uint64,
	}
	return s.run(ctx, in)
}

// run runs the session on its input.
func (s *session) run(ctx context.Context, in io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.settings = defaultSettings
	s.reset(rules.VariantByKey(variants[0]))
	s.input = &input{lines: readLines(ctx, in)}
	for {
		line, ok := s.input.next(ctx)
		if !ok {
			return ctx.Err()
		}
		quit := s.handle(ctx, line)
		if err := s.out.Flush(); err != nil {
			return err
		}
		if quit {
			return ctx.Err()
		}
	}
}

// handle carries out one line, and reports whether it ends the session.
func (s *session) handle(ctx context.Context, line inputLine) (quit bool) {
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
		s.ready()
		s.say("readyok")
	case "ucinewgame":
		s.reset(s.variant())
	case "setoption":
		err = s.setOption(args)
	case "position":
		err = s.position(args)
	case "go":
		quit, err = s.goOn(ctx, args)
	case "d":
		s.show()
	case "stop", "ponderhit": // nothing is running
	case "debug", "register": // nothing more to tell, nothing to sell
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
func (s *session) say(format string, args ...any) { fmt.Fprintf(s.out, format+"\n", args...) }

// fail prints an error as the interface allows.
func (s *session) fail(err error) { s.say("info string error: %v", err) }

// variant returns the variant of the current game.
func (s *session) variant() *rules.Variant {
	p := s.game.Start()
	return p.Variant()
}

// reset starts a new game of a variant.
func (s *session) reset(v *rules.Variant) {
	s.game, s.started, s.played = rules.NewGame(v.Start(), 0), "", nil
	s.seed = s.newSeed()
	if s.engine != nil {
		s.engine.Forget()
	}
}

// ready makes the engine that the options ask for, unless there is one.
func (s *session) ready() {
	if s.engine == nil {
		s.engine = s.newEngine(engine.Options{Hash: s.hash, Threads: s.threads})
	}
}

// identify answers "uci".
func (s *session) identify() {
	s.say("id name Stackmate")
	s.say("id author The Stackmate authors")
	for _, o := range options {
		s.say("option name %s type %s", o.name, o.declaration)
	}
	s.say("uciok")
}

// show handles "d": it prints the boards, the position string and the status.
func (s *session) show() {
	p := s.game.Position()
	s.say("%s", strings.TrimRight(render.Picture{Position: p, Texts: render.NewTexts(words.In("en"))}.Text(rules.White), "\n"))
	s.say("\nFen: %s", p.FEN())
	s.say("Status: %s", s.game.StatusText())
}
