//go:build unix

package main

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/discord/discordtest"
	"stackmate/bot/game"
)

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

// play plays the moves of a game. It sends a move again if nothing comes of it. Players read what is said before they move, unless that
// takes too long: then they look at the board elsewhere.
func (p *processes) play(ctx context.Context, g *campaignGame) {
	tried, at, seen, since := -1, time.Time{}, 0, time.Time{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(p.extent.every):
		}
		plies, ok := p.game(g.id)
		n := len(plies)
		if !ok || n >= len(g.script) || n == tried && time.Since(at) < patientFor {
			continue
		}
		if n != seen {
			seen, since = n, time.Now()
		}
		if n > 0 && time.Since(since) < patientFor && !g.isAnnounced(n-1) {
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
		if mover == nil {
			p.mail.answer(g, g.script[n].machine)
			continue
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
		p.eventually("moves are made after "+after, func() bool {
			plies, ok := p.game(g.id)
			return ok && (len(plies) > before[g.id] || len(plies) == len(g.script))
		})
	}
	p.t.Logf("after %s all games went on in %v", after, time.Since(began).Round(time.Millisecond))
}

// announcement matches what announces a move: its number, whether it is Black's, and the move.
var announcement = regexp.MustCompile(`plays (\d+)(\.|…) \S+`)

// heard returns the places of the messages that announce each ply of a game.
func (g *campaignGame) heard() map[int][]int {
	at := map[int][]int{}
	for i, m := range g.room.Messages() {
		for _, found := range announcement.FindAllStringSubmatch(m.Text(), -1) {
			n, err := strconv.Atoi(found[1])
			ply := 2*n - 2
			if found[2] != "." {
				ply++
			}
			if err == nil && ply < len(g.script) && announces(found[0], g.script[ply]) {
				at[ply] = append(at[ply], i)
			}
		}
	}
	return at
}

// isAnnounced reports whether one of the last messages announces a ply of a game.
func (g *campaignGame) isAnnounced(ply int) bool {
	list := g.room.Messages()
	return slices.ContainsFunc(list[max(0, len(list)-20):], func(m *discordtest.Message) bool { return announces(m.Text(), g.script[ply]) })
}

// announced returns how many plies of a game were announced, up to the first that was not.
func (g *campaignGame) announced() (n int) {
	for at := g.heard(); len(at[n]) > 0; n++ {
	}
	return n
}

// check compares what is stored with what was played, and what was said with both.
func (p *processes) check() {
	t, moves, doubled := p.t, 0, 0
	p.eventually("everything is said", func() bool {
		var waiting int
		return p.mail.mail.Unseen(chess) == 0 && p.db.QueryRow("SELECT count(*) FROM outbox WHERE settled IS NULL").Scan(&waiting) == nil && waiting == 0
	})
	for _, g := range p.games {
		plies, _ := p.game(g.id)
		moves += len(plies)
		at, mails, mailed := g.heard(), p.mail.mailsTo(g.mailbox), -1
		for i, first := len(plies)-1, math.MaxInt; i >= 0; i-- { // first is where a later move was announced
			if len(at[i]) > 0 && at[i][0] > first {
				t.Errorf("game %d, ply %d: %s was announced after a later move", g.id, i+1, g.script[i].announced)
			} else if len(at[i]) > 0 {
				first = at[i][0]
			}
		}
		for i, m := range plies {
			if m != g.script[i].machine {
				t.Fatalf("game %d, ply %d: %s is stored, %s was played", g.id, i+1, m, g.script[i].machine)
			}
			if len(at[i]) == 0 {
				t.Errorf("game %d, ply %d: %s was never announced", g.id, i+1, g.script[i].announced)
			}
			doubled += max(0, len(at[i])-1)
			if g.mailbox == "" || i%2 == 1 {
				continue
			}
			n := 0
			for j, text := range mails {
				if found := tells(text, g.script[i]); found > 0 {
					if n += found; j < mailed {
						t.Errorf("game %d, ply %d: %s was mailed after a later move", g.id, i+1, g.script[i].announced)
					}
					mailed = j
				}
			}
			if n != 1 {
				t.Errorf("game %d, ply %d: %s was mailed %d times", g.id, i+1, g.script[i].announced, n)
			}
		}
	}
	t.Logf("%d moves, %d typed again, %d announcements twice", moves, p.again.Load(), doubled)
	if status, said := runHere(t, "verify", p.address); status != 0 {
		t.Errorf("verify: %s", said)
	}
}

// TestPostgresProcesses has three processes share a database while people play in Discord, over the gateway and over HTTP, and by
// mail: each is killed, one is frozen, and PostgreSQL is started again. No acknowledged move is lost, no move is made twice, and every
// message arrives, in order. STACKMATE_KILLS says how often processes are killed, then in 50 games.
func TestPostgresProcesses(t *testing.T) {
	kills := 0
	if text := os.Getenv(killsVariable); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	p := newProcesses(t, extentOf(kills))
	ctx, cancel := context.WithCancel(t.Context())
	var players sync.WaitGroup
	for _, g := range p.games {
		players.Go(func() { p.play(ctx, g) })
	}
	defer func() { cancel(); players.Wait() }()
	p.progress("the beginning")
	lot := rand.New(rand.NewPCG(1, 2026))
	restarts := 0
	for i := range p.extent.kills {
		p.overHTTP(i%2 == 0)
		p.disturb("a death", func() { p.kill(i % len(p.list)) })
		if i == 0 {
			began := time.Now()
			p.progress("a death")
			if took := time.Since(began); p.extent.timely && took > takenOver {
				t.Errorf("the others took over after %v", took)
			}
		}
		p.list[i%len(p.list)] = spawn(t, p.configs[i%len(p.list)])
		if due := (i + 1) * p.extent.restarts / p.extent.kills; due > restarts {
			restarts = due
			p.disturb("a restart", func() { p.postgres("restart") })
			p.progress("a restart of PostgreSQL")
		}
		if i == p.extent.kills/2 {
			p.list[i%len(p.list)].says("msg=started")
			p.disturb("a freeze", func() { p.freeze(lot.IntN(len(p.list))) })
		}
		time.Sleep(time.Duration(lot.Int64N(int64(2 * time.Second))))
	}
	p.progress("all that")
	cancel()
	players.Wait()
	p.check()
	for _, one := range p.list {
		if err := one.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
	}
	for _, one := range p.list {
		if status := one.status(); status != 0 {
			t.Errorf("status %d", status)
		}
	}
}

// disturb does something after which all moves that were announced before must be stored.
func (p *processes) disturb(what string, do func()) {
	p.t.Helper()
	said := map[int]int{}
	for _, g := range p.games {
		said[g.id] = g.announced()
	}
	do()
	for _, g := range p.games {
		if plies, ok := p.game(g.id); ok && len(plies) < said[g.id] {
			p.t.Errorf("after %s %d plies of game %d are stored, and %d were acknowledged", what, len(plies), g.id, said[g.id])
		}
	}
}

// kill kills a process, which must have been running.
func (p *processes) kill(which int) {
	p.t.Helper()
	victim := p.list[which]
	select {
	case <-victim.done:
		victim.done <- nil
		lines := strings.Split(victim.String(), "\n")
		p.t.Errorf("a process has ended by itself, with status %d:\n%s", victim.ProcessState.ExitCode(), strings.Join(lines[max(0, len(lines)-20):], "\n"))
		return
	default:
	}
	if err := victim.Process.Signal(syscall.SIGKILL); err != nil {
		p.t.Fatal(err)
	}
	victim.status()
}

// freeze freezes a process until the others have done its work for a while, and wakes it again.
func (p *processes) freeze(which int) {
	p.t.Helper()
	living := func(n int) func() bool {
		return func() bool {
			var is int
			return p.db.QueryRow("SELECT count(*) FROM processes").Scan(&is) == nil && is == n
		}
	}
	p.eventually("the dead are forgotten", living(len(p.list)))
	frozen, began := p.list[which], time.Now()
	if err := frozen.Process.Signal(syscall.SIGSTOP); err != nil {
		p.t.Fatal(err)
	}
	p.eventually("the others take over", living(len(p.list)-1))
	p.progress("one process was frozen")
	time.Sleep(p.extent.frozen - time.Since(began))
	if err := frozen.Process.Signal(syscall.SIGCONT); err != nil {
		p.t.Fatal(err)
	}
	frozen.says("others have taken over")
	p.eventually("it is one of them again", living(len(p.list)))
	p.progress("it woke")
}
