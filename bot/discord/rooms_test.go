package discord_test

import (
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/discord/discordtest"
)

// TestClosedChannels plays in a channel that not every member can see, and in a thread
// of it: only people there see the game, by slash command and typed. When the channel is opened, everybody in the server
// sees it.
func TestClosedChannels(t *testing.T) {
	tb := newTestbed(t).start()
	closed := tb.guild.AddChannel("board-room")
	closed.DenyEveryone(discordgo.PermissionViewChannel)
	for _, u := range []*discordtest.User{tb.alice, tb.bob, tb.carol} {
		closed.Allow(discordgo.PermissionViewChannel, u)
	}
	closed.Allow(discordgo.PermissionViewChannel)
	_, thread := tb.threadOf(closed, "orthodox")
	sees := func(ch *discordtest.Channel, want bool) {
		t.Helper()
		for _, m := range []string{tb.carol.Slash(ch, "board", discordtest.Opt("game", 1)).Response().Text(),
			tb.carol.Slash(ch, "history", discordtest.Opt("game", 1)).Response().Text()} {
			if strings.Contains(m, "There is no game 1") == want {
				t.Errorf("in %s: %s", ch.Name(), m)
			}
		}
	}
	sees(tb.ch, false)
	sees(closed, true)
	sees(thread, true)
	sees(tb.carol.DM(), false)
	other := tb.srv.AddGuild("Another Club")
	other.Join(tb.carol)
	sees(other.AddChannel("general"), false)

	open := tb.guild.AddChannel("open")
	_, second := tb.threadOf(open, "orthodox")
	if m := tb.carol.Slash(tb.ch, "board", discordtest.Opt("game", 2)).Response().Text(); !strings.Contains(m, "to move") {
		t.Errorf("a game in a thread of an open channel: %s", m)
	}
	open.DenyEveryone(discordgo.PermissionViewChannel)
	open.Allow(discordgo.PermissionViewChannel)
	open.Allow(discordgo.PermissionViewChannel, tb.alice, tb.bob)
	tb.fast.Add(int64(2 * time.Minute)) // by then it is looked up again
	if m := tb.carol.Slash(tb.ch, "board", discordtest.Opt("game", 2)).Response().Text(); !strings.Contains(m, "There is no game 2") {
		t.Errorf("the channel was closed: %s", m)
	}
	if m := tb.alice.Slash(second, "board").Response().Text(); !strings.Contains(m, "to move") {
		t.Errorf("a player: %s", m)
	}
	tb.waitDelivered()
}

// TestServerOfRoles has a server in which nobody without a role sees anything.
func TestServerOfRoles(t *testing.T) {
	tb := newTestbed(t).start()
	member := tb.guild.AddRole("member", discordgo.PermissionViewChannel|discordgo.PermissionSendMessages|discordgo.PermissionUseApplicationCommands)
	for _, u := range []*discordtest.User{tb.alice, tb.bob, tb.carol} {
		tb.guild.AssignRole(u, member)
	}
	tb.guild.SetEveryonePermissions(0)
	tb.begin("orthodox")
	hall := tb.guild.AddChannel("hall")
	if m := tb.carol.Slash(hall, "board", discordtest.Opt("game", 1)).Response().Text(); !strings.Contains(m, "There is no game 1") {
		t.Errorf("not everybody can see the channel: %s", m)
	}
	if m := tb.carol.Slash(tb.ch, "board", discordtest.Opt("game", 1)).Response().Text(); !strings.Contains(m, "to move") {
		t.Errorf("in the channel itself: %s", m)
	}
	tb.waitDelivered()
}
