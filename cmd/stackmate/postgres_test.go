package main

import (
	"net/url"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stackmate/bot/discord/discordtest"
	"stackmate/store/pgtest"
)

// secretive returns the address of an empty database, with a password, and a function that fails the test for a text that shows it.
func secretive(t *testing.T) (address string, check func(said string)) {
	t.Helper()
	u, err := url.Parse(pgtest.Empty(t))
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(u.User.Username(), "hunter/2")
	return u.String(), func(said string) {
		t.Helper()
		if strings.Contains(said, "hunter") {
			t.Errorf("this shows the password: %s", said)
		}
	}
}

// TestPostgresCommands plays a game in PostgreSQL, and has every command for owners do something with its database.
func TestPostgresCommands(t *testing.T) {
	here, check := secretive(t)
	there, _ := secretive(t)
	third, _ := secretive(t)
	dir := t.TempDir()
	file, copied := filepath.Join(dir, "backup.db"), filepath.Join(dir, "copied.db")
	config := filepath.Join(dir, "config.yaml")
	write(t, config, "database: "+here+"\n")
	var out strings.Builder
	if status := run(t.Context(), []string{"play", "--game", "orthodox", "--against", "people", "--plain", "--db", here},
		streams{in: strings.NewReader("e4\ne5\nNf3\n"), out: &out, err: &out}); status != 0 || !strings.Contains(out.String(), "White plays 2. Nf3") {
		t.Fatalf("status %d: %s", status, &out)
	}
	for _, c := range []struct {
		command string
		status  int
		says    string
	}{
		{"verify " + here, 0, "ok: 1 game, 3 moves"},
		{"copy --from " + here + " --to " + copied, 0, "and 1 game replayed"},
		{"verify " + copied, 0, "ok: 1 game, 3 moves"},
		{"copy --from " + copied + " --to " + there, 0, "and 1 game replayed"},
		{"copy --from " + copied + " --to " + there, exitFailure, "is not empty, and nothing is overwritten"},
		{"copy --from " + here + " --to " + copied, exitFailure, "is not empty, and nothing is overwritten"},
		{"copy --from " + copied + " --to " + copied, exitUsage, "are the same database"},
		{"copy --from " + filepath.Join(dir, "missing.db") + " --to " + third, exitFailure, "there is no database"},
		{"verify " + there, 0, "ok: 1 game, 3 moves"},
		{"backup --database " + here + " --to " + file, 0, "kB, in"},
		{"backup --database " + here + " --to " + file, exitFailure, "exists, and nothing is overwritten"},
		{"backup --database " + here + " --to " + third, exitUsage, "a backup is a file"},
		{"restore " + here + " --to " + third, exitUsage, "a backup is a file"},
		{"verify " + third, exitFailure, "it has no tables"},
		{"held --database " + third, exitFailure, "it has no tables"},
		{"restore " + file + " --to " + third, 0, "1 game is running"},
		{"restore " + file + " --to " + third, exitFailure, "is not empty, and nothing is overwritten"},
		{"held --database " + third, 0, "No messages are held."},
		{"status --config " + config, exitFailure, "The bot is not running"},
		{"verify " + strings.Replace(here, "/test_", "/no_", 1), exitFailure, "does not exist"},
		{"verify postgres://anna:hunter2@[x/y", exitFailure, "the address cannot be read as postgres://"},
	} {
		status, said := runHere(t, strings.Fields(c.command)...)
		if status != c.status || !strings.Contains(said, c.says) {
			t.Errorf("%s: status %d: %s", c.command, status, said)
		}
		check(said)
	}
}

// TestPostgresServe plays in Discord with a bot whose database is in PostgreSQL. It is killed and loses its connections. Nobody copies its database meanwhile.
func TestPostgresServe(t *testing.T) {
	address, check := secretive(t)
	srv := newDiscord(t)
	guild := srv.AddGuild("Club")
	ch := guild.AddChannel("games")
	ch.Deny(1 << 35) // no threads: the game stays where it begins
	alice, bob := srv.AddUser("Alice"), srv.AddUser("Bob")
	guild.Join(alice)
	guild.Join(bob)
	config := configFor(srv, address, "  guild: \""+guild.ID+"\"\n")
	p := spawn(t, config)
	srv.WaitReady()
	offer := alice.Slash(ch, "challenge", discordtest.Opt("opponent", bob), discordtest.Opt("variant", "orthodox"), discordtest.Opt("color", "white")).Response()
	bob.Click(offer, "Accept").Response()
	if status, said := runHere(t, "play", "--db", address); status != exitFailure || !strings.Contains(said, "is in use by process") {
		t.Errorf("somebody at a terminal meanwhile: status %d: %s", status, said)
	}
	if status, said := runHere(t, "copy", "--from", address, "--to", filepath.Join(t.TempDir(), "x.db")); status != exitFailure || !strings.Contains(said, "a bot uses") {
		t.Errorf("a copy meanwhile: status %d: %s", status, said)
	}
	for ply, move := range []string{"f3", "e5", "g4", "Qh4#"} {
		if ply == 1 {
			p = p.killed(srv, config)
		}
		if ply > 1 {
			if err := pgtest.Exec(address, "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"); err != nil {
				t.Fatal(err)
			}
		}
		mover := alice
		if ply%2 == 1 {
			mover = bob
		}
		if m := mover.Slash(ch, "move", discordtest.Opt("move", move)).Response(); m.Ephemeral {
			t.Errorf("%s: %s", move, m)
		}
	}
	ch.WaitText("Checkmate! Bob wins")
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := p.status(); status != 0 {
		t.Errorf("status %d", status)
	}
	check(p.String())
	if status, said := runHere(t, "verify", address); status != 0 || !strings.Contains(said, "ok: 1 game, 4 moves") {
		t.Errorf("status %d: %s", status, said)
	}
}
