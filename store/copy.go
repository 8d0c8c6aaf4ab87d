package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// ErrNotCopied means that a database has an older schema, and was left as it is because the copy
// that is made first could not be written.
var ErrNotCopied = errors.New("the database must be brought up to date, but the copy that is made before could not be written; " +
	"make room on its disk, or start once with --no-copy")

// WithoutCopy makes Open bring an old database up to date without making a copy first.
func WithoutCopy() Option { return func(s *Store) { s.noCopy = true } }

// copyMark is in the names of the copies that are made before a migration: the database's own
// name, this, and the new schema.
const copyMark = ".before-schema-"

// copiesKept is how many of them are kept, those with the highest schemas.
const copiesKept = 3

// copyBefore copies a database before it gets the schema newest. If that was tried before and
// nobody has used the database since, the copy that is there is as good, or better: a migration
// may have been done in part.
func (s *Store) copyBefore(ctx context.Context, newest int64) error {
	to := s.name + copyMark + strconv.FormatInt(newest, 10)
	same, err := s.unusedSince(ctx, to)
	if err != nil {
		return err
	}
	if !same {
		fresh := to + ".new"
		if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w: %w", ErrNotCopied, err)
		}
		if _, err := s.Backup(ctx, fresh); errors.Is(err, ErrDamaged) {
			return err
		} else if err != nil {
			return fmt.Errorf("%w: %w", ErrNotCopied, err)
		}
		if err := errors.Join(os.Rename(fresh, to), syncFolder(filepath.Dir(to))); err != nil {
			return fmt.Errorf("%w: %w", ErrNotCopied, err)
		}
	}
	s.log.InfoContext(ctx, "the database as it was before is kept", "file", to)
	for _, old := range oldCopies(s.name) {
		if err := os.Remove(old); err != nil {
			s.log.WarnContext(ctx, "an old copy of the database cannot be removed", "error", err)
		}
	}
	return nil
}

// unusedSince reports whether there is a copy of the database that a bot has not changed since.
func (s *Store) unusedSince(ctx context.Context, copied string) (bool, error) {
	if _, err := os.Stat(copied); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	var now, then string
	read := func(to *string) func(*sql.Conn) error {
		return func(conn *sql.Conn) error {
			return conn.QueryRowContext(ctx, "SELECT (SELECT max(at) FROM pulse) || '/' || (SELECT max(seq) FROM sqlite_sequence WHERE name = 'outbox')").Scan(to)
		}
	}
	if snapshotOf(ctx, noTraceURL(copied), read(&then)) != nil || snapshotOf(ctx, sharedURL(s.name), read(&now)) != nil {
		return false, ctx.Err() // it is copied again
	}
	return now == then, nil
}

// oldCopies returns the copies of a database that are no longer kept.
func oldCopies(path string) []string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil
	}
	var schemas []int
	for _, e := range entries {
		number, ok := strings.CutPrefix(e.Name(), filepath.Base(path)+copyMark)
		if schema, err := strconv.Atoi(number); ok && err == nil && e.Type().IsRegular() && number == strconv.Itoa(schema) {
			schemas = append(schemas, schema)
		}
	}
	slices.Sort(schemas)
	var old []string
	for _, schema := range schemas[:max(0, len(schemas)-copiesKept)] {
		old = append(old, path+copyMark+strconv.Itoa(schema))
	}
	return old
}
