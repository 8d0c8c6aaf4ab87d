package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"stackmate/bot/console"
	"stackmate/bot/words"
	"stackmate/rules"
)

type playCmd struct {
	Game   string `default:"${defaultGame}" placeholder:"KEY" help:"The game: ${default} unless you name another."`
	DB     string `name:"db" placeholder:"FILE" help:"Keep the game in this file, and resume it from there."`
	Boards string `placeholder:"DIR" help:"Write the pictures of the boards into this directory."`
	Strict bool   `help:"End with status 1 at the first line that is refused."`
}

// Run plays a game at the terminal until the input ends.
func (c *playCmd) Run(ctx context.Context, s streams) error {
	v := rules.VariantByKey(c.Game)
	if v == nil {
		return usageError{fmt.Errorf("there is no game %q; there are %s", c.Game, gameKeys())}
	}
	db := c.DB
	if db == "" {
		dir, err := os.MkdirTemp("", "stackmate-game-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		db = filepath.Join(dir, "game.db")
	}
	boards := c.Boards
	if boards == "" {
		dir, err := os.MkdirTemp("", "stackmate-boards-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		boards = dir
	} else if err := os.MkdirAll(boards, 0o755); err != nil {
		return err
	}
	desk, store, err := openDesk(ctx, db, false, discardLog(), logConfig{Level: logLevel(slog.LevelWarn), Format: "text"}.logger(s.err))
	if err != nil {
		return err
	}
	if err := desk.Start(ctx, false); err != nil {
		return errors.Join(err, store.Close())
	}
	if s.terminal {
		lang := words.In("")
		fmt.Fprintln(s.out, lang.Text("console.welcome", "variant", v.Name()))
		if c.DB == "" {
			fmt.Fprintln(s.out, lang.Text("console.temporary"))
		}
	}
	table := console.Table{Desk: desk, Variant: v.Key(), Boards: boards, In: s.in, Out: s.out, Prompt: s.terminal, Strict: c.Strict,
		Log: logConfig{Format: "text"}.logger(s.err)}
	return errors.Join(table.Run(ctx), store.Close())
}
