package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/console"
	"stackmate/bot/data"
	"stackmate/bot/textutil"
	"stackmate/bot/web"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
	"stackmate/store"
)

type playCmd struct {
	Game     string `default:"${defaultGame}" placeholder:"NAME" help:"The game: ${default} unless you name another."`
	Against  string `placeholder:"LEVEL" help:"Play against Stackmate at a level, from 1 (easy) to 8 (hard), or two people: people."`
	As       string `placeholder:"SIDE" help:"Your side against Stackmate: white, unless you say black."`
	For      string `placeholder:"SIDE" help:"Who sits below: white or black; without it white, or you."`
	DB       string `name:"db" placeholder:"FILE" help:"Keep the game in this file or database in PostgreSQL, and resume it from there."`
	Picture  string `placeholder:"FILE" help:"Keep a picture (.png) of the board in this file, always current."`
	Boards   string `placeholder:"DIR" help:"Write a picture of each position into this directory."`
	Language string `placeholder:"TAG" help:"The language, such as en or de, in place of the terminal's."`
	NoCopy   bool   `help:"Bring a file of an older version up to date without making a copy of it first."`
	Plain    bool   `help:"No colours, and letters for the pieces."`
	Strict   bool   `help:"End with status 1 at the first line that is refused."`
	Web      bool   `help:"Play in the browser: a board at 127.0.0.1 that only this computer can open."`
	Port     int    `placeholder:"NUMBER" help:"The port of the board in the browser; any free one unless you name it."`
}

// Run plays a game at the terminal until the input ends.
func (c *playCmd) Run(ctx context.Context, s streams) error {
	signal.Ignore(syscall.SIGPIPE) // a closed pipe is an error of writing, after which the game is closed
	lang := console.LanguageOf(s.env)
	if c.Language != "" {
		if !words.Known(c.Language) {
			return usageError{errors.New(lang.Text("cli.language", "text", textutil.Quote(c.Language), "languages", strings.Join(words.Tags(), ", ")))}
		}
		lang = words.In(c.Language)
	}
	v, err := variantNamed(c.Game, lang)
	if err != nil {
		return err
	}
	table := console.Table{Variant: v.Key(), Language: lang, Chosen: c.Language != "", Out: s.out, Renderer: render.New(pictureCacheSize),
		Picture: c.Picture, Boards: c.Boards, Database: store.Safe(c.DB), WriteFile: writeFileAtomic, Strict: c.Strict, Log: warnings(s.err),
		Reason: explainFile}
	if err := c.seat(&table, lang); err != nil {
		return err
	}
	if err := c.checkWeb(lang); err != nil {
		return err
	}
	if c.Picture != "" && !strings.EqualFold(filepath.Ext(c.Picture), ".png") {
		return usageError{errors.New(lang.Text("cli.picture", "path", textutil.Quote(c.Picture)))}
	}
	if c.Boards != "" {
		if err := os.MkdirAll(c.Boards, 0o755); err != nil {
			return explained(err, c.Boards, lang)
		}
	}
	g, err := c.open(ctx, s, lang)
	if err != nil {
		return err
	}
	defer g.close()
	table.Desk, table.Beside, table.LanguageChosen = g.desk, seats(web.Transport), g.languageChosen
	table.Copy = func(ctx context.Context, name string) error { _, err := g.store.Backup(ctx, name); return err }
	if c.Web {
		return errors.Join(explained(c.browse(ctx, s, &table, g, lang), c.DB, lang), g.close())
	}
	defer c.sit(&table, s)()
	if s.terminal {
		fmt.Fprintln(s.out, lang.Text("console.welcome", "variant", v.Name()))
	}
	err = table.Run(ctx)
	if errors.Is(meaning(err, runtime.GOOS), io.ErrClosedPipe) { // nobody reads on
		err = nil
	}
	return errors.Join(explained(err, c.DB, lang), g.close())
}

// localGame is a database with the games of this computer, and a desk on it.
type localGame struct {
	desk  *bot.Desk
	store database
	// evaluate says what positions are worth.
	evaluate evaluator
	// close ends the program's thinking and closes the database, once.
	close func() error
}

// languageChosen returns the tag of the language that somebody has chosen in the preferences; empty for none.
func (g localGame) languageChosen(ctx context.Context, a chat.Address) (tag string, err error) {
	err = g.store.View(ctx, func(tx data.Tx) error {
		p, err := tx.FindPlayer(a)
		if tag = p.Settings.Language; errors.Is(err, data.ErrNotFound) {
			return nil
		}
		return err
	})
	return tag, err
}

// open opens the database with the game, or a temporary one, and lets the program think.
func (c *playCmd) open(ctx context.Context, s streams, lang words.Language) (localGame, error) {
	db, remove := c.DB, func() error { return nil }
	if db == "" {
		dir, err := os.MkdirTemp("", "stackmate-game-")
		if err != nil {
			return localGame{}, explained(err, os.TempDir(), lang)
		}
		db, remove = filepath.Join(dir, "game.db"), func() error { return os.RemoveAll(dir) }
	}
	desk, store, err := openDesk(ctx, db, false, c.patience(s), discardLog(), warnings(s.err), nil, openOptions(c.NoCopy)...)
	if err != nil {
		return localGame{}, errors.Join(explained(err, db, lang), remove())
	}
	opponent, evaluate := engineConfig{Hash: 64, GamesPerPlayer: 1000}.player(desk, store, nil, warnings(s.err))
	if err := desk.Start(ctx, false); err != nil {
		return localGame{}, errors.Join(err, store.Close(), remove())
	}
	playing, stop := context.WithCancel(ctx)
	var thinking sync.WaitGroup
	thinking.Go(func() { opponent.Run(playing) })
	return localGame{desk, store, evaluate, sync.OnceValue(func() error {
		stop()
		thinking.Wait()
		return errors.Join(store.Close(), remove())
	})}, nil
}

// seat notes who plays and who sits below.
func (c *playCmd) seat(table *console.Table, lang words.Language) error {
	side := func(name, key string) (rules.Color, error) {
		switch {
		case name == "" || words.Means("answer.white", name):
			return rules.White, nil
		case words.Means("answer.black", name):
			return rules.Black, nil
		}
		return rules.White, usageError{errors.New(lang.Text(key, "text", textutil.Quote(name)))}
	}
	if c.Against != "" && !words.Means("console.person", c.Against) {
		n, err := strconv.Atoi(c.Against)
		if table.Against = n; err != nil || n < 1 || n > command.MaxLevel {
			return usageError{errors.New(lang.Text("cli.level", "text", textutil.Quote(c.Against), "max", command.MaxLevel))}
		}
	} else if c.As != "" {
		return usageError{errors.New(lang.Text("cli.as-alone"))}
	}
	table.People = words.Means("console.person", c.Against)
	var err error
	if table.As, err = side(c.As, "cli.as"); err != nil {
		return err
	}
	table.Style.Side, table.AsChosen, table.SideChosen = table.As, c.As != "", c.For != ""
	if c.For != "" {
		table.Style.Side, err = side(c.For, "cli.side")
	}
	return err
}

// patience has lines that nobody types wait for the program's reply as long as it takes, so that the
// same lines always have the same answers. At a terminal a word says after a second that it thinks.
func (c *playCmd) patience(s streams) func(*bot.Options) {
	if s.terminal {
		return nil
	}
	return func(o *bot.Options) {
		o.After = func(time.Duration) <-chan time.Time { return time.After(time.Minute) }
	}
}

// sit gives the table what the terminal can do. The function that it returns gives the
// terminal back.
func (c *playCmd) sit(t *console.Table, s streams) (leave func()) {
	in, readable := s.in.(*os.File)
	out, writable := s.out.(*os.File)
	if writable && isTerminal(out) && !c.Plain && enableColors(out) {
		side := t.Style.Side
		t.Style = console.StyleOf(s.env)
		t.Style.Side = side
	}
	switch {
	case !s.terminal:
		t.In = console.NewLines(s.in)
	case readable && writable && isTerminal(out) && s.env("TERM") != "dumb":
		e := console.NewEditor(in, out)
		e.Complete = t.Complete
		t.In, t.Size = e, e.Size
		t.AskAgainst = c.Against == ""
		return e.Restore
	default:
		t.In = console.Prompted{Lines: console.NewLines(s.in), Print: func(prompt string) { io.WriteString(s.out, prompt) }}
		t.Size = func() (int, int) { return 80, 24 }
	}
	t.AskAgainst = s.terminal && c.Against == ""
	return func() {}
}

// variantNamed returns the game with a name that people type.
func variantNamed(name string, lang words.Language) (*rules.Variant, error) {
	if v := rules.VariantByName(name); v != nil {
		return v, nil
	}
	text := lang.Text("cli.game", "text", textutil.Quote(name), "games", gameKeys())
	var names []string
	for _, v := range rules.Variants() {
		names = append(append(names, v.Key()), v.Aliases()...)
	}
	if near := command.Nearest(name, names); len(near) > 0 {
		text = lang.Text("cli.game-near", "text", textutil.Quote(name), "near", strings.Join(near, ", "))
	}
	return nil, usageError{errors.New(text)}
}

// explained puts a sentence in the place of an error about a file.
func explained(err error, path string, lang words.Language) error {
	if text := explainFile(err, path, lang); text != "" {
		return errors.New(text)
	}
	return err
}
