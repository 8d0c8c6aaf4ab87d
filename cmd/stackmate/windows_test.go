package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"stackmate/bot/words"
	"stackmate/store"
)

// TestErrorsOfSystems checks that people read the same sentence for what Unix and Windows call differently.
func TestErrorsOfSystems(t *testing.T) {
	for _, tt := range []struct {
		system string
		number syscall.Errno
		want   error
	}{
		{"linux", syscall.ENOSPC, store.ErrFull}, {"windows", 112, store.ErrFull}, {"windows", 39, store.ErrFull},
		{"linux", syscall.EROFS, fs.ErrPermission}, {"windows", 19, fs.ErrPermission},
		{"windows", 32, store.ErrLocked},
		{"darwin", syscall.EPIPE, io.ErrClosedPipe}, {"windows", 109, io.ErrClosedPipe}, {"windows", 232, io.ErrClosedPipe},
		{"linux", syscall.ENOTDIR, fs.ErrNotExist}, {"windows", 267, fs.ErrNotExist},
	} {
		if err := meaning(&fs.PathError{Op: "write", Path: "x", Err: tt.number}, tt.system); !errors.Is(err, tt.want) {
			t.Errorf("%d on %s: %v, want %v", tt.number, tt.system, err, tt.want)
		}
	}
	other := errors.New("something else")
	if err := meaning(other, "windows"); err != other {
		t.Error(err)
	}
	for number, want := range systemErrors[runtime.GOOS == "windows"] {
		if text := explainFile(&fs.PathError{Op: "write", Path: "x", Err: number}, "", words.In("en")); text == "" != (want == io.ErrClosedPipe) {
			t.Errorf("%v: %q", want, text)
		}
	}
}

// TestReplaceFile writes a picture while another program shows the last one: where that keeps it from being
// replaced, as on Windows, it is written in place. Nothing is left behind.
func TestReplaceFile(t *testing.T) {
	refuse := func(number syscall.Errno) func(from, to string) error {
		return func(from, to string) error { return &os.LinkError{Op: "rename", Old: from, New: to, Err: number} }
	}
	for _, tt := range []struct {
		system string
		rename func(from, to string) error
		want   string
	}{
		{"linux", os.Rename, "new"},
		{"windows", os.Rename, "new"},
		{"windows", refuse(32), "new"},
		{"windows", refuse(87), "old"}, // ERROR_INVALID_PARAMETER
		{"linux", refuse(syscall.EBUSY), "old"},
	} {
		dir := t.TempDir()
		name := filepath.Join(dir, "board.png")
		if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		err := replaceFile(name, []byte("new"), tt.rename, tt.system)
		got, readErr := os.ReadFile(name)
		if string(got) != tt.want || readErr != nil || (err == nil) != (tt.want == "new") {
			t.Errorf("%s: %q (%v, %v), want %q", tt.system, got, err, readErr, tt.want)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
			t.Errorf("left behind: %v (%v)", left, err)
		}
	}
}

// TestStepsOnWindows checks that init tells nobody on Windows to use what is not there.
func TestStepsOnWindows(t *testing.T) {
	for _, s := range setups {
		text := strings.Join(s.steps("windows"), "\n")
		if s.name == "hand" && (strings.Contains(text, "sudo") || !strings.Contains(text, `.\stackmate serve`)) {
			t.Errorf("%s:\n%s", s.name, text)
		}
		if unix := strings.Join(s.steps("linux"), "\n"); s.name == "hand" && !strings.Contains(unix, "sudo install") {
			t.Errorf("%s:\n%s", s.name, unix)
		}
	}
}
