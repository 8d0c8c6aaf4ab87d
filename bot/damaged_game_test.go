package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/outbox"

	"stackmate/store/storetest"
)

// TestMessagesOfDamagedGames redirects messages about a game whose moves cannot be read:
// players at its home still get them, and nothing is retried for ever.
func TestMessagesOfDamagedGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t)
		storetest.Damaged(c.path)
		thread := chat.Address{Transport: "test", ID: "thread"}
		for i, in := range []chat.Place{hall, library, library} {
			c.say("Anna", in, "challenge @Ben orthodox white")
			c.say("Ben", in, fmt.Sprint("accept ", i+1))
			c.say("Anna", alone("Anna"), fmt.Sprintf("#%d e4", i+1))
			c.post()
		}
		if err := c.desk.ThreadOpened(t.Context(), 2, thread); err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			c.say("Ben", alone("Ben"), fmt.Sprintf("#%d e5", i+1))
		}
		c.movesMayChange()
		c.exec("UPDATE moves SET move = 'nonsense'")
		c.exec("UPDATE challenges SET terms = 'nonsense' WHERE id = 3")
		library := library.Address
		c.front.fail = func(to chat.Address, r chat.Reply) error {
			if to == hall.Address || to == thread || to == library && r.Game == 3 {
				return outbox.ErrGone
			}
			return nil
		}
		began := time.Now()
		c.front.messages = nil
		for range 5 {
			if _, err := c.desk.SendDue(t.Context(), "test", c.front); err != nil {
				t.Fatal(err)
			}
		}
		told := texts(c.front.messages)
		slices.Sort(told)
		same(t, told, "library: Ben (Black) plays 1… e5", "p-anna: Ben (Black) plays 1… e5")
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("after %v", took)
		}
		for _, line := range strings.Split(strings.TrimSpace(c.dump("outbox")), "\n") {
			if strings.Contains(line, "<nil>") {
				t.Errorf("not settled: %s", line)
			}
		}
	})
}
