package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"stackmate/bot/discord/discordtest"
)

// TestOneProgramADatabase checks that a second program on a database says who has it and
// ends, and that the next can open it after the first was killed.
func TestOneProgramADatabase(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t)
	srv.Timeout = 20 * time.Second
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
	if _, err := reportPanics(path, discardLog()); err != nil {
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
	for _, want := range []bool{true, false} {
		panicked, err := reportPanics(path, log)
		if err != nil || panicked != want {
			t.Errorf("%t, %v", panicked, err)
		}
	}
	if strings.Count(out.String(), "the knight is nowhere") != 1 {
		t.Errorf("it says %q", out.String())
	}
	if err := stopReporting(path); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file is left behind")
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
