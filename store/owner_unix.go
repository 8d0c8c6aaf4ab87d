//go:build unix

package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// lock locks a file until it is closed. It returns errLocked if another program has locked it.
func lock(f *os.File) error { return flock(f, syscall.LOCK_EX) }

// look is lock for those who only look whether a file is locked: others may look at the same time.
func look(f *os.File) error { return flock(f, syscall.LOCK_SH) }

func flock(f *os.File, how int) error {
	err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errLocked
	}
	return err
}

// lockPart is lock for the file of a backup.
func lockPart(f *os.File) error { return lock(f) }

// giveToFolderOwner makes the owner of a file's folder the owner of the file, if root has made it.
// Where root may not do that, the file stays root's.
func giveToFolderOwner(f *os.File) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(filepath.Dir(f.Name()))
	if err != nil {
		return err
	}
	folder, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	if err := f.Chown(int(folder.Uid), int(folder.Gid)); !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return nil
}

// mine reports whether a file belongs to the user of this program.
func mine(info fs.FileInfo) bool {
	file, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(file.Uid) == os.Geteuid()
}
