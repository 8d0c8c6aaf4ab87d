package main

import (
	"bytes"
	"context"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"stackmate/bot/discord/discordtest"
)

// runInit runs init with answers on its standard input, and returns the exit status and what
// it printed.
func runInit(t *testing.T, answers string, args ...string) (status int, out string) {
	t.Helper()
	var printed bytes.Buffer
	status = run(context.Background(), append([]string{"init"}, args...), streams{in: strings.NewReader(answers), out: &printed, err: &printed})
	return status, printed.String()
}

// initialise writes the files of a setup for the Discord of the tests.
func initialise(t *testing.T, srv *discordtest.Server, dir, how string) (out string) {
	t.Helper()
	status, out := runInit(t, srv.Token+"\n", dir, "--how", how, "--api-url", srv.URL)
	if status != 0 {
		t.Fatalf("status %d:\n%s", status, out)
	}
	if strings.Contains(out, srv.Token) {
		t.Errorf("the token is shown:\n%s", out)
	}
	return out
}

// freeAddress returns an address on which nobody listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// setHealthListen changes health.listen in a configuration, so that tests do not meet.
func setHealthListen(t *testing.T, path, address string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Replace(data, []byte("listen: 127.0.0.1:8080"), []byte("listen: "+address), 1)
	if bytes.Equal(data, changed) {
		t.Fatalf("health.listen is not set:\n%s", data)
	}
	if err := os.WriteFile(path, changed, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestInit writes the files of each setup. The token is in a file of its own that only its
// owner can read, and the invite link is that of the application.
func TestInit(t *testing.T) {
	t.Parallel()
	srv := newDiscord(t)
	for how, want := range map[string][]string{
		"compose": {"data", "data/config.yaml", "data/token", "compose.yaml"},
		"systemd": {"config.yaml", "token", "stackmate.service"},
		"hand":    {"config.yaml", "token"},
	} {
		t.Run(how, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "new")
			out := initialise(t, srv, dir, how)
			if link := "client_id=" + srv.ApplicationID; !strings.Contains(out, link) {
				t.Errorf("no %s in\n%s", link, out)
			}
			found := 0
			for _, name := range want {
				info, err := os.Stat(filepath.Join(dir, name))
				if err != nil {
					t.Fatal(err)
				}
				found++
				if private := filepath.Base(name) == "token" || info.IsDir(); private && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
					t.Errorf("%s: %v", name, info.Mode())
				}
				if info.IsDir() {
					continue
				}
				data, err := os.ReadFile(filepath.Join(dir, name))
				if err != nil {
					t.Fatal(err)
				}
				if hasToken := bytes.Contains(data, []byte(srv.Token)); hasToken != (filepath.Base(name) == "token") {
					t.Errorf("%s has the token: %v", name, hasToken)
				}
				if strings.HasSuffix(name, ".yaml") {
					if err := yaml.Unmarshal(data, new(any)); err != nil {
						t.Errorf("%s: %v\n%s", name, err, data)
					}
				}
			}
			if status, again := runInit(t, srv.Token+"\n", dir, "--how", how, "--api-url", srv.URL); status != exitUsage || !strings.Contains(again, "overwrites nothing") {
				t.Errorf("a second time: status %d:\n%s", status, again)
			}
		})
	}
}

// TestInitAsks answers the questions of init, and plays with the files that it writes.
func TestInitAsks(t *testing.T) {
	t.Parallel()
	srv := newDiscord(t)
	dir := t.TempDir()
	if status, out := runInit(t, "3\n "+srv.Token+" \n", dir, "--api-url", srv.URL); status != 0 || !strings.Contains(out, "1  in a container") {
		t.Fatalf("status %d:\n%s", status, out)
	}
	path := filepath.Join(dir, "config.yaml")
	setHealthListen(t, path, freeAddress(t))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	config := regexp.MustCompile(`(database|token_file): `).ReplaceAllString(string(data), "$1: "+dir+"/")
	p := spawn(t, config)
	srv.WaitReady()
	_ = p.Process.Kill()
	p.status()
}

// TestInitRefuses checks that init says what is wrong, and leaves nothing behind.
func TestInitRefuses(t *testing.T) {
	t.Parallel()
	srv := newDiscord(t)
	wrong := strings.Repeat("x", 26) + "." + strings.Repeat("y", 6) + "." + strings.Repeat("z", 38)
	closed := "http://" + freeAddress(t)
	for name, tt := range map[string]struct {
		answers string
		args    []string
		status  int
		says    string
	}{
		"no answer":         {"", nil, exitUsage, "no answer"},
		"unknown setup":     {"9\n", nil, exitUsage, `"9" is no way to run the bot`},
		"no token":          {"3\n", nil, exitUsage, "no answer"},
		"secret of the app": {"3\n" + strings.Repeat("a", 32) + "\n", nil, exitUsage, "not a bot's token"},
		"token of nobody":   {"3\n" + wrong + "\n", []string{"--api-url", srv.URL}, exitUsage, "not accepted by Discord"},
		"no Discord":        {"3\n" + wrong + "\n", []string{"--api-url", closed}, exitFailure, "--offline"},
		"wrong URL":         {"3\n" + wrong + "\n", []string{"--api-url", "discord"}, exitFailure, "is not a URL"},
		"file in the way":   {"3\n" + wrong + "\n", []string{"--api-url", srv.URL, "/dev/null/x"}, exitFailure, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			args := append([]string{dir}, tt.args...)
			if len(tt.args) > 2 {
				args = tt.args
			}
			status, out := runInit(t, tt.answers, args...)
			if status != tt.status && name != "file in the way" || status == 0 || !strings.Contains(out, tt.says) || strings.Contains(out, wrong) {
				t.Errorf("status %d:\n%s", status, out)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v %v", left, err)
			}
		})
	}
}

// TestInitOffline writes the files without asking Discord. What it prints can be typed as it stands, also where the
// folder's name has a blank.
func TestInitOffline(t *testing.T) {
	t.Parallel()
	token := strings.Repeat("x", 26) + "." + strings.Repeat("y", 6) + "." + strings.Repeat("z", 38)
	dir := filepath.Join(t.TempDir(), "my bot")
	status, out := runInit(t, token+"\n", dir, "--how", "hand", "--offline")
	if status != 0 || !strings.Contains(out, "in the bot's log") {
		t.Errorf("status %d:\n%s", status, out)
	}
	if !strings.Contains(out, "  cd "+shellWord(dir)+"\n") || shellWord("it's") != `'it'\''s'` && runtime.GOOS != "windows" || shellWord(dir) == dir {
		t.Errorf("the folder is written %s:\n%s", shellWord(dir), out)
	}
}
