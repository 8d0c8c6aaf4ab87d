package discord_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"stackmate/bot/cluster"
	"stackmate/store"
	"stackmate/store/pgtest"
)

// Plies at which parts of BenchmarkLoadCosts end.
const (
	costsWarm  = 6 // all boards were drawn, and all statements prepared
	costsFast  = 18
	costsEven  = 24
	costsPause = time.Second / 20 // between moves in the even part
)

// BenchmarkLoadCosts plays 200 games with the database in a file, in PostgreSQL with one process, and in PostgreSQL with three
// processes that share three connections to Discord: first as fast as answers come, then 20 moves a second in all. Processes,
// PostgreSQL and the players are on one machine. PostgreSQL must write to disk before it says so, as SQLite does:
//
//	F=$(mktemp -d); export STACKMATE_POSTGRES=$(store/pgtest/server.sh up $F durable)
//	go test -run '^$' -bench 'LoadCosts$' ./bot/discord
//
// Moves a second are those of the first part, p50 and p99 those of the second. Processor time is that of the first part, of the bot and
// of PostgreSQL, and so is what PostgreSQL writes to its log, where each page is whole the first time after a checkpoint. Round trips are those of the transaction of a move, and of all transactions.
func BenchmarkLoadCosts(b *testing.B) {
	b.Run("SQLite", func(b *testing.B) { loadCosts(b, filepath.Join(b.TempDir(), "stackmate.db"), 1) })
	for _, processes := range []int{1, 3} {
		b.Run(fmt.Sprintf("PostgreSQL-%d", processes), func(b *testing.B) {
			var durable bool
			path := pgtest.Empty(b)
			if ask(b, path, "SELECT current_setting('fsync') = 'on' AND current_setting('synchronous_commit') = 'on'", &durable); !durable {
				b.Fatal("PostgreSQL does not write to disk before it says so")
			}
			loadCosts(b, path, processes)
		})
	}
}

func loadCosts(b *testing.B, path string, processes int) {
	games := setUpLoad(b, path)
	api := newShardedLoadServer(b, processes)
	var bots []*loaded
	for i := range processes {
		bots = append(bots, startLoaded(b, path, api, strconv.Itoa(i+1)))
	}
	api.waitReady(b, &bots[0].log)
	api.play(b, games, costsWarm, 0)
	spent := func() (bot, server time.Duration) {
		for _, v := range bots {
			bot += v.cpu(b)
		}
		if store.IsPostgres(path) {
			server = serverCPU(b, path)
		}
		return bot, server
	}
	trips := func() (n roundTrips) {
		for _, v := range bots {
			var one roundTrips
			if _, err := fmt.Sscan(v.ask(b, "trips"), &one.moves, &one.inMoves, &one.all); err != nil {
				b.Fatal(err)
			}
			n = roundTrips{n.moves + one.moves, n.inMoves + one.inMoves, n.all + one.all}
		}
		return n
	}
	written := func() (wal float64) {
		if store.IsPostgres(path) {
			ask(b, path, "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn", &wal)
		}
		return wal
	}
	api.reset()
	before, wal, began := trips(), written(), time.Now()
	bot, server := spent()
	api.play(b, games, costsFast, 0)
	moves := float64(len(api.times()))
	b.ReportMetric(moves/time.Since(began).Seconds(), "moves/s")
	botAfter, serverAfter := spent()
	b.ReportMetric(milliseconds(botAfter-bot)/moves, "bot-cpu-ms/move")
	b.ReportMetric(milliseconds(serverAfter-server)/moves, "db-cpu-ms/move")
	b.ReportMetric((written()-wal)/1000/moves, "wal-kB/move")
	after := trips()
	b.ReportMetric(float64(after.inMoves-before.inMoves)/float64(after.moves-before.moves), "trips/move")
	b.ReportMetric(float64(after.all-before.all)/moves, "all-trips/move")
	api.reset()
	api.play(b, games, costsEven, costsPause)
	times := api.times()
	b.ReportMetric(milliseconds(percentile(times, 50)), "p50-ms@20")
	b.ReportMetric(milliseconds(percentile(times, 99)), "p99-ms@20")
	full := 0.0
	for _, v := range bots {
		now, _ := v.memory(b)
		full = max(full, now)
	}
	b.ReportMetric(full, "MB/process")
	for _, v := range bots {
		v.stop(b)
	}
	api.check(b)
	checkLoad(b, path, games)
	b.ReportMetric(0, "ns/op")
}

// serverCPU returns the CPU time that the PostgreSQL with a database has used, with all its processes.
func serverCPU(b *testing.B, address string) (total time.Duration) {
	b.Helper()
	var backend int
	ask(b, address, "SELECT pg_backend_pid()", &backend)
	parent := processStat(b, backend)[1]
	server, err := strconv.Atoi(parent)
	if err != nil {
		b.Fatal(err)
	}
	add := func(fields []string) {
		for _, ticks := range fields {
			n, err := strconv.Atoi(ticks)
			if err != nil {
				b.Fatal(err)
			}
			total += time.Duration(n) * 10 * time.Millisecond // 100 ticks a second on Linux
		}
	}
	add(processStat(b, server)[11:15]) // with the processes that have ended
	all, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		b.Fatal(err)
	}
	for _, folder := range all {
		pid, _ := strconv.Atoi(filepath.Base(folder))
		if _, err := os.Stat(folder); err != nil {
			continue
		}
		if fields := processStat(b, pid); len(fields) > 0 && fields[1] == parent {
			add(fields[11:13])
		}
	}
	return total
}

// ask reads one value from a database in PostgreSQL.
func ask(b *testing.B, address, query string, into any) {
	b.Helper()
	db := pgtest.Open(b, address)
	defer db.Close()
	if err := db.QueryRow(query).Scan(into); err != nil {
		b.Fatal(err)
	}
}

// processStat returns the fields in /proc/PID/stat from the state of the process on; none if it has ended.
func processStat(b *testing.B, pid int) []string {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
}

// roundTrips are how many moves there were, the round trips to PostgreSQL in their transactions, and those in all transactions.
type roundTrips struct{ moves, inMoves, all int }

// tripCounter counts round trips.
type tripCounter struct {
	mu sync.Mutex
	roundTrips
}

// count counts those of a transaction.
func (c *tripCounter) count(t store.Transaction) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all += t.RoundTrips
	if t.Write && t.Job == "move" && t.Statements > 2 { // fewer if a message came twice
		c.moves++
		c.inMoves += t.RoundTrips
	}
}

// String returns what was counted.
func (c *tripCounter) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprint(c.moves, " ", c.inMoves, " ", c.all)
}

// joinLoaded makes the process one of those that run on a database in PostgreSQL.
func joinLoaded(t *testing.T, path, name string, log *slog.Logger) *cluster.Member {
	if !store.IsPostgres(path) {
		return nil
	}
	heartbeats, err := store.Open(t.Context(), path, store.BesideBot())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { heartbeats.Close() })
	bus, err := store.NewBus(path, heartbeats, name)
	if err != nil {
		t.Fatal(err)
	}
	all, err := cluster.Join(context.Background(), cluster.Options{Store: heartbeats, ID: name, Bus: bus, Now: time.Now, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
