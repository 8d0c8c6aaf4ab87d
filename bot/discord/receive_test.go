package discord_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/discord/discordtest"
)

// heard waits for the bot's answer to a message that a person wrote.
func (tb *testbed) heard(ch *discordtest.Channel, to *discordtest.Message, want string) *discordtest.Message {
	tb.t.Helper()
	m := ch.WaitMessage(func(m *discordtest.Message) bool { return m.Author.IsBot() && m.Reference == to.ID })
	if !strings.Contains(unescape(m.Text()), want) {
		tb.t.Errorf("to %q: no %q in %q", to.Content, want, m.Text())
	}
	return m
}

func TestWordsByMention(t *testing.T) {
	tb := newTestbed(t)
	tb.srv.DeliverTwice(true)
	tb.start()
	offer := tb.heard(tb.ch, tb.alice.Say(tb.ch, "@Stackmate challenge @Bob orthodox white"), "Alice challenges Bob")
	if !slices.Equal(offer.Notified, []string{tb.bob.ID}) {
		t.Errorf("the challenge notifies %v", offer.Notified)
	}
	tb.heard(tb.ch, tb.bob.Say(tb.ch, "@Stackmate accept"), "New game:")
	m := tb.heard(tb.ch, tb.alice.Say(tb.ch, "@Stackmate e4"), "plays 1. e4.")
	tb.checkBoard(m)
	if !slices.Equal(m.Notified, []string{tb.bob.ID}) {
		t.Errorf("the move notifies %v", m.Notified)
	}
	tb.heard(tb.ch, tb.bob.Say(tb.ch, "#1 e5 @Stackmate"), "plays 1… e5.")
	tb.heard(tb.ch, tb.carol.Say(tb.ch, "@Stackmate #1 Nf3"), "You're not playing in game 1.")
	tb.heard(tb.ch, tb.alice.Say(tb.ch, "@Stackmate"), "Start a game with /challenge, move with /move")
	before := len(tb.ch.Messages())
	tb.alice.Say(tb.ch, "Nf3 would be a good move")
	tb.heard(tb.ch, tb.alice.Say(tb.ch, "@Stackmate Nf3"), "plays 2. Nf3.")
	if n := len(tb.ch.Messages()); n != before+3 {
		t.Errorf("%d messages after %d: the bot answers what is not for it, or twice", n, before)
	}
	tb.waitDelivered()
}

// A reply to a picture is about its game, also in a channel with several games.
func TestWordsByReply(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	first := tb.ch.WaitText("New game:")
	tb.begin("orthodox")
	second := tb.ch.WaitText("**Game 2 · Standard chess**\nNew game:")
	tb.heard(tb.ch, tb.alice.Say(tb.ch, "@Stackmate e4"), "You have several games.")
	tb.heard(tb.ch, tb.alice.Reply(second, "d4"), "plays 1. d4.")
	tb.heard(tb.ch, tb.alice.Reply(first, "e4"), "plays 1. e4.")
	m := tb.heard(tb.ch, tb.bob.Reply(tb.ch.WaitText("plays 1. e4."), "c5"), "plays 1… c5.")
	if !strings.Contains(m.Text(), "Game 1") || !slices.Equal(m.Notified, []string{tb.alice.ID}) {
		t.Errorf("the answer is %s", m)
	}
	if got := tb.dump(); !strings.Contains(got, "\ne4 c5 ") || !strings.Contains(got, "\nd4 ") {
		t.Errorf("database: %s", got)
	}
}

// In private everything is for the bot, and each player is told alone.
func TestWordsInPrivate(t *testing.T) {
	tb := newTestbed(t).start()
	tb.heard(tb.carol.DM(), tb.carol.SayDirect("help"), "challenge")
	tb.heard(tb.bob.DM(), tb.bob.SayDirect("games"), "no games")
	h := tb.alice.Slash(tb.alice.DM(), "challenge", opt("opponent", tb.bob), opt("variant", "orthodox"), opt("color", "white"))
	if m := h.Response(); !strings.Contains(m.Text(), "sent to Bob.") {
		t.Errorf("challenge: %s", m)
	}
	offer := tb.bob.DM().WaitText("Alice challenges Bob")
	tb.bob.Click(offer, "Accept").Response()
	tb.alice.DM().WaitText("New game:")
	tb.heard(tb.alice.DM(), tb.alice.SayDirect("e4"), "plays 1. e4.")
	m := tb.bob.DM().WaitText("plays 1. e4.")
	tb.checkBoard(m)
	tb.bob.Slash(tb.bob.DM(), "move", opt("move", "e5")).Response()
	tb.alice.DM().WaitText("plays 1… e5.")
	tb.waitDelivered()
	if n := len(tb.ch.Messages()); n > 0 {
		t.Errorf("%d messages in the channel", n)
	}
	for _, u := range []*discordtest.User{tb.alice, tb.bob} {
		for _, m := range u.DM().Messages() {
			if len(m.Notified) > 0 {
				t.Errorf("%s notifies in private", m)
			}
		}
	}
}

// thread opens a thread in the channel.
func (tb *testbed) thread(name string) *discordtest.Channel {
	tb.t.Helper()
	tb.ch.Allow(discordgo.PermissionCreatePublicThreads)
	defer tb.ch.Deny(discordgo.PermissionCreatePublicThreads)
	r, err := http.NewRequestWithContext(tb.t.Context(), http.MethodPost, tb.srv.URL+"/api/v9/channels/"+tb.ch.ID+"/threads",
		strings.NewReader(`{"name": "`+name+`", "type": 11, "auto_archive_duration": 1440}`))
	if err != nil {
		tb.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+tb.srv.Token)
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		tb.t.Fatal(err)
	}
	response.Body.Close()
	return tb.ch.WaitThread(func(c *discordtest.Channel) bool { return c.Name() == name })
}

// Messages in a thread are answered there.
func TestThread(t *testing.T) {
	tb := newTestbed(t).start()
	thread := tb.thread("a game")
	m := tb.alice.Slash(thread, "challenge", opt("opponent", tb.bob), opt("variant", "orthodox"), opt("color", "white")).Response()
	tb.bob.Click(m, "Accept").Response()
	tb.heard(thread, tb.alice.Say(thread, "@Stackmate e4"), "plays 1. e4.")
	thread.Archive(true)
	if m := tb.bob.Slash(tb.bob.DM(), "move", opt("move", "e5")).Response(); !strings.Contains(m.Text(), "Posted in the game's channel.") {
		t.Errorf("answer elsewhere: %s", m)
	}
	said := thread.WaitText("plays 1… e5.")
	if !slices.Equal(said.Notified, []string{tb.alice.ID}) {
		t.Errorf("the move notifies %v", said.Notified)
	}
	if n := len(tb.ch.Messages()); n > 0 {
		t.Errorf("%d messages in the thread's channel", n)
	}
}

// Secrets are not posted where others can read them.
func TestSecretsAreSaidAlone(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	tb.heard(tb.ch, tb.alice.Say(tb.ch, "@Stackmate note my secret plan"), "")
	tb.heard(tb.ch, tb.alice.Say(tb.ch, "@Stackmate note"), "")
	tb.alice.DM().WaitText("my secret plan")
	for _, m := range tb.ch.Messages() {
		if m.Author.IsBot() && strings.Contains(m.Text(), "secret plan") {
			t.Errorf("said in the open: %s", m)
		}
	}
	if m := tb.alice.Slash(tb.ch, "note", opt("game", 1)).Response(); !m.Ephemeral || !strings.Contains(m.Text(), "my secret plan") {
		t.Errorf("note: %s", m)
	}
}
