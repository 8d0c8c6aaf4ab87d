package discord_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/computer"
	"stackmate/bot/data"
	"stackmate/bot/request"
	"stackmate/rules"
	"stackmate/store"
)

// The load with the program.
const (
	// People play against a level, for some moves each.
	loadLevel, loadMoves = 3, 10
	// The level that keeps the program busy, and in how many games for each thread.
	busyLevel, busyGames = 8, 60
	// People play some plies of each game first, and then some more in each turn: so often while the program
	// is busy, and once more while it is not.
	warmPlies, busyPlies, busyTurns = 20, 4, 3
)

// BenchmarkLoadComputer has 200 people play against level 3 at once, who answer at once with a legal move, for 10 moves
// each. The program thinks with all cores but one, as the bot does by default. Moves a second are those of both
// sides; the times are from the interaction on the wire to the message with the program's reply, which
// is the answer or follows it. It plays once, however often it is asked to run:
//
//	go test -run '^$' -bench 'LoadComputer$' ./bot/discord
func BenchmarkLoadComputer(b *testing.B) {
	path := filepath.Join(b.TempDir(), "stackmate.db")
	games := setUpProgramGames(b, path, loadLevel, rules.Black, loadGames)
	api := newLoadServer(b)
	victim := startLoaded(b, path, api, "1")
	api.waitReady(b, &victim.log)
	victim.ask(b, "think")

	api.playProgram(b, games[:1], 1) // so that the bot is awake
	api.reset()
	began, busy := time.Now(), victim.cpu(b)
	api.playProgram(b, games, loadMoves)
	took, spent := time.Since(began), victim.cpu(b)-busy
	full, _ := victim.memory(b)
	victim.stop(b)
	api.check(b)
	checkLoad(b, path, games)
	moves := 0
	for _, g := range games {
		moves += len(g.moves)
	}
	times := api.times()
	b.ReportMetric(float64(moves)/took.Seconds(), "moves/s")
	b.ReportMetric(milliseconds(percentile(times, 50)), "p50-ms")
	b.ReportMetric(milliseconds(percentile(times, 99)), "p99-ms")
	b.ReportMetric(milliseconds(spent)/float64(moves), "cpu-ms/move")
	b.ReportMetric(float64(api.thinks)/float64(len(times)), "thinking/move") // the share of replies in messages of their own
	b.ReportMetric(full, "MB-full")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkLoadBusy measures what people notice of a program that thinks with all its threads, about games at level 8:
// they play 200 games among themselves, 50 moves a second in all, while it rests and while it thinks, in turn.
// It reports the medians of all turns, and how many times as long answers take when the program thinks. It runs
// for two minutes, once, however often it is asked to:
//
//	go test -run '^$' -bench 'LoadBusy$' ./bot/discord
func BenchmarkLoadBusy(b *testing.B) {
	path := filepath.Join(b.TempDir(), "stackmate.db")
	games := setUpLoad(b, path)
	threads := max(1, runtime.GOMAXPROCS(0)-1)
	setUpProgramGames(b, path, busyLevel, rules.White, busyGames*threads)
	api := newLoadServer(b)
	victim := startLoaded(b, path, api, "1")
	api.waitReady(b, &victim.log)
	api.play(b, games, warmPlies, 0)
	victim.ask(b, "think") // so that it has its memory in every turn
	victim.ask(b, "rest")

	type turn struct{ p50, p99, cores []float64 }
	var turns [2]turn                // while it rests, and while it thinks
	for i := range 2*busyTurns + 1 { // it rests first and last
		if i%2 == 1 {
			victim.ask(b, "think")
		}
		api.reset()
		began, busy := time.Now(), victim.cpu(b)
		api.play(b, games, warmPlies+(i+1)*busyPlies, time.Second/50)
		took, spent := time.Since(began), victim.cpu(b)-busy
		if i%2 == 1 {
			waiting, n := victim.ask(b, "rest"), 0
			if _, err := fmt.Sscan(waiting, &n); err != nil || n < threads {
				b.Fatalf("the program had too little to think about with %d threads: %s games", threads, waiting)
			}
		}
		times, t := api.times(), &turns[i%2]
		t.p50 = append(t.p50, milliseconds(percentile(times, 50)))
		t.p99 = append(t.p99, milliseconds(percentile(times, 99)))
		t.cores = append(t.cores, spent.Seconds()/took.Seconds())
	}
	b.Logf("p99 in ms: at rest %.1f, thinking %.1f", turns[0].p99, turns[1].p99)
	victim.stop(b)
	api.check(b)
	checkLoad(b, path, games)
	for i, name := range []string{"@idle", "@busy"} {
		b.ReportMetric(median(turns[i].p50), "p50-ms"+name)
		b.ReportMetric(median(turns[i].p99), "p99-ms"+name)
		b.ReportMetric(median(turns[i].cores), "cores"+name)
	}
	b.ReportMetric(median(turns[1].p50)/median(turns[0].p50), "p50-ratio")
	b.ReportMetric(median(turns[1].p99)/median(turns[0].p99), "p99-ratio")
	b.ReportMetric(0, "ns/op")
}

// percentile returns the time that n percent of the sorted ones do not exceed.
func percentile(times []time.Duration, n int) time.Duration { return times[len(times)*n/100] }

// median sorts numbers and returns the middle one.
func median(list []float64) float64 {
	slices.Sort(list)
	return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}

// setUpProgramGames stores games in which the program has a colour and people have the other one.
func setUpProgramGames(b *testing.B, path string, level int, program rules.Color, n int) (games []*loadGame) {
	b.Helper()
	db, err := store.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	variants := rules.Variants()
	err = db.Update(b.Context(), func(tx data.Tx) error {
		opponent, err := tx.Computer(level, time.Now())
		if err != nil {
			return err
		}
		for i := range n {
			id := int64(i + 1)
			if program == rules.White { // games of people are there
				id += loadGames
			}
			seats := [2]data.Player{opponent, opponent}
			if seats[program.Other()], err = loadPlayer(tx, id, int(program.Other())); err != nil {
				return err
			}
			g, err := addLoadGame(tx, variants[i%len(variants)], seats)
			if err != nil {
				return err
			}
			if g.ID != id {
				return fmt.Errorf("game %d has the number %d", id, g.ID)
			}
			games = append(games, &loadGame{id: id, play: rules.NewGame(g.Variant.Start(), 0)})
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return games
}

// playProgram has people make some random moves in each of their games against the program, all at the same time.
func (s *loadServer) playProgram(b *testing.B, games []*loadGame, moves int) {
	b.Helper()
	var group sync.WaitGroup
	for _, g := range games {
		lot := rand.New(rand.NewPCG(3, uint64(g.id)))
		group.Go(func() {
			for range moves {
				if !s.choose(g, lot) {
					return
				}
				m := s.move(g)
				select {
				case <-m.done:
				case <-time.After(2 * time.Minute):
					b.Errorf("game %d, ply %d: no reply", g.id, m.ply+1)
					return
				}
			}
		})
	}
	group.Wait()
}

// choose makes a person's next move in a game, or returns false if it is over.
func (s *loadServer) choose(g *loadGame, lot *rand.Rand) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := g.play.Position()
	if p.Status().Over() {
		return false
	}
	g.next = len(g.moves)
	g.make(p.Moves()[lot.IntN(len(p.Moves()))])
	return true
}

// make makes a move of either side.
func (g *loadGame) make(m rules.Move) {
	p := g.play.Position()
	g.moves, g.names = append(g.moves, p.Variant().LAN(m)), append(g.names, p.SAN(m))
	g.play.Play(m)
}

// post takes a message in a channel, which may be the program's reply to a move.
func (s *loadServer) post(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	came := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.owed[r.PathValue("channel")]; m != nil && err == nil {
		s.hear(m, body, came)
	}
	_, _ = io.WriteString(w, `{"id":"3"}`)
}

// hear takes a message about a move against the program: with its reply, or before that. The caller holds mu.
func (s *loadServer) hear(m *loadMove, body []byte, came time.Time) {
	if m.replied {
		return // its answer comes after the reply
	}
	text, files, problem := readAnswer(body)
	p := m.game.play.Position()
	reply, found := m.findReply(text)
	switch {
	case problem != "":
	case found:
		m.game.make(reply)
		problem = judgePicture(files, m.game.id, m.ply+2)
	case p.Status().Over():
		problem = m.judge(body)
	case strings.Contains(text, plyText(m.ply, m.game.names[m.ply])) && strings.Contains(text, "is thinking"):
		s.thinks++
		return
	default:
		problem = "no reply"
	}
	m.replied = true
	m.game.next = len(m.game.moves)
	delete(s.owed, loadChannel(m.game.id))
	s.end(m, problem, body, came)
}

// findReply returns the program's reply to a move if a text says it.
func (m *loadMove) findReply(text string) (rules.Move, bool) {
	p := m.game.play.Position()
	legal := p.Moves()
	for i, name := range p.SANs(legal, legal) {
		if strings.Contains(text, plyText(m.ply+1, name)+".") {
			return legal[i], true
		}
	}
	return rules.Move{}, false
}

// loadedProgram is what plays in the bot under load, as it is by default.
type loadedProgram struct {
	player *computer.Player
	store  data.Store
	stop   func() // nil while it rests
}

// newLoadedProgram has people play against the program, which rests.
func newLoadedProgram(desk *bot.Desk, db data.Store, log *slog.Logger) *loadedProgram {
	p := &loadedProgram{store: db}
	desk.UseComputer(request.Computer{GamesPerPlayer: 1, Rating: computer.Rating, Wake: func() { p.player.Wake() }})
	p.player = computer.New(computer.Options{Store: db, Act: desk.Act, Ran: desk.LoopRan, Hash: 64, Now: time.Now, Log: log})
	return p
}

// think begins to play.
func (p *loadedProgram) think(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() { p.player.Run(ctx) })
	p.stop = func() { cancel(); group.Wait() }
}

// rest ends that. It returns how many games wait for the program, or why that is not known.
func (p *loadedProgram) rest() string {
	if p.stop != nil {
		p.stop()
		p.stop = nil
	}
	var waiting int
	err := p.store.View(context.Background(), func(tx data.Tx) error {
		turns, err := tx.ComputerTurns(1000)
		waiting = len(turns)
		return err
	})
	if err != nil {
		return err.Error()
	}
	return strconv.Itoa(waiting)
}
