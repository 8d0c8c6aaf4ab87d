package discord_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"stackmate/bot/discord"
)

// checkWorks checks that the bot answers, and that what was said while it was
// away is answered too if the session was resumed.
func (tb *testbed) checkWorks() {
	tb.t.Helper()
	tb.heard(tb.ch, tb.alice.Say(tb.ch, "@Stackmate help"), "challenge")
}

// A session is resumed after any end of a connection, and misses nothing.
func TestResumes(t *testing.T) {
	for name, disturb := range map[string]func(*testbed){
		"dropped":   func(tb *testbed) { tb.srv.DropConnections() },
		"reconnect": func(tb *testbed) { tb.srv.RequestReconnect() },
		"closed":    func(tb *testbed) { tb.srv.CloseGateway(4000, "unknown error") },
		"dead":      func(tb *testbed) { tb.srv.IgnoreHeartbeats(true) },
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTestbed(t)
			if name == "dead" {
				tb.srv.SetHeartbeat(600 * time.Millisecond)
			}
			tb.start()
			disturb(tb)
			if name == "dead" {
				tb.eventually("the connection is lost", func() bool { return !tb.connected() })
				tb.srv.IgnoreHeartbeats(false)
			}
			if name == "dropped" { // said while nobody listens
				asked := tb.alice.Say(tb.ch, "@Stackmate games")
				defer tb.heard(tb.ch, asked, "no games")
			}
			tb.srv.WaitResumes(1)
			tb.checkWorks()
			if n := tb.srv.Sessions(); n != 1 {
				t.Errorf("%d sessions", n)
			}
		})
	}
}

func TestConnectionsEndAgainAndAgain(t *testing.T) {
	tb := newTestbed(t).start()
	for i := range 3 {
		tb.srv.DropConnections()
		tb.eventually("the bot is back", func() bool { return tb.srv.Resumes()+tb.srv.Sessions() > i+1 && tb.srv.Connected() > 0 })
	}
	tb.checkWorks()
}

func TestInvalidSession(t *testing.T) {
	tb := newTestbed(t).start()
	tb.srv.InvalidateSessions()
	tb.srv.WaitSessions(2)
	tb.checkWorks()
	tb.srv.InvalidateSessions()
	tb.srv.DropConnections() // to be told that the session is invalid when it is resumed
	tb.srv.WaitSessions(3)
	tb.checkWorks()
}

// The bot leaves a gateway that is silent, or that asks it to reconnect before it is ready, and tries again.
func TestGatewayThatNeverGetsReady(t *testing.T) {
	for name, disturb := range map[string]func(*testbed, bool){
		"silent":                func(tb *testbed, on bool) { tb.srv.WithholdReady(on) },
		"reconnect at identify": func(tb *testbed, on bool) { tb.srv.ReconnectAtIdentify(on) },
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTestbed(t)
			tb.prepare = func(b *discord.Bot) { discord.SetOpenTimeout(b, 300*time.Millisecond) }
			disturb(tb, true)
			tb.run()
			tb.srv.WaitSessions(2)
			if tb.connected() {
				t.Error("the bot says that it is connected")
			}
			disturb(tb, false)
			tb.srv.WaitReady()
			tb.eventually("the bot says that it is connected", tb.connected)
			tb.checkWorks()
			began := time.Now()
			disturb(tb, true)
			tb.srv.InvalidateSessions()
			tb.srv.DropConnections()
			tb.eventually("the connection is lost", func() bool { return !tb.connected() })
			if err := tb.stop(); err != nil {
				t.Error(err)
			}
			if d := time.Since(began); d > 15*time.Second {
				t.Errorf("it took %v to stop", d)
			}
		})
	}
}

// After a close code that makes reconnecting useless the bot stops with a clear error.
func TestGatewayThatIsClosedForGood(t *testing.T) {
	for code, want := range map[int]error{4004: discord.ErrToken, 4014: discord.ErrGateway, 4011: discord.ErrGateway} {
		tb := newTestbedHere(t)
		tb.srv.WithholdReady(true)
		tb.run()
		tb.srv.WaitSessions(1)
		tb.srv.CloseGateway(code, "No.")
		err := tb.ended()
		if !errors.Is(err, want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("closed with %d: %v", code, err)
		}
	}
}
