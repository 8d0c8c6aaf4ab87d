package main

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"stackmate/bot/discord/discordtest"
	"stackmate/rules"
	"stackmate/store"
	"stackmate/store/verify"
)

// TestDrill is what an owner may have to do: people play in Discord and by mail, a backup is made
// under load, they go on playing, the bot is killed and its database is gone. It is restored, and
// the games go on.
func TestDrill(t *testing.T) {
	drill(t, func(c *campaign, path string) (restorable func() string) {
		backup := filepath.Join(t.TempDir(), "backup.db")
		if status, said := runHere(t, "backup", "--database", path, "--to", backup); status != 0 {
			t.Errorf("backup: %s", said)
		}
		return func() string { return backup }
	})
}

// drill plays, keeps a backup, loses the database, restores it from the backup and goes on. keep
// begins to keep a backup of the database at a path, and returns a function that returns the file to
// restore once the bot is dead.
func drill(t *testing.T, keep func(c *campaign, path string) func() string) {
	t.Helper()
	c := newCampaign(t)
	path := filepath.Join(c.folder, "games.db")
	hall := c.others()
	acknowledged := map[int]int{}
	c.playUntil("moves are acknowledged in all games", func() bool {
		for _, g := range c.games {
			acknowledged[g.id] = c.announced(g)
		}
		return !slices.Contains(slices.Collect(maps.Values(acknowledged)), 0)
	})
	kept := make(chan func() string, 1)
	go func() { kept <- keep(c, path) }()
	c.playUntil("a backup is made", func() bool { return len(kept) > 0 })
	restorable, before := <-kept, c.played()
	c.playUntil("moves are made after that", func() bool { return c.played() > before+len(c.games) }) // they are lost with a backup
	c.settle()
	lost := c.plies()
	if err := c.bot.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	c.bot.status()
	c.db.Close()
	backup := restorable()
	old := map[int]*discordtest.Message{}
	for _, g := range c.games {
		old[g.id] = lastWithButton(g.room)
	}
	for _, end := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(path + end); err != nil {
			t.Fatal(err)
		}
	}

	status, said := runHere(t, "restore", backup, "--config", c.configFile())
	if status != 0 || !strings.Contains(said, "Start the bot now.") {
		t.Fatalf("restore: %s", said)
	}
	t.Logf("%s", said)
	if status, said := runHere(t, "restore", backup, "--config", c.configFile()); status != exitFailure || !strings.Contains(said, "exists, and nothing is overwritten") {
		t.Errorf("once more: %d, %s", status, said)
	}
	c.open(path)
	restored := c.plies()
	for id, n := range acknowledged {
		if restored[id] < n {
			t.Errorf("game %d: %d plies are restored, %d were acknowledged before the backup", id, restored[id], n)
		}
	}
	sessions := c.srv.Sessions()
	c.start()
	c.srv.WaitSessions(sessions + 1)
	c.srv.WaitReady()
	for _, g := range c.games {
		m := g.room.WaitText(fmt.Sprintf("Game %d is back at move %d", g.id, restored[g.id]/2+1))
		if !m.Notifies(g.white) || m.Image(t).Bounds().Empty() || m.Button("Move") == nil {
			t.Errorf("game %d: players are told by %s", g.id, m)
		}
		if g.mailbox != "" {
			c.eventually("a player by mail is told", func() bool {
				return strings.Count(strings.Join(c.mailsTo(g.mailbox), "\n"), fmt.Sprintf("Game %d is back at move", g.id)) == 1
			})
		}
	}
	hall.WaitText("so this challenge is open again")
	pressed, gone := 0, 0
	for _, g := range c.games {
		gone += lost[g.id] - restored[g.id]
		if m := old[g.id]; m != nil && lost[g.id] > restored[g.id] {
			pressed++
			if answer := g.white.Click(m, "Move").Response(); !answer.Ephemeral || !strings.Contains(answer.Text(), "was lost") {
				t.Errorf("game %d: a button of the lost time is answered by %s", g.id, answer)
			}
		}
	}
	t.Logf("%d plies were lost, %d buttons of the lost time were pressed", gone, pressed)
	if gone > 0 && pressed == 0 {
		t.Error("no button of the lost time could be pressed")
	}
	if held := c.count("SELECT count(*) FROM held"); held > 0 {
		if status, said := runHere(t, "held", "drop", "--config", c.configFile()); status != 0 || !strings.Contains(said, " dropped.") {
			t.Errorf("held: %d, %s", status, said)
		}
	}
	if n := c.plies(); fmt.Sprint(n) != fmt.Sprint(restored) {
		t.Errorf("buttons of the lost time have changed %v to %v", restored, n)
	}
	c.playUntil("all games go on", func() bool {
		now := c.plies()
		return !slices.ContainsFunc(c.games, func(g *campaignGame) bool { return now[g.id] <= restored[g.id]+1 })
	})
	c.settle()
	c.checkRestored(restored, lost)
	for _, g := range c.games {
		g.white.Say(g.room, c.srv.Bot().Mention()+fmt.Sprintf(" resign %d yes", g.id))
		g.room.WaitText("resigns")
	}
	c.settle()
	if err := c.bot.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	c.bot.status()
	report, err := store.Verify(t.Context(), path, verify.Options{})
	if err != nil || !report.Sound() {
		t.Errorf("in the end: %+v (%v)", report.Problems, err)
	}
}

// playUntil plays all games until a condition holds.
func (c *campaign) playUntil(what string, enough func() bool) {
	c.t.Helper()
	ctx, cancel := context.WithCancel(c.t.Context())
	var players sync.WaitGroup
	defer players.Wait()
	defer cancel()
	for _, g := range c.games {
		players.Go(func() { c.play(ctx, g) })
	}
	c.eventually(what, enough)
}

// others begins a game of each other kind in a channel, and makes a challenge that nobody answers.
func (c *campaign) others() *discordtest.Channel {
	c.t.Helper()
	hall := c.guild.AddChannel("hall")
	hall.Deny(1 << 35)
	anna, ben := c.srv.AddUser("Anna"), c.srv.AddUser("Ben")
	c.guild.Join(anna)
	c.guild.Join(ben)
	for i, key := range []string{"orthodox", "3d8l", "nextgen", "tridimensional"} {
		v := rules.VariantByKey(key)
		offer := anna.Slash(hall, "challenge", discordtest.Opt("opponent", ben), discordtest.Opt("variant", key), discordtest.Opt("color", "white")).Response()
		ben.Click(offer, "Accept").Response()
		p := v.Start()
		anna.Slash(hall, "move", discordtest.Opt("move", v.LAN(p.Moves()[0])), discordtest.Opt("game", len(c.games)+i+1)).Response()
	}
	anna.Slash(hall, "challenge", discordtest.Opt("opponent", ben)).Response()
	return hall
}

// lastWithButton returns the last message in a channel that has a button Move; nil if none has.
func lastWithButton(room *discordtest.Channel) (last *discordtest.Message) {
	for _, m := range room.Messages() {
		if m.Button("Move") != nil {
			last = m
		}
	}
	return last
}

// configFile writes the configuration to a file.
func (c *campaign) configFile() string {
	c.t.Helper()
	path := filepath.Join(c.folder, "config.yaml")
	if err := os.WriteFile(path, []byte(c.config), 0o600); err != nil {
		c.t.Fatal(err)
	}
	return path
}

// open reads the database from now on.
func (c *campaign) open(path string) {
	c.t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		c.t.Fatal(err)
	}
	c.db = db
	c.t.Cleanup(func() { db.Close() })
}

// count returns the result of a query.
func (c *campaign) count(query string) (n int) {
	c.t.Helper()
	if err := c.db.QueryRow(query).Scan(&n); err != nil {
		c.t.Fatal(err)
	}
	return n
}

// checkRestored checks that each move was mailed once, and those that were lost and made again at
// most twice.
func (c *campaign) checkRestored(restored, lost map[int]int) {
	c.t.Helper()
	now := c.plies()
	for _, g := range c.games {
		mails := strings.Join(c.mailsTo(g.mailbox), "\n")
		for i := range min(now[g.id], len(g.script)) {
			if g.mailbox == "" || i%2 == 1 {
				continue
			}
			most := 1
			if i >= restored[g.id] && i < lost[g.id] {
				most = 2
			}
			if n := tells(mails, g.script[i]); n < 1 || n > most {
				c.t.Errorf("game %d, ply %d of %d: %s was mailed %d times", g.id, i+1, now[g.id], g.script[i].announced, n)
			}
		}
	}
}

// runHere runs a command in this process, and returns its status and what it printed.
func runHere(t *testing.T, args ...string) (status int, said string) {
	t.Helper()
	var out bytes.Buffer
	status = run(t.Context(), args, streams{in: strings.NewReader(""), out: &out, err: &out})
	return status, out.String()
}
