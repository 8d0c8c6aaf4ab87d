package discord_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"stackmate/bot/discord/discordtest"
)

// tooEarly counts the requests that met a limit.
func (tb *table) tooEarly() (n int) {
	for _, r := range tb.srv.Requests() {
		if r.Status == http.StatusTooManyRequests {
			n++
		}
	}
	return n
}

// Answers in one channel come in the order of the questions and at the pace that
// Discord allows, whoever waits for it.
func TestAnswersKeepTheirOrder(t *testing.T) {
	tb := newTable(t).start()
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
	tb.settled()
}

// Taking buttons away and closing a thread are two limits, and what is owed is done
// in the end.
func TestThreadClosesInSpiteOfLimits(t *testing.T) {
	for name, disturb := range map[string]func(*table, *discordtest.Channel){
		"edits are used up": func(tb *table, thread *discordtest.Channel) {
			tb.srv.RateLimit("PATCH "+thread.ID+"/messages/", 2, 2*time.Second)
		},
		"limited": func(tb *table, thread *discordtest.Channel) {
			tb.srv.Fault(func(r *http.Request) *discordtest.Fault {
				if r.Method == http.MethodPatch && len(tb.srv.Requests()) < 1000 && r.URL.Path == "/api/v9/channels/"+thread.ID && tb.tooEarly() < 2 {
					return &discordtest.Fault{Status: http.StatusTooManyRequests, RetryAfter: 200 * time.Millisecond}
				}
				return nil
			})
		},
		"broken": func(tb *table, thread *discordtest.Channel) {
			tb.srv.FailNext(1, http.MethodPatch, "/channels/"+thread.ID, discordtest.Fault{Status: http.StatusServiceUnavailable})
			tb.srv.FailNext(1, http.MethodPatch, "/channels/"+thread.ID, discordtest.Fault{CutBefore: true})
		},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t).start()
			_, thread := tb.threadOf(tb.guild.AddChannel("threads"), "orthodox")
			disturb(tb, thread)
			for n, move := range []string{"f3", "e5", "g4", "Qh4"} {
				tb.elsewhere([]*discordtest.User{tb.alice, tb.bob}[n%2], move)
			}
			tb.eventually("the thread is closed", thread.Archived)
			tb.settled()
		})
	}
}
