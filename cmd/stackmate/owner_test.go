package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"stackmate/store"
)

// TestOneProgramADatabase checks that a second program on a database says who has it and
// ends, and that the next can open it after the first was killed.
func TestOneProgramADatabase(t *testing.T) {
	t.Parallel()
	srv := newDiscord(t)
	db := filepath.Join(t.TempDir(), "games.db")
	config := configFor(srv, db, "")
	first := spawn(t, config)
	srv.WaitReady()
	second := spawn(t, config)
	if status := second.status(); status != exitFailure {
		t.Errorf("status %d", status)
	}
	said := lastLine(second.String())
	if !strings.Contains(said, fmt.Sprintf("in use by process %d on ", first.Process.Pid)) || !strings.Contains(said, " since ") {
		t.Errorf("it says %q", said)
	}
	var out strings.Builder
	status := run(t.Context(), []string{"play", "--db", db}, streams{in: strings.NewReader(""), out: io.Discard, err: &out})
	if status != exitFailure || !strings.Contains(out.String(), fmt.Sprintf("another Stackmate, process %d", first.Process.Pid)) {
		t.Errorf("play: status %d, %q", status, &out)
	}
	if srv.Sessions() != 1 {
		t.Errorf("%d sessions", srv.Sessions())
	}
	stored(t, db) // who only reads is not in the way
	if err := first.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	first.status()
	third := spawn(t, config)
	srv.WaitSessions(2)
	srv.WaitReady()
	if err := third.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := third.status(); status != 0 {
		t.Errorf("status %d", status)
	}
}

// panicking is set in a process that must panic.
const panicking = "STACKMATE_TEST_PANIC"

// TestPanicProcess is not a test but a program that reports panics, and panics.
func TestPanicProcess(t *testing.T) {
	path := os.Getenv(panicking)
	if path == "" {
		t.Skip("only for other tests")
	}
	if _, _, err := reportPanics(path, discardLog()); err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	go func() { panic("the knight is nowhere") }()
	<-done
}

// TestReportsPanics checks that a panic is logged at the next start, once, and that an
// orderly end leaves nothing to log.
func TestReportsPanics(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db.panic")
	p := spawnAs(t, "TestPanicProcess", panicking, path)
	if status := p.status(); status != 2 {
		t.Fatalf("status %d: %s", status, p)
	}
	var out strings.Builder
	log := warnings(&out)
	for i, want := range []bool{true, false} {
		f, panicked, err := reportPanics(path, log)
		if err != nil || panicked != want {
			t.Fatalf("%t, %v", panicked, err)
		}
		if _, _, err := reportPanics(path, log); !errors.Is(err, store.ErrTaken) {
			t.Errorf("another program: %v", err)
		}
		if i == 0 {
			err = errors.Join(debug.SetCrashOutput(nil, debug.CrashOptions{}), f.Close()) // as if it were killed
		} else {
			err = stopReporting(f)
		}
		if err != nil {
			t.Error(err)
		}
	}
	if strings.Count(out.String(), "the knight is nowhere") != 1 {
		t.Errorf("it says %q", out.String())
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file is left behind")
	}
}

// TestReportsOfMany has processes on one database report panics in one folder: each has a file of its own, whichever ends first.
func TestReportsOfMany(t *testing.T) {
	t.Chdir(t.TempDir())
	const database = "postgres://anna@localhost/chess"
	var files []*os.File
	for range 3 {
		f, panicked, err := reportPanicsOf(database, discardLog())
		if err != nil || panicked || f == nil {
			t.Fatal(f, panicked, err)
		}
		files = append(files, f)
	}
	if files[0].Name() == files[1].Name() || files[1].Name() == files[2].Name() {
		t.Errorf("two have %s", files[1].Name())
	}
	for _, f := range files {
		if _, err := os.Stat(f.Name()); err != nil {
			t.Error(err)
		}
		if err := stopReporting(f); err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

// stubborn is set in a process that ignores the first signal.
const stubborn = "STACKMATE_TEST_STUBBORN"

// TestStubbornProcess is not a test but a program that does not end.
func TestStubbornProcess(t *testing.T) {
	if os.Getenv(stubborn) == "" {
		t.Skip("only for other tests")
	}
	ctx, _, stop := signalContext()
	defer stop()
	fmt.Println("running")
	<-ctx.Done()
	fmt.Println("asked")
	select {}
}

// TestSecondSignal checks that the first signal asks a program to end, and that the second
// ends it.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	p := spawnAs(t, "TestStubbornProcess", stubborn, "yes")
	for _, said := range []string{"running", "asked"} {
		p.says(said)
		if err := p.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
	}
	p.status()
	if how := p.ProcessState.Sys().(syscall.WaitStatus); how.Signal() != syscall.SIGTERM {
		t.Errorf("it ended with %v", how)
	}
}

// TestAwaitPostgres checks that somebody who starts a bot whose database does not answer is told what it waits for, without the
// password.
func TestAwaitPostgres(t *testing.T) {
	for _, c := range []struct {
		path string
		soon bool
		want string
	}{
		{"postgres://anna:hunter2@localhost/chess", false, "database=postgres://localhost/chess"},
		{"postgres://anna:hunter2@localhost/chess", true, ""},
		{"stackmate.db", false, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			var out strings.Builder
			answered := awaitPostgres(c.path, warnings(&out))
			if !c.soon {
				time.Sleep(2 * slowStart)
			}
			answered()
			time.Sleep(2 * slowStart)
			synctest.Wait()
			if said := out.String(); strings.Contains(said, "does not answer yet") != (c.want != "") || !strings.Contains(said, c.want) || strings.Contains(said, "hunter2") {
				t.Errorf("%s: %q", c.path, said)
			}
		})
	}
}
