//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/discord/discordtest"
	"stackmate/bot/game"
	"stackmate/store"
	"stackmate/store/pgtest"
)

// Bounds of the campaign of processes.
const (
	someProcesses = 3
	manyGames     = 50               // with killsVariable
	takenOver     = 40 * time.Second // how long two connections may take to come back after a death
)

// processes are bots on one database in PostgreSQL, with a Discord.
type processes struct {
	t       *testing.T
	server  string // the folder of PostgreSQL
	address string
	srv     *discordtest.Server
	config  string
	store   *store.Store
	list    []*process
	games   []*campaignGame
	again   atomic.Int64
}

// newProcesses starts a PostgreSQL that may be stopped, and processes on it.
func newProcesses(t *testing.T, n, games int) *processes {
	t.Helper()
	pgtest.Server(t) // skips where there is none
	folder, err := os.MkdirTemp("", "processes")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	p := &processes{t: t, server: folder + "/pg", srv: discordtest.New(t)}
	p.address = strings.TrimSpace(p.postgres("up"))
	t.Cleanup(func() {
		p.postgres("down")
		os.RemoveAll(folder)
	})
	p.srv.Timeout, p.srv.AnswerWithin = 60*time.Second, 50*time.Second
	p.srv.AllowViolations(true) // who is killed leaves questions open
	p.srv.Shards(2, 1)
	p.config = configFor(p.srv, p.address, "  shards: 2\n")
	for range n {
		p.list = append(p.list, spawn(t, p.config))
	}
	for _, one := range p.list {
		one.says("msg=started")
	}
	p.eventually("the connections are shared", func() bool {
		begun := p.srv.Identifies()
		return p.srv.Connected() >= 2 && time.Since(begun[len(begun)-1].Time) > 8*time.Second
	})
	if p.store, err = store.Open(t.Context(), p.address, store.BesideBot()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.store.Close() })
	lot := rand.New(rand.NewPCG(3, 4))
	for i := range games {
		guild := p.srv.AddGuild(fmt.Sprintf("Club %d", i)) // the guilds are in both shards
		room := guild.AddChannel("games")
		room.Deny(1 << 35) // no threads: the game stays where it begins
		g := &campaignGame{room: room, white: p.srv.AddUser(fmt.Sprintf("White%d", i)), black: p.srv.AddUser(fmt.Sprintf("Black%d", i)), script: randomScript(lot)}
		guild.Join(g.white)
		guild.Join(g.black)
		offer := g.white.Slash(room, "challenge", discordtest.Opt("variant", "millennium"), discordtest.Opt("color", "white"), discordtest.Opt("opponent", g.black)).Response()
		g.black.Click(offer, "Accept").Response()
		g.id = i + 1
		p.games = append(p.games, g)
	}
	p.eventually("the games have begun", func() bool { _, ok := p.game(games); return ok })
	for _, g := range p.games { // numbers may have gaps, and follow the order of commits
		p.eventually("a game is shown", func() bool { g.id = shownIn(g.room); return g.id > 0 })
	}
	return p
}

// shownIn returns the number of the game that is shown in a channel; 0 if there is none.
func shownIn(room *discordtest.Channel) int {
	for _, m := range room.Messages() {
		if len(m.Attachments) > 0 {
			text, _, _ := strings.Cut(strings.TrimPrefix(m.Attachments[0].Name, "game-"), "-")
			if n, err := strconv.Atoi(text); err == nil {
				return n
			}
		}
	}
	return 0
}

// postgres runs a command of the script that starts PostgreSQL, and returns what it prints.
func (p *processes) postgres(verb string) string {
	p.t.Helper()
	out, err := exec.Command("bash", "../../store/pgtest/server.sh", verb, p.server).Output()
	if err != nil {
		p.t.Fatalf("server.sh %s: %v", verb, err)
	}
	return string(out)
}

// game returns the plies of a game.
func (p *processes) game(id int) (plies []string, ok bool) {
	var g *game.Game
	err := p.store.View(p.t.Context(), func(tx data.Tx) (err error) {
		g, err = tx.Game(int64(id))
		return err
	})
	if err != nil {
		return nil, false
	}
	for _, ply := range g.Plies {
		plies = append(plies, ply.Move)
	}
	return plies, true
}

func (p *processes) eventually(what string, holds func() bool) {
	p.t.Helper()
	for end := time.Now().Add(settleAfter); !holds(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("not in time: %s", what)
		}
	}
}

// play plays the moves of a game. It sends a move again if nothing comes of it.
func (p *processes) play(ctx context.Context, g *campaignGame) {
	tried, at := -1, time.Time{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(2 * plyEvery):
		}
		plies, ok := p.game(g.id)
		n := len(plies)
		if !ok || n >= len(g.script) || n == tried && time.Since(at) < patientFor {
			continue
		}
		if n == tried {
			p.again.Add(1)
		}
		tried, at = n, time.Now()
		mover := g.white
		if n%2 == 1 {
			mover = g.black
		}
		mover.Slash(g.room, "move", discordtest.Opt("move", g.script[n].machine), discordtest.Opt("game", g.id))
	}
}

// progress waits until moves are made in every game.
func (p *processes) progress(after string) {
	p.t.Helper()
	before := map[int]int{}
	for _, g := range p.games {
		plies, _ := p.game(g.id)
		before[g.id] = len(plies)
	}
	began := time.Now()
	for _, g := range p.games {
		p.eventually("moves are made after "+after, func() bool { plies, ok := p.game(g.id); return ok && len(plies) > before[g.id] })
	}
	p.t.Logf("after %s all games went on in %v", after, time.Since(began).Round(time.Millisecond))
}

// check compares what is stored with what was played, and what was said with both.
func (p *processes) check(disturbances int) {
	t, doubled, all := p.t, 0, 0
	p.eventually("everything is said", func() bool {
		var o data.Overview
		err := p.store.View(t.Context(), func(tx data.Tx) (err error) {
			o, err = tx.Overview(time.Now(), []string{"discord"})
			return err
		})
		return err == nil && o.Outbox[0].Due == 0
	})
	for _, g := range p.games {
		plies, _ := p.game(g.id)
		var said []string
		for _, m := range g.room.Messages() {
			said = append(said, m.Text())
		}
		last, late := 0, 0
		for i, m := range plies {
			if m != g.script[i].machine {
				t.Fatalf("game %d, ply %d: %s is stored, %s was played", g.id, i+1, m, g.script[i].machine)
			}
			n, at := 0, 0
			for j, text := range said {
				if found := tells(text, g.script[i]); found > 0 {
					if n == 0 {
						at = j
					}
					n += found
				}
			}
			switch {
			case n == 0:
				t.Errorf("game %d, ply %d: %s was never announced", g.id, i+1, g.script[i].announced)
			case at < last:
				late++
			default:
				last = at
			}
			doubled += max(0, n-1)
		}
		// An answer that a process could not give any more comes from the outbox of another, after those to newer questions.
		if late > disturbances {
			t.Errorf("game %d: %d moves were announced after later ones, which at most %d answers of the dead may be", g.id, late, disturbances)
		}
		all += late
	}
	t.Logf("%d moves typed again, %d announcements twice, %d answers of the dead after newer ones", p.again.Load(), doubled, all)
	if status, said := runHere(t, "verify", p.address); status != 0 {
		t.Errorf("verify: %s", said)
	}
}

// TestPostgresProcesses has three processes share a database while people play: each is killed, one is frozen, and PostgreSQL is
// started again. No acknowledged move is lost, no move is made twice, and every message arrives, in order. STACKMATE_KILLS says how
// often processes are killed, then in 50 games.
func TestPostgresProcesses(t *testing.T) {
	text := os.Getenv(killsVariable)
	if text == "" {
		t.Skipf("it takes minutes: %s says how often processes are killed", killsVariable)
	}
	kills, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	p := newProcesses(t, someProcesses, manyGames)
	ctx, cancel := context.WithCancel(t.Context())
	var players sync.WaitGroup
	for _, g := range p.games {
		players.Go(func() { p.play(ctx, g) })
	}
	defer func() { cancel(); players.Wait() }()
	p.progress("the beginning")
	lot := rand.New(rand.NewPCG(1, 2026))
	for i := range kills {
		victim := i % len(p.list)
		said := map[int]int{}
		for _, g := range p.games {
			said[g.id] = (&campaign{}).announced(g)
		}
		if err := p.list[victim].Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		p.list[victim].status()
		for _, g := range p.games {
			if plies, ok := p.game(g.id); ok && len(plies) < said[g.id] {
				t.Errorf("game %d: %d plies are stored, %d were acknowledged", g.id, len(plies), said[g.id])
			}
		}
		if i == 0 {
			began := time.Now()
			p.progress("a death")
			if took := time.Since(began); took > takenOver {
				t.Errorf("the others took over after %v", took)
			}
		}
		p.list[victim] = spawn(t, p.config)
		time.Sleep(time.Duration(lot.Int64N(int64(4 * time.Second))))
	}
	p.postgres("restart")
	p.progress("a restart of PostgreSQL")
	frozen := p.list[lot.IntN(len(p.list))]
	if err := frozen.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	p.progress("one process was frozen")
	time.Sleep(10 * time.Second)
	if err := frozen.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	frozen.says("others have taken over")
	p.progress("it woke")
	cancel()
	players.Wait()
	p.check(kills + 2)
	for _, one := range p.list {
		if err := one.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if status := one.status(); status != 0 {
			t.Errorf("status %d", status)
		}
	}
}
