package store

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// lock locks a file until it is closed. It returns errLocked if another program has locked it. The
// locked byte is far behind the text of the file, so that others can read that.
func lock(f *os.File) error { return lockByte(f, 1, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// look is lock for those who only look whether a file is locked: others may look at the same time.
func look(f *os.File) error { return lockByte(f, 1, 0) }

// lockPart is lock for the file of a backup, of which any byte that it has may be written.
func lockPart(f *os.File) error { return lockByte(f, 1<<30, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// lockByte locks the byte at a multiple of 4 GB.
func lockByte(f *os.File, at, how uint32) error {
	err := windows.LockFileEx(windows.Handle(f.Fd()), how|windows.LOCKFILE_FAIL_IMMEDIATELY,
		0, 1, 0, &windows.Overlapped{OffsetHigh: at})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errLocked
	}
	return err
}

// giveToFolderOwner does nothing: Windows gives new files the rights of their folder.
func giveToFolderOwner(*os.File) error { return nil }

// mine reports whether a file belongs to the user of this program. Who does not own one cannot remove it.
func mine(fs.FileInfo) bool { return true }
