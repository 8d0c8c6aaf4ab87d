package main

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

type uciCmd struct{}

// Help tells what "stackmate uci --help" says besides.
func (uciCmd) Help() string {
	return `This is for chess programs with a board (GUIs): add "stackmate uci" there as a UCI engine. It plays
standard chess. The other games (option UCI_Variant) need a GUI that knows them.

Option Level plays like Stackmate's levels 1 to 8; at 0 it plays as well as it can. UCI_LimitStrength
with UCI_Elo chooses the nearest level. "go infinite", "go mate" and "searchmoves" ignore both.

By hand: "d" shows the board, "go movetime 1000" searches for a second, "go perft 3" counts moves,
"quit" ends.`
}

// Run runs a session on standard input and output.
func (*uciCmd) Run(ctx context.Context, s streams) error { return runUCI(ctx, s.in, s.out) }

// uciEngine is what a session needs of an engine.Engine.
type uciEngine interface {
	Search(ctx context.Context, g *rules.Game, l engine.Limits, report func(engine.Info)) engine.Result
	Play(ctx context.Context, g *rules.Game, l engine.Level, seed uint64) (m rules.Move, s engine.Score, ok bool)
	Forget()
}

// uciSession is the state of one session of the Universal Chess Interface.
type uciSession struct {
	uciSettings
	game    *rules.Game
	started string   // how the last "position" began, "" after a new game
	played  []string // the moves of the last "position"
	engine  uciEngine
	seed    uint64 // of the game, for levels
	input   *uciInput
	out     *bufio.Writer

	newEngine func(engine.Options) uciEngine
	newSeed   func() uint64
}

// runUCI runs a session of the Universal Chess Interface until "quit" or the end of the
// input; if the context ends, it returns that error. Wrong input is answered with "info
// string error: …" and changes nothing.
func runUCI(ctx context.Context, in io.Reader, out io.Writer) error {
	s := &uciSession{
		out:       bufio.NewWriter(out),
		newEngine: func(o engine.Options) uciEngine { return engine.New(o) },
		newSeed:   rand.Uint64,
	}
	return s.run(ctx, in)
}

// run runs the session on its input.
func (s *uciSession) run(ctx context.Context, in io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.uciSettings = defaultUCISettings
	s.reset(rules.VariantByKey(uciVariants[0]))
	s.input = &uciInput{lines: readLines(ctx, in)}
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
func (s *uciSession) handle(ctx context.Context, line uciLine) (quit bool) {
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
func (s *uciSession) say(format string, args ...any) { fmt.Fprintf(s.out, format+"\n", args...) }

// fail prints an error as the interface allows.
func (s *uciSession) fail(err error) { s.say("info string error: %v", err) }

// variant returns the variant of the current game.
func (s *uciSession) variant() *rules.Variant {
	p := s.game.Start()
	return p.Variant()
}

// reset starts a new game of a variant.
func (s *uciSession) reset(v *rules.Variant) {
	s.game, s.started, s.played = rules.NewGame(v.Start(), 0), "", nil
	s.seed = s.newSeed()
	if s.engine != nil {
		s.engine.Forget()
	}
}

// ready makes the engine that the options ask for, unless there is one.
func (s *uciSession) ready() {
	if s.engine == nil {
		s.engine = s.newEngine(engine.Options{Hash: s.hash, Threads: s.threads})
	}
}

// identify answers "uci".
func (s *uciSession) identify() {
	s.say("id name Stackmate")
	s.say("id author The Stackmate authors")
	for _, o := range uciOptions {
		s.say("option name %s type %s", o.name, o.declaration)
	}
	s.say("uciok")
}

// show handles "d": it prints the boards, the position string and the status.
func (s *uciSession) show() {
	p := s.game.Position()
	s.say("%s", strings.TrimRight(render.Picture{Position: p, Texts: render.NewTexts(words.In("en"))}.Text(rules.White), "\n"))
	s.say("\nFen: %s", p.FEN())
	s.say("Status: %s", s.game.StatusText())
}
