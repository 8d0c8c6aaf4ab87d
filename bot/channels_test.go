package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"stackmate/bot/chat"
)

// manage gives a command as somebody who may manage the server.
func (c *club) manage(in chat.Place, text string) string {
	c.t.Helper()
	m := c.message("Dora", in, text)
	m.Administrator = true
	a := c.handle(m)
	return a.Text + "\n" + a.Block
}

// offers returns in which places somebody can challenge. It tries a challenge and a
// rematch of the game that was played in each place; both must agree.
func (c *club) offers(games map[string]int, places ...chat.Place) string {
	c.t.Helper()
	var open []string
	for _, in := range places {
		a := c.handle(c.message("Anna", in, "challenge @Ben orthodox white"))
		if !a.Refused {
			open = append(open, in.ID)
			c.say("Anna", in, "cancel")
		} else if !strings.Contains(a.Text, "Games can't be offered there.") {
			c.t.Errorf("%s: %s", in.ID, a.Text)
		}
		if game, ok := games[in.ID]; ok {
			b := c.handle(c.message("Anna", alone("Anna"), fmt.Sprint("rematch #", game)))
			if b.Refused != a.Refused {
				c.t.Errorf("in %s a challenge says %q, a rematch %q", in.ID, a.Text, b.Text)
			}
			if !b.Refused {
				c.say("Anna", alone("Anna"), "cancel")
			}
		}
	}
	return strings.Join(open, " ")
}

// TestChannels checks where challenges are allowed with each setting: everywhere, in some
// channels, nowhere. A thread counts as its channel.
func TestChannels(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.desk.UseRooms("test", newHouse())
	games := map[string]int{}
	for i, in := range []chat.Place{hall, library} {
		c.game(in, "Anna", "Ben", "orthodox")
		c.say("Anna", in, fmt.Sprintf("resign #%d yes", i+1))
		games[in.ID] = i + 1
	}
	nook := corner // a thread of the attic, which not everybody can see
	places := []chat.Place{hall, library, attic, nook}
	all := "hall library " + attic.ID + " " + nook.ID
	for i, tt := range []struct {
		in         chat.Place
		text, says string
		open       string
	}{
		{hall, "settings", "Settings of this server:", all},
		{hall, "settings here:off", "Games can be offered in every channel. To allow only some, set", all},
		{hall, "settings channels:everywhere", "Settings of this server:", all},
		{hall, "settings here:on", "Saved", "hall"},
		{hall, "settings here:on", "Settings of this server:", "hall"},
		{library, "settings here:off", "Settings of this server:", "hall"},
		{library, "settings here:on", "only 2 of them, with their threads", "hall library"},
		{hall, "settings here:off", "only 1 of them, with their threads", "library"},
		{library, "settings here:off", "channels  none", ""},
		{library, "settings here:off", "Settings of this server:", ""},
		{nook, "settings here:on", "only 1 of them, with their threads", attic.ID + " " + nook.ID},
		{attic, "settings here:off", "channels  none", ""},
		{hall, "settings channels:everywhere", "Saved", all},
		{hall, "settings channels:nowhere", "channels  none", ""},
		{hall, "settings channels:nowhere", "Settings of this server:", ""},
		{hall, "settings channels:here", "here", ""},
		{hall, "settings here:on threads:off", "only 1 of them, with their threads", "hall"},
	} {
		if said := c.manage(tt.in, tt.text); !strings.Contains(said, tt.says) {
			t.Errorf("%d: %q in %s: %s", i, tt.text, tt.in.ID, said)
		}
		if open := c.offers(games, places...); open != tt.open {
			t.Errorf("%d: after %q in %s games may be offered in %q, not %q", i, tt.text, tt.in.ID, open, tt.open)
		}
	}
	for stored, open := range map[string]string{`{}`: all, `{"channels":["library"]}`: "library", `{"channels":[]}`: all} {
		c.exec("UPDATE servers SET settings = $1", stored) // by an earlier version
		if got := c.offers(games, places...); got != open {
			t.Errorf("%s: games may be offered in %q, not %q", stored, got, open)
		}
	}
}

// TestRematchThread offers a rematch in the channel of an old thread: the new game gets a
// thread of its own, and the old one is closed.
func TestRematchThread(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	for round := 1; round <= 3; round++ {
		thread := chat.Place{Address: chat.Address{Transport: "test", ID: fmt.Sprint("thread", round)}, Server: hall.Server}
		if err := c.desk.ThreadOpened(t.Context(), int64(round), thread.Address); err != nil {
			t.Fatal(err)
		}
		end := c.say("Anna", thread, fmt.Sprintf("resign #%d yes", round))
		if !end.Close {
			t.Errorf("the thread of game %d stays open", round)
		}
		c.post()
		a := c.say("Anna", thread, end.Buttons[0][0].Command)
		has(t, a.Reply, fmt.Sprintf("Challenge %d sent to", round+1))
		if !a.Close || a.Game != int64(round) {
			t.Errorf("what is said in the old thread opens it: %+v", a.Reply)
		}
		messages := c.post()
		same(t, texts(messages), "hall: Anna challenges Ben to Standard chess")
		begins := c.say("Ben", hall, messages[0].Buttons[0][0].Command)
		if want := fmt.Sprintf("#%d ", round+1); !strings.HasPrefix(begins.Thread, want) {
			t.Errorf("the thread of game %d is %q", round+1, begins.Thread)
		}
	}
}
