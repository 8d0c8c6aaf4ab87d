package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"

	"stackmate/store"
)

// maxPanicReport is how many bytes of a panic's report are logged.
const maxPanicReport = 16 << 10

// maxPanicFiles is how many processes in one folder, all on one database in PostgreSQL, have a file for panics each.
const maxPanicFiles = 32

// panicFiles returns where a panic may be written, the best place first: next to a database, or if that is in PostgreSQL into the folder
// where the bot was started, or that for temporary files, where each process takes the first that no other has.
func panicFiles(database string) (list []string) {
	if !store.IsPostgres(database) {
		return []string{database + ".panic"}
	}
	for _, folder := range []string{"", os.TempDir()} {
		for i := range maxPanicFiles {
			name := "stackmate-" + backupName(database)
			if i > 0 {
				name += "-" + strconv.Itoa(i+1)
			}
			list = append(list, filepath.Join(folder, name+".panic"))
		}
	}
	return list
}

// reportPanicsOf is reportPanics for a bot with a database. A bot whose database is in PostgreSQL runs also where nothing can be written;
// the file is nil then.
func reportPanicsOf(database string, log *slog.Logger) (f *os.File, panicked bool, err error) {
	for _, path := range panicFiles(database) {
		if f, panicked, err = reportPanics(path, log); err == nil {
			return f, panicked, nil
		}
	}
	if store.IsPostgres(database) {
		log.Warn("a panic could not be written anywhere", "error", err)
		return nil, false, nil
	}
	return nil, false, err
}

// reportPanics makes the Go runtime write a panic that nothing catches into a file, which no other program may have. It
// logs what the last run wrote there, and returns whether that was anything. A program
// that is killed writes nothing.
func reportPanics(path string, log *slog.Logger) (f *os.File, panicked bool, err error) {
	f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, false, fmt.Errorf("report panics: %w", err)
	}
	if panicked, err = reportIn(f, log); err != nil {
		return nil, false, errors.Join(fmt.Errorf("report panics: %w", err), f.Close())
	}
	return f, panicked, nil
}

// reportIn is reportPanics in an open file.
func reportIn(f *os.File, log *slog.Logger) (panicked bool, err error) {
	if err := store.Take(f); err != nil {
		return false, err
	}
	report, err := io.ReadAll(io.LimitReader(f, maxPanicReport))
	if err != nil {
		return false, err
	}
	if len(report) > 0 {
		log.Error("the last run ended by a panic", "report", string(report))
	}
	_, err = f.Seek(0, io.SeekStart)
	return len(report) > 0, errors.Join(err, f.Truncate(0), debug.SetCrashOutput(f, debug.CrashOptions{}))
}

// stopReporting ends what reportPanics began, and deletes the file; nil for none.
func stopReporting(f *os.File) error {
	if f == nil {
		return nil
	}
	err := errors.Join(debug.SetCrashOutput(nil, debug.CrashOptions{}), f.Close())
	if e := os.Remove(f.Name()); !errors.Is(e, fs.ErrNotExist) {
		err = errors.Join(err, e)
	}
	return err
}
