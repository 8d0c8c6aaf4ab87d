package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stackmate/bot/backup"
	"stackmate/bot/words"
	"stackmate/store"
)

type backupCmd struct {
	To       string `required:"" placeholder:"FILE" help:"The backup to write, which must not exist; or a folder, where its name is the time."`
	Database string `placeholder:"FILE" help:"The database."`
	Config   string `placeholder:"FILE" help:"A configuration file, instead of --database: its database is backed up."`
}

// Run backs a database up. A bot may use it meanwhile.
func (c *backupCmd) Run(ctx context.Context, s streams) error {
	database, _, err := namedDatabase("--database", c.Database, c.Config)
	if err != nil {
		return err
	}
	if c.To == "" {
		return usageError{errors.New("--to is empty: name a file or a folder")}
	}
	if store.IsPostgres(c.To) { // a bot could be started on it, which would give numbers twice and send messages again
		return usageError{errors.New("a backup is a file: name one, or a folder. “stackmate copy” copies a database into PostgreSQL, and “stackmate restore” a backup")}
	}
	if c.To == "-" {
		return usageError{errors.New("a backup is checked before it gets its name, so it cannot be written to standard output: name a file or a folder, and copy it from there, for example with docker cp")}
	}
	to := c.To
	if info, err := os.Stat(to); err != nil && os.IsPathSeparator(to[len(to)-1]) {
		return fmt.Errorf("no backup was written: there is no folder %s", to)
	} else if err == nil && info.IsDir() {
		to = filepath.Join(to, backup.FileName(backupName(database), time.Now()))
	}
	began := time.Now()
	size, err := store.BackupFile(ctx, database, to)
	if err != nil {
		return explainBackup(ctx, err, database, to)
	}
	fmt.Fprintf(s.out, "%s: %s, in %s\n", to, byteSize(size), time.Since(began).Round(time.Millisecond))
	return nil
}

// backupName returns how the names of the backups of a database begin: like its own.
func backupName(database string) string {
	name := filepath.Base(store.Safe(database))
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// explainBackup says what to do about an error of store.BackupFile.
func explainBackup(ctx context.Context, err error, database, to string) error {
	missing, database := (*fs.PathError)(nil), store.Safe(database)
	switch {
	case ctx.Err() != nil:
		return errors.New("interrupted: no backup was written")
	case errors.Is(err, store.ErrBackupRuns):
		return fmt.Errorf("another backup is being written to %s: wait for it, or name another file", to)
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s exists, and nothing is overwritten: name another file, or a folder, where each backup gets a name of its own", to)
	case errors.Is(err, store.ErrDamaged):
		return fmt.Errorf("no backup was written: %s is damaged. Keep the backups that you have. stackmate verify says what is wrong", database)
	case errors.Is(err, store.ErrFull):
		return fmt.Errorf("no backup was written: the disk with %s is full", filepath.Dir(to))
	case errors.Is(err, fs.ErrNotExist) && errors.As(err, &missing):
		if _, there := os.Stat(database); there == nil {
			return fmt.Errorf("no backup was written: there is no folder %s", filepath.Dir(to))
		}
		return fmt.Errorf("no backup was written: there is no database %s", located(database))
	}
	return fmt.Errorf("no backup was written: %w", explainOnly(err, database))
}

// explainOnly returns a sentence in the place of an error about a file that is only read.
func explainOnly(err error, path string) error {
	if store.IsPostgres(path) {
		return err
	}
	if info, missing := os.Stat(path); missing == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder: name a file in it", path)
	}
	if errors.Is(err, store.ErrNotDatabase) {
		return fmt.Errorf("%s is not a Stackmate database", path)
	}
	if why := explainDenied(err, path, words.In("en")); why != "" {
		return errors.New(why)
	}
	return err
}

// byteSize writes a number of bytes for people.
func byteSize(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%.1f kB", float64(n)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
