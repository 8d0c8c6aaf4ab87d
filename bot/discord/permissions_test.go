package discord_test

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/discord/discordtest"
)

// Where the bot may not write, commands are answered anyway, and the answer says which permission is missing.
func TestMissingPermissionIsTold(t *testing.T) {
	tb := newTestbed(t).start()
	tb.ch.Deny(discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads | discordgo.PermissionAttachFiles)
	m := tb.alice.Slash(tb.ch, "challenge", opt("opponent", tb.bob), opt("variant", "orthodox"), opt("color", "white")).Response()
	if text := m.Text(); !strings.Contains(text, "Send Messages, Attach Files") || strings.Contains(text, "View Channel") {
		t.Errorf("challenge: %s", m)
	}
	tb.bob.Click(m, "Accept").Response()
	m = tb.move(tb.alice, "e4").Response()
	tb.checkBoard(m)
	if !m.Notifies(tb.bob) || !strings.Contains(m.Text(), "Send Messages") {
		t.Errorf("move: %s", m)
	}
	tb.alice.Say(tb.ch, "@Stackmate board")
	tb.alice.DM().WaitText("1. e4") // there is no other way
	if !strings.Contains(tb.logs.String(), "give it Send Messages") {
		t.Errorf("no clear line in\n%s", tb.logs)
	}
	tb.ch.Allow(discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads | discordgo.PermissionAttachFiles)
	if m := tb.move(tb.bob, "e5").Response(); strings.Contains(m.Text(), "permission") {
		t.Errorf("move: %s", m)
	}
}

// Without Attach Files the board is sent as text, and without Read Message History the answer is not a reply.
func TestDoesWithout(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	tb.ch.Deny(discordgo.PermissionAttachFiles | discordgo.PermissionReadMessageHistory)
	tb.alice.Say(tb.ch, "@Stackmate e4")
	m := tb.ch.WaitText("plays 1. e4.")
	if text := m.Text(); len(m.Attachments) > 0 || !strings.Contains(text, "Attach Files") || !strings.Contains(text, "```") ||
		strings.Count(text, "\n") < 8 {
		t.Errorf("move: %s", m)
	}
	if !m.Notifies(tb.bob) || m.Reference != "" {
		t.Errorf("the move notifies %v, answers %q", m.Notified, m.Reference)
	}
	tb.waitDelivered()
}

// Where only a person has installed the app, the bot cannot post on its own: games that begin there are played in
// private.
func TestUserInstalled(t *testing.T) {
	for _, place := range []string{"private channel", "guild without the bot"} {
		t.Run(place, func(t *testing.T) {
			tb := newTestbed(t).start()
			tb.alice.InstallApp()
			tb.bob.InstallApp()
			var ch *discordtest.Channel
			if place == "private channel" {
				ch = tb.srv.AddPrivateChannel(tb.alice, tb.bob)
			} else {
				g := tb.srv.AddGuild("Elsewhere")
				g.Join(tb.alice)
				g.Join(tb.bob)
				g.RemoveBot()
				ch = g.AddChannel("lounge")
			}
			if m := tb.alice.Slash(ch, "challenge", opt("opponent", tb.bob), opt("variant", "orthodox"), opt("color", "white")).Response(); strings.Contains(m.Text(), "permission") {
				t.Errorf("challenge: %s", m)
			}
			tb.bob.DM().WaitText("Alice challenges Bob")
			tb.bob.Slash(ch, "accept").Response()
			tb.alice.DM().WaitText("New game:")
			m := tb.alice.Slash(ch, "move", opt("move", "e4")).Response()
			if !m.Ephemeral {
				t.Errorf("everybody there sees the move: %s", m)
			}
			tb.checkBoard(m)
			tb.checkBoard(tb.bob.DM().WaitText("plays 1. e4."))
			if m := tb.bob.Slash(ch, "games").Response(); !m.Ephemeral || !strings.Contains(m.Text(), "your turn") {
				t.Errorf("games: %s", m)
			}
			tb.waitDelivered()
			for _, r := range tb.srv.Requests() {
				if strings.HasPrefix(r.Path, "/channels/"+ch.ID) {
					t.Errorf("the bot tried to write where it cannot: %s", &r)
				}
			}
		})
	}
}
