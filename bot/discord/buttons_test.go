package discord_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
)

// loses waits until a message has lost its buttons.
func (tb *testbed) loses(m *discordtest.Message) {
	tb.t.Helper()
	tb.eventually("the buttons are gone from "+m.String(), func() bool { return len(m.Now().Components) == 0 })
}

// Only the last board has buttons, and an answered question has none.
func TestOldButtons(t *testing.T) {
	tb := newTestbed(t).start()
	offer := tb.alice.Slash(tb.ch, "challenge", discordtest.Opt("opponent", tb.bob), discordtest.Opt("color", "white"),
		discordtest.Opt("variant", "orthodox")).Response()
	begun := tb.bob.Click(offer, "Accept").Response()
	tb.loses(offer)
	e4 := tb.move(tb.alice, "e4").Response()
	tb.loses(begun)
	if now := begun.Now(); now.Text() != begun.Text() || len(now.Attachments) != 1 || now.Attachments[0].ID != begun.Attachments[0].ID {
		t.Errorf("more than the buttons has gone: %s", now)
	}
	draw := tb.alice.Slash(tb.ch, "draw offer").Response()
	declined := tb.bob.Click(draw, "Decline draw").Response()
	tb.loses(draw)
	if now := e4.Now(); now.Button("Move") == nil {
		t.Errorf("a question took the board's button: %s", now)
	}
	if len(declined.Buttons()) > 0 {
		t.Errorf("declined: %s", declined)
	}
	draw = tb.alice.Slash(tb.ch, "draw offer").Response()
	tb.bob.Reply(draw, "@Stackmate e5")
	e5 := tb.ch.WaitText("1… e5")
	tb.loses(e4)
	tb.loses(draw)
	if e5.Button("Move") == nil {
		t.Errorf("no button on %s", e5)
	}
}

// When an old message can't be edited any more, the game goes on, and the bot doesn't try twice.
func TestOldButtonsStay(t *testing.T) {
	for name, fault := range map[string]discordtest.Fault{
		"30046": {Status: http.StatusTooManyRequests, Body: `{"message":"Maximum number of edits to messages older than 1 hour reached.","code":30046,"retry_after":1}`},
		"gone":  {Status: http.StatusNotFound, Body: `{"message":"Unknown Message","code":10008}`},
		"403":   {Status: http.StatusForbidden, Body: `{"message":"Missing Access","code":50001}`},
		"slow":  {},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTestbed(t)
			tb.prepare = func(b *discord.Bot) { discord.SetShutdownGrace(b, time.Minute) }
			tb.start()
			tb.begin("orthodox")
			played := make(chan struct{})
			tb.srv.Fault(func(r *http.Request) *discordtest.Fault {
				if r.Method != http.MethodPatch || !strings.Contains(r.URL.Path, "/messages/") {
					return nil
				}
				if name == "slow" { // no move waits for it
					<-played
					return nil
				}
				return &fault
			})
			for n, move := range []string{"e4", "e5", "d4", "d5"} {
				m := tb.move([]*discordtest.User{tb.alice, tb.bob}[n%2], move).Response()
				tb.checkBoard(m)
			}
			close(played)
			if err := tb.stop(); err != nil {
				t.Error(err)
			}
			tries := map[string]int{}
			for _, r := range tb.srv.Requests() {
				if r.Method == http.MethodPatch {
					tries[r.Path]++
				}
			}
			for path, n := range tries {
				if n > 1 {
					t.Errorf("%s was tried %d times", path, n)
				}
			}
			if len(tries) < 4 {
				t.Errorf("tried %v", tries)
			}
			tb.start()
			if waiting := tb.owed(); waiting != 0 {
				t.Errorf("%d messages wait", waiting)
			}
		})
	}
}

// What cannot be undone is asked once more, in private and with a red button; a question offers yes before no.
func TestButtonsThatEndAGame(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	tb.alice.Slash(tb.ch, "draw offer").Response()
	m := tb.move(tb.alice, "e4").Response()
	var labels []string
	for _, b := range m.Buttons() {
		labels = append(labels, b.Label)
		if b.Style == int(discordgo.DangerButton) {
			t.Errorf("a red button for all to see: %+v", b)
		}
	}
	if order := strings.Join(labels, ", "); !strings.Contains(order, "Accept draw, Decline draw") {
		t.Errorf("buttons: %s", order)
	}
	accept := tb.bob.Click(m, "Accept draw").Response()
	if yes := accept.Button("Accept the draw"); yes == nil || yes.Style != int(discordgo.DangerButton) || !accept.Ephemeral {
		t.Errorf("accepting asks %s", accept)
	}
	ask := tb.alice.Slash(tb.ch, "resign").Response()
	if yes := ask.Button("Resign"); yes == nil || yes.Style != int(discordgo.DangerButton) || !ask.Ephemeral {
		t.Errorf("resign asks %s", ask)
	}
}
