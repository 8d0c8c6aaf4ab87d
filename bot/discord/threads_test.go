package discord_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
)

// threadOf begins a game in a channel with threads, and waits until it has its own.
func (tb *testbed) threadOf(ch *discordtest.Channel, variant string) (begun *discordtest.Message, thread *discordtest.Channel) {
	tb.t.Helper()
	begun = tb.beginIn(ch, variant)
	thread = ch.WaitThread(func(c *discordtest.Channel) bool { return c.ID == begun.ID })
	tb.eventually("both players are in the thread", func() bool { return thread.HasMember(tb.alice) && thread.HasMember(tb.bob) })
	return begun, thread
}

// A game has a thread of its own, named after its id and its players. It is played there, nobody else is notified, and
// the thread is closed at the end.
func TestGameThread(t *testing.T) {
	tb := newTestbed(t).start()
	ch := tb.guild.AddChannel("threads")
	begun, thread := tb.threadOf(ch, "orthodox")
	if thread.Name() != "#1 Alice – Bob" || thread.Parent() == nil || thread.Parent().ID != ch.ID || thread.HasMember(tb.carol) {
		t.Errorf("thread %q", thread.Name())
	}
	h := tb.alice.Slash(thread, "move", discordtest.Opt("move", "f3"))
	m := h.Response()
	if h.Ephemeral() || m.ChannelID != thread.ID || !slices.Equal(m.Notified, []string{tb.bob.ID}) {
		t.Errorf("in the thread: %s", m)
	}
	tb.loses(begun)
	// From elsewhere the thread is told all the same, also after Discord has closed it.
	thread.Archive(true)
	h = tb.bob.Slash(ch, "move", discordtest.Opt("move", "e5"))
	if h.Response(); !h.Ephemeral() {
		t.Error("a move is shown in the channel")
	}
	m = thread.WaitText("1… e5")
	if thread.Archived() || !slices.Equal(m.Notified, []string{tb.alice.ID}) {
		t.Errorf("archived %t, notified %v", thread.Archived(), m.Notified)
	}
	if n := len(ch.Messages()); n != 2 {
		t.Errorf("%d messages in the channel", n)
	}
	if err := tb.stop(); err != nil {
		t.Fatal(err)
	}
	tb.start()
	tb.alice.Reply(m, "@Stackmate g4")
	thread.WaitText("2. g4")
	end := tb.bob.Slash(thread, "move", discordtest.Opt("move", "Qh4")).Response()
	if !strings.Contains(end.Text(), "Checkmate!") {
		t.Errorf("the end: %s", end)
	}
	tb.eventually("the thread is closed", thread.Archived)
	tb.waitDelivered()
}

// When the outbox sends the end of a game, that closes the thread too, and only the thread.
func TestThreadClosedFromElsewhere(t *testing.T) {
	tb := newTestbed(t).start()
	ch := tb.guild.AddChannel("threads")
	_, thread := tb.threadOf(ch, "orthodox")
	tb.carol.Slash(ch, "watch start", discordtest.Opt("game", 1)).Response()
	ask := tb.alice.Slash(ch, "resign").Response()
	h := tb.alice.Click(ask, "Resign")
	if m := h.Response(); !h.Updated() || len(m.Buttons()) != 1 || m.Button("3D view") == nil || !strings.Contains(m.Text(), "Posted in the game's channel.") {
		t.Errorf("answered %s", m)
	}
	thread.WaitText("Alice resigns")
	tb.eventually("the thread is closed", thread.Archived)
	tb.carol.DM().WaitText("Alice resigns")
	tb.waitDelivered()
}

// Where threads are impossible, the game stays where it began.
func TestNoThread(t *testing.T) {
	for name, forbid := range map[string]func(tb *testbed, ch *discordtest.Channel) *discordtest.Channel{
		"may not create": func(_ *testbed, ch *discordtest.Channel) *discordtest.Channel {
			ch.Deny(discordgo.PermissionCreatePublicThreads)
			return ch
		},
		"may not write in threads": func(_ *testbed, ch *discordtest.Channel) *discordtest.Channel {
			ch.Deny(discordgo.PermissionSendMessagesInThreads)
			return ch
		},
		"server's setting": func(tb *testbed, ch *discordtest.Channel) *discordtest.Channel {
			boss := tb.srv.AddUser("Boss")
			tb.guild.Join(boss, discordgo.PermissionManageGuild)
			boss.Slash(ch, "settings", discordtest.Opt("threads", "off")).Response()
			return ch
		},
		"Discord fails": func(tb *testbed, ch *discordtest.Channel) *discordtest.Channel {
			tb.srv.FailNext(1, http.MethodPost, "/threads", discordtest.Fault{Status: http.StatusInternalServerError})
			return ch
		},
		"cannot write after all": func(tb *testbed, ch *discordtest.Channel) *discordtest.Channel {
			tb.srv.FailNext(1, http.MethodPost, "/typing", discordtest.Fault{Status: http.StatusForbidden,
				Body: `{"message":"Missing Permissions","code":50013}`})
			return ch
		},
		"in a thread": func(tb *testbed, ch *discordtest.Channel) *discordtest.Channel {
			_, thread := tb.threadOf(ch, "orthodox")
			return thread
		},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTestbed(t).start()
			ch := forbid(tb, tb.guild.AddChannel("threads"))
			begun := tb.beginIn(ch, "millennium")
			tb.eventually("the buttons of the challenge are gone", func() bool {
				messages := ch.Messages()
				return len(messages[len(messages)-2].Now().Components) == 0
			})
			played := tb.pick(tb.alice, begun, "1b1", "N2b3")
			if played.ChannelID != ch.ID {
				t.Errorf("played elsewhere: %s", played)
			}
			m := tb.bob.Slash(ch, "move", discordtest.Opt("move", "N2g6")).Response()
			if m.Ephemeral || len(m.Notified) != 1 {
				t.Errorf("played %s", m)
			}
			tb.waitDelivered()
		})
	}
}

// mortal is a desk that crashes when a game moves to its thread, if doomed is set. Deliveries after that are not
// recorded.
type mortal struct {
	discord.Desk
	doomed, dead *atomic.Bool
}

// ThreadOpened implements discord.Desk.
func (d mortal) ThreadOpened(ctx context.Context, game int64, home chat.Address) error {
	if d.doomed.Load() {
		d.dead.Store(true)
		return errors.New("dead")
	}
	return d.Desk.ThreadOpened(ctx, game, home)
}

// Delivered implements discord.Desk.
func (d mortal) Delivered(ctx context.Context, a *bot.Answer, failure error) error {
	if d.dead.Load() {
		return nil
	}
	return d.Desk.Delivered(ctx, a, failure)
}

// TestThreadFoundAgain stops the program between opening a thread and recording it. The game moves there after the next
// start, and begins only once.
func TestThreadFoundAgain(t *testing.T) {
	for name, accept := range map[string]func(tb *testbed, ch *discordtest.Channel, offer *discordtest.Message){
		"button": func(tb *testbed, _ *discordtest.Channel, offer *discordtest.Message) {
			tb.bob.Click(offer, "Accept").Response()
		},
		"command": func(tb *testbed, ch *discordtest.Channel, _ *discordtest.Message) {
			tb.bob.Slash(ch, "accept").Response()
		},
		"words": func(tb *testbed, ch *discordtest.Channel, _ *discordtest.Message) {
			tb.heard(ch, tb.bob.Say(ch, "@Stackmate accept"), "New game:")
		},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTestbed(t)
			tb.logs.errorsAllowed.Store(true)
			var doomed, dead atomic.Bool
			tb.wrap = func(d discord.Desk) discord.Desk { return mortal{d, &doomed, &dead} }
			tb.start()
			ch := tb.guild.AddChannel("threads")
			offer := tb.heard(ch, tb.alice.Say(ch, "@Stackmate challenge @Bob orthodox white"), "Alice challenges Bob")
			tb.waitDelivered()
			doomed.Store(true)
			accept(tb, ch, offer)
			thread := ch.WaitThread(func(*discordtest.Channel) bool { return true })
			tb.eventually("it has tried to move the game", func() bool { return strings.Contains(tb.logs.String(), "game does not move to its thread") })
			if err := tb.stop(); err != nil {
				t.Fatal(err)
			}
			doomed.Store(false)
			dead.Store(false)
			messages := len(ch.Messages())
			tb.fast.Add(int64(2 * time.Minute))
			tb.start()
			tb.waitDelivered()
			if n := len(ch.Messages()); n != messages {
				t.Errorf("%d messages, not %d: %v", n, messages, ch.Messages())
			}
			tb.eventually("both players are in the thread", func() bool { return thread.HasMember(tb.alice) && thread.HasMember(tb.bob) })
			tb.alice.SayDirect("e4")
			thread.WaitText("plays 1. e4.")
		})
	}
}

// TestRematchHasItsThread plays a game in a thread, and a rematch, which has a thread of its own. The old one stays closed.
func TestRematchHasItsThread(t *testing.T) {
	for _, how := range []string{"button", "words"} {
		t.Run(how, func(t *testing.T) {
			tb := newTestbed(t).start()
			ch := tb.guild.AddChannel("threads")
			_, old := tb.threadOf(ch, "orthodox")
			end := tb.heard(old, tb.alice.Say(old, "@Stackmate resign yes"), "Alice resigns")
			tb.eventually("the thread is closed", old.Archived)
			if how == "button" {
				if m := tb.bob.Click(end, "Rematch").Response(); !m.Ephemeral || !strings.Contains(m.Text(), "sent to Alice.") {
					t.Errorf("the answer: %s", m)
				}
			} else {
				tb.heard(old, tb.bob.Say(old, "@Stackmate rematch"), "sent to Alice.")
			}
			tb.alice.Click(ch.WaitText("Bob challenges Alice"), "Accept").Response()
			thread := ch.WaitThread(func(c *discordtest.Channel) bool { return c.ID != old.ID })
			if name := thread.Name(); name != "#2 Alice – Bob" && name != "#2 Bob – Alice" {
				t.Errorf("the thread is called %q", name)
			}
			tb.eventually("the old thread is closed", old.Archived)
			tb.waitDelivered()
		})
	}
}

// TestThreadsOfListedChannels allows games in some channels: in their threads too, and not in those of others.
func TestThreadsOfListedChannels(t *testing.T) {
	tb := newTestbed(t).start()
	boss := tb.srv.AddUser("Boss")
	tb.guild.Join(boss, discordgo.PermissionManageGuild)
	listed, other := tb.guild.AddChannel("listed"), tb.guild.AddChannel("other")
	_, inside := tb.threadOf(listed, "orthodox")
	_, outside := tb.threadOf(other, "orthodox")
	for _, here := range []*discordtest.Channel{listed, inside} {
		boss.Slash(here, "settings", opt("here", "on")).Response()
		for ch, may := range map[*discordtest.Channel]bool{listed: true, inside: true, other: false, outside: false} {
			m := tb.carol.Slash(ch, "challenge", opt("opponent", tb.bob)).Response()
			if refused := strings.Contains(m.Text(), "Games can't be offered in this channel."); refused == may {
				t.Errorf("listed in %s, offered in %s: %s", here.Name(), ch.Name(), m)
			}
		}
		boss.Slash(here, "settings", opt("channels", "nowhere")).Response()
		if m := tb.carol.Slash(inside, "challenge", opt("opponent", tb.bob)).Response(); !strings.Contains(m.Text(), "Games can't be offered in this channel.") {
			t.Errorf("nowhere: %s", m)
		}
	}
	tb.waitDelivered()
}
