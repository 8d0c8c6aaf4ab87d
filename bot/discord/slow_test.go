package discord_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/cluster"
	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
)

// slowly makes the desk take so long for the command with a path that the answer is deferred; "" is all commands.
func (tb *testbed) slowly(path string) func(discord.Desk) discord.Desk {
	return func(next discord.Desk) discord.Desk {
		return deskFunc{next, func(ctx context.Context, m chat.Message, next discord.Desk) (*bot.Answer, error) {
			a, err := next.Handle(ctx, m)
			if path == "" || m.Call != nil && strings.Join(m.Call.Path, " ") == path {
				tb.awaitDeferral(m)
			}
			return a, err
		}}
	}
}

// awaitDeferral waits until Discord has accepted the deferral of an answer.
func (tb *testbed) awaitDeferral(m chat.Message) {
	for end := time.Now().Add(tb.srv.Timeout); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		for _, r := range tb.srv.Requests() {
			var c struct{ Type int }
			if strings.HasPrefix(r.Path, "/interactions/"+m.ID+"/") && r.Decode(&c) == nil && (c.Type == 5 || c.Type == 6) && r.Status > 0 {
				return
			}
		}
	}
}

// posts returns the number of messages that the bot tried to send.
func (tb *testbed) posts() (n int) {
	for _, r := range tb.srv.Requests() {
		post := r.Method == http.MethodPost && (strings.HasSuffix(r.Path, "/messages") || strings.HasPrefix(r.Path, "/webhooks/"))
		if post || strings.HasPrefix(r.Path, "/interactions/") && !strings.Contains(string(r.Body), `"type":5`) {
			n++
		}
	}
	return n
}

// A slow public answer that notifies somebody is a new message in place of the deferral, once, also if the command comes
// twice.
func TestSlowAnswerInPublic(t *testing.T) {
	tb := newTestbed(t)
	tb.wrap = tb.slowly("move")
	tb.srv.DeliverTwice(true)
	tb.start()
	tb.begin("orthodox")
	before := tb.posts()
	h := tb.move(tb.alice, "e4")
	if !h.Deferred() || h.Ephemeral() {
		t.Error("the answer was not deferred")
	}
	m := h.Response()
	tb.checkBoard(m)
	if m.Ephemeral || !m.Notifies(tb.bob) || !strings.Contains(m.Text(), "plays 1. e4.") {
		t.Errorf("answer %s notifies %v", m, m.Notified)
	}
	tb.waitDelivered()
	if n := tb.posts() - before; n != 1 {
		t.Errorf("%d messages were sent", n)
	}
	if n := strings.Count(tb.dump(), "e4"); n != 1 {
		t.Errorf("database: %s", tb.dump())
	}
}

// A slow private answer is not seen by others, though the deferral was public.
func TestSlowAnswerInPrivate(t *testing.T) {
	tb := newTestbed(t)
	tb.wrap = tb.slowly("move")
	tb.start()
	tb.begin("orthodox")
	shown := len(tb.ch.Messages())
	h := tb.move(tb.carol, "e4")
	if !h.Deferred() {
		t.Error("the answer was not deferred")
	}
	if m := h.Response(); !m.Ephemeral || !strings.Contains(m.Text(), "game") {
		t.Errorf("answer: %s", m)
	}
	tb.waitDelivered()
	if n := len(tb.ch.Messages()); n != shown {
		t.Errorf("%d messages are seen after %d", n, shown)
	}
}

// The end of a game notifies nobody, so the slow answer completes the deferral.
func TestSlowAnswerThatNotifiesNobody(t *testing.T) {
	tb := newTestbed(t)
	tb.wrap = func(next discord.Desk) discord.Desk {
		return deskFunc{next, func(ctx context.Context, m chat.Message, next discord.Desk) (*bot.Answer, error) {
			tb.awaitDeferral(m)
			return &bot.Answer{Reply: chat.Reply{Text: "Here you are."}}, nil
		}}
	}
	tb.start()
	h := tb.move(tb.alice, "e4")
	if m := h.Response(); m.Ephemeral || m.Text() != "Here you are." || len(h.Followups()) > 0 {
		t.Errorf("answer: %s", m)
	}
}

// An answer that may have arrived is not sent again in another way.
func TestAnswerThatGotLost(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	shown := len(tb.ch.Messages())
	tb.srv.FailNext(1, http.MethodPost, "/callback", discordtest.Fault{CutAfter: true})
	if m := tb.move(tb.alice, "e4").Response(); !m.Notifies(tb.bob) {
		t.Errorf("answer: %s", m)
	}
	tb.waitDelivered()
	tb.srv.FailNext(1, http.MethodPost, "/callback", discordtest.Fault{CutBefore: true})
	tb.move(tb.bob, "e5").Response()
	tb.waitDelivered()
	tb.srv.FailNext(1, http.MethodPost, "/callback", discordtest.Fault{Status: http.StatusBadGateway})
	tb.move(tb.alice, "Nf3").Response()
	tb.waitDelivered()
	tb.srv.FailNext(1, http.MethodPost, "/callback", discordtest.Fault{Status: http.StatusTooManyRequests, RetryAfter: 100 * time.Millisecond})
	tb.move(tb.bob, "Nc6").Response()
	tb.waitDelivered()
	if n := len(tb.ch.Messages()); n != shown+4 {
		t.Errorf("%d messages after %d", n, shown)
	}
}

// An answer that is too late, or that Discord refuses, is sent by the outbox: to the channel, or to the person if it is
// private.
func TestAnswerThatComesTooLate(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	gone := discordtest.Fault{Status: http.StatusNotFound, Body: `{"message": "Unknown interaction", "code": 10062}`}
	tb.srv.FailNext(2, http.MethodPost, "/callback", gone)
	tb.move(tb.alice, "e4")
	m := tb.ch.WaitText("plays 1. e4.")
	tb.checkBoard(m)
	if !m.Notifies(tb.bob) {
		t.Errorf("the move notifies %v", m.Notified)
	}
	tb.move(tb.carol, "e5")
	tb.carol.DM().WaitText("game")
	tb.waitDelivered()
}

// A panic in the desk becomes an apology, and the bot goes on.
func TestDeskBreaks(t *testing.T) {
	tb := newTestbed(t)
	tb.logs.errorsAllowed.Store(true)
	tb.wrap = func(next discord.Desk) discord.Desk {
		return deskFunc{next, func(ctx context.Context, m chat.Message, next discord.Desk) (*bot.Answer, error) {
			if m.Call != nil && m.Call.Path[0] == "games" || strings.Contains(m.Text, "games") {
				panic("the desk is broken")
			}
			return next.Handle(ctx, m)
		}}
	}
	tb.start()
	if m := tb.alice.Slash(tb.ch, "games").Response(); !m.Ephemeral || !strings.Contains(m.Text(), "Something went wrong, and nothing was changed.") {
		t.Errorf("apology: %s", m)
	}
	tb.heard(tb.ch, tb.alice.Say(tb.ch, "@Stackmate games"), "Something went wrong, and nothing was changed.")
	tb.heard(tb.ch, tb.alice.Say(tb.ch, "@Stackmate help"), "challenge")
	if !strings.Contains(tb.logs.String(), "the desk is broken") {
		t.Error("nothing of it is logged")
	}
}

// When the database is away for so long that other processes may have taken this one for dead, who asks it hears an apology, since
// nobody else knows of the question. Who has been replaced leaves everything to the others.
func TestApologyWithoutDatabase(t *testing.T) {
	tb := newTestbed(t)
	tb.logs.errorsAllowed.Store(true)
	var away atomic.Pointer[error]
	tb.wrap = func(next discord.Desk) discord.Desk {
		return deskFunc{next, func(ctx context.Context, m chat.Message, next discord.Desk) (*bot.Answer, error) {
			if err := away.Load(); err != nil {
				return nil, *err
			}
			return next.Handle(ctx, m)
		}}
	}
	tb.prepare = func(b *discord.Bot) { discord.SetAlive(b, func() bool { return away.Load() == nil }) }
	tb.start()
	gone := errors.New("the database does not answer")
	away.Store(&gone)
	if m := tb.alice.Slash(tb.ch, "games").Response(); !strings.Contains(m.Text(), "Something went wrong, and nothing was changed.") {
		t.Errorf("apology: %s", m)
	}
	tb.heard(tb.ch, tb.alice.Say(tb.ch, "@Stackmate games"), "Something went wrong, and nothing was changed.")
	replaced := fmt.Errorf("update: %w", cluster.ErrReplaced)
	away.Store(&replaced)
	said := tb.alice.Say(tb.ch, "@Stackmate games")
	tb.eventually("it is handled", func() bool {
		return strings.Count(tb.logs.String(), "discord: message failed") == 2 && discord.InFlight(tb.bot) == 0
	})
	for _, m := range tb.ch.Messages() {
		if m.Reference == said.ID {
			t.Errorf("who has been replaced says: %s", m)
		}
	}
}

// Errors of requests contain URLs with the tokens of interactions. These are neither logged nor stored, and the answer is
// sent another way.
func TestErrorsTellNoTokens(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	for name, f := range map[string]discordtest.Fault{
		"cut":     {CutBefore: true},
		"limited": {Status: http.StatusTooManyRequests, RetryAfter: time.Hour},
		"broken":  {Status: http.StatusBadGateway},
		"denied":  {Status: http.StatusUnauthorized},
	} {
		said := len(tb.alice.DM().Messages())
		tb.srv.Fault(func(r *http.Request) *discordtest.Fault {
			if strings.HasSuffix(r.URL.Path, "/callback") {
				return &f
			}
			return nil
		})
		h := tb.alice.Slash(tb.ch, "rules", opt("variant", "orthodox"))
		tb.eventually(name+": the answer comes in private", func() bool { return len(tb.alice.DM().Messages()) > said })
		tb.waitDelivered()
		tb.srv.Fault(nil)
		if !strings.Contains(tb.logs.String(), h.ID()) {
			t.Errorf("%s: nothing is logged", name)
		}
	}
}

// A command with a public answer may ask a private question. Nobody else sees it, even if the answer was deferred in
// public and deleting the deferral fails.
func TestSlowQuestionInPrivate(t *testing.T) {
	for name, fault := range map[string]*discordtest.Fault{"was withdrawn.": nil, "not taken back": {Status: http.StatusForbidden, Body: `{"message":"Missing Access","code":50001}`}} {
		t.Run(name, func(t *testing.T) {
			tb := newTestbed(t)
			tb.start()
			tb.begin("orthodox")
			tb.alice.Slash(tb.ch, "draw offer").Response()
			tb.waitDelivered()
			if err := tb.stop(); err != nil {
				t.Fatal(err)
			}
			tb.wrap = tb.slowly("draw offer")
			tb.start()
			shown := len(tb.ch.Messages())
			if fault != nil {
				tb.srv.FailNext(1, http.MethodDelete, "/webhooks/", *fault)
			}
			h := tb.bob.Slash(tb.ch, "draw offer")
			if !h.Deferred() || h.Ephemeral() {
				t.Error("the answer was not deferred in public")
			}
			if fault != nil {
				tb.bob.DM().WaitText("Accept a draw")
			} else if m := h.Response(); !m.Ephemeral || m.Button("Accept the draw") == nil {
				t.Errorf("answer: %s", m)
			}
			tb.waitDelivered()
			for _, m := range tb.ch.Messages()[shown:] {
				if strings.Contains(m.Text(), "Accept a draw") || len(m.Components) > 0 {
					t.Errorf("everybody sees %s", m)
				}
			}
		})
	}
}

// A move is made while the answer to the one before it takes long, as if it were another process's. It is posted after that,
// and its player is told so.
func TestAnswersInOrder(t *testing.T) {
	tb := newTestbed(t)
	release := make(chan struct{})
	tb.wrap = func(next discord.Desk) discord.Desk {
		return deskFunc{next, func(ctx context.Context, m chat.Message, next discord.Desk) (*bot.Answer, error) {
			a, err := next.Handle(ctx, m)
			if m.Call != nil && m.Call.Args["move"] == "e4" {
				<-release
			}
			return a, err
		}}
	}
	tb.start()
	tb.begin("orthodox")
	slow := tb.move(tb.alice, "e4")
	if !slow.Deferred() {
		t.Error("the answer was not deferred")
	}
	h := tb.move(tb.bob, "e5")
	if m := h.Response(); !m.Ephemeral || !strings.Contains(m.Text(), "follows here") {
		t.Errorf("the answer is %s", m)
	}
	close(release)
	tb.ch.WaitText("1… e5")
	tb.waitDelivered()
	var texts []string
	for _, m := range tb.ch.Messages() {
		texts = append(texts, m.Text())
	}
	text := unescape(strings.Join(texts, "\n"))
	first, second := strings.Index(text, "plays 1. e4"), strings.Index(text, "plays 1… e5")
	if first < 0 || second < first || strings.Count(text, ") plays ") != 2 {
		t.Errorf("the messages are\n%s", text)
	}
}
