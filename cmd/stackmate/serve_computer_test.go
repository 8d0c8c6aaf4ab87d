//go:build !windows

package main

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"stackmate/bot/discord/discordtest"
)

// TestServeIsKilledWhileItThinks kills a bot that owes a move to somebody. The next run makes it, once,
// and says so in the channel.
func TestServeIsKilledWhileItThinks(t *testing.T) {
	t.Parallel()
	srv := newDiscord(t)
	srv.AnswerWithin = 5 * time.Minute // the move is perhaps never answered: what should do that is killed
	srv.Timeout = 60 * time.Second
	guild := srv.AddGuild("Club")
	ch := guild.AddChannel("games")
	ch.Deny(1 << 35) // no threads: the game stays where it begins
	alice := srv.AddUser("Alice")
	guild.Join(alice)
	db := filepath.Join(t.TempDir(), "games.db")
	config := configFor(srv, db, "  guild: \""+guild.ID+"\"\nengine:\n  threads: 1\n")
	p := spawn(t, config)
	srv.WaitReady()
	alice.Slash(ch, "challenge", discordtest.Opt("opponent", srv.Bot()), discordtest.Opt("level", 8), discordtest.Opt("variant", "orthodox"),
		discordtest.Opt("color", "white")).Response()
	alice.Slash(ch, "move", discordtest.Opt("move", "e4"))
	for end := time.Now().Add(20 * time.Second); len(strings.Fields(stored(t, db))) == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the move is not stored")
		}
	}
	if err := p.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	p.status()
	before := len(strings.Fields(stored(t, db)))
	sessions := srv.Sessions()
	spawn(t, config)
	srv.WaitSessions(sessions + 1)
	srv.WaitReady()
	ch.WaitText("Stackmate level 8")
	for end := time.Now().Add(60 * time.Second); len(strings.Fields(stored(t, db))) < 2; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the program does not move: %s", stored(t, db))
		}
	}
	said := func() (n int) {
		for _, m := range ch.Messages() {
			n += strings.Count(m.Text(), "1…")
		}
		return n
	}
	for end := time.Now().Add(20 * time.Second); said() == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nobody is told of the move")
		}
	}
	if n := len(strings.Fields(stored(t, db))); n != 2 || said() != 1 {
		t.Errorf("%d half-moves, told %d times: %s", n, said(), stored(t, db))
	}
	t.Logf("half-moves when it was killed: %d", before)
}
