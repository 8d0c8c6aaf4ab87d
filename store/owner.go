package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// OwnedError is the error of Own for a database that another program owns.
type OwnedError struct {
	Path string `json:"-"`
	// PID and Host are those of the other program; 0 and empty if they are not known.
	PID  int    `json:"pid"`
	Host string `json:"host"`
	// Since is when the other program called Own.
	Since time.Time `json:"since"`
}

// Error implements error. It says which program has the database.
func (e *OwnedError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("database %s is in use by another program", e.Path)
	}
	return fmt.Sprintf("database %s is in use by process %d on %s since %s; stop that one first",
		e.Path, e.PID, e.Host, e.Since.Format("2006-01-02 15:04:05 MST"))
}

// errLocked means that another program has locked a file.
var errLocked = errors.New("locked by another program")

// OwnerOf returns who owns a database just now; nil if nobody does. It changes nothing. A program
// that calls Own meanwhile waits for it.
func OwnerOf(ctx context.Context, name string) (*OwnedError, error) {
	if IsPostgres(name) {
		return ownerOfPostgres(ctx, name)
	}
	path, err := realPath(name)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path+".lock", os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := look(f); err == nil || !errors.Is(err, errLocked) {
		return nil, err
	}
	return readOwner(f, path), nil
}

// readOwner reads from a lock file who owns a database.
func readOwner(f *os.File, path string) *OwnedError {
	owner := &OwnedError{Path: path}
	if json.NewDecoder(f).Decode(owner) != nil { // the other program is writing it at this moment
		owner.PID = 0
	}
	return owner
}

// realPath returns the path of a database without symbolic links: a link is the same database.
func realPath(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path, nil
}

// Owner is the right of this program to run the bot on a database. Only one program at a time
// has it, since two would send every message twice. Programs that back up or inspect a
// database do not need it.
type Owner struct {
	file *os.File // for a file
	pg   *pgOwner // for PostgreSQL
}

// Own makes this program the owner of a database until Release or the end of the program, even
// if it is killed: the operating system holds the lock, on a file with the name of the database
// and ".lock". The file says who has the lock. It is never removed, since that would let in a
// second program. In PostgreSQL a connection holds the lock; see Lost. Own returns an *OwnedError if another program
// is the owner.
func Own(ctx context.Context, name string, now time.Time) (*Owner, error) {
	if IsPostgres(name) {
		return ownPostgres(ctx, name, now, false)
	}
	path, err := realPath(name)
	if err != nil {
		return nil, err
	}
	f, err := createNew(path + ".lock")
	if errors.Is(err, fs.ErrExist) {
		f, err = os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("lock database: there is no folder %s: make it, or name another file: %w", filepath.Dir(path), fs.ErrNotExist)
	}
	if err != nil {
		return nil, fmt.Errorf("lock database: %w", err)
	}
	if err := lockPatiently(f); err != nil {
		defer f.Close()
		if !errors.Is(err, errLocked) {
			return nil, fmt.Errorf("lock database: %w", err)
		}
		return nil, readOwner(f, path)
	}
	host, _ := os.Hostname() // only shown to people
	line, err := json.Marshal(OwnedError{PID: os.Getpid(), Host: host, Since: now})
	if err == nil {
		err = f.Truncate(0)
	}
	if err == nil {
		_, err = f.WriteAt(append(line, '\n'), 0)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock database: %w", err), f.Close())
	}
	return &Owner{file: f}, nil
}

// OwnTogether is Own for a bot. In PostgreSQL others can own the database together with it, but not alone meanwhile: how they
// share the work is another matter.
func OwnTogether(ctx context.Context, name string, now time.Time) (*Owner, error) {
	if IsPostgres(name) {
		return ownPostgres(ctx, name, now, true)
	}
	return Own(ctx, name, now)
}

// ErrTaken means that another program has a file.
var ErrTaken = errLocked

// Take gives this program a file until it closes it or ends. The error is ErrTaken if another one has it.
func Take(f *os.File) error { return lock(f) }

// createNew makes a file that does not exist, which only its owner may read. One that root makes
// belongs to the owner of its folder, so that the bot can open what root restores for it.
func createNew(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if err := giveToFolderOwner(f); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(path))
	}
	return f, nil
}

// lockPatiently locks a file. It tries for a second, since OwnerOf and owned lock the file for a
// moment, which is a long one on a busy machine.
func lockPatiently(f *os.File) (err error) {
	for range 50 {
		if err = lock(f); !errors.Is(err, errLocked) {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return err
}

// owned reports whether some program has the right to run the bot on a database.
func owned(path string) bool {
	f, err := os.Open(path + ".lock")
	if err != nil { // nobody has ever owned it, or who has is hidden
		return errors.Is(err, os.ErrPermission)
	}
	defer f.Close()
	return errors.Is(look(f), errLocked)
}

// Release lets another program become the owner. It returns the error of closing the lock file or connection.
func (o *Owner) Release() error {
	if o.pg != nil {
		return o.pg.release()
	}
	return o.file.Close()
}

// Lost waits until another program has become the owner, and returns an *OwnedError, or until the context ends. Only
// in PostgreSQL that can happen, after the connection was lost. The store writes nothing from that moment on; see OwnedBy.
func (o *Owner) Lost(ctx context.Context) error {
	var lost chan struct{}
	if o.pg != nil {
		lost = o.pg.lost
	}
	select {
	case <-lost:
		return o.pg.failed
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// OwnedBy makes a store write only while this program owns its database.
func OwnedBy(o *Owner) Option { return func(s *Store) { s.owner = o.pg } }
