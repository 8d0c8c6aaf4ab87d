package main

import (
	"path/filepath"

	"golang.org/x/sys/windows"
)

// freeOn returns how many bytes can still be written where a file is; -1 if that is not
// known.
func freeOn(path string) int64 {
	dir, err := windows.UTF16PtrFromString(filepath.Dir(path))
	if err != nil {
		return -1
	}
	var free uint64
	if windows.GetDiskFreeSpaceEx(dir, &free, nil, nil) != nil {
		return -1
	}
	return int64(free)
}
