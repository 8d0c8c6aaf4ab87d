package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// OwnedError says which program has a database.
type OwnedError struct {
	Path string `json:"-"`
	// PID and Host are the program's, 0 and empty if they are not known.
	PID  int    `json:"pid"`
	Host string `json:"host"`
	// Since is when it took the database.
	Since time.Time `json:"since"`
}

func (e *OwnedError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("database %s is in use by another program", e.Path)
	}
	return fmt.Sprintf("database %s is in use by process %d on %s since %s; stop that one first",
		e.Path, e.PID, e.Host, e.Since.Format("2006-01-02 15:04:05 MST"))
}

// errHeld says that another program holds a lock.
var errHeld = errors.New("held")

// Owner is the one program that answers for a database: two would send every message
// twice. Programs that only read or back up work beside it.
type Owner struct{ file *os.File }

// Own takes a database until Release, or until the program ends, however it does: the
// lock is the operating system's. It lies on a file beside the database, which says who
// holds it and stays where it is, since removing it would let two programs in. The
// error is an *OwnedError if another program has the database.
func Own(path string, now time.Time) (*Owner, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil { // two names of one file
		path = real
	}
	f, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock database: %w", err)
	}
	if err := lock(f); err != nil {
		defer f.Close()
		if !errors.Is(err, errHeld) {
			return nil, fmt.Errorf("lock database: %w", err)
		}
		held := &OwnedError{Path: path}
		if json.NewDecoder(f).Decode(held) != nil { // it is just being written
			held.PID = 0
		}
		return nil, held
	}
	host, _ := os.Hostname() // it is only for people
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
	return &Owner{f}, nil
}

// Release lets another program have the database.
func (o *Owner) Release() error { return o.file.Close() }
