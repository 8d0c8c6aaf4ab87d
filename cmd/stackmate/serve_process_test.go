package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"stackmate/bot/discord/discordtest"
)

// serving is set in a process that is the bot instead of a test.
const serving = "STACKMATE_TEST_SERVE"

// TestServeProcess is not a test but the bot, in a process of its own that can be killed.
func TestServeProcess(t *testing.T) {
	path := os.Getenv(serving)
	if path == "" {
		t.Skip("only for other tests")
	}
	os.Args = []string{"stackmate", "serve", "--config", path}
	main()
}

// process is a bot in a process of its own.
type process struct {
	*exec.Cmd
	t      *testing.T
	mu     sync.Mutex
	output bytes.Buffer
	done   chan error
}

// Write implements io.Writer.
func (p *process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.output.Write(b)
}

func (p *process) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.output.String()
}

// newDiscord returns a Discord that waits for the bot as long as it takes on a busy machine.
func newDiscord(t *testing.T) *discordtest.Server {
	t.Helper()
	srv := discordtest.New(t)
	srv.Timeout, srv.AnswerWithin = 30*time.Second, 15*time.Second
	return srv
}

// spawn starts a bot with a configuration.
func spawn(t *testing.T, config string) *process {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	return spawnAs(t, "TestServeProcess", serving, path)
}

// killed kills a process as kill -9 does, and starts another one, which it returns when it is connected.
func (p *process) killed(srv *discordtest.Server, config string) *process {
	p.t.Helper()
	if err := p.Process.Signal(syscall.SIGKILL); err != nil {
		p.t.Fatal(err)
	}
	p.status()
	sessions := srv.Sessions()
	next := spawn(p.t, config)
	srv.WaitSessions(sessions + 1)
	srv.WaitReady()
	return next
}

// spawnAs starts a process that runs a test with an environment variable set.
func spawnAs(t *testing.T, test, variable, value string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(os.Args[0], "-test.run=^"+test+"$"), t: t, done: make(chan error, 1)}
	p.Env, p.Dir = append(os.Environ(), variable+"="+value), t.TempDir()
	p.Stdout, p.Stderr = p, p
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.done <- p.Wait() }()
	t.Cleanup(func() {
		_ = p.Process.Kill()
		<-p.done // until then it may write into folders that are removed next
		if t.Failed() {
			t.Logf("the bot said:\n%s", p)
		}
	})
	return p
}

// says waits until the program has printed a text.
func (p *process) says(text string) {
	p.t.Helper()
	for end := time.Now().Add(time.Minute); !strings.Contains(p.String(), text); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("it does not say %q:\n%s", text, p)
		}
	}
}

// status waits for the end of the program and returns its exit status.
func (p *process) status() int {
	p.t.Helper()
	select {
	case <-p.done:
		p.done <- nil
		return p.ProcessState.ExitCode()
	case <-time.After(time.Minute):
		p.t.Fatalf("the bot does not end:\n%s", p)
		return -1
	}
}
