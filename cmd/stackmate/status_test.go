package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// askedStatus runs stackmate status.
func askedStatus(t *testing.T, config string, env ...string) (int, string) {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(context.Background(), []string{"status", "--config", config}, streams{in: strings.NewReader(""), out: &out, err: &errs,
		env: func(name string) string {
			for _, e := range env {
				if value, ok := strings.CutPrefix(e, name+"="); ok {
					return value
				}
			}
			return ""
		}})
	return code, out.String() + errs.String()
}

// files returns the names and contents of the files in a directory.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(text)
	}
	return all
}

// TestStatus asks for the status of a bot before its first run, while it runs with and without
// health.listen, after it was killed and after it has ended. What does not run is not changed.
func TestStatus(t *testing.T) {
	t.Parallel()
	srv := newDiscord(t)
	dir := t.TempDir()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	health := listener.Addr().String()
	listener.Close()
	plain := configFor(srv, filepath.Join(dir, "games.db"), "")
	asked := plain + "health:\n  listen: " + health + "\n"
	path, quiet := filepath.Join(t.TempDir(), "config.yaml"), filepath.Join(t.TempDir(), "quiet.yaml")
	write(t, path, asked)
	write(t, quiet, plain)
	check := func(config string, status int, want ...string) {
		t.Helper()
		code, said := askedStatus(t, config)
		if code != status {
			t.Errorf("status %d, want %d: %s", code, status, said)
		}
		for _, w := range want {
			if !strings.Contains(said, w) {
				t.Errorf("%q is not in\n%s", w, said)
			}
		}
		if strings.ContainsAny(said, "\x1e\x02\x1d\x03{}") || strings.Contains(said, srv.Token) {
			t.Errorf("it says %q", said)
		}
	}
	check(path, exitFailure, "The bot is not running. Start it the way you set it up: systemctl start stackmate, docker compose up -d, or stackmate serve --config "+path, "There is no database")
	if left := files(t, dir); len(left) != 0 {
		t.Errorf("it has made %v", left)
	}

	p := spawnAs(t, "TestServeProcess", serving, path)
	srv.WaitReady()
	check(path, 0, "Stackmate development version", "Discord: connected since", "0 games running", "1 thing to look at:\n• No backups are configured", "free on the disk", "Clocks are running")
	if _, said := askedStatus(t, path, "LANG=de_DE.UTF-8"); !strings.Contains(said, "Laufende Partien: 0.") {
		t.Errorf("in German it says %s", said)
	}
	check(quiet, 0, "The bot is running (process ", "set health.listen", "0 games running", "Database: ")
	response, err := http.Get("http://" + health + "/status")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil || !bytes.Contains(body, []byte(`"games":0`)) || bytes.Contains(body, []byte(srv.Token)) {
		t.Errorf("/status answers %s, %v", body, err)
	}
	srv.Outage(true)
	p.says("not connected")
	check(path, 0, "Discord (shard 0) has not been connected since", "to look at:")
	srv.Outage(false)

	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	p.status()
	before := files(t, dir)
	for range 2 {
		check(path, exitFailure, "The bot is not running.", "It was last running", "0 games running", "Discord: No messages waiting", "Database: ")
	}
	after := files(t, dir)
	for name, text := range before {
		if after[name] != text {
			t.Errorf("%s has changed", name)
		}
	}
	if len(after) != len(before) {
		t.Errorf("files are %d, were %d", len(after), len(before))
	}
	write(t, filepath.Join(dir, "games.db.panic"), "panic: the knight is nowhere")
	check(path, exitFailure, "ended with an internal error")
	write(t, filepath.Join(dir, "games.db"), "this is a letter to my aunt, and no database")
	check(path, exitFailure, "The bot is not running.", "is not")
}

// TestStatusByMail has an owner ask by mail. The token of a game is not enough: anybody who has got hold
// of a mail about it would have it too.
func TestStatusByMail(t *testing.T) {
	h := newHallWith(t, func(config string) string {
		return config + "owners: [" + bobMail + "]\nbackup:\n  folder: " + t.TempDir() + "\n"
	})
	h.invite(bobMail, 1)
	h.reply(bobMail, 2, "admin status")
	if m := h.lastMail(bobMail, 3); strings.Contains(m.Text, "running") {
		t.Errorf("to the token of a game it answers %s", m.Text)
	}
	h.reply(bobMail, 3, "admin status")
	m := h.lastMail(bobMail, 4)
	for _, want := range []string{"Stackmate development version", "Discord: connected since", "Email: connected since", "1 game running.", "Last backup: "} {
		if !strings.Contains(strings.Join(strings.Fields(m.Text), " "), want) {
			t.Errorf("%q is not in %s", want, m.Text)
		}
	}
	if strings.Contains(m.Text, bobMail) {
		t.Errorf("an address is in %s", m.Text)
	}
	h.alice.SayDirect("admin status")
	h.alice.DM().WaitText("Only the bot's owners can use this.")
}

// TestReachable checks where a bot is asked that listens on all interfaces.
func TestReachable(t *testing.T) {
	for listen, want := range map[string]string{
		"127.0.0.1:1": "127.0.0.1:1", "0.0.0.0:8080": "127.0.0.1:8080", ":80": "127.0.0.1:80", "[::]:80": "127.0.0.1:80",
		"[::1]:80": "[::1]:80", "bot.example:80": "bot.example:80",
	} {
		if got := reachable(listen); got != want {
			t.Errorf("%s is asked at %s, want %s", listen, got, want)
		}
	}
}
