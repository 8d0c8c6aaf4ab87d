//go:build unix

package store

import (
	"errors"
	"os"
	"syscall"
)

// lock locks a file until it is closed. It returns errLocked if another program has locked it.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errLocked
	}
	return err
}

// lockPart is lock for the file of a backup.
func lockPart(f *os.File) error { return lock(f) }
