package backup

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// stampFormat is the time in the names of backups, in UTC. The names sort like the times.
const stampFormat = "20060102T150405Z"

// extension ends the names of backups.
const extension = ".db"

// FileName returns the name of a backup that is made at a time.
func FileName(name string, at time.Time) string {
	return name + "-" + at.UTC().Format(stampFormat) + extension
}

func (s *Schedule) fileName(at time.Time) string { return FileName(s.Name, at) }

// file is a backup in the folder.
type file struct {
	path          string
	made, written time.Time
	size          int64
}

// leftovers end the names of backups that are being written, or were when the program was killed: the last are those of a
// backup that is made of something else than a file.
var leftovers = []string{".part", ".restoring", ".restoring-wal", ".restoring-shm", ".restoring-journal"}

// leftoverAfter is for how long nobody must have written to a leftover before it is deleted.
const leftoverAfter = time.Hour

// list returns the backups in the folder, oldest first. Files with other names, and what is not a
// file, are not ours.
func (s *Schedule) list() ([]file, error) {
	list, err := s.find("")
	slices.SortFunc(list, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return list, err
}

// find returns the files in the folder with the name of a backup and an ending.
func (s *Schedule) find(ending string) ([]file, error) {
	entries, err := os.ReadDir(s.Folder)
	if err != nil {
		return nil, err
	}
	var list []file
	for _, e := range entries {
		stamp, ok := strings.CutPrefix(e.Name(), s.Name+"-")
		made, err := time.Parse(stampFormat+extension+ending, stamp)
		if !ok || err != nil || s.fileName(made)+ending != e.Name() || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err == nil { // else it was deleted just now
			list = append(list, file{filepath.Join(s.Folder, e.Name()), made, info.ModTime(), info.Size()})
		}
	}
	return list, nil
}

// prune deletes the oldest backups and keeps as many as are wanted, among them the given one, which
// was just made. It returns how many files it has deleted.
func (s *Schedule) prune(made string) (deleted int, err error) {
	list, err := s.list()
	if err != nil {
		return 0, err
	}
	list = slices.DeleteFunc(list, func(f file) bool { return f.path == made })
	return remove(list[:max(0, len(list)-(s.Keep-1))])
}

// clean deletes leftovers, whose room the next backup may need.
func (s *Schedule) clean(now time.Time) (err error) {
	for _, ending := range leftovers {
		parts, failed := s.find(ending)
		_, stuck := remove(slices.DeleteFunc(parts, func(f file) bool { return now.Sub(f.written) <= leftoverAfter }))
		err = errors.Join(err, failed, stuck)
	}
	return err
}

// remove deletes files. It returns how many it has deleted.
func remove(list []file) (deleted int, err error) {
	for _, f := range list {
		if failed := os.Remove(f.path); failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		deleted++
	}
	return deleted, err
}
