package discord_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/discord"
	"stackmate/bot/game"
	"stackmate/render"
	"stackmate/rules"
	"stackmate/store"
)

// The load: the number of games at the same time, and of plies in each.
const (
	loadGames = 200
	loadPlies = 60
)

// loadEnv names the database and the API of the bot that the benchmark runs in a
// process of its own, so that only the bot's memory and time are counted, the name of the process and how many there are.
const loadEnv = "STACKMATE_LOAD"

// BenchmarkLoad plays 200 games at once over loopback, with the database on disk: first
// both sides move as fast as answers come, then 300 times a second in all. It plays
// some ten thousand moves once, however often it is asked to run:
//
//	go test -run '^$' -bench 'Load$' ./bot/discord
//
// With -cpuprofile FILE, the bot's own profile is in FILE.bot. The times are from
// the interaction on the wire to its answer with the picture on the wire. Memory is
// that of the bot's process when nothing happens: before, between and after. The program
// has nothing to do; BenchmarkLoadComputer and BenchmarkLoadBusy measure it.
func BenchmarkLoad(b *testing.B) {
	path := filepath.Join(b.TempDir(), "stackmate.db")
	games := setUpLoad(b, path)
	api := newLoadServer(b)
	victim := startLoaded(b, path, api, "1")
	api.waitReady(b, &victim.log)

	api.play(b, games[:1], 2, 0) // so that the bot is awake
	rest, _ := victim.memory(b)
	api.play(b, games, loadPlies/3, 0) // so that all boards have been drawn
	early, _ := victim.memory(b)
	measure := func(until int, every time.Duration, name string) {
		api.reset()
		began, busy := time.Now(), victim.cpu(b)
		api.play(b, games, until, every)
		took, spent := time.Since(began), victim.cpu(b)-busy
		times := api.times()
		b.ReportMetric(float64(len(times))/took.Seconds(), "moves/s"+name)
		b.ReportMetric(milliseconds(times[len(times)/2]), "p50-ms"+name)
		b.ReportMetric(milliseconds(times[len(times)*99/100]), "p99-ms"+name)
		b.ReportMetric(milliseconds(spent)/float64(len(times)), "cpu-ms/move"+name)
		b.ReportMetric(float64(api.late), "put-off"+name)
	}
	measure(loadPlies*2/3, 0, "")
	measure(loadPlies, time.Second/300, "@300")
	full, peak := victim.memory(b)
	victim.stop(b)
	api.check(b)
	checkLoad(b, path, games)
	b.ReportMetric(rest, "MB-rest")
	b.ReportMetric(early, "MB-early")
	b.ReportMetric(full, "MB-full")
	b.ReportMetric(peak, "MB-peak")
	b.ReportMetric(0, "ns/op")
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// loadGame is one game of the load: two people in a thread of their own.
type loadGame struct {
	id    int64
	moves []string    // in machine notation
	names []string    // the same as the bot writes them
	next  int         // ply
	play  *rules.Game // against the program; nil among people
}

// people and channels of the load have snowflakes that tell what they are.
func loadUser(game int64, seat int) string { return fmt.Sprintf("7%08d%d", game, seat) }
func loadChannel(game int64) string        { return fmt.Sprintf("8%08d0", game) }

// setUpLoad stores games in their first position, with random moves to play.
func setUpLoad(b *testing.B, path string) []*loadGame {
	b.Helper()
	db, err := store.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	lot := rand.New(rand.NewPCG(1, 2))
	variants := rules.Variants()
	var games []*loadGame
	err = db.Update(b.Context(), func(tx data.Tx) error {
		for i := range loadGames {
			v := variants[i%len(variants)]
			var seats [2]data.Player
			for seat := range seats {
				if seats[seat], err = loadPlayer(tx, int64(i+1), seat); err != nil {
					return err
				}
			}
			g, err := addLoadGame(tx, v, seats)
			if err != nil {
				return err
			}
			games = append(games, randomGame(g.ID, v, lot))
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return games
}

// loadPlayer returns the player with a seat in a game.
func loadPlayer(tx data.Tx, game int64, seat int) (data.Player, error) {
	return tx.PlayerAt(chat.Person{Name: fmt.Sprintf("Player %d %c", game, 'A'+seat), Address: chat.Address{
		Transport: discord.Transport, ID: "user:" + loadUser(game, seat)}}, time.Now())
}

// addLoadGame begins a game between White and Black.
func addLoadGame(tx data.Tx, v *rules.Variant, seats [2]data.Player) (*game.Game, error) {
	ch := &game.Challenge{Variant: v, From: seats[0].ID, To: seats[1].ID, Color: game.AsWhite, Server: "discord:9", State: game.Accepted, Made: time.Now()}
	if err := tx.AddChallenge(ch); err != nil {
		return nil, err
	}
	g, err := ch.Start(ch.To, true, time.Now())
	if err != nil {
		return nil, err
	}
	g.Home = chat.Address{Transport: discord.Transport, ID: "channel:" + loadChannel(g.ID)}
	return g, tx.AddGame(g)
}

// randomGame draws legal moves until it has a game that is long enough.
func randomGame(id int64, v *rules.Variant, lot *rand.Rand) *loadGame {
	for {
		g := &loadGame{id: id}
		for p := v.Start(); len(g.moves) < loadPlies && !p.Status().Over(); {
			list := p.Moves()
			m := list[lot.IntN(len(list))]
			g.moves, g.names = append(g.moves, v.LAN(m)), append(g.names, p.SAN(m))
			p = p.Play(m)
		}
		if len(g.moves) == loadPlies {
			return g
		}
	}
}

// checkLoad compares what is on disk with what was played.
func checkLoad(b *testing.B, path string, games []*loadGame) {
	b.Helper()
	db, err := store.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	err = db.View(b.Context(), func(tx data.Tx) error {
		for _, want := range games {
			g, err := tx.Game(want.id)
			if err != nil {
				return err
			}
			var moves []string
			for _, p := range g.Log {
				moves = append(moves, p.Move)
			}
			if played := want.moves[:want.next]; !slices.Equal(moves, played) {
				return fmt.Errorf("game %d on disk:\n%v\nwas played:\n%v", want.id, moves, played)
			}
		}
		due, err := tx.Due(discord.Transport, time.Now().AddDate(1, 0, 0), 10)
		if len(due) > 0 {
			b.Errorf("%d messages or more are left, the first: %+v", len(due), due[0])
		}
		return err
	})
	if err != nil {
		b.Error(err)
	}
}

// loaded is the bot under load.
type loaded struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser
	lines *bufio.Scanner
	log   logBuffer
}

// startLoaded runs TestLoadedBot in a process of its own, with a name.
func startLoaded(b *testing.B, path string, api *loadServer, name string) *loaded {
	b.Helper()
	args := []string{"-test.run=^TestLoadedBot$", "-test.timeout=0"}
	for _, name := range []string{"test.cpuprofile", "test.memprofile", "test.mutexprofile", "test.blockprofile", "test.trace"} {
		if f := flag.Lookup(name); f != nil && f.Value.String() != "" {
			args = append(args, "-"+name+"="+f.Value.String()+".bot")
		}
	}
	v := &loaded{cmd: exec.Command(os.Args[0], args...)}
	v.cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %s %s %d", loadEnv, path, api.url, name, api.shards))
	v.cmd.Stderr = &v.log
	var err error
	if v.stdin, err = v.cmd.StdinPipe(); err != nil {
		b.Fatal(err)
	}
	out, err := v.cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	v.lines = bufio.NewScanner(out)
	if err := v.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { v.stdin.Close(); _ = v.cmd.Wait() })
	return v
}

// stop stops the bot, which must not have logged errors. It may have put messages off so as not to exceed
// Discord's rate limit.
func (v *loaded) stop(b *testing.B) {
	b.Helper()
	v.stdin.Close()
	for v.lines.Scan() {
	}
	err := v.cmd.Wait()
	lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(v.log.String()), "\n"), func(line string) bool {
		return line == "" || strings.Contains(line, "rate limit not over yet")
	})
	if err != nil || len(lines) > 0 {
		b.Errorf("the bot ends with %v and said:\n%.3000s", err, strings.Join(lines, "\n"))
	}
}

// ask has the bot do something, and returns what it says then.
func (v *loaded) ask(b *testing.B, what string) string {
	b.Helper()
	fmt.Fprintln(v.stdin, what)
	if !v.lines.Scan() {
		b.Fatalf("the bot is gone: %s", v.log.String())
	}
	return v.lines.Text()
}

// memory returns how much the bot has in memory after a collection, and the most that
// it ever had, in megabytes.
func (v *loaded) memory(b *testing.B) (now, most float64) {
	b.Helper()
	v.ask(b, "collect")
	text := procFile(b, v.cmd.Process.Pid, "status")
	for name, to := range map[string]*float64{"VmRSS:": &now, "VmHWM:": &most} {
		_, rest, _ := strings.Cut(text, name)
		if _, err := fmt.Sscan(rest, to); err != nil {
			b.Fatal(err)
		}
		*to /= 1000
	}
	return now, most
}

// cpu returns the CPU time that the bot has used.
func (v *loaded) cpu(b *testing.B) time.Duration {
	b.Helper()
	text := procFile(b, v.cmd.Process.Pid, "stat")
	fields := strings.Fields(text[strings.LastIndex(text, ")"):]) // from the second on, which may have spaces
	var user, system int64
	if _, err := fmt.Sscan(fields[12]+" "+fields[13], &user, &system); err != nil {
		b.Fatal(err)
	}
	return time.Duration(user+system) * 10 * time.Millisecond // 100 ticks a second on Linux
}

func procFile(b *testing.B, pid int, name string) string {
	b.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, name))
	if err != nil {
		b.Skip("memory and time are read from /proc:", err)
	}
	return string(data)
}

// TestLoadedBot is the bot of the benchmarks here; it runs until its input ends.
func TestLoadedBot(t *testing.T) {
	var path, url, name string
	var shards int
	if _, err := fmt.Sscan(os.Getenv(loadEnv), &path, &url, &name, &shards); err != nil {
		t.Skip("part of the benchmarks")
	}
	var trips tripCounter
	db, err := store.Open(t.Context(), path, store.WithMeter(trips.count))
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	all := joinLoaded(t, path, name, log)
	desk := bot.New(bot.Options{Store: db, Cluster: all, Owner: name, Renderer: render.New(16 << 20), Now: time.Now, Coin: func() bool { return true }, Log: log})
	program := newLoadedProgram(desk, db, log)
	front, err := discord.New(discord.Config{Token: "load", APIURL: url, Shards: shards, Cluster: all}, desk, log)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() {
		if err := front.Run(ctx); err != nil && !errors.Is(err, context.Canceled) {
			fmt.Fprintln(os.Stderr, err)
		}
	})
	group.Go(func() { desk.KeepTime(ctx) })
	group.Go(func() { desk.Send(ctx, discord.Transport, front) })
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch in.Text() {
		case "collect":
			debug.FreeOSMemory()
			fmt.Println("collected")
		case "think":
			program.think(ctx)
			fmt.Println("thinking")
		case "rest":
			fmt.Println(program.rest())
		case "trips":
			fmt.Println(trips.String())
		}
	}
	program.rest()
	cancel()
	group.Wait()
	if err := all.Leave(t.Context()); err != nil {
		t.Error(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
