package discord_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/cluster"
	"stackmate/bot/data"
	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
	"stackmate/rules"
	"stackmate/store"
)

// oneOfSome is a bot that shares a database with others.
type oneOfSome struct {
	*cluster.Member
	front *discord.Bot
	stop  func()
	beats *heartbeats
}

// heartbeats is where a process stores its heartbeats. Nothing is stored while it is locked.
type heartbeats struct {
	data.Store
	mu   sync.Mutex
	fast atomic.Int64 // by which the clock of the process is fast, in nanoseconds
}

// Update implements data.Store.
func (h *heartbeats) Update(ctx context.Context, fn func(data.Tx) error) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.Store.Update(ctx, fn)
}

func (h *heartbeats) now() time.Time { return time.Now().Add(time.Duration(h.fast.Load())) }

// sleep lets the process sleep, as it finds when it wakes: its clock has gone on, and it cannot store a heartbeat yet.
func (h *heartbeats) sleep() (wake func()) {
	h.mu.Lock()
	h.fast.Add(int64(10 * time.Second))
	return h.mu.Unlock
}

// join adds a bot to those that share the database.
func (tb *testbed) join(name string) *oneOfSome {
	tb.t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(tb.t.Context()))
	if tb.db == nil {
		var err error
		if tb.db, err = store.Open(ctx, tb.path); err != nil {
			tb.t.Fatal(err)
		}
		tb.t.Cleanup(func() { tb.db.Close() })
	}
	log := slog.New(slog.NewTextHandler(tb.logs, nil)).With("process", name)
	beats := &heartbeats{Store: tb.db}
	member, err := cluster.Join(ctx, cluster.Options{Store: beats, ID: name, Now: beats.now, Log: log})
	if err != nil {
		tb.t.Fatal(err)
	}
	desk := bot.New(bot.Options{Store: member.Guard(tb.db), Cluster: member, Owner: name, Renderer: renderer, Log: log, Now: member.Now,
		Coin: func() bool { return true }, Code: func() string { return "ABCDEFGHIJKL" }})
	config := tb.config
	config.Cluster = member
	p := &oneOfSome{Member: member, beats: beats}
	var handles discord.Desk = desk
	if tb.wrap != nil {
		handles = tb.wrap(desk)
	}
	if p.front, err = discord.New(config, handles, log); err != nil {
		tb.t.Fatal(err)
	}
	discord.SetIdentifyInterval(p.front, 500*time.Millisecond)
	var group sync.WaitGroup
	group.Go(func() {
		if err := p.front.Run(ctx); err != nil {
			tb.t.Error(err)
		}
	})
	group.Go(func() {
		select {
		case <-p.front.Ready():
			desk.Send(ctx, discord.Transport, p.front)
		case <-ctx.Done():
		}
	})
	p.stop = sync.OnceFunc(func() {
		cancel()
		group.Wait()
		if err := member.Leave(context.WithoutCancel(ctx)); err != nil {
			tb.t.Error(err)
		}
	})
	tb.t.Cleanup(p.stop)
	return p
}

// up returns how many connections a bot has, of which all must work.
func (p *oneOfSome) up() (n int) {
	for _, c := range p.front.Connections() {
		if !c.Up {
			return 0
		}
		n++
	}
	return n
}

// A shard goes from one process to another that comes later, and then the other one, since the first process ends, while people move, ask and write
// without pause. Each of them gets an answer, and only one.
func TestHandover(t *testing.T) {
	tb := newTestbed(t)
	tb.srv.Shards(2, 1)
	tb.config.Shards = 2
	first := tb.join("first")
	tb.eventually("both shards are connected", func() bool { return first.up() == 2 })
	rooms := []*discordtest.Channel{channelOfShard(tb, 0, 2), channelOfShard(tb, 1, 2)}
	v := rules.VariantByKey("millennium")
	lot := rand.New(rand.NewPCG(1, 2))
	games, positions := []int{}, []rules.Position{}
	for _, room := range rooms {
		room.Deny(discordgo.PermissionCreatePublicThreads) // a game stays where it begins
		games = append(games, gameOf(tb.beginIn(room, v.Key())))
		positions = append(positions, v.Start())
	}
	moves, rounds := make([][]string, len(rooms)), 0
	round := func() {
		for i, room := range rooms {
			list := positions[i].Moves()
			m := list[lot.IntN(len(list))]
			moves[i] = append(moves[i], positions[i].SAN(m))
			positions[i] = positions[i].Play(m)
			mover := []*discordtest.User{tb.alice, tb.bob}[rounds%2]
			if h := mover.Slash(room, "move", discordtest.Opt("move", v.LAN(m)), discordtest.Opt("game", games[i])); !strings.Contains(h.Response().Text(), "plays ") {
				t.Errorf("the answer to a move is %s", h.Response())
			}
			tb.alice.Slash(room, "games").Response()
			asked := tb.alice.Say(room, "@Stackmate games")
			tb.eventually("the message is answered", func() bool { return len(answersTo(room, asked)) > 0 })
		}
		rounds++
	}
	round()
	until := func(what string, holds func() bool) {
		for !holds() {
			round()
			if len(positions[0].Moves()) == 0 || len(positions[1].Moves()) == 0 {
				t.Fatalf("all was played before %s:\n%s", what, tb.logs)
			}
		}
		round()
	}
	second := tb.join("second")
	until("one shard was handed over", func() bool { return first.up() == 1 && second.up() == 1 && tb.srv.Connected() == 2 })
	var leaving sync.WaitGroup
	leaving.Go(first.stop)
	until("both were", func() bool { return second.up() == 2 && tb.srv.Connected() == 2 })
	leaving.Wait()
	round()
	tb.waitDelivered()
	if n := len(tb.srv.Identifies()); n != 4 {
		t.Errorf("%d sessions were begun", n)
	}
	for i, room := range rooms {
		told, asked := 0, 0
		for _, m := range room.Messages() {
			told += strings.Count(unescape(m.Text()), ") plays ")
			if !m.Author.IsBot() {
				asked++
				if n := len(answersTo(room, m)); n != 1 {
					t.Errorf("%d answers to %s", n, m)
				}
			}
		}
		if told != len(moves[i]) || asked != rounds {
			t.Errorf("%d moves were told and %d made, %d messages were written in %d rounds", told, len(moves[i]), asked, rounds)
		}
	}
	t.Logf("%d rounds", rounds)
}

// A process sleeps between a move and its answer. When it wakes others may have answered, so it sends nothing before it knows that it was not
// replaced; then the answer comes from the outbox.
func TestAsleepBeforeTheAnswer(t *testing.T) {
	for name, move := range map[string]func(tb *testbed){
		"command": func(tb *testbed) { tb.move(tb.alice, "e4") },
		"message": func(tb *testbed) { tb.alice.Say(tb.ch, "@Stackmate e4") },
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTestbed(t)
			tb.srv.AllowViolations(true) // the command is not answered
			handled, release := make(chan struct{}), make(chan struct{})
			tb.wrap = func(next discord.Desk) discord.Desk {
				return deskFunc{next, func(ctx context.Context, m chat.Message, next discord.Desk) (*bot.Answer, error) {
					a, err := next.Handle(ctx, m)
					if strings.Contains(m.Text, "e4") || m.Call != nil && m.Call.Args["move"] == "e4" {
						close(handled)
						<-release
					}
					return a, err
				}}
			}
			p := tb.join("one")
			tb.eventually("it is connected", func() bool { return p.up() == 1 })
			tb.begin("orthodox")
			tb.waitDelivered()
			before := tb.posts()
			move(tb)
			<-handled
			wake := p.beats.sleep()
			close(release)
			tb.eventually("it notices", func() bool {
				return strings.Contains(tb.logs.String(), "since this process has slept") || tb.posts() > before
			})
			if n := tb.posts(); n != before {
				t.Errorf("it sent %d messages", n-before)
			}
			wake()
			if m := tb.ch.WaitText("plays 1. e4"); m.Ephemeral {
				t.Errorf("the move is told by %s", m)
			}
			tb.waitDelivered()
			if n := strings.Count(told(tb.ch.Messages(), 1), "e4"); n != 1 {
				t.Errorf("the move is told %d times", n)
			}
		})
	}
}

// answersTo returns the messages of a channel that reply to one.
func answersTo(room *discordtest.Channel, m *discordtest.Message) (list []*discordtest.Message) {
	for _, other := range room.Messages() {
		if other.Reference == m.ID {
			list = append(list, other)
		}
	}
	return list
}
