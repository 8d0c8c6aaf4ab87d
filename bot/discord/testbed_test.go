package discord_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
	"stackmate/bot/uptime"
	"stackmate/render"
	"stackmate/store"
	"stackmate/store/storetest"
)

// TestMain runs many tests in parallel, since they wait most of the time.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// renderer is shared by all tests, since it caches pictures.
var renderer = render.New(0)

// testbed is a Discord with people in it, and the whole bot: desk, database,
// renderer and front end.
type testbed struct {
	// holdAdvice, unless it is nil, is closed before the program begins to think for a hint or a review.
	holdAdvice        chan struct{}
	t                 *testing.T
	srv               *discordtest.Server
	guild             *discordtest.Guild
	ch                *discordtest.Channel
	alice, bob, carol *discordtest.User
	path              string
	logs              *logBuffer
	config            discord.Config
	wrap              func(discord.Desk) discord.Desk      // lays something over the desk; may be nil
	prepare           func(*discord.Bot)                   // before it runs; may be nil
	after             func(time.Duration) <-chan time.Time // bot.Options.After
	keepOutbox        bool                                 // what waits in the outbox is left there
	fast              atomic.Int64                         // by which the desk's clock is fast, in nanoseconds

	db   *store.Store
	desk *bot.Desk
	bot  *discord.Bot
	stop func() error // ends the bot and returns what Run returned
	end  chan error   // what Run returned
}

// newTestbed makes a Discord in which nobody runs a bot yet, in a test that runs in parallel. In
// Alice's challenges with random colors she has White.
func newTestbed(t *testing.T) *testbed {
	t.Helper()
	t.Parallel()
	return newTestbedHere(t)
}

// newTestbedHere is newTestbed for a test that runs in parallel already.
func newTestbedHere(t *testing.T) *testbed {
	t.Helper()
	srv := discordtest.New(t)
	srv.Timeout = 20 * time.Second // for busy machines and the race detector
	srv.AnswerWithin = 15 * time.Second
	tb := &testbed{t: t, srv: srv, guild: srv.AddGuild("Chess Club"), alice: srv.AddUser("Alice"), bob: srv.AddUser("Bob"),
		carol: srv.AddUser("Carol"), path: filepath.Join(t.TempDir(), "stackmate.db"), logs: &logBuffer{},
		config: discord.Config{Token: srv.Token, APIURL: srv.URL}}
	tb.ch = tb.guild.AddChannel("games")
	tb.ch.Deny(discordgo.PermissionCreatePublicThreads) // a game stays where it begins
	for _, u := range []*discordtest.User{tb.alice, tb.bob, tb.carol} {
		tb.guild.Join(u)
	}
	tb.path = storetest.New(t, tb.path)
	t.Cleanup(tb.checkSecrets)
	t.Cleanup(tb.pressByOthers)
	return tb
}

// start runs the bot until the test ends or stop is called, and waits until it is connected.
func (tb *testbed) start() *testbed {
	tb.t.Helper()
	sessions := tb.srv.Sessions()
	tb.run()
	tb.srv.WaitSessions(sessions + 1)
	tb.srv.WaitReady()
	tb.eventually("the bot is connected", tb.connected)
	return tb
}

// run is start without waiting.
func (tb *testbed) run() {
	tb.t.Helper()
	var err error
	if tb.db, err = store.Open(context.WithoutCancel(tb.t.Context()), tb.path); err != nil {
		tb.t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(tb.logs, &slog.HandlerOptions{Level: slog.LevelDebug}))
	tb.desk = bot.New(bot.Options{Store: tb.db, Renderer: renderer, Coin: func() bool { return true }, Log: log, After: tb.after,
		Code: func() string { return "ABCDEFGHIJKL" },
		Now:  func() time.Time { return time.Now().Add(time.Duration(tb.fast.Load())) }})
	var desk discord.Desk = tb.desk
	if tb.wrap != nil {
		desk = tb.wrap(desk)
	}
	if tb.bot, err = discord.New(tb.config, desk, log); err != nil {
		tb.t.Fatal(err)
	}
	discord.SetIdentifyInterval(tb.bot, 0)
	discord.SetCompletionTimeout(tb.bot, tb.srv.AnswerWithin)
	if tb.prepare != nil {
		tb.prepare(tb.bot)
	}
	front, db, inner := tb.bot, tb.db, tb.desk
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	tb.end = done
	var senders sync.WaitGroup
	senders.Go(func() {
		select {
		case <-front.Ready():
			if tb.keepOutbox {
				return
			}
			inner.Send(ctx, discord.Transport, front)
		case <-ctx.Done():
		}
	})
	go pprof.Do(ctx, pprof.Labels("table", tb.path), func(ctx context.Context) { done <- front.Run(ctx) })
	tb.stop = sync.OnceValue(func() error {
		cancel()
		err := <-done
		senders.Wait()
		return errors.Join(err, db.Close())
	})
	tb.t.Cleanup(func() { _ = tb.stop() })
}

// checkSecrets looks for tokens in all that was logged.
func (tb *testbed) checkSecrets() {
	text := tb.logs.String()
	if strings.Contains(text, tb.srv.Token) || strings.Contains(text, "secret") {
		tb.t.Errorf("the log tells the token:\n%s", text)
	}
	if found := regexp.MustCompile(`interaction\d{6,}`).FindString(text); found != "" {
		tb.t.Errorf("the log tells %s, the token of an interaction:\n%s", found, text)
	}
	if strings.Contains(text, "level=ERROR") && !tb.logs.errorsAllowed.Load() {
		tb.t.Errorf("errors were logged:\n%s", text)
	}
}

// logBuffer collects what is logged.
type logBuffer struct {
	errorsAllowed atomic.Bool

	mu  sync.Mutex
	buf bytes.Buffer
}

func (j *logBuffer) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.buf.Write(p)
}

func (j *logBuffer) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.buf.String()
}

// eventually waits until holds returns true, and fails the test after srv.Timeout.
func (tb *testbed) eventually(what string, holds func() bool) {
	tb.t.Helper()
	for end := time.Now().Add(tb.srv.Timeout); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			tb.t.Fatalf("not in time: %s\n%s", what, tb.logs)
		}
	}
}

// connected reports whether all connections to the gateway work.
func (tb *testbed) connected() bool {
	return !slices.ContainsFunc(tb.bot.Connections(), func(c uptime.Connection) bool { return !c.Up })
}

// begin has Alice challenge Bob in the channel, and Bob accept. Alice is White.
func (tb *testbed) begin(variant string) {
	tb.t.Helper()
	m := tb.alice.Slash(tb.ch, "challenge", discordtest.Opt("opponent", tb.bob), discordtest.Opt("variant", variant),
		discordtest.Opt("color", "white")).Response()
	tb.bob.Click(m, "Accept").Response()
}

// move plays a move by slash command in the channel.
func (tb *testbed) move(u *discordtest.User, text string) *discordtest.Handle {
	tb.t.Helper()
	return u.Slash(tb.ch, "move", discordtest.Opt("move", text))
}

// deskFunc replaces a desk's Handle.
type deskFunc struct {
	discord.Desk
	handle func(ctx context.Context, m chat.Message, next discord.Desk) (*bot.Answer, error)
}

// Handle implements discord.Desk.
func (d deskFunc) Handle(ctx context.Context, m chat.Message) (*bot.Answer, error) {
	return d.handle(ctx, m, d.Desk)
}
