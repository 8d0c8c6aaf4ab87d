package discord_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
)

// TestAnswersAreCounted checks that the first answer to each interaction is told once: in time,
// deferred, too late or refused.
func TestAnswersAreCounted(t *testing.T) {
	tb := newTestbed(t)
	tb.wrap = tb.slowly("board")
	var mu sync.Mutex
	var told []discord.Answered
	tb.config.Answered = func(a discord.Answered) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, a)
	}
	tb.start()
	count := func(n int) func() bool {
		return func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(told) == n
		}
	}
	tb.begin("orthodox")
	tb.eventually("challenge and acceptance are told", count(2))
	refusal := func(code string) discordtest.Fault {
		return discordtest.Fault{Status: http.StatusNotFound, Body: `{"code":` + code + `,"message":"no"}`}
	}
	for i, step := range []struct {
		command, want string
		fault         *discordtest.Fault
	}{
		{"games", "in_time", nil},
		{"board", "deferred", nil},
		{"games", "late", new(refusal("10062"))},   // Discord has stopped waiting
		{"games", "failed", new(refusal("50035"))}, // it does not like the answer
		{"games", "in_time", nil},
	} {
		if step.fault != nil {
			tb.srv.Fault(func(r *http.Request) *discordtest.Fault {
				if strings.HasSuffix(r.URL.Path, "/callback") {
					return step.fault
				}
				return nil
			})
		}
		h := tb.alice.Slash(tb.ch, step.command)
		if step.fault == nil {
			h.Response()
		}
		tb.eventually("it is told", count(i+3))
		tb.srv.Fault(nil)
		mu.Lock()
		if got := told[i+2]; got.Result != step.want || got.Took <= 0 || got.Took > time.Minute || !slices.Contains(discord.Results, got.Result) {
			t.Errorf("%s: %+v, want %s", step.command, got, step.want)
		}
		mu.Unlock()
	}
}

// TestConnectionsAreCounted checks that each connection of a shard is told, and whether it resumed
// a session.
func TestConnectionsAreCounted(t *testing.T) {
	tb := newTestbed(t)
	told := make(chan bool, 10)
	tb.config.Connected = func(shard int, resumed bool) {
		if shard != 0 {
			t.Errorf("shard %d", shard)
		}
		told <- resumed
	}
	tb.start()
	if remaining, total := tb.bot.SessionBudget(); total != 1000 || remaining != 999 {
		t.Errorf("%d of %d sessions may begin", remaining, total)
	}
	if <-told {
		t.Error("the first connection resumes a session")
	}
	tb.srv.DropConnections()
	if !<-told {
		t.Error("the second connection resumes no session")
	}
	tb.srv.InvalidateSessions()
	if <-told {
		t.Error("the third connection resumes a session")
	}
	if remaining, _ := tb.bot.SessionBudget(); remaining != 998 {
		t.Errorf("%d sessions may begin", remaining)
	}
}
