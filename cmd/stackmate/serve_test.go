package main

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"stackmate/bot/discord/discordtest"
)

// configFor returns a configuration for the Discord of the tests.
func configFor(srv *discordtest.Server, db, more string) string {
	return fmt.Sprintf("database: %s\nlog:\n  level: debug\ndiscord:\n  token: %s\n  api_url: %s\n%s", db, srv.Token, srv.URL, more)
}

// TestServeEndsWhatItStarted has serve fail when its front end runs already: nothing of the bot runs
// when it has returned and its database is closed.
func TestServeEndsWhatItStarted(t *testing.T) {
	srv := newDiscord(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	config := filepath.Join(t.TempDir(), "config.yaml")
	write(t, config, configFor(srv, filepath.Join(t.TempDir(), "games.db"), "health:\n  listen: "+taken.Addr().String()+"\n"))
	if status, said := runHere(t, "serve", "--config", config); status == 0 || !strings.Contains(said, "health.listen") {
		t.Errorf("status %d: %s", status, said)
	}
	stacks := make([]byte, 1<<20)
	if stacks = stacks[:runtime.Stack(stacks, true)]; bytes.Contains(stacks, []byte("stackmate/bot/discord.(")) {
		t.Errorf("it goes on:\n%s", stacks)
	}
}

// TestServeIsKilledInAGame kills the bot during a game, which goes on after a restart. A
// bot that is asked to end does so with status 0.
func TestServeIsKilledInAGame(t *testing.T) {
	t.Parallel()
	srv := newDiscord(t)
	srv.DeliverTwice(true)
	guild := srv.AddGuild("Club")
	ch := guild.AddChannel("games")
	ch.Deny(1 << 35) // no threads: the game stays where it begins
	alice, bob, carol := srv.AddUser("Alice"), srv.AddUser("Bob"), srv.AddUser("Carol")
	for _, u := range []*discordtest.User{alice, bob, carol} {
		guild.Join(u)
	}
	db := filepath.Join(t.TempDir(), "games.db")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	health := listener.Addr().String()
	listener.Close()
	config := configFor(srv, db, "  guild: \""+guild.ID+"\"\nhealth:\n  listen: "+health+"\n")

	p := spawn(t, config)
	srv.WaitReady()
	offer := alice.Slash(ch, "challenge", discordtest.Opt("opponent", bob), discordtest.Opt("variant", "millennium"),
		discordtest.Opt("color", "white")).Response()
	bob.Click(offer, "Accept").Response()
	for ply, move := range []string{"3e4", "B2e7", "R3f1", "2g7", "Q1h5", "K3f8", "Qx3f7"} {
		if ply == 2 || ply == 5 {
			p = p.killed(srv, config)
		}
		before := stored(t, db)
		if m := carol.Slash(ch, "move", discordtest.Opt("move", move), discordtest.Opt("game", 1)).Response(); !m.Ephemeral {
			t.Errorf("Carol's move is answered by %s", m)
		}
		if after := stored(t, db); after != before {
			t.Errorf("Carol changed %s to %s", before, after)
		}
		mover, next := alice, bob
		if ply%2 == 1 {
			mover, next = bob, alice
		}
		m := mover.Slash(ch, "move", discordtest.Opt("move", move)).Response()
		if size := m.Image(t).Bounds().Size(); size.X == size.Y || m.Ephemeral || ply < 6 && !m.Notifies(next) {
			t.Errorf("%s: %s notifies %v, with a picture of %v", move, m, m.Notified, size)
		}
	}
	ch.WaitText("Checkmate! Alice wins")
	if got := strings.Count(stored(t, db), " "); got != 7 {
		t.Errorf("stored are %s", stored(t, db))
	}
	if got := runHealth(t, config); got != 0 {
		t.Errorf("health: status %d", got)
	}
	began := time.Now()
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := p.status(); status != 0 || time.Since(began) > 8*time.Second {
		t.Errorf("status %d after %v", status, time.Since(began))
	}
	if strings.Contains(p.String(), srv.Token) {
		t.Error("the token was printed")
	}
	if got := runHealth(t, config); got == 0 {
		t.Error("a bot that has ended is well")
	}
}

// runHealth runs the health command and returns its exit status.
func runHealth(t *testing.T, config string) int {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	return run(t.Context(), []string{"health", "--config", path}, streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard})
}

// stored lists the moves in a database that another program may have open.
func stored(t *testing.T, path string) string {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), "SELECT move FROM moves ORDER BY game, ply")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var list strings.Builder
	for rows.Next() {
		var move string
		if err := rows.Scan(&move); err != nil {
			t.Fatal(err)
		}
		list.WriteString(move + " ")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list.String()
}

// serveUntil runs the bot in this process, and returns its status and what it printed.
func serveUntil(t *testing.T, ctx context.Context, config string) (int, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	status := run(ctx, []string{"serve", "--config", path}, streams{in: strings.NewReader(""), out: &out, err: &out})
	return status, out.String()
}

// lastLine returns the last line of a text, which people see when the bot does not start.
func lastLine(text string) (last string) {
	for s := bufio.NewScanner(strings.NewReader(text)); s.Scan(); {
		last = s.Text()
	}
	return last
}

func TestServeRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		config func(*discordtest.Server, string) string
		status int
		want   string
	}{
		"wrong token": {func(s *discordtest.Server, db string) string {
			return strings.Replace(configFor(s, db, ""), s.Token, "wrong."+s.Token, 1)
		}, exitFailure, "discord refuses the token"},
		"guild without the bot": {func(s *discordtest.Server, db string) string {
			g := s.AddGuild("Strangers")
			g.RemoveBot()
			return configFor(s, db, "  guild: \""+g.ID+"\"\n")
		}, exitFailure, "https://discord.com/oauth2/authorize?client_id="},
		"no token": {func(s *discordtest.Server, db string) string { return "database: " + db + "\n" }, exitUsage, "discord.token"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := newDiscord(t)
			status, out := serveUntil(t, t.Context(), tt.config(srv, filepath.Join(t.TempDir(), "games.db")))
			if last := lastLine(out); status != tt.status || !strings.HasPrefix(last, "stackmate: ") || !strings.Contains(last, tt.want) {
				t.Errorf("status %d, last line %q", status, last)
			}
			if strings.Contains(out, srv.Token) {
				t.Errorf("the token is told:\n%s", out)
			}
		})
	}
}

// TestServeWithoutNetwork checks that the bot waits for a network, and ends at once when
// it is asked to.
func TestServeWithoutNetwork(t *testing.T) {
	t.Parallel()
	srv := newDiscord(t)
	srv.Outage(true)
	ctx, cancel := context.WithCancel(t.Context())
	defer time.AfterFunc(2*time.Second, cancel).Stop()
	began := time.Now()
	status, out := serveUntil(t, ctx, configFor(srv, filepath.Join(t.TempDir(), "games.db"), ""))
	if d := time.Since(began); status != 0 || d < time.Second || d > 6*time.Second {
		t.Errorf("status %d after %v\n%s", status, d, out)
	}
	if !strings.Contains(out, "discord cannot be reached") || strings.Contains(out, srv.Token) {
		t.Errorf("it says\n%s", out)
	}
}
