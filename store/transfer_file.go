package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"stackmate/store/verify"
)

// fileTarget is a file that a copy is made in.
type fileTarget struct{ path string }

// copyToFile makes a copy in a file. Until it is complete it has the name that a database has while it is restored.
func copyToFile(ctx context.Context, path string, fn func(copyTarget) error) (err error) {
	if path, err = filepath.Abs(path); err != nil {
		return err
	}
	if err := checkFree(path); err != nil {
		return err
	}
	temporary := restoring(path)
	remove := func() (err error) {
		for _, file := range files(temporary) {
			if e := os.Remove(file); !errors.Is(e, fs.ErrNotExist) {
				err = errors.Join(err, e)
			}
		}
		return err
	}
	if err := remove(); err != nil { // of a copy or restore that was killed
		return err
	}
	defer remove()
	if err := fn(fileTarget{temporary}); err != nil {
		return err
	}
	if err := checkFree(path); err != nil {
		return err
	}
	if err := os.Rename(temporary, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// fill implements copyTarget.
func (f fileTarget) fill(ctx context.Context, copyRows func(storeRows) error, last map[string]int64) (err error) {
	s, err := Open(ctx, f.path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	t, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer t.Rollback() // does nothing after a commit
	work := &tx{ctx: context.WithoutCancel(ctx), Tx: t}
	// What triggers have made is copied.
	triggers, err := collect(work, func(s scanner) (pair [2]string, err error) { return pair, s.Scan(&pair[0], &pair[1]) },
		"SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
	if err != nil {
		return err
	}
	for _, trigger := range triggers {
		if _, err := t.ExecContext(ctx, "DROP TRIGGER "+trigger[0]); err != nil {
			return err
		}
	}
	err = copyRows(func(table string, columns []string, next func() ([]any, error)) error {
		insert := fmt.Sprintf("INSERT INTO %s (%s) VALUES (?%s)", table, strings.Join(columns, ", "), strings.Repeat(", ?", len(columns)-1))
		for {
			row, err := next()
			if row == nil || err != nil {
				return err
			}
			if _, err := t.ExecContext(ctx, insert, row...); err != nil {
				return err
			}
		}
	})
	if err != nil {
		return err
	}
	for _, trigger := range triggers {
		if _, err := t.ExecContext(ctx, trigger[1]); err != nil {
			return err
		}
	}
	for _, table := range []string{"challenges", "outbox"} {
		if err := work.setLast(table, last[table]); err != nil {
			return err
		}
	}
	if err := t.Commit(); err != nil {
		return err
	}
	return s.intoOneFile(ctx)
}

// read implements copyTarget.
func (f fileTarget) read(ctx context.Context, fn func(rowReader) error) error {
	return reading(ctx, f.path, fn)
}

// verify implements copyTarget.
func (f fileTarget) verify(ctx context.Context, o verify.Options) (verify.Report, error) {
	return Verify(ctx, f.path, o)
}
