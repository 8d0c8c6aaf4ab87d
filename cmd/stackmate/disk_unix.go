//go:build linux || darwin

package main

import (
	"path/filepath"
	"syscall"
)

// freeOn returns how many bytes can still be written where a file is; -1 if that is not
// known.
func freeOn(path string) int64 {
	var s syscall.Statfs_t
	if syscall.Statfs(filepath.Dir(path), &s) != nil {
		return -1
	}
	return int64(s.Bavail) * int64(s.Bsize)
}
