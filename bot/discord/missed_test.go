package discord_test

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/discord/discordtest"
)

// A player who has left the server, or cannot see the channel any more, is told of each
// move in private and plays on there, no matter how the move was made.
func TestWhoCannotSeeTheChannel(t *testing.T) {
	for name, away := range map[string]func(tb *testbed, ch *discordtest.Channel){
		"left": func(tb *testbed, _ *discordtest.Channel) { tb.guild.Leave(tb.bob) },
		"lost": func(tb *testbed, ch *discordtest.Channel) { ch.Deny(discordgo.PermissionViewChannel, tb.bob) },
	} {
		for way, play := range map[string]func(tb *testbed, ch *discordtest.Channel, move string){
			"slash": func(tb *testbed, ch *discordtest.Channel, move string) {
				tb.alice.Slash(ch, "move", opt("move", move)).Response()
			},
			"typed":  func(tb *testbed, ch *discordtest.Channel, move string) { tb.alice.Say(ch, "@Stackmate "+move) },
			"outbox": func(tb *testbed, _ *discordtest.Channel, move string) { tb.elsewhere(tb.alice, move) },
		} {
			for _, threads := range []bool{false, true} {
				where := name + " " + way
				if threads {
					where += " thread"
				}
				t.Run(where, func(t *testing.T) {
					tb := newTestbed(t).start()
					ch, place := tb.guild.AddChannel("open"), (*discordtest.Channel)(nil)
					if threads {
						_, place = tb.threadOf(ch, "orthodox")
					} else {
						ch.Deny(1 << 35)
						tb.beginIn(ch, "orthodox")
						place = ch
					}
					tb.waitDelivered()
					away(tb, ch)
					for _, moves := range [][2]string{{"e4", "e5"}, {"d4", "d5"}} {
						play(tb, place, moves[0])
						place.WaitText(moves[0])
						m := tb.bob.DM().WaitText(moves[0])
						if !strings.Contains(m.Text(), "to move") {
							t.Errorf("Bob is told %s", m)
						}
						tb.bob.SayDirect(moves[1])
						place.WaitText(moves[1])
						tb.waitDelivered()
					}
					told := 0
					for _, m := range tb.bob.DM().Messages() {
						if strings.Contains(m.Text(), "Alice (White) plays") {
							told++
						}
					}
					if told != 2 {
						t.Errorf("Bob was told %d times", told)
					}
				})
			}
		}
	}
}

// A challenge to somebody who cannot see the channel arrives, and the thread of the game,
// which that player cannot see either, is not told as if it could be.
func TestChallengeUnseen(t *testing.T) {
	tb := newTestbed(t).start()
	ch := tb.guild.AddChannel("open")
	ch.Deny(discordgo.PermissionViewChannel, tb.bob)
	tb.alice.Slash(ch, "challenge", opt("opponent", tb.bob), opt("variant", "orthodox"), opt("color", "white")).Response()
	offer := tb.bob.DM().WaitText("Alice challenges Bob")
	tb.bob.Click(offer, "Accept").Response()
	begun := ch.WaitText("New game:")
	tb.waitDelivered()
	tb.elsewhere(tb.alice, "e4")
	tb.bob.DM().WaitText("plays 1. e4")
	tb.waitDelivered()
	if now := begun.Now(); now.Notifies(tb.bob) {
		t.Errorf("Bob is notified by %s", now)
	}
}
