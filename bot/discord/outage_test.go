package discord_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
)

// elsewhere hands a message to the desk as if it came from another transport, so that the
// channel is told by the outbox.
func (tb *testbed) elsewhere(u *discordtest.User, text string) {
	tb.t.Helper()
	me := chat.Person{Address: chat.Address{Transport: discord.Transport, ID: "user:" + u.ID}, Name: u.Name}
	a, err := tb.desk.Handle(tb.t.Context(), chat.Message{From: me, In: chat.Place{Address: me.Address, Private: true}, Text: text})
	if err != nil {
		tb.t.Fatal(err)
	}
	if a.Refused {
		tb.t.Fatalf("%s: %s", text, a.Text)
	}
	if err := tb.desk.Delivered(tb.t.Context(), a, nil); err != nil {
		tb.t.Fatal(err)
	}
}

// skipHour moves the desk's clock, so that postponed messages are due; also those of answers
// that are just being given.
func (tb *testbed) skipHour() { tb.fast.Add(int64(time.Hour)) }

var playedIn = regexp.MustCompile(`plays \d+\S+ (\S+)\.(?:\s|$)`)

// told returns the moves of a game that messages report, in order.
func told(messages []*discordtest.Message, game int) string {
	var list []string
	for _, m := range messages {
		if strings.Contains(m.Text(), fmt.Sprintf("Game %d ", game)) {
			for _, found := range playedIn.FindAllStringSubmatch(unescape(m.Text()), -1) {
				list = append(list, found[1])
			}
		}
	}
	return strings.Join(list, " ")
}

// While Discord is down, moves pile up. Afterwards the moves of each game are reported in order, none missing and none
// twice.
func TestOutage(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	tb.begin("orthodox")
	tb.waitDelivered()
	shown := len(tb.ch.Messages())
	resumes, sessions := tb.srv.Resumes(), tb.srv.Sessions()
	tb.srv.Outage(true)
	moves := []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"}
	for i, move := range moves {
		for game := 1; game <= 2; game++ {
			tb.elsewhere([]*discordtest.User{tb.alice, tb.bob}[i%2], fmt.Sprintf("#%d %s", game, move))
		}
	}
	tb.eventually("deliveries fail", func() bool { return strings.Contains(tb.logs.String(), "delivery failed") })
	tb.srv.Outage(false)
	tb.eventually("the bot is back", func() bool { return tb.srv.Resumes() > resumes || tb.srv.Sessions() > sessions })
	tb.eventually("the outbox is empty", func() bool {
		tb.skipHour()
		time.Sleep(100 * time.Millisecond)
		return tb.owed() == 0
	})
	messages := tb.ch.Messages()[shown:]
	for game := 1; game <= 2; game++ {
		if got := told(messages, game); got != strings.Join(moves, " ") {
			t.Errorf("game %d is told as %q", game, got)
		}
	}
	if len(messages) >= 2*len(moves) {
		t.Errorf("%d messages for %d moves that waited", len(messages), 2*len(moves))
	}
	tb.move(tb.alice, "Ba4").Response() // which needs a number
}

// When only the answer to a delivery is lost, the message is not posted twice, because Discord knows its nonce.
func TestDeliveryWhoseAnswerGotLost(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	tb.waitDelivered()
	shown := len(tb.ch.Messages())
	tb.srv.FailNext(1, http.MethodPost, tb.ch.ID+"/messages", discordtest.Fault{CutAfter: true})
	tb.elsewhere(tb.alice, "e4")
	tb.eventually("the outbox is empty", func() bool { tb.skipHour(); return tb.owed() == 0 })
	tb.srv.FailNext(1, http.MethodPost, tb.ch.ID+"/messages", discordtest.Fault{CutAfter: true})
	tb.bob.Say(tb.ch, "@Stackmate e5")
	tb.ch.WaitText("plays 1… e5.")
	tb.waitDelivered()
	if n := len(tb.ch.Messages()); n != shown+3 {
		t.Errorf("%d messages after %d", n, shown)
	}
	tries := 0
	for _, r := range tb.srv.Requests() {
		if r.Method == http.MethodPost && strings.HasSuffix(r.Path, tb.ch.ID+"/messages") {
			if tries++; !strings.Contains(string(r.Body), `"enforce_nonce":true`) {
				t.Errorf("without a nonce: %s", &r)
			}
		}
	}
	if tries != 4 {
		t.Errorf("%d tries, not 4", tries)
	}
}

// After a burst that exceeds a rate limit the bot waits as demanded and loses nothing. It makes no other request for the
// channel before that.
func TestRateLimits(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	shown := len(tb.ch.Messages())
	tb.srv.RateLimit("POST "+tb.ch.ID+"/messages", 2, 500*time.Millisecond)
	moves := []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4"}
	for i, move := range moves {
		tb.elsewhere([]*discordtest.User{tb.alice, tb.bob}[i%2], move)
	}
	tb.srv.FailNext(1, http.MethodPost, tb.ch.ID+"/messages", discordtest.Fault{Status: 429, RetryAfter: 200 * time.Millisecond, Global: true})
	tb.waitDelivered()
	if got := told(tb.ch.Messages()[shown:], 1); got != strings.Join(moves, " ") {
		t.Errorf("told %q", got)
	}
	refused := 0
	for _, r := range tb.srv.Requests() {
		if r.Status == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused > 2 { // the one above, and one until the limit is known
		t.Errorf("%d requests came too early", refused)
	}
}

// A long rate limit blocks nobody: the delivery fails at once and is retried later.
func TestLongRateLimit(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	tb.srv.FailNext(1, http.MethodPost, tb.ch.ID+"/messages", discordtest.Fault{Status: 429, RetryAfter: time.Hour})
	tb.elsewhere(tb.alice, "e4")
	tb.eventually("the delivery fails", func() bool { return strings.Contains(tb.logs.String(), "delivery failed") })
	began := time.Now()
	tb.carol.SayDirect("help")
	tb.carol.DM().WaitText("challenge")
	if err := tb.stop(); err != nil {
		t.Error(err)
	}
	if d := time.Since(began); d > 15*time.Second {
		t.Errorf("it took %v", d)
	}
}

// A channel in which nothing can be posted is given up, and the people are told in private.
func TestForbiddenAndDeletedChannel(t *testing.T) {
	for name, spoil := range map[string]func(*testbed){
		"forbidden": func(tb *testbed) { tb.ch.Deny(1 << 11) },
		"hidden":    func(tb *testbed) { tb.ch.Deny(1 << 10) },
		"deleted":   func(tb *testbed) { tb.ch.Delete() },
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTestbed(t).start()
			tb.begin("orthodox")
			spoil(tb)
			tb.elsewhere(tb.alice, "e4")
			m := tb.bob.DM().WaitText("plays 1. e4.")
			tb.checkBoard(m)
			tb.waitDelivered()
			if logs := tb.logs.String(); !strings.Contains(logs, "undeliverable") ||
				!strings.Contains(logs, "View Channel") && !strings.Contains(logs, "Send Messages") && !strings.Contains(logs, "the channel is gone") {
				t.Errorf("no clear line in\n%s", logs)
			}
			tries := 0
			for _, r := range tb.srv.Requests() {
				if strings.HasSuffix(r.Path, tb.ch.ID+"/messages") {
					tries++
				}
			}
			if tries > 2 { // with the picture and without
				t.Errorf("%d tries", tries)
			}
		})
	}
}

// A person who has closed direct messages plays in the channel.
func TestClosedDMs(t *testing.T) {
	tb := newTestbed(t).start()
	tb.bob.CloseDMs()
	tb.alice.Slash(tb.alice.DM(), "challenge", opt("opponent", tb.bob), opt("variant", "orthodox"), opt("color", "white")).Response()
	tb.eventually("the refusal is noted", func() bool {
		return strings.Contains(tb.logs.String(), "takes no direct messages")
	})
	tb.waitDelivered()
	if m := tb.bob.Slash(tb.ch, "accept").Response(); !strings.Contains(m.Text(), "New game:") {
		t.Errorf("accept: %s", m)
	}
	tb.elsewhere(tb.alice, "e4")
	tb.waitDelivered()
	if m := tb.bob.Slash(tb.ch, "move", opt("move", "e5")).Response(); !strings.Contains(m.Text(), "plays 1… e5.") {
		t.Errorf("move: %s", m)
	}
	tb.alice.DM().WaitText("plays 1… e5.")
}

// A question that is deleted before it is answered is answered anyway.
func TestDeletedQuestion(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	tb.srv.FailNext(1, http.MethodPost, tb.ch.ID+"/messages", discordtest.Fault{Delay: 300 * time.Millisecond})
	tb.alice.Delete(tb.alice.Say(tb.ch, "@Stackmate e4"))
	if m := tb.ch.WaitText("plays 1. e4."); m.Reference != "" || !m.Notifies(tb.bob) {
		t.Errorf("the answer is %s", m)
	}
	tb.waitDelivered()
}
