package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// temporaryPrefix begins the names of folders in which a restore prepares a database.
const temporaryPrefix = "stackmate-restore-"

// temporaryFolder makes a folder for a restore, after removing those of this user's restores that
// were killed. Whoever works in one has locked the file "lock" in it. Remove removes the folder.
func temporaryFolder(now time.Time) (folder string, remove func(), err error) {
	others, _ := os.ReadDir(os.TempDir()) // a folder in which only new ones can be made will do
	for _, other := range others {
		if folder := filepath.Join(os.TempDir(), other.Name()); strings.HasPrefix(other.Name(), temporaryPrefix) && abandoned(folder, now) {
			os.RemoveAll(folder) // if that fails, the next restore tries again
		}
	}
	folder, err = os.MkdirTemp("", temporaryPrefix)
	if err != nil {
		return "", nil, err
	}
	f, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		err = lock(f)
	}
	remove = func() {
		f.Close()
		os.RemoveAll(folder)
	}
	if err != nil {
		remove()
		return "", nil, err
	}
	return folder, remove, nil
}

// abandoned reports whether a folder of temporaryFolder belongs to this user and to no restore that is running.
// One without the file "lock" is just being made, unless it is a day old.
func abandoned(folder string, now time.Time) bool {
	info, err := os.Lstat(folder)
	if err != nil || !info.IsDir() || !mine(info) {
		return false
	}
	f, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_RDWR, 0)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist) && now.Sub(info.ModTime()) > 24*time.Hour
	}
	defer f.Close()
	return lock(f) == nil
}
