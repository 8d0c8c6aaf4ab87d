package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"stackmate/store"
)

type heldCmd struct {
	Do       string `arg:"" optional:"" default:"list" placeholder:"DO" help:"What to do with them: list, send or drop."`
	Database string `placeholder:"FILE" help:"The database."`
	Config   string `placeholder:"FILE" help:"A configuration file, instead of --database."`
}

// noneHeld is said when there is nothing to list, send or drop.
const noneHeld = "No messages are held."

// Run lists, sends or drops the messages that are held since a restore. The bot may run.
func (c *heldCmd) Run(ctx context.Context, s streams) (err error) {
	if !slices.Contains([]string{"list", "send", "drop"}, c.Do) {
		return usageError{fmt.Errorf("%q is not list, send or drop", c.Do)}
	}
	path, flag, err := namedDatabase("--database", c.Database, c.Config)
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); !store.IsPostgres(path) && errors.Is(err, fs.ErrNotExist) { // opening it would make one
		return usageError{fmt.Errorf("there is no database %s", located(path))}
	}
	db, err := store.Open(ctx, path, store.WithLog(warnings(s.err)), store.BesideBot())
	if errors.Is(err, store.ErrOlder) {
		return fmt.Errorf("%s was made by an older version than this program, and only the bot brings it up to date: start the bot of this version first, or use the program of that version", store.Safe(path))
	}
	if err != nil {
		return explainOnly(err, path)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	switch c.Do {
	case "send":
		n, err := db.SendHeld(ctx, time.Now())
		if n == 0 && err == nil {
			fmt.Fprintln(s.out, noneHeld)
			return nil
		}
		fmt.Fprintf(s.out, "%s back in the outbox. The bot sends them as soon as it runs.\n", count(n, "message is", "messages are"))
		return err
	case "drop":
		n, err := db.DropHeld(ctx)
		if n == 0 && err == nil {
			fmt.Fprintln(s.out, noneHeld)
			return nil
		}
		fmt.Fprintf(s.out, "%s dropped.\n", count(n, "message was", "messages were"))
		return err
	}
	list, err := db.Held(ctx)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		fmt.Fprintln(s.out, noneHeld)
		return nil
	}
	fmt.Fprintf(s.out, "%s held since a restore, because they may have been sent before:\n", count(total(list), "message is", "messages are"))
	for _, h := range list {
		fmt.Fprintf(s.out, "  %-8s %6d   the oldest was due at %s\n", h.Transport, h.Count, stamp(h.Oldest))
	}
	fmt.Fprintf(s.out, "Send them:   stackmate held send %[1]s\nForget them: stackmate held drop %[1]s\n", flag)
	return nil
}
