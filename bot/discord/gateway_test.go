package discord_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"stackmate/bot/discord"
)

// works checks that the bot hears and answers, and that what was said while it was
// away is heard too if the session was resumed.
func (tb *table) works() {
	tb.t.Helper()
	tb.heard(tb.ch, tb.alice.Say(tb.ch, "@Stackmate help"), "challenge")
}

// Whatever ends a connection, the session is resumed and misses nothing.
func TestResumes(t *testing.T) {
	for name, disturb := range map[string]func(*table){
		"dropped":   func(tb *table) { tb.srv.DropConnections() },
		"reconnect": func(tb *table) { tb.srv.RequestReconnect() },
		"closed":    func(tb *table) { tb.srv.CloseGateway(4000, "unknown error") },
		"dead":      func(tb *table) { tb.srv.IgnoreHeartbeats(true) },
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t)
			if name == "dead" {
				tb.srv.SetHeartbeat(600 * time.Millisecond)
			}
			tb.start()
			disturb(tb)
			if name == "dead" {
				tb.eventually("the connection is lost", func() bool { return !tb.bot.Connected() })
				tb.srv.IgnoreHeartbeats(false)
			}
			if name == "dropped" { // said while nobody listens
				asked := tb.alice.Say(tb.ch, "@Stackmate games")
				defer tb.heard(tb.ch, asked, "no games")
			}
			tb.srv.WaitResumes(1)
			tb.works()
			if n := tb.srv.Sessions(); n != 1 {
				t.Errorf("%d sessions", n)
			}
		})
	}
}

func TestConnectionsEndAgainAndAgain(t *testing.T) {
	tb := newTable(t).start()
	for i := range 3 {
		tb.srv.DropConnections()
		tb.eventually("the bot is back", func() bool { return tb.srv.Resumes()+tb.srv.Sessions() > i+1 && tb.srv.Connected() > 0 })
	}
	tb.works()
}

func TestInvalidSession(t *testing.T) {
	tb := newTable(t).start()
	tb.srv.InvalidateSessions()
	tb.srv.WaitSessions(2)
	tb.works()
	tb.srv.InvalidateSessions()
	tb.srv.DropConnections() // to be told that the session is invalid when it is resumed
	tb.srv.WaitSessions(3)
	tb.works()
}

// A gateway that says nothing, or sends the bot away before it is ready, is left, and
// tried again.
func TestGatewayThatNeverGetsReady(t *testing.T) {
	for name, disturb := range map[string]func(*table, bool){
		"silent":                func(tb *table, on bool) { tb.srv.SilentGateway(on) },
		"reconnect at identify": func(tb *table, on bool) { tb.srv.ReconnectAtIdentify(on) },
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t)
			tb.prepare = func(b *discord.Bot) { discord.SetOpenTimeout(b, 300*time.Millisecond) }
			disturb(tb, true)
			tb.run()
			tb.srv.WaitSessions(2)
			if tb.bot.Connected() {
				t.Error("the bot says that it is connected")
			}
			disturb(tb, false)
			tb.srv.WaitReady()
			tb.eventually("the bot says that it is connected", tb.bot.Connected)
			tb.works()
			began := time.Now()
			disturb(tb, true)
			tb.srv.InvalidateSessions()
			tb.srv.DropConnections()
			tb.eventually("the connection is lost", func() bool { return !tb.bot.Connected() })
			if err := tb.stop(); err != nil {
				t.Error(err)
			}
			if d := time.Since(began); d > 15*time.Second {
				t.Errorf("it took %v to stop", d)
			}
		})
	}
}

// The gateway says when there is no use in coming back: one clear line, and the end.
func TestGatewayThatIsClosedForGood(t *testing.T) {
	for code, want := range map[int]error{4004: discord.ErrToken, 4014: discord.ErrGateway, 4011: discord.ErrGateway} {
		tb := newTable0(t)
		tb.srv.SilentGateway(true)
		tb.run()
		tb.srv.WaitSessions(1)
		tb.srv.CloseGateway(code, "No.")
		err := tb.ended()
		if !errors.Is(err, want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("closed with %d: %v", code, err)
		}
	}
}
