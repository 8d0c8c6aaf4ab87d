package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/words"
	"stackmate/store"
	"stackmate/store/verify"
)

type restoreCmd struct {
	Backup string `arg:"" placeholder:"BACKUP" help:"The backup; it is not changed."`
	To     string `placeholder:"FILE" help:"The database to make, which must not exist; or the address of an empty one in PostgreSQL."`
	Config string `placeholder:"FILE" help:"A configuration file, instead of --to: its database is made."`
	Anyway bool   `help:"Restore a backup also if problems are found in it."`
}

// Run makes a database from a backup, and says what happens when the bot starts on it.
func (c *restoreCmd) Run(ctx context.Context, s streams) error {
	path, flag, err := namedDatabase("--to", c.To, c.Config)
	if err != nil {
		return err
	}
	if c.Config != "" && !store.IsPostgres(path) && !filepath.IsAbs(path) && !same(filepath.Dir(c.Config), ".") {
		return usageError{fmt.Errorf("%s names the database as %s, which is in the folder where the bot is started: go there first, or name the database with --to", c.Config, path)}
	}
	if store.IsPostgres(c.Backup) {
		return usageError{errors.New("a backup is a file. “stackmate copy” moves a database, and “stackmate backup” makes a backup of one")}
	}
	o, done := verifyOptions(s.err)
	r, err := store.Restore(ctx, c.Backup, path, time.Now(), store.Check{Options: o, Accept: func(r verify.Report) error {
		done()
		return c.accept(s.err, r)
	}}, store.WithLog(warnings(s.err)))
	done()
	if ctx.Err() != nil && err != nil {
		return errors.New("interrupted: nothing was restored")
	}
	if err != nil {
		return explainRestore(err, c.Backup, store.Safe(path))
	}
	describeRestored(s.out, r, c.Backup, store.Safe(path), flag)
	return nil
}

// shownProblems is how many problems of a backup are listed.
const shownProblems = 10

// accept lists the problems of a backup, and returns an error unless the backup is sound or is to
// be restored anyway.
func (c *restoreCmd) accept(w io.Writer, r verify.Report) error {
	return acceptSound(w, r, c.Backup, c.Anyway, "restored",
		fmt.Sprintf("see stackmate verify %s, and restore an older backup, or this one with --anyway", quoteArg(c.Backup)))
}

// acceptSound returns an error with what to do next unless a database is sound. Anyway, its problems are only listed, and that
// it is copied or restored.
func acceptSound(w io.Writer, r verify.Report, name string, anyway bool, done, next string) error {
	if r.Sound() {
		return nil
	}
	found := listProblems(w, r, name)
	if anyway {
		fmt.Fprintf(w, "%s; it is %s anyway.\n", found, done)
		return nil
	}
	return errUnsound{fmt.Errorf("%s: %s", found, next)}
}

// listProblems lists the problems of a database, and returns how many were found.
func listProblems(w io.Writer, r verify.Report, name string) (found string) {
	for _, p := range r.Problems[:min(len(r.Problems), shownProblems)] {
		fmt.Fprintln(w, " ", p)
	}
	if len(r.Problems) > shownProblems {
		fmt.Fprintln(w, "  …")
	}
	return fmt.Sprintf("%s found in %s", count(len(r.Problems)+int(r.More), "problem was", "problems were"), store.Safe(name))
}

// errUnsound is the error of a restore that was refused because of problems in the backup.
type errUnsound struct{ error }

// namedDatabase returns the database that a flag names, or else the configuration file, and the
// flag by which to name it again.
func namedDatabase(flag, path, config string) (database, again string, err error) {
	switch {
	case (path == "") == (config == ""):
		return "", "", usageError{fmt.Errorf("name the database with %s, or your configuration with --config", flag)}
	case store.IsPostgres(path):
		return path, "--database ADDRESS", nil // it may have a password
	case path != "":
		return path, "--database " + quoteArg(path), nil
	}
	cfg, err := readConfig(config, os.Getenv)
	return cfg.Database, "--config " + quoteArg(config), err
}

// same reports whether two paths are of the same file or folder.
func same(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// explainRestore says what to do about an error of store.Restore.
func explainRestore(err error, backup, path string) error {
	english, exists, unsound := words.In("en"), (*fs.PathError)(nil), errUnsound{}
	used := (*store.OwnedError)(nil)
	switch {
	case errors.As(err, &used) && used.Path == backup:
		return fmt.Errorf("nothing was restored: a bot is using %s. Copy it with stackmate backup, and restore the copy", backup)
	case errors.As(err, &used):
		return fmt.Errorf("nothing was restored: a bot uses %s. Stop it first", path)
	case errors.As(err, &unsound):
		return fmt.Errorf("nothing was restored: %w", unsound)
	case errors.Is(err, store.ErrNotEmpty):
		return fmt.Errorf("nothing was restored: %s is not empty, and nothing is overwritten: make an empty database with createdb", path)
	case errors.Is(err, fs.ErrExist) && errors.As(err, &exists):
		return fmt.Errorf("%s exists, and nothing is overwritten: stop the bot, move its database away together with the -wal and -shm files next to it, and try again", exists.Path)
	case errors.Is(err, store.ErrDamaged):
		return fmt.Errorf("nothing was restored: %s is damaged. Try an older backup, or rescue what can be read with: sqlite3 %[1]s .recover | sqlite3 rescued.db", backup)
	case errors.Is(err, store.ErrNotDatabase):
		return fmt.Errorf("nothing was restored: %w", explainOnly(err, backup))
	case errors.Is(err, store.ErrNewer):
		return errors.New("nothing was restored: " + explainFile(err, backup, english))
	}
	if _, missing := os.Stat(backup); errors.Is(missing, fs.ErrNotExist) {
		return fmt.Errorf("there is no backup %s", backup)
	}
	if why := explainDenied(err, "", english); why != "" {
		return errors.New("nothing was restored: " + why)
	}
	return fmt.Errorf("nothing was restored to %s: %w", path, err)
}

// describeRestored writes what is in a restored database, and what happens next.
func describeRestored(w io.Writer, r store.Restored, backup, path, flag string) {
	fmt.Fprintf(w, "%s is restored from %s.\n\n", path, backup)
	fmt.Fprintf(w, "The backup is from %s, %s ago. What was played or said since then is lost.\n"+
		"Settings, blocks and unsubscriptions of that time are lost too, and what people had deleted is back.\n", stamp(r.From), roughly(r.At.Sub(r.From)))
	fmt.Fprintf(w, "%s running and %s open. When the bot starts, it tells the players where their games\nare now. Clocks did not run in between.\n",
		count(r.Running, "game is", "games are"), count(r.Open, "challenge is", "challenges are"))
	fmt.Fprintf(w, "New games begin at number %d. Buttons and mails from the lost time do nothing and say why.\n", r.NextGame)
	if n := total(r.Held); n > 0 {
		fmt.Fprintf(w, "\n%s waiting to be sent (%s). They may have been sent since, so they are held. To see, send or\nforget them, now or later:\n", count(n, "message was", "messages were"), byTransport(r.Held))
		for _, do := range []string{"", " send", " drop"} {
			fmt.Fprintf(w, "  stackmate held%s %s\n", do, flag)
		}
	}
	fmt.Fprintln(w, "\nStart the bot now.")
}

// total returns how many messages are held.
func total(list []data.HeldMessages) (n int) {
	for _, h := range list {
		n += h.Count
	}
	return n
}

// byTransport lists how many messages of each transport are held, such as "3 discord, 1 email".
func byTransport(list []data.HeldMessages) string {
	var parts []string
	for _, h := range list {
		parts = append(parts, fmt.Sprintf("%d %s", h.Count, h.Transport))
	}
	return strings.Join(parts, ", ")
}

// count writes a number with the words for one or for more.
func count[N int | int64](n N, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// stamp writes a time for the owner.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

// roughly writes a duration in its largest unit.
func roughly(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%d days", int(d.Hours()/24))
	case d >= 2*time.Hour:
		return fmt.Sprintf("%d hours", int(d.Hours()))
	}
	return count(int(max(d, 0).Minutes()), "minute", "minutes")
}

// quoteArg writes an argument for a shell.
func quoteArg(arg string) string {
	if strings.ContainsAny(arg, " '\"\\$&;()<>|*?") {
		return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
	}
	return arg
}
