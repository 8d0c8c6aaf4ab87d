package main

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"stackmate/store"
	"stackmate/store/verify"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"stackmate": main})
}

// TestScripts runs whole sessions of the program. Besides the standard commands they have
//
//	status N PROGRAM ARG…  run it, it must end with that status
//	oneline                the program has printed exactly one line of errors
//	played FILE            the moves printed are those of a file, one a line
//	pictures N             the program has named N boards, each a picture
//
// At the end of each, verification finds nothing wrong in its databases.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("TMPDIR", env.WorkDir)
			env.Setenv("STACKMATE_DISCORD_TOKEN", "")
			env.Defer(func() { verifyFolder(t, env.WorkDir) })
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status, "oneline": oneLine, "played": played, "pictures": pictures,
		},
	})
}

// verifyFolder checks that all databases in a folder are sound.
func verifyFolder(t *testing.T, folder string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.db"))
	if err != nil {
		t.Error(err)
	}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && (info.IsDir() || info.Size() == 0) {
			continue
		}
		isSound(t, name)
	}
}

// isSound checks that verification finds nothing wrong in a database.
func isSound(t *testing.T, path string) {
	t.Helper()
	report, err := store.Verify(context.Background(), path, verify.Options{})
	if err != nil {
		t.Error(err)
	}
	for _, p := range report.Problems {
		t.Errorf("%s: %s", path, p)
	}
}

func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N PROGRAM ARG…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("status %d, want %d", got, want)
	}
}

func oneLine(ts *testscript.TestScript, _ bool, _ []string) {
	text := ts.ReadFile("stderr")
	if strings.Count(text, "\n") != 1 || !strings.HasPrefix(text, "stackmate: ") {
		ts.Fatalf("not one line: %q", text)
	}
}

var printedMove = regexp.MustCompile(`(?m)^(?:White|Black) plays \d+[.…] (\S+)\. `)

func played(ts *testscript.TestScript, _ bool, args []string) {
	var got []string
	for _, m := range printedMove.FindAllStringSubmatch(ts.ReadFile("stdout"), -1) {
		got = append(got, m[1])
	}
	if diff := cmp.Diff(strings.Fields(ts.ReadFile(args[0])), got); diff != "" {
		ts.Fatalf("moves (-given +printed):\n%s", diff)
	}
}

var namedBoard = regexp.MustCompile(`(?m)^board: (.*)$`)

func pictures(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	found := namedBoard.FindAllStringSubmatch(ts.ReadFile("stdout"), -1)
	if len(found) != want {
		ts.Fatalf("%d boards, want %d", len(found), want)
	}
	for _, m := range found {
		data, err := os.ReadFile(ts.MkAbs(m[1]))
		ts.Check(err)
		picture, err := png.Decode(bytes.NewReader(data))
		ts.Check(err)
		if size := picture.Bounds().Size(); size.X < 200 || size.Y < 100 || size.X == size.Y && strings.Contains(m[1], "millennium") {
			ts.Fatalf("%s is %v", m[1], size)
		}
	}
}
