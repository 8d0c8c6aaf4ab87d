package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"unicode"

	"stackmate/bot/console"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
	"stackmate/store"
)

type renderCmd struct {
	Game    string   `placeholder:"KEY" help:"The game: ${defaultGame} unless you name another, in a record what it says."`
	FEN     string   `name:"fen" placeholder:"FEN" help:"The position to begin with."`
	Moves   string   `placeholder:"MOVES" help:"Moves to play from there, with blanks or commas between them."`
	Record  string   `placeholder:"FILE" help:"A game record to take game, position, moves and names from; - is the standard input."`
	View    string   `default:"flat" placeholder:"VIEW" help:"How the boards are laid out: flat or stack."`
	Theme   string   `placeholder:"NAME" help:"The colours: wood, slate, contrast or print."`
	For     string   `default:"white" placeholder:"SIDE" help:"Who sits below: white or black."`
	Scale   float64  `default:"1" placeholder:"N" help:"The size, from 0.25 to 3."`
	Width   int      `placeholder:"PIXELS" help:"The size as the picture's width, in place of --scale."`
	Level   []string `placeholder:"LEVEL" help:"Show this level alone, larger; several with commas, or the flag again."`
	Legal   string   `placeholder:"SQUARE" help:"Mark where the piece on this square can go."`
	Column  string   `placeholder:"SQUARE" help:"Mark the squares above and below this one."`
	Preview string   `placeholder:"MOVE" help:"Show this move as if it had been made."`
	Bare    bool     `help:"Leave out the strip with players, turn and taken pieces."`
	Last    int      `placeholder:"N" help:"Replay only the last N plies of the game."`
	Text    bool     `help:"Print the boards as text."`
	Alt     bool     `help:"Print the position in words."`
	Output  string   `short:"o" placeholder:"FILE" help:"Write a picture (.png) or a replay (.gif) here."`
}

// Run draws what the flags describe. If they are wrong, the error is a usageError and
// nothing is written.
func (c *renderCmd) Run(s streams) error {
	g, pic, err := c.game(s)
	if err != nil {
		return usageError{err}
	}
	opt, err := c.options()
	if err != nil {
		return usageError{err}
	}
	if err := c.mark(&pic); err != nil {
		return usageError{err}
	}
	if opt.Levels, err = render.ParseLevels(pic.Position.Variant(), strings.Join(c.Level, ",")); err != nil {
		return usageError{fmt.Errorf("--level: %w", err)}
	}
	if opt.Scale, err = c.scaleFor(pic, opt); err != nil {
		return usageError{err}
	}
	kind := strings.ToLower(filepath.Ext(c.Output))
	switch {
	case c.Output == "" && !c.Text && !c.Alt:
		return usageError{errors.New("say what you want: -o FILE.png, -o FILE.gif, --text or --alt")}
	case c.Output != "" && kind != ".png" && kind != ".gif":
		return usageError{fmt.Errorf("%s ends neither with .png nor with .gif", c.Output)}
	case c.Last < 0 || c.Last > 0 && kind != ".gif":
		return usageError{errors.New("--last is a number of plies to replay: use it with -o FILE.gif")}
	}
	if err := c.draw(g, pic, opt, kind); err != nil {
		return explained(err, c.Output, console.LanguageOf(s.env))
	}
	if c.Text {
		fmt.Fprint(s.out, pic.TextOf(opt.Side, opt.Levels))
	}
	if c.Alt {
		fmt.Fprintln(s.out, pic.AltOf(opt.Levels))
	}
	return nil
}

// draw writes the picture or the replay, if the flags name a file.
func (c *renderCmd) draw(g *rules.Game, pic render.Picture, opt render.Options, kind string) error {
	var data []byte
	var err error
	r := render.New(0)
	switch kind {
	case ".png":
		data, err = r.PNG(pic, opt)
	case ".gif":
		from := 0
		if c.Last > 0 {
			from = max(0, g.Len()-c.Last)
		}
		data, err = r.GIF(g, render.Replay{From: from, Texts: pic.Texts, White: pic.White, Black: pic.Black, Note: pic.Note}, opt)
	default:
		return nil
	}
	if err != nil {
		return usageError{err}
	}
	err = writeFileAtomic(c.Output, data)
	if errors.Is(err, fs.ErrNotExist) {
		return usageError{fmt.Errorf("there is no directory %s", filepath.Dir(c.Output))}
	}
	return err
}

// game returns the game that the flags describe, from a record or from a position and
// moves, and a picture of its last position.
func (c *renderCmd) game(s streams) (*rules.Game, render.Picture, error) {
	texts := render.NewTexts(words.In("en"))
	var names [2]string
	var note string
	var start rules.Position
	var moves []rules.Move
	v, err := variantNamed(cmp.Or(c.Game, rules.DefaultKey), console.LanguageOf(s.env))
	if err != nil {
		return nil, render.Picture{}, err
	}
	if c.Record != "" {
		if c.FEN != "" || c.Moves != "" {
			return nil, render.Picture{}, errors.New("a record has its own position and moves: leave out --fen and --moves")
		}
		if c.Game == "" {
			v = nil // a record that names no game is of standard chess
		}
		rec, err := readRecord(c.Record, s.in, v)
		if err != nil {
			return nil, render.Picture{}, fmt.Errorf("%s: %w", c.Record, err)
		}
		if rec.More {
			fmt.Fprintf(s.err, "stackmate: %s holds more than one game; this is the first\n", c.Record)
		}
		start, moves, names = rec.Start, rec.Moves, [2]string{rec.Tag("White"), rec.Tag("Black")}
		if rec.Result != rules.Undecided {
			reason := rec.Reason
			if english := words.In("en"); english.Has("reason." + reason) {
				reason = english.Text("reason." + reason)
			}
			note = texts.Result(rec.Result, reason)
		}
	} else {
		start = v.Start()
		if c.FEN != "" {
			var err error
			if start, err = v.ParseFEN(c.FEN); err != nil {
				return nil, render.Picture{}, fmt.Errorf("--fen: %w", err)
			}
		}
	}
	g := rules.NewGame(start, 0)
	for _, m := range moves {
		g.Play(m)
	}
	if err := playTexts(g, c.Moves); err != nil {
		return nil, render.Picture{}, err
	}
	pic := render.Of(g, texts)
	pic.White, pic.Black, pic.Note, pic.Bare = names[0], names[1], note, c.Bare
	return g, pic, nil
}

// gameKeys lists the keys of all variants.
func gameKeys() string {
	var keys []string
	for _, v := range rules.Variants() {
		keys = append(keys, v.Key())
	}
	return strings.Join(keys, ", ")
}

// readRecord reads a game record from a file, or from in if the name is "-". A record that
// names no game is read as the fallback; see rules.ParsePGN.
func readRecord(name string, in io.Reader, fallback *rules.Variant) (*rules.PGN, error) {
	if name == "-" {
		return rules.ParsePGN(in, fallback)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, errors.Unwrap(err) // without the name, which the caller adds
	}
	defer f.Close()
	return rules.ParsePGN(f, fallback)
}

// moveNumber matches a move number such as "12." or "12...".
var moveNumber = regexp.MustCompile(`^[0-9]+\.+$`)

// playTexts plays moves as people write them, with or without move numbers.
func playTexts(g *rules.Game, texts string) error {
	for _, text := range strings.FieldsFunc(texts, func(r rune) bool { return unicode.IsSpace(r) || r == ',' }) {
		if moveNumber.MatchString(text) {
			continue
		}
		p := g.Position()
		m, err := p.ParseMove(text)
		if err != nil {
			return fmt.Errorf("ply %d: %w", g.Len()+1, err)
		}
		g.Play(m)
	}
	return nil
}

// options returns how to draw, or an error if a flag has no such value.
func (c *renderCmd) options() (render.Options, error) {
	o := render.Options{Theme: c.Theme, Scale: c.Scale}
	var ok bool
	if o.View, ok = render.ViewNamed(c.View); !ok {
		return o, fmt.Errorf("there is no view %q; there are flat and stack", c.View)
	}
	switch c.For {
	case "white":
	case "black":
		o.Side = rules.Black
	default:
		return o, fmt.Errorf("--for is white or black, not %q", c.For)
	}
	return o, o.Check()
}

// scaleFor returns the scale that gives a picture the width of --width, within a few
// pixels.
func (c *renderCmd) scaleFor(pic render.Picture, o render.Options) (float64, error) {
	if c.Width == 0 {
		return o.Scale, nil
	}
	o.Scale = 1
	usual, _, err := render.New(0).Size(pic, o)
	scale := float64(c.Width) / float64(usual)
	if err == nil && (scale < render.MinScale || scale > render.MaxScale) {
		err = fmt.Errorf("a width of %d is too much or too little: from %.0f to %.0f", c.Width,
			math.Ceil(float64(usual)*render.MinScale), math.Floor(float64(usual)*render.MaxScale))
	}
	return scale, err
}

// mark adds to a picture what --legal, --column and --preview ask for.
func (c *renderCmd) mark(pic *render.Picture) error {
	p := &pic.Position
	for _, flag := range []struct {
		name string
		to   **rules.Cell
	}{{c.Legal, &pic.Legal}, {c.Column, &pic.Column}} {
		if flag.name == "" {
			continue
		}
		cell := p.Variant().CellNamed(flag.name)
		if cell == rules.NoCell || p.At(cell) == rules.Air {
			return fmt.Errorf("there is no square %q in this position of %s", flag.name, p.Variant().Name())
		}
		*flag.to = &cell
	}
	if c.Legal != "" && !p.At(*pic.Legal).Exists() && len(p.Variant().Pins()) == 0 {
		return fmt.Errorf("nothing stands on %s", c.Legal)
	}
	if c.Preview != "" {
		m, err := p.ParseMove(c.Preview)
		if err != nil {
			return fmt.Errorf("preview: %w", err)
		}
		pic.Preview = &m
	}
	return nil
}

// writeFileAtomic writes a file in full, or not at all if it fails. On Windows, a file that another program
// has open cannot be replaced; its content is then written in place.
func writeFileAtomic(name string, data []byte) error {
	return replaceFile(name, data, os.Rename, runtime.GOOS)
}

// replaceFile is writeFileAtomic with a way to rename files, for a system.
func replaceFile(name string, data []byte, rename func(from, to string) error, system string) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".stackmate-*")
	if at := (*fs.PathError)(nil); errors.As(err, &at) { // which names the temporary file
		return &fs.PathError{Op: "write", Path: name, Err: at.Err}
	}
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	renamed := false
	if err == nil {
		err = rename(f.Name(), name)
		renamed = err == nil
	}
	if !renamed {
		os.Remove(f.Name())
	}
	if err != nil && system == "windows" {
		if known := meaning(err, system); errors.Is(known, store.ErrLocked) || errors.Is(known, fs.ErrPermission) {
			err = os.WriteFile(name, data, 0o644)
		}
	}
	return err
}
