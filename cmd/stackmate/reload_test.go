package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"stackmate/bot/logging"
)

// write replaces a file.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestHangupReloads changes the configuration of a running bot. A mistake in it changes
// nothing, and the bot goes on.
func TestHangupReloads(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGHUP")
	}
	t.Parallel()
	srv := newDiscord(t)
	config := configFor(srv, filepath.Join(t.TempDir(), "games.db"), "owners: [123456789012345678]\n")
	quiet := strings.Replace(config, "level: debug", "level: warn", 1)
	path := filepath.Join(t.TempDir(), "config.yaml")
	write(t, path, config)
	p := spawnAs(t, "TestServeProcess", serving, path)
	srv.WaitReady()
	p.says("discord: ready")
	hangUp := func(text, says string) {
		t.Helper()
		write(t, path, text)
		if err := p.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		p.says(says)
	}
	hangUp(strings.Replace(config, "level: debug", "level: loud", 1), `has changed" error="`+path+`: line 3: \"loud\" is not debug`)
	hangUp(strings.Replace(config, "  token:", "  # token:", 1), `has changed" error="no front end is configured`)
	hangUp(config, `msg="the configuration was read again" changed=nothing`)
	hangUp(strings.Replace(config, "  token:", "  shards: 2\n  token:", 1), `msg="discord.shards takes effect after a restart"`)
	hangUp(config+"email:\n  name: Chess\n", `msg="email.name takes effect after a restart"`)
	if n := strings.Count(p.String(), "discord.shards takes"); n != 1 {
		t.Errorf("it says %d times that discord.shards takes effect later", n)
	}
	hangUp(strings.Replace(config, "level: debug", "level: info\n  format: json", 1), `"msg":"the configuration was read again","changed":"log.level, log.format"`)
	hangUp(strings.Replace(quiet, "owners: [", "owners: [anna@example.org, ", 1)+"backup:\n  keep: 3\n", `level=WARN msg="backup.keep takes effect after a restart"`)
	hangUp("database: [\n", `level=ERROR msg="the configuration has an error`) // text again, and warnings
	if strings.Contains(p.String(), `changed="log.level, log.format, owners"`) {
		t.Error("it still writes at level info")
	}
	if strings.Contains(p.String(), srv.Token) {
		t.Error("the token is in the log")
	}
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := p.status(); status != 0 {
		t.Errorf("status %d:\n%s", status, p)
	}
}

// TestHangupEndsAtATerminal checks that a SIGHUP ends every command but serve.
func TestHangupEndsAtATerminal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGHUP")
	}
	t.Parallel()
	p := spawnAs(t, "TestStubbornProcess", stubborn, "yes")
	p.says("running")
	if err := p.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	p.says("asked")
}

// TestWatchFile checks what Windows has instead of SIGHUP.
func TestWatchFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.yaml")
	write(t, path, "one")
	ticks := make(chan time.Time)
	changed := watchFile(t.Context(), path, ticks)
	tick := func() bool { // twice: the second is taken when the first has been done
		ticks <- time.Time{}
		ticks <- time.Time{}
		select {
		case <-changed:
			return true
		default:
			return false
		}
	}
	if tick() {
		t.Error("a change where there is none")
	}
	write(t, path, "others")
	if !tick() {
		t.Error("another size is not seen")
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	if !tick() {
		t.Error("another time is not seen")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if tick() {
		t.Error("a file that is gone is taken for a change")
	}
	write(t, path, "a third")
	if !tick() {
		t.Error("a new file is not seen")
	}
}

// TestReloadNames checks that changed keys are named as in the file, each once, and that
// what cannot change at once is named until it is as the bot was started.
func TestReloadNames(t *testing.T) {
	var c config
	a := c
	a.Discord.Token, a.Email.IMAP.Password, a.Email.IMAP.Mailbox = "secret", "secret", "box"
	a.exposed = []string{"x"}
	want := []string{"discord.token", "email.imap.password", "email.imap.mailbox"}
	if got := changedKeys(c, a); !reflect.DeepEqual(got, want) {
		t.Errorf("changed are %q, want %q", got, want)
	}
	var out bytes.Buffer
	var format logging.Format
	c.Database, c.Discord.Token = "a.db", "token"
	next, applied := c, 0
	r := reloader{changes: changes{read: func() (config, error) { return next, nil }}, log: logging.New(&out, &format), started: c, last: c,
		live: []liveSetting{{"health", func(config) { applied++ }}}}
	for _, step := range []struct {
		change func(*config)
		names  string
		calls  int
	}{
		{func(c *config) { c.Database = "b.db" }, "database takes effect after a restart", 0},
		{func(c *config) { c.Health.Listen = "127.0.0.1:1" }, "changed=health.listen", 1},
		{func(c *config) {}, "database takes effect after a restart", 1},
		{func(c *config) { c.Database = "a.db" }, "changed=nothing", 1},
	} {
		out.Reset()
		step.change(&next)
		r.reload(context.Background())
		if !strings.Contains(out.String(), step.names) || applied != step.calls {
			t.Errorf("%d calls, and it says %s", applied, &out)
		}
	}
	if strings.Contains(out.String(), "restart") {
		t.Errorf("as it was started, it says %s", &out)
	}
}

// TestOwnersAndProfiles checks the configuration of owners and of profiles, and that
// profiles are served.
func TestOwnersAndProfiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.yaml")
	load := func(text string) (config, error) {
		write(t, path, text)
		return loadConfig(path, func(string) string { return "" })
	}
	c, err := load("owners: [123456789012345678, Anna@Example.org]\npprof: {listen: \"[::1]:6060\"}\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(c.owners()); got != "[{discord user:123456789012345678} {email anna@example.org}]" {
		t.Errorf("owners are %s", got)
	}
	for text, want := range map[string]string{
		"owners:\n  - anna\n":                        "line 2: \"anna\" is not the number of a Discord user",
		"owners: [12]\n":                             "line 1: \"12\" is not the number of a Discord user",
		"owners: [\"A <a@b.de>\"]\n":                 "line 1: \"A <a@b.de>\" is not the number of",
		"\npprof:\n  listen: 0.0.0.0:6060\n":         "line 3: \"0.0.0.0:6060\" is not an address that only this machine can reach",
		"pprof:\n  listen: :6060\n":                  "line 2: \":6060\" is not an address that only this machine",
		"pprof:\n  listen: chess.example.org:6060\n": "line 2: this value is not an address that only this machine",
	} {
		if _, err := load(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- serveOn(ctx, l, pprofHandler()) }()
	for _, at := range []string{"", "goroutine?debug=1", "profile?seconds=1"} {
		answer, err := http.Get("http://" + l.Addr().String() + "/debug/pprof/" + at)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK || len(body) < 100 {
			t.Errorf("%s: %s, %d bytes, %v", at, answer.Status, len(body), err)
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
