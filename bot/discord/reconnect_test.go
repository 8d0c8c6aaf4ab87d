package discord_test

import (
	"errors"
	"testing"
	"time"

	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
)

// The pause before reconnecting is reset by each session that got ready, and there is none if the gateway asks the bot to
// reconnect.
func TestReconnectsAtOnceAgainAndAgain(t *testing.T) {
	for name, disturb := range map[string]func(*testbed){
		"asked":   func(tb *testbed) { tb.srv.RequestReconnect() },
		"dropped": func(tb *testbed) { tb.srv.DropConnections() },
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTestbed(t).start()
			for n := range 12 { // doubling pauses would make minutes of them
				tb.eventually("the bot is connected", tb.connected)
				disturb(tb)
				tb.srv.WaitResumes(n + 1)
			}
			tb.checkWorks()
			if n := tb.srv.Sessions(); n != 1 {
				t.Errorf("%d sessions", n)
			}
		})
	}
}

// Sessions that cannot be resumed begin again one after another, and the bot doesn't report that it is connected until
// then.
func TestInvalidSessionsGoThroughTheQueue(t *testing.T) {
	const pause, shards = 400 * time.Millisecond, 4
	tb := newTestbed(t)
	tb.srv.Shards(shards, 1)
	tb.config.Shards = shards
	tb.prepare = func(b *discord.Bot) { discord.SetIdentifyInterval(b, pause) }
	tb.run()
	tb.eventually("all shards are connected", tb.connected)
	tb.srv.InvalidateSessions()
	tb.srv.DropConnections()
	tb.srv.WaitSessions(shards + 1)
	if tb.connected() {
		t.Error("the bot says that it is connected while three shards wait")
	}
	tb.srv.WaitSessions(2 * shards)
	begun := tb.srv.Identifies()
	for _, round := range [][]discordtest.Identify{begun[:shards], begun[shards : 2*shards]} {
		if d := round[shards-1].Time.Sub(round[0].Time); d < 2*pause { // there are three pauses between them
			t.Errorf("%d sessions begin within %v", shards, d)
		}
	}
	tb.eventually("all shards are back", tb.connected)
}

// A fatal close code stops the bot, also after an IDENTIFY that follows an invalid session.
func TestFinalCodeAfterInvalidSession(t *testing.T) {
	for code, want := range map[int]error{4004: discord.ErrToken, 4014: discord.ErrGateway} {
		tb := newTestbedHere(t).start()
		tb.srv.RefuseIdentify(code)
		tb.srv.InvalidateSessions()
		tb.srv.DropConnections() // RESUME is then answered by op 9
		if err := tb.ended(); !errors.Is(err, want) {
			t.Errorf("refused with %d: %v", code, err)
		}
		if tb.connected() {
			t.Errorf("refused with %d, it says that it is connected", code)
		}
	}
}

// Connections returns the state of each connection.
func TestShardStates(t *testing.T) {
	tb := newTestbed(t)
	tb.config.Shards = 2
	tb.run()
	tb.eventually("both are connected", tb.connected)
	states := tb.bot.Connections()
	if len(states) != 2 || states[1].Name != "shard 1" || !states[1].Up || states[1].Why != "" {
		t.Errorf("states %+v", states)
	}
	tb.srv.WithholdReady(true)
	tb.srv.DropConnections()
	tb.eventually("both are lost", func() bool {
		s := tb.bot.Connections()
		return !s[0].Up && !s[1].Up && s[0].Why != "" && s[0].Since.After(states[0].Since)
	})
}
