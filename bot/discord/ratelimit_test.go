package discord_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"stackmate/bot/discord/discordtest"
)

// tooEarly returns the number of requests that exceeded a rate limit.
func (tb *testbed) tooEarly() (n int) {
	for _, r := range tb.srv.Requests() {
		if r.Status == http.StatusTooManyRequests {
			n++
		}
	}
	return n
}

// Answers in a channel come in the order of the questions and as fast as Discord allows.
func TestAnswersKeepTheirOrder(t *testing.T) {
	tb := newTestbed(t).start()
	tb.srv.RateLimit("POST "+tb.ch.ID+"/messages", 5, time.Second)
	var asked []string
	for n := range 16 {
		u := []*discordtest.User{tb.alice, tb.bob, tb.carol}[n%3]
		asked = append(asked, u.Say(tb.ch, fmt.Sprintf("@Stackmate help %d", n)).ID)
	}
	tb.eventually("all are answered", func() bool { return len(tb.ch.Messages()) == 2*len(asked) })
	var answered []string
	for _, m := range tb.ch.Messages() {
		if m.Reference != "" {
			answered = append(answered, m.Reference)
		}
	}
	if !slices.Equal(answered, asked) {
		t.Errorf("asked %v\nanswered %v", asked, answered)
	}
	if n := tb.tooEarly(); n > 1 {
		t.Errorf("%d requests came too early", n)
	}
	tb.waitDelivered()
}

// Removing buttons and closing a thread have different rate limits. Both are done in the end.
func TestThreadClosesInSpiteOfLimits(t *testing.T) {
	for name, disturb := range map[string]func(*testbed, *discordtest.Channel){
		"edits are used up": func(tb *testbed, thread *discordtest.Channel) {
			tb.srv.RateLimit("PATCH "+thread.ID+"/messages/", 2, 2*time.Second)
		},
		"limited": func(tb *testbed, thread *discordtest.Channel) {
			tb.srv.Fault(func(r *http.Request) *discordtest.Fault {
				if r.Method == http.MethodPatch && len(tb.srv.Requests()) < 1000 && r.URL.Path == "/api/v9/channels/"+thread.ID && tb.tooEarly() < 2 {
					return &discordtest.Fault{Status: http.StatusTooManyRequests, RetryAfter: 200 * time.Millisecond}
				}
				return nil
			})
		},
		"broken": func(tb *testbed, thread *discordtest.Channel) {
			tb.srv.FailNext(1, http.MethodPatch, "/channels/"+thread.ID, discordtest.Fault{Status: http.StatusServiceUnavailable})
			tb.srv.FailNext(1, http.MethodPatch, "/channels/"+thread.ID, discordtest.Fault{CutBefore: true})
		},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTestbed(t).start()
			_, thread := tb.threadOf(tb.guild.AddChannel("threads"), "orthodox")
			disturb(tb, thread)
			for n, move := range []string{"f3", "e5", "g4", "Qh4"} {
				tb.elsewhere([]*discordtest.User{tb.alice, tb.bob}[n%2], move)
			}
			tb.eventually("the thread is closed", thread.Archived)
			tb.waitDelivered()
		})
	}
}

// Moves that are faster than Discord accepts messages are reported in order, each once, the later ones together. The last
// message has the buttons.
func TestBurstOfMoves(t *testing.T) {
	for name, command := range map[string]bool{"typed": false, "typed and by command": true} {
		t.Run(name, func(t *testing.T) {
			tb := newTestbed(t).start()
			tb.begin("orthodox")
			shown := len(tb.ch.Messages())
			played := make(chan struct{})
			tb.srv.Fault(func(r *http.Request) *discordtest.Fault { // the first message takes until all moves are played
				if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, tb.ch.ID+"/messages") {
					<-played
				}
				return nil
			})
			moves := strings.Fields("a3 a6 b3 b6 c3 c6 d3 d6 e3 e6 f3 f6 g3 g6 h3 h6 Nd2 Nd7 Ne2 Ne7 Rb1 Rb8 Rg1 Rg8")
			for n, move := range moves {
				u := []*discordtest.User{tb.alice, tb.bob}[n%2]
				if command && n == len(moves)/2 {
					tb.eventually("the move before is played", func() bool { return strings.Contains(tb.dump(), " "+moves[n-1]+" ") })
					tb.move(u, move).Response()
				} else {
					u.Say(tb.ch, "@Stackmate "+move)
				}
			}
			tb.eventually("all moves are played", func() bool { return strings.Contains(tb.dump(), " Rg8 ") })
			close(played)
			tb.eventually("the last move is told", func() bool { return strings.HasSuffix(told(tb.ch.Messages()[shown:], 1), " Rg8") })
			tb.waitDelivered()
			var messages []*discordtest.Message
			for _, m := range tb.ch.Messages()[shown:] {
				if m.Author.IsBot() {
					messages = append(messages, m)
				}
			}
			if got := strings.Fields(told(messages, 1)); !slices.Equal(got, moves) {
				t.Errorf("told %q", got)
			}
			if len(messages) != 2 {
				t.Errorf("%d messages for %d moves", len(messages), len(moves))
			}
			last := messages[len(messages)-1]
			tb.checkBoard(last)
			if last.Button("Move") == nil || !slices.Equal(last.Notified, []string{tb.alice.ID}) {
				t.Errorf("the last message is %s", last)
			}
			for _, m := range messages[:len(messages)-1] {
				tb.loses(m)
			}
		})
	}
}

// Somebody who asks more often than Discord accepts answers gets each of them anyway: at
// once, or in private.
func TestManyQuestions(t *testing.T) {
	tb := newTestbed(t).start()
	tb.srv.RateLimit("/callback", 10, 5*time.Second)
	var asked []*discordtest.Handle
	for range 18 {
		asked = append(asked, tb.alice.Slash(tb.ch, "games"))
	}
	tb.eventually("all are answered", func() bool {
		n := 0
		for _, r := range tb.srv.Requests() {
			whole := strings.HasSuffix(r.Path, "/callback") || strings.HasPrefix(r.Path, "/webhooks/") // a deferral is answered 204
			if whole && r.Status == http.StatusOK {
				n++
			}
		}
		return n+len(tb.alice.DM().Messages()) == len(asked)
	})
	tb.waitDelivered()
}

// A deferred answer waits for its rate limit as long as the interaction's token is valid.
func TestManySlowQuestions(t *testing.T) {
	tb := newTestbed(t)
	tb.wrap = tb.slowly("games")
	tb.start()
	tb.srv.RateLimit("PATCH /webhooks/", 1, 400*time.Millisecond)
	var asked []*discordtest.Handle
	for range 8 {
		asked = append(asked, tb.alice.Slash(tb.ch, "games"))
	}
	for _, h := range asked {
		if m := h.Response(); !strings.Contains(m.Text(), "no games") {
			t.Errorf("answered %s", m)
		}
	}
	tb.waitDelivered()
	if n := len(tb.alice.DM().Messages()); n > 0 {
		t.Errorf("%d answers came another way", n)
	}
}
