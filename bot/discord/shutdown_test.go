package discord_test

import (
	"context"
	"reflect"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/discord"
)

// When the bot stops, an interaction being handled gets its answer, and a new one doesn't.
func TestFinishesWhatItHolds(t *testing.T) {
	tb := newTestbed(t)
	entered, release := make(chan bool, 10), make(chan bool)
	tb.prepare = func(b *discord.Bot) { discord.SetShutdownGrace(b, time.Minute) }
	tb.wrap = func(next discord.Desk) discord.Desk {
		return deskFunc{next, func(ctx context.Context, m chat.Message, next discord.Desk) (*bot.Answer, error) {
			if m.Call != nil && m.Call.Path[0] == "move" {
				entered <- true
				<-release
			}
			return next.Handle(ctx, m)
		}}
	}
	tb.start()
	tb.begin("orthodox")
	h := tb.move(tb.alice, "e4")
	<-entered
	ended := make(chan error, 1)
	go func() { ended <- tb.stop() }()
	tb.eventually("the bot has left", func() bool { return tb.srv.Connected() == 0 })
	select {
	case err := <-ended:
		t.Fatalf("it ends without its answer: %v", err)
	default:
	}
	close(release)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if m := h.Response(); !strings.Contains(m.Text(), "plays 1. e4.") {
		t.Errorf("answer: %s", m)
	}
	if n := discord.InFlight(tb.bot); n != 0 {
		t.Errorf("%d events are in flight", n)
	}
	tb.start()
	if n := tb.owed(); n != 0 {
		t.Errorf("%d messages wait: the answer would be sent again", n)
	}
}

// A bot that has stopped leaves no goroutines, no matter how it stopped.
func TestLeavesNothingBehind(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	tb.srv.DropConnections()
	tb.srv.WaitResumes(1)
	tb.srv.InvalidateSessions()
	tb.srv.WaitSessions(2)
	tb.move(tb.alice, "e4").Response()
	if goroutines(tb) == 0 {
		t.Error("the test sees no goroutine of a bot that runs")
	}
	if err := tb.stop(); err != nil {
		t.Error(err)
	}
	for end := time.Now().Add(5 * time.Second); goroutines(tb) > 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			var b strings.Builder
			_ = pprof.Lookup("goroutine").WriteTo(&b, 1)
			for part := range strings.SplitSeq(b.String(), "\n\n") {
				if strings.Contains(part, tb.path) {
					t.Errorf("left behind: %s", part)
				}
			}
			break
		}
	}
}

// goroutines returns the number of the bot's goroutines, which have its label.
func goroutines(tb *testbed) int {
	var b strings.Builder
	if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
		tb.t.Fatal(err)
	}
	return strings.Count(b.String(), tb.path)
}

// Interactions leave nothing in memory, neither in our rate limiter nor in discordgo's.
func TestMemoryOfInteractions(t *testing.T) {
	tb := newTestbed(t).start()
	for range 50 {
		tb.alice.Slash(tb.ch, "help").Response()
	}
	if n := discord.Buckets(tb.bot); n > 5 {
		t.Errorf("%d routes are kept", n)
	}
	buckets := reflect.ValueOf(discord.Ratelimiter(tb.bot)).Elem().FieldByName("buckets")
	if n := buckets.Len(); n > 5 {
		t.Errorf("discordgo keeps %d buckets", n)
	}
	tb.eventually("no event is in flight", func() bool { return discord.InFlight(tb.bot) == 0 })
}
