package discord_test

import (
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/discord/discordtest"
)

// When somebody deletes a thread, its game moves to the channel where it began.
func TestThreadDeleted(t *testing.T) {
	tb := newTestbed(t).start()
	ch := tb.guild.AddChannel("threads")
	_, thread := tb.threadOf(ch, "orthodox")
	thread.Delete()
	tb.alice.Slash(ch, "move", discordtest.Opt("move", "e4")).Response()
	m := ch.WaitText("1. e4")
	if !slices.Equal(m.Notified, []string{tb.bob.ID}) {
		t.Errorf("notified %v", m.Notified)
	}
	h := tb.bob.Click(m, "Move")
	h.Response()
	if m := tb.bob.Slash(ch, "move", discordtest.Opt("move", "e5")).Response(); m.Ephemeral || m.ChannelID != ch.ID {
		t.Errorf("played %s", m)
	}
	tb.waitDelivered()
}

// A person with closed direct messages is tried once a day at most, the others are told, and
// what was asked in the open gets an answer there.
func TestRefusedDM(t *testing.T) {
	tb := newTestbed(t).start()
	tb.bob.CloseDMs()
	tb.alice.Slash(tb.alice.DM(), "challenge", discordtest.Opt("opponent", tb.bob), discordtest.Opt("variant", "orthodox"),
		discordtest.Opt("color", "white")).Response()
	tb.alice.DM().WaitText("I could not reach Bob by direct message.")
	tb.bob.Slash(tb.ch, "accept").Response()
	tb.alice.DM().WaitText("New game:")
	tries := func() (n int) {
		for _, r := range tb.srv.Requests() {
			if r.Method == http.MethodPost && r.Path == "/channels/"+tb.bob.DM().ID+"/messages" {
				n++
			}
		}
		return n
	}
	for _, move := range []string{"e4", "d4", "c4"} {
		tb.alice.Slash(tb.alice.DM(), "move", discordtest.Opt("move", move)).Response()
		tb.bob.Slash(tb.ch, "move", discordtest.Opt("move", string(move[0])+"5")).Response()
	}
	tb.waitDelivered()
	told := 0
	for _, m := range tb.alice.DM().Messages() {
		if strings.Contains(m.Text(), "I could not reach Bob by direct message.") {
			told++
		}
	}
	if told != 1 {
		t.Errorf("Alice is told %d times", told)
	}
	if n := tries(); n != 1 {
		t.Errorf("%d tries within a day", n)
	}
	tb.bob.Slash(tb.ch, "note", discordtest.Opt("text", "castle soon")).Response()
	asked := tb.bob.Say(tb.ch, "@Stackmate note")
	if m := tb.ch.WaitText("Use /note instead"); m.Reference != asked.ID {
		t.Errorf("not an answer to him: %s", m)
	}
	tb.bob.OpenDMs()
	tb.fast.Add(int64(25 * time.Hour))
	tb.alice.Slash(tb.alice.DM(), "move", discordtest.Opt("move", "a3")).Response()
	tb.bob.DM().WaitText("4. a3")
	tb.waitDelivered()
}

// An exceeded rate limit of a channel neither delays other games nor changes the order in the channel.
func TestLimitOfOneGame(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	other := tb.guild.AddChannel("other")
	other.Deny(discordgo.PermissionCreatePublicThreads)
	tb.beginIn(other, "orthodox")
	var over atomic.Bool
	tb.srv.Fault(func(r *http.Request) *discordtest.Fault {
		if over.Load() || r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, tb.ch.ID+"/messages") {
			return nil
		}
		return &discordtest.Fault{Status: http.StatusTooManyRequests, RetryAfter: time.Second}
	})
	shown := len(tb.ch.Messages())
	for i, move := range []string{"e4", "e5", "d4"} {
		for _, game := range []string{"#1 ", "#2 "} {
			tb.elsewhere([]*discordtest.User{tb.alice, tb.bob}[i%2], game+move)
		}
	}
	other.WaitText("2. d4")
	if n := len(tb.ch.Messages()); n != shown {
		t.Errorf("%d messages in spite of the limit", n-shown)
	}
	over.Store(true)
	tb.ch.WaitText("2. d4")
	if got := told(tb.ch.Messages(), 1); got != "e4 e5 d4" {
		t.Errorf("told in the order %s", got)
	}
	tb.waitDelivered()
}
