package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime/debug"
)

// longestReport is how much is told of a panic, in bytes.
const longestReport = 16 << 10

// reportPanics has the Go runtime write into a file how the program ends, should it do
// so by a panic that nobody caught. It reports whether the last run ended that way, and
// logs how. A program that is killed writes nothing.
func reportPanics(path string, log *slog.Logger) (panicked bool, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return false, fmt.Errorf("report panics: %w", err)
	}
	defer f.Close() // the runtime has its own copy
	report, err := io.ReadAll(io.LimitReader(f, longestReport))
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

// endReports takes the file away at an orderly end.
func endReports(path string) error {
	return errors.Join(debug.SetCrashOutput(nil, debug.CrashOptions{}), os.Remove(path))
}
