package main

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"stackmate/bot/discord/discordtest"
)

// diskGame is a game on a small disk of its own.
type diskGame struct {
	t      *testing.T
	srv    *discordtest.Server
	ch     *discordtest.Channel
	people [2]*discordtest.User
	dir    string // the disk
	db     string
	config string
	bot    *process
	plies  int
}

// shuffle are moves that can be repeated for ever.
var shuffle = []string{"N1g1-1f3", "N3g8-3f6", "N1f3-1g1", "N3f6-3g8"}

// newDiskGame begins a game on a disk of a size, or in a temporary directory if that is 0.
func newDiskGame(t *testing.T, size string) *diskGame {
	t.Helper()
	d := &diskGame{t: t, srv: newDiscord(t), dir: t.TempDir()}
	if size != "" {
		mountDisk(t, d.dir, size)
	}
	d.srv.Timeout, d.srv.AnswerWithin = 40*time.Second, 35*time.Second
	guild := d.srv.AddGuild("Club")
	d.ch = guild.AddChannel("games")
	d.ch.Deny(1 << 35)
	for i, name := range []string{"Alice", "Bob"} {
		d.people[i] = d.srv.AddUser(name)
		guild.Join(d.people[i])
	}
	d.db = filepath.Join(d.dir, "games.db")
	d.config = configFor(d.srv, d.db, "")
	d.bot = spawn(t, d.config)
	d.srv.WaitReady()
	offer := d.people[0].Slash(d.ch, "challenge", discordtest.Opt("opponent", d.people[1]), discordtest.Opt("variant", "millennium"),
		discordtest.Opt("color", "white")).Response()
	d.people[1].Click(offer, "Accept").Response()
	return d
}

// mountDisk mounts an empty disk, which needs root.
func mountDisk(t *testing.T, dir, size string) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root may mount a disk")
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("no disk can be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
}

// move makes the next move and reports whether that worked. If not, it checks that only
// the player was told and that nothing was stored.
func (d *diskGame) move() bool {
	d.t.Helper()
	m := d.people[d.plies%2].Slash(d.ch, "move", discordtest.Opt("move", shuffle[d.plies%4])).Response()
	if m.Ephemeral {
		if text := m.Text(); !strings.Contains(text, "try again") {
			d.t.Errorf("a move that cannot be stored is answered %q", text)
		}
		return false
	}
	d.plies++
	return true
}

// goesOn checks that moves work again, and that exactly the acknowledged ones are stored.
func (d *diskGame) goesOn() {
	d.t.Helper()
	for end := time.Now().Add(30 * time.Second); !d.move(); {
		if time.Now().After(end) {
			d.t.Fatal("it does not recover")
		}
	}
	for range 4 {
		if !d.move() {
			d.t.Fatal("a move fails although the disk is well")
		}
	}
	if got := strings.Count(stored(d.t, d.db), " "); got != d.plies {
		d.t.Errorf("%d plies are stored, %d were acknowledged", got, d.plies)
	}
}

// TestDiskFull checks that players are told when the disk is full, and that the game goes
// on when there is room again, even if the bot was killed in between.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	d := newDiskGame(t, "2m")
	d.move()
	ballast := filepath.Join(d.dir, "ballast")
	for failed := 0; failed < 3; {
		fill(t, ballast)
		if !d.move() {
			failed++
		}
	}
	if err := d.bot.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	d.bot.status()
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", syscall.MS_REMOUNT, "size=32m"); err != nil {
		t.Fatal(err)
	}
	sessions := d.srv.Sessions()
	d.bot = spawn(t, d.config)
	d.srv.WaitSessions(sessions + 1)
	d.srv.WaitReady()
	d.goesOn()
}

// fill uses all the space that is left on a disk.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for block := make([]byte, 4096); len(block) > 0; {
		if _, err := f.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
}

// TestDiskReadOnly checks that nothing is lost on a disk that becomes read-only, as after
// a hardware error.
func TestDiskReadOnly(t *testing.T) {
	t.Parallel()
	d := newDiskGame(t, "32m")
	d.move()
	// What a program has open for writing keeps a disk writable: it is stopped meanwhile.
	if err := d.bot.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	d.bot.status()
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("the disk cannot be made read-only: %v", err)
	}
	d.bot = spawn(t, d.config)
	if status := d.bot.status(); status == 0 || !strings.Contains(d.bot.String(), d.db) {
		t.Errorf("on a read-only disk it ends with status %d and says\n%s", status, d.bot)
	}
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", syscall.MS_REMOUNT, ""); err != nil {
		t.Fatal(err)
	}
	sessions := d.srv.Sessions()
	d.bot = spawn(t, d.config)
	d.srv.WaitSessions(sessions + 1)
	d.srv.WaitReady()
	d.goesOn()
}

// TestDatabaseIsHeld checks that moves wait while another program holds the database, and
// are then made.
func TestDatabaseIsHeld(t *testing.T) {
	t.Parallel()
	d := newDiskGame(t, "")
	other, err := sql.Open("sqlite", "file:"+d.db+"?_txlock=immediate&_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	held, err := other.BeginTx(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	release := time.AfterFunc(7*time.Second, func() { _ = held.Rollback() }) // longer than a program usually waits
	defer release.Stop()
	if !d.move() {
		t.Error("the move is not made")
	}
	if release.Stop() {
		t.Error("a move is answered while it cannot be stored")
	}
	d.goesOn()
}
