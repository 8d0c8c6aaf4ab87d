package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"strconv"

	"stackmate/store"
)

// lastBoard is where the last board in the browser was on a database, and the session of its page, so that a page that is still
// open goes on after another start of the program. It is kept in a file beside that of the database, which only its owner can read.
type lastBoard struct {
	port    int
	session string
}

// lastBoardFile returns the name of the file; empty for a database that is no file of somebody's own.
func lastBoardFile(db string) string {
	if db == "" || store.IsPostgres(db) {
		return ""
	}
	return db + "-web"
}

var lastBoardLine = regexp.MustCompile(`^(\d{1,5}) ([A-Z2-7]{26})\n$`)

// readLastBoard returns the last board; the zero value if there is none, or if others could have read or written the file.
func readLastBoard(db string) lastBoard {
	f, err := os.Open(lastBoardFile(db))
	if err != nil {
		return lastBoard{}
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		return lastBoard{}
	}
	data, err := io.ReadAll(io.LimitReader(f, 100))
	m := lastBoardLine.FindSubmatch(data)
	if err != nil || m == nil {
		return lastBoard{}
	}
	port, _ := strconv.Atoi(string(m[1])) // which are digits
	return lastBoard{port, string(m[2])}
}

// writeLastBoard keeps a board for the next time.
func writeLastBoard(db string, b lastBoard) error {
	name := lastBoardFile(db)
	if name == "" || readLastBoard(db) == b {
		return nil
	}
	if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	err = ownerOnly(name)
	if err == nil {
		_, err = fmt.Fprintf(f, "%d %s\n", b.port, b.session)
	}
	return errors.Join(err, f.Close())
}
