package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"

	"stackmate/store"
)

// maxPanicReport is how many bytes of a panic's report are logged.
const maxPanicReport = 16 << 10

// panicFiles returns where a panic may be written, the best place first: next to a database, or if that is in PostgreSQL into the folder
// where the bot was started, or that for temporary files.
func panicFiles(database string) []string {
	if !store.IsPostgres(database) {
		return []string{database + ".panic"}
	}
	name := "stackmate-" + backupName(database) + ".panic"
	return []string{name, filepath.Join(os.TempDir(), name)}
}

// reportPanicsOf is reportPanics for a bot with a database. A bot whose database is in PostgreSQL runs also where nothing can be written;
// the path is empty then.
func reportPanicsOf(database string, log *slog.Logger) (path string, panicked bool, err error) {
	for _, path = range panicFiles(database) {
		if panicked, err = reportPanics(path, log); err == nil {
			return path, panicked, nil
		}
	}
	if store.IsPostgres(database) {
		log.Warn("a panic could not be written anywhere", "error", err)
		return "", false, nil
	}
	return "", false, err
}

// reportPanics makes the Go runtime write a panic that nothing catches into a file. It
// logs what the last run wrote there, and returns whether that was anything. A program
// that is killed writes nothing.
func reportPanics(path string, log *slog.Logger) (panicked bool, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return false, fmt.Errorf("report panics: %w", err)
	}
	defer f.Close() // the runtime has its own copy
	report, err := io.ReadAll(io.LimitReader(f, maxPanicReport))
	if err != nil {
		return false, fmt.Errorf("report panics: %w", err)
	}
	if len(report) > 0 {
		log.Error("the last run ended by a panic", "report", string(report))
	}
	_, err = f.Seek(0, io.SeekStart)
	if err := errors.Join(err, f.Truncate(0), debug.SetCrashOutput(f, debug.CrashOptions{})); err != nil {
		return false, fmt.Errorf("report panics: %w", err)
	}
	return len(report) > 0, nil
}

// stopReporting ends what reportPanics began, and deletes the file.
func stopReporting(path string) error {
	if path == "" {
		return nil
	}
	return errors.Join(debug.SetCrashOutput(nil, debug.CrashOptions{}), os.Remove(path))
}
