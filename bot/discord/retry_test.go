package discord_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"stackmate/bot/discord/discordtest"
)

// A picture that is sent again is the same picture, for all kinds of messages and of failures before.
func TestPictureOfTheSecondAttempt(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	whole := tb.alice.Slash(tb.ch, "moves", discordtest.Opt("square", "e2")).Response().Attachments[0].Data
	for name, fault := range map[string]discordtest.Fault{
		"cut":    {CutBefore: true},
		"lost":   {CutAfter: true},
		"broken": {Status: http.StatusInternalServerError},
		"502":    {Status: http.StatusBadGateway},
		"later":  {Status: http.StatusTooManyRequests, RetryAfter: 50 * time.Millisecond},
	} {
		for way, act := range map[string]func() *discordtest.Message{
			"callback": func() *discordtest.Message {
				tb.srv.FailNext(1, http.MethodPost, "/callback", fault)
				return tb.alice.Slash(tb.ch, "moves", discordtest.Opt("square", "e2")).Response()
			},
			"typed": func() *discordtest.Message {
				before := len(tb.ch.Messages())
				tb.srv.FailNext(1, http.MethodPost, tb.ch.ID+"/messages", fault)
				answer := tb.heard(tb.ch, tb.alice.Say(tb.ch, "@Stackmate moves e2"), "")
				tb.waitDelivered()
				if n := len(tb.ch.Messages()); n != before+2 {
					t.Errorf("%s: %d messages after %d", name, n, before)
				}
				return answer
			},
		} {
			m := act()
			if len(m.Attachments) != 1 || !bytes.Equal(m.Attachments[0].Data, whole) {
				t.Errorf("%s, %s: %s", way, name, m)
			}
		}
	}
}

// TestPictureOfTheSecondEdit is the same for a deferred answer, which is an edit.
func TestPictureOfTheSecondEdit(t *testing.T) {
	tb := newTestbed(t)
	tb.wrap = tb.slowly("moves")
	tb.start()
	tb.begin("orthodox")
	tb.srv.FailNext(1, http.MethodPatch, "/webhooks/", discordtest.Fault{CutBefore: true})
	tb.srv.FailNext(1, http.MethodPatch, "/webhooks/", discordtest.Fault{Status: http.StatusInternalServerError})
	tb.checkBoard(tb.alice.Slash(tb.ch, "moves", discordtest.Opt("square", "e2")).Response())
}

// A message that Discord accepts only as plain text is sent as plain text, and says so.
func TestPlainerMessages(t *testing.T) {
	const refused = `{"message":"Invalid Form Body","code":50035,"errors":{}}`
	for name, tt := range map[string]struct {
		refuses     func(multipart bool, body string) bool
		components  bool
		board, note bool
	}{
		"file":       {func(multipart bool, _ string) bool { return multipart }, true, true, true},
		"components": {func(_ bool, body string) bool { return strings.Contains(body, `"custom_id"`) }, false, true, true},
		"alt text":   {func(_ bool, body string) bool { return strings.Contains(body, `"description"`) }, true, true, true},
		"flags":      {func(_ bool, body string) bool { return strings.Contains(body, `"flags"`) }, false, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTestbed(t).start()
			tb.srv.Fault(func(r *http.Request) *discordtest.Fault {
				all := tb.srv.Requests()
				body := string(all[len(all)-1].Body)
				if (r.Method == http.MethodPost || r.Method == http.MethodPatch && strings.Contains(r.URL.Path, "/webhooks/")) &&
					strings.Contains(body, `"content"`) && tt.refuses(strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/"), body) {
					return &discordtest.Fault{Status: http.StatusBadRequest, Body: refused}
				}
				return nil
			})
			check := func(way string, m *discordtest.Message, text string) {
				t.Helper()
				content := m.Content
				if !strings.Contains(unescape(content), text) || tt.note != strings.Contains(content, "Discord did not accept the picture or the buttons of this message, so here is the text.") ||
					tt.board != strings.Contains(content, "```") || len(m.Attachments) > 0 || tt.components != (len(m.Components) > 0) {
					t.Errorf("%s: %s %v", way, m, m.Components)
				}
			}
			tb.alice.Slash(tb.ch, "challenge", discordtest.Opt("opponent", tb.bob), discordtest.Opt("variant", "orthodox"),
				discordtest.Opt("color", "white")).Response()
			check("begun", tb.bob.Slash(tb.ch, "accept").Response(), "New game")
			check("slash", tb.move(tb.alice, "e4").Response(), "1. e4")
			tb.bob.Say(tb.ch, "@Stackmate e5")
			check("typed", tb.ch.WaitText("1… e5"), "1… e5")
			tb.elsewhere(tb.alice, "Nf3")
			check("outbox", tb.ch.WaitText("2. Nf3"), "2. Nf3")
			tb.waitDelivered()
		})
	}
}

// A person to whom no channel can be opened right now is told later.
func TestOpeningTooFast(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	tb.carol.Slash(tb.ch, "watch start", discordtest.Opt("game", 1)).Response()
	tb.srv.FailNext(1, http.MethodPost, "/users/@me/channels", discordtest.Fault{Status: http.StatusBadRequest,
		Body: `{"message":"You are opening direct messages too fast","code":40003}`})
	tb.move(tb.alice, "e4").Response()
	tb.eventually("Carol is told", func() bool {
		tb.skipHour()
		for _, m := range tb.carol.DM().Messages() {
			if strings.Contains(unescape(m.Text()), "1. e4") {
				return true
			}
		}
		return false
	})
}
