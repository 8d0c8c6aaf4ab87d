package main

import (
	"database/sql"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// firstWord signals the first write.
type firstWord struct {
	once sync.Once
	said chan struct{}
}

// Write implements io.Writer.
func (w *firstWord) Write(b []byte) (int, error) {
	w.once.Do(func() { close(w.said) })
	return len(b), nil
}

// TestPlayWaitsForTheFile plays while another program has the database locked: the program
// says that it waits, and goes on once the file is free.
func TestPlayWaitsForTheFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "game.db")
	play := func(err io.Writer) int {
		return run(t.Context(), []string{"play", "--db", path, "--boards", t.TempDir()}, streams{in: strings.NewReader("quit\n"), out: io.Discard, err: err})
	}
	if status := play(io.Discard); status != 0 {
		t.Fatalf("status %d", status)
	}
	other, err := sql.Open("sqlite", "file:"+path+"?_pragma=locking_mode(EXCLUSIVE)")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1)
	if _, err := other.Exec("BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
	word := &firstWord{said: make(chan struct{})}
	ended := make(chan int, 1)
	go func() { ended <- play(word) }()
	select {
	case <-word.said:
	case status := <-ended:
		t.Fatalf("status %d while the file was locked", status)
	case <-time.After(20 * time.Second):
		t.Fatal("nothing is said")
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if status := <-ended; status != 0 {
		t.Errorf("status %d", status)
	}
}
