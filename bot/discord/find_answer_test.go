package discord_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
)

// forgetful is a desk that crashes before it has recorded a delivery.
type forgetful struct{ discord.Desk }

// Delivered implements discord.Desk.
func (forgetful) Delivered(context.Context, *bot.Answer, error) error { return nil }

// What was answered before a crash is not answered again, no matter how long the bot is down. What was not, is.
func TestAnswersAreNotRepeatedAfterACrash(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	tb.waitDelivered()
	if err := tb.stop(); err != nil {
		t.Fatal(err)
	}
	tb.wrap = func(d discord.Desk) discord.Desk { return forgetful{d} }
	tb.start()
	tb.move(tb.alice, "e4").Response()
	tb.move(tb.bob, "e5").Response()
	tb.heard(tb.ch, tb.alice.Say(tb.ch, "@Stackmate challenge @Carol orthodox"), "Alice challenges Carol")
	tb.srv.FailNext(3, "POST", "/callback", discordtest.Fault{CutBefore: true})
	lost := len(tb.srv.Requests())
	tb.move(tb.alice, "Nf3")
	tb.eventually("the answer has failed", func() bool {
		n := 0
		for _, r := range tb.srv.Requests()[lost:] {
			if strings.HasSuffix(r.Path, "/callback") {
				n++
			}
		}
		return n == 3
	})
	if err := tb.stop(); err != nil {
		t.Fatal(err)
	}
	tb.wrap = nil
	tb.srv.Advance(10 * time.Minute) // Discord forgets nonces
	tb.fast.Add(int64(10 * time.Minute))
	tb.start()
	tb.waitDelivered()
	for _, text := range []string{"1. e4", "1… e5", "Alice challenges Carol", "2. Nf3"} {
		n := 0
		for _, m := range tb.ch.Messages() {
			if m.Author.IsBot() && strings.Contains(unescape(m.Text()), text) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%q is told %d times", text, n)
		}
	}
	if last := tb.ch.Last(); last.Button("Move") == nil || !strings.Contains(unescape(last.Text()), "2. Nf3") {
		t.Errorf("the last message is %s", last)
	}
}
