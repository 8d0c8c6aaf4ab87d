package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"stackmate/store"
	"stackmate/store/verify"
)

type copyCmd struct {
	From   string `required:"" placeholder:"DATABASE" help:"What to copy: a file, or an address such as postgres://USER@HOST/NAME. No bot may use it."`
	To     string `required:"" placeholder:"DATABASE" help:"Where to: a file that does not exist, or the address of an empty database in PostgreSQL."`
	Anyway bool   `help:"Copy also if problems are found."`
}

// Run copies a database, and verifies the copy.
func (c *copyCmd) Run(ctx context.Context, s streams) (err error) {
	if c.From == "" || c.To == "" {
		return usageError{errors.New("name both databases: --from and --to")}
	}
	if c.From == c.To {
		return usageError{errors.New("--from and --to are the same database: name a new file or an empty database after --to")}
	}
	if _, err := os.Stat(c.From); !store.IsPostgres(c.From) && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("nothing was copied: there is no database %s", located(c.From))
	}
	if !store.IsPostgres(c.From) { // before there is a file that says who has it
		if err := store.CheckFile(ctx, c.From); err != nil {
			return explainCopy(ctx, err, c.From)
		}
	}
	from, err := store.Own(ctx, c.From, time.Now()) // what is played meanwhile would be lost
	if err != nil {
		return explainCopy(ctx, err, c.From)
	}
	defer func() { err = errors.Join(err, from.Release()) }()
	to, err := store.Own(ctx, c.To, time.Now())
	if err != nil {
		return explainCopy(ctx, err, c.To)
	}
	defer func() { err = errors.Join(err, to.Release()) }()
	began := time.Now()
	o, done := verifyOptions(s.err)
	copied, err := store.Copy(ctx, c.From, c.To, store.Check{Options: o, Accept: func(r verify.Report) error {
		done()
		return c.accept(s.err, r)
	}})
	done()
	if err != nil {
		return explainCopy(ctx, err, c.To)
	}
	fmt.Fprintf(s.out, "%s is a copy of %s: %s in %s, in %s. All rows were compared, and %s replayed.\n", store.Safe(c.To), store.Safe(c.From),
		count(copied.Rows, "row", "rows"), count(copied.Tables, "table", "tables"), time.Since(began).Round(time.Millisecond),
		count(copied.Report.Games, "game", "games"))
	fmt.Fprintln(s.out, "Put its name into the line database of your configuration, and start the bot. Keep the other one until you are sure, but never start a bot on it again.")
	return nil
}

// accept lists the problems of a copy, and returns an error unless it is to be kept anyway.
func (c *copyCmd) accept(w io.Writer, r verify.Report) error {
	return acceptSound(w, r, c.From, c.Anyway, "copied", "restore a backup first, or copy with --anyway")
}

// explainCopy says what to do about an error of a copy. Name is the database that it is about.
func explainCopy(ctx context.Context, err error, name string) error {
	var owned *store.OwnedError
	switch {
	case ctx.Err() != nil:
		return errors.New("interrupted: nothing can open what was copied so far. Copy again")
	case errors.As(err, &owned):
		return fmt.Errorf("nothing was copied: a bot uses %s, and what is played meanwhile would be lost. Stop it first", store.Safe(name))
	case errors.Is(err, store.ErrOlder):
		return errors.New("nothing was copied: the database was made by an older version than this program. Start the bot of this version on it once, which brings it up to date")
	case errors.Is(err, fs.ErrExist), errors.Is(err, store.ErrNotEmpty):
		return fmt.Errorf("nothing was copied: %s is not empty, and nothing is overwritten: name a new file or an empty database", store.Safe(name))
	}
	return fmt.Errorf("nothing was copied: %w", err)
}
