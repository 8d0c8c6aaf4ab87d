package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"time"

	"stackmate/bot/console"
	"stackmate/bot/discord"
	"stackmate/bot/email"
	"stackmate/store"
	"stackmate/store/verify"
)

type verifyCmd struct {
	File string `arg:"" placeholder:"FILE" help:"The backup or database, also an address in PostgreSQL. It is not changed, and a bot may use it."`
}

// Run checks a database and lists what is wrong in it. With problems the error says how many.
func (c *verifyCmd) Run(ctx context.Context, s streams) error {
	o, done := verifyOptions(s.err)
	report, err := store.Verify(ctx, c.File, o)
	done()
	switch {
	case ctx.Err() != nil:
		return errors.New("interrupted: the database was not verified")
	case errors.Is(err, fs.ErrNotExist) && !store.IsPostgres(c.File):
		return fmt.Errorf("there is no file %s", c.File)
	case err != nil:
		return explainOnly(err, c.File)
	}
	if report.Upgraded {
		fmt.Fprintf(s.out, "It has schema %d, made by an older version. It was brought up to date in memory to be verified; the file is as it was.\n", report.Schema)
	}
	if report.Sound() {
		fmt.Fprintf(s.out, "ok: %s, %s, %s, %s\n", count(report.Games, "game", "games"), count(report.Moves, "move", "moves"),
			count(report.Players, "player", "players"), count(report.Messages, "message", "messages"))
		return nil
	}
	for _, p := range report.Problems {
		fmt.Fprintln(s.out, p)
	}
	if report.More > 0 {
		fmt.Fprintf(s.out, "… and %d more\n", report.More)
	}
	return fmt.Errorf("%s found in %s", count(len(report.Problems)+int(report.More), "problem", "problems"), store.Safe(c.File))
}

// verifyOptions returns how this program verifies. If errors go to a terminal, they show how far it
// is; done removes that.
func verifyOptions(errors io.Writer) (o verify.Options, done func()) {
	o = verify.Options{Transports: []string{discord.Transport, email.Transport, console.Transport}, Workers: max(1, runtime.GOMAXPROCS(0)-1)}
	done = func() {}
	if f, ok := errors.(*os.File); ok && isTerminal(f) {
		o.Progress, done = showProgress(f)
	}
	return o, done
}

// showProgress returns a function that shows at a terminal how far a verification is, and one that
// removes that.
func showProgress(w io.Writer) (show func(what string, done, all int64), remove func()) {
	var last time.Time
	width := 0
	write := func(text string) {
		fmt.Fprintf(w, "\r%s%s", text, strings.Repeat(" ", max(0, width-len(text))))
		width = len(text)
	}
	show = func(what string, done, all int64) {
		if all > 0 && time.Since(last) < 200*time.Millisecond {
			return
		}
		last = time.Now()
		text := "verifying: " + what
		if all > 0 {
			text += fmt.Sprintf(", %d of %d", done, all)
		}
		write(text)
	}
	return show, func() { write(""); io.WriteString(w, "\r") }
}
