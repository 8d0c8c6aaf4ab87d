package discord_test

import (
	"strings"
	"testing"
)

// A nickname is shown only in its server, and mentions by others don't change it.
func TestNicknames(t *testing.T) {
	tb := newTestbed(t).start()
	other := tb.srv.AddGuild("Elsewhere")
	other.Join(tb.alice)
	other.Join(tb.bob)
	lounge := other.AddChannel("lounge")
	lounge.Deny(1 << 35)
	tb.guild.SetNick(tb.bob, "Heron")
	other.SetNick(tb.bob, "Satyr")
	tb.begin("orthodox")
	tb.beginIn(lounge, "orthodox")
	tb.alice.Slash(tb.ch, "move", opt("move", "e4"), opt("game", 1)).Response()
	tb.ch.WaitText("Heron (Black) to move")
	tb.alice.Slash(lounge, "move", opt("move", "d4"), opt("game", 2)).Response()
	lounge.WaitText("Satyr (Black) to move")
	tb.bob.Say(tb.ch, "@Stackmate #1 e5")
	tb.ch.WaitText("Heron (Black) plays 1… e5")
	tb.alice.Say(lounge, "@Stackmate profile @Bob") // which tells of a game that is not for this server
	tb.alice.DM().WaitText("**Bob**")
	tb.alice.Slash(tb.ch, "challenge", opt("opponent", tb.bob)).Response() // its data has the name
	tb.alice.SayDirect("#1 Nf3")
	tb.ch.WaitText("2. Nf3")
	tb.alice.SayDirect("games")
	tb.alice.DM().WaitText("Bob")
	tb.guild.SetNick(tb.bob, "")
	tb.bob.Slash(tb.ch, "move", opt("move", "Nc6"), opt("game", 1)).Response()
	tb.ch.WaitText("Bob (Black) plays 2… Nc6")
	tb.waitDelivered()
	for _, m := range lounge.Messages() {
		if strings.Contains(m.Text(), "Heron") {
			t.Errorf("elsewhere: %s", m)
		}
	}
	for _, m := range append(tb.ch.Messages(), append(tb.alice.DM().Messages(), tb.bob.DM().Messages()...)...) {
		if strings.Contains(m.Text(), "Satyr") {
			t.Errorf("here: %s", m)
		}
	}
	for _, m := range append(tb.alice.DM().Messages(), tb.bob.DM().Messages()...) {
		if strings.Contains(m.Text(), "Heron") {
			t.Errorf("alone: %s", m)
		}
	}
}
