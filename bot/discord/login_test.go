package discord_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
)

// ended waits until the bot ends by itself and returns why.
func (tb *testbed) ended() error {
	tb.t.Helper()
	select {
	case err := <-tb.end:
		tb.end <- err
		return err
	case <-time.After(tb.srv.Timeout):
		tb.t.Fatalf("the bot does not end\n%s", tb.logs)
		return nil
	}
}

func TestWrongToken(t *testing.T) {
	tb := newTestbed(t)
	tb.config.Token = "wrong." + tb.srv.Token
	tb.run()
	if err := tb.ended(); !errors.Is(err, discord.ErrToken) || strings.Contains(err.Error(), tb.config.Token) || strings.Contains(err.Error(), "\n") {
		t.Errorf("it ends with %v", err)
	}
}

func TestImpossibleToken(t *testing.T) {
	_, err := discord.New(discord.Config{Token: "has a secret\nline"}, nil, nil)
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("error: %v", err)
	}
}

func TestGuildWithoutTheBot(t *testing.T) {
	tb := newTestbed(t)
	tb.config.Guild = tb.guild.ID
	tb.guild.RemoveBot()
	tb.run()
	err := tb.ended()
	if !errors.Is(err, discord.ErrMissing) || !strings.Contains(err.Error(), tb.guild.ID) || strings.Contains(err.Error(), "\n") ||
		!strings.Contains(err.Error(), "https://discord.com/oauth2/authorize?client_id="+tb.srv.ApplicationID+"&") {
		t.Errorf("it ends with %v", err)
	}
}

// Without a network the bot tries until there is one.
func TestNetworkComesLate(t *testing.T) {
	tb := newTestbed(t)
	tb.srv.Outage(true)
	tb.run()
	tb.eventually("it says so", func() bool { return strings.Contains(tb.logs.String(), "discord cannot be reached") })
	select {
	case <-tb.bot.Ready():
		t.Error("it says that it is ready")
	default:
	}
	tb.srv.Outage(false)
	tb.srv.FailNext(1, http.MethodPut, "/commands", discordtest.Fault{CutBefore: true})
	tb.srv.WaitReady()
	tb.checkWorks()
}

// The bot stops at once while it waits for the network.
func TestEndsWithoutNetwork(t *testing.T) {
	for name, disturb := range map[string]func(*testbed){
		"refused": func(tb *testbed) { tb.config.APIURL = "http://127.0.0.1:1" },
		"silent": func(tb *testbed) {
			tb.srv.Fault(func(*http.Request) *discordtest.Fault { return &discordtest.Fault{Delay: time.Minute} })
		},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTestbed(t)
			disturb(tb)
			tb.run()
			if name == "silent" {
				tb.eventually("it asks", func() bool { return len(tb.srv.Requests()) > 0 })
			}
			began := time.Now()
			_ = tb.stop()
			if d := time.Since(began); d > 15*time.Second {
				t.Errorf("it took %v", d)
			}
		})
	}
}
