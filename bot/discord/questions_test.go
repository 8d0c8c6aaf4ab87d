package discord_test

import (
	"errors"
	"strings"
	"testing"

	"stackmate/bot/chat"
	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
	"stackmate/bot/outbox"
)

// settlesAt checks that a press removes the questions of a message, and that this was the answer to the press itself, which
// doesn't depend on what the bot remembers.
func (tb *testbed) settlesAt(u *discordtest.User, m *discordtest.Message, button string) *discordtest.Message {
	tb.t.Helper()
	h := u.ClickStale(m, button)
	told := h.Response()
	if !h.Updated() {
		tb.t.Errorf("%s pressed %q, and the answer did not edit %s", u.Name, button, m)
	}
	if now := m.Now(); now.Text() != m.Text() || len(now.Attachments) != len(m.Attachments) || now.Button(button) != nil {
		tb.t.Errorf("after %q: %s", button, now)
	}
	return told
}

// A question loses its buttons when it is answered, and at the latest when somebody
// presses one although it has been answered, also after a restart.
func TestQuestions(t *testing.T) {
	tb := newTestbed(t).start()
	restart := func() {
		t.Helper()
		tb.waitDelivered()
		if err := tb.stop(); err != nil {
			t.Fatal(err)
		}
		tb.start()
	}
	offer := tb.alice.Slash(tb.ch, "challenge", opt("opponent", tb.bob), opt("variant", "orthodox"), opt("color", "white")).Response()
	restart()
	board := tb.settlesAt(tb.bob, offer, "Accept")
	tb.checkBoard(board)
	if m := tb.settlesAt(tb.bob, offer, "Decline"); !m.Ephemeral || !strings.Contains(m.Text(), "was already accepted: it is game") {
		t.Errorf("declined after it was accepted: %s", m)
	}

	draw := tb.alice.Slash(tb.ch, "draw offer").Response()
	e4 := tb.move(tb.alice, "e4").Response() // the offer stands below the board
	restart()
	if m := tb.alice.Click(e4, "Decline draw").Response(); !m.Ephemeral || !strings.Contains(m.Text(), "for Bob") {
		t.Errorf("the offerer declines: %s", m)
	}
	if e4.Now().Button("Decline draw") == nil {
		t.Errorf("somebody else's press took the buttons away: %s", e4.Now())
	}
	tb.settlesAt(tb.bob, e4, "Decline draw")
	if now := e4.Now(); now.Button("Move") == nil || now.Button("Accept draw") != nil {
		t.Errorf("the board: %s", now)
	}
	if m := tb.settlesAt(tb.bob, draw, "Accept draw"); !m.Ephemeral || !strings.Contains(m.Text(), "no draw offer") {
		t.Errorf("accepted after it was declined: %s", m)
	}

	tb.alice.Slash(tb.ch, "draw offer").Response()
	e5 := tb.move(tb.bob, "e5").Response()
	tb.alice.Slash(tb.ch, "draw offer").Response()
	d4 := tb.move(tb.alice, "d4").Response()
	tb.alice.Slash(tb.ch, "draw withdraw").Response()
	tb.eventually("the board asks no more", func() bool { return d4.Now().Button("Accept draw") == nil })
	if d4.Now().Button("Move") == nil {
		t.Errorf("the board: %s", d4.Now())
	}

	question := tb.alice.Slash(tb.ch, "draw offer").Response()
	restart()
	tb.bob.Click(tb.bob.Slash(tb.ch, "resign").Response(), "Resign")
	tb.ch.WaitText("Bob resigns")
	for _, m := range []*discordtest.Message{question, d4, e5} {
		for _, b := range m.Buttons() {
			if b.Label == "3D view" { // which asks nothing
				continue
			}
			if told := tb.settlesAt(tb.bob, m, b.Label); !told.Ephemeral {
				t.Errorf("told to all: %s", told)
			}
		}
	}
	tb.waitDelivered()
}

// A question that was asked in a direct message becomes its answer.
func TestQuestionAlone(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	tb.bob.Say(tb.ch, "@Stackmate resign")
	ask := tb.bob.DM().WaitText("Resign game")
	if m := tb.ch.WaitText("privately"); len(m.Components) > 0 {
		t.Errorf("everybody may press: %s", m)
	}
	h := tb.bob.Click(ask, "Resign")
	if m := h.Response(); m.ID != ask.ID || !h.Updated() || len(m.Buttons()) != 1 || m.Button("3D view") == nil || !strings.Contains(m.Text(), "Bob resigns") {
		t.Errorf("answered: %s", m)
	}
	tb.ch.WaitText("Bob resigns")
	tb.waitDelivered()
}

// Nobody can accept an open challenge that was withdrawn, no matter where.
func TestOpenChallengeTakenBack(t *testing.T) {
	tb := newTestbed(t).start()
	open := tb.alice.Slash(tb.ch, "challenge", opt("variant", "orthodox")).Response()
	tb.alice.SayDirect("cancel")
	tb.loses(open)
	tb.ch.WaitText("withdraws challenge 1.")
	tb.waitDelivered()
}

// A secret is never sent to a channel.
func TestSecretStaysOutOfChannels(t *testing.T) {
	tb := newTestbed(t).start()
	r := chat.Reply{Text: "castle soon", Audience: chat.Secret}
	to := chat.Address{Transport: discord.Transport, ID: "channel:" + tb.ch.ID}
	if err := tb.bot.Deliver(t.Context(), to, r); !errors.Is(err, outbox.ErrUndeliverable) {
		t.Errorf("delivered: %v", err)
	}
	to.ID = "user:" + tb.bob.ID
	if err := tb.bot.Deliver(t.Context(), to, r); err != nil {
		t.Error(err)
	}
	tb.bob.DM().WaitText("castle soon")
	if m := tb.ch.Last(); m != nil {
		t.Errorf("told to all: %s", m)
	}
}
