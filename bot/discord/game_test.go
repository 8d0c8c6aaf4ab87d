package discord_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"stackmate/bot/discord/discordtest"
)

// fool is a game to mate: the moves as they are typed, and as the bot writes them.
type fool struct {
	variant, name string
	typed         []string
	written       []string
	checks        []bool
}

var foolsMate = fool{"orthodox", "Standard chess", []string{"f3", "e7e5", "g2-g4", "Qh4"},
	[]string{"1. f3", "1… e5", "2. g4", "2… Qh4#"}, []bool{false, false, false, false}}

var millenniumMate = fool{"millennium", "Millennium", []string{"3e4", "B2e7", "1h1 3f1", "2g7", "q1h5", "3e8-3f8", "Q3f7"},
	[]string{"1. 3e4", "1… B2e7", "2. R3f1", "2… 2g7", "3. Q1h5", "3… K3f8", "4. Qx3f7#"}, make([]bool, 7)}

func TestWholeGame(t *testing.T) {
	for _, f := range []fool{foolsMate, millenniumMate} {
		t.Run(f.variant, func(t *testing.T) {
			tb := newTestbed(t).start()
			tb.playWhole(f, func(int) {})
		})
	}
}

// A bot that stops in the middle of a game goes on with it after the next start. Each event comes twice, and a stranger
// tries to move.
func TestWholeGameTwiceOverWithRestarts(t *testing.T) {
	for _, f := range []fool{foolsMate, millenniumMate} {
		t.Run(f.variant, func(t *testing.T) {
			tb := newTestbed(t)
			tb.srv.DeliverTwice(true)
			tb.start()
			tb.playWhole(f, func(ply int) {
				switch ply {
				case 1:
					tb.checkStrangerRefused()
				case 2:
					if err := tb.stop(); err != nil {
						t.Error(err)
					}
					tb.start()
					tb.checkStrangerRefused()
				}
			})
		})
	}
}

// checkStrangerRefused has Carol, who does not play, try to move in every way.
func (tb *testbed) checkStrangerRefused() {
	tb.t.Helper()
	before := tb.dump()
	shown := len(tb.ch.Messages())
	for _, opts := range [][]discordtest.Option{
		{discordtest.Opt("move", "e7e5"), discordtest.Opt("game", 1)},
		{discordtest.Opt("move", "e7e5")},
	} {
		h := tb.carol.Slash(tb.ch, "move", opts...)
		if m := h.Response(); !m.Ephemeral || !strings.Contains(m.Text(), "game") || len(m.Notified) > 0 {
			tb.t.Errorf("stranger is answered: %s, ephemeral %t", m, m.Ephemeral)
		}
	}
	if m := tb.carol.Slash(tb.ch, "resign", discordtest.Opt("game", 1)).Response(); !m.Ephemeral {
		tb.t.Error("resigning for others is answered in public")
	}
	if got := tb.dump(); got != before {
		tb.t.Errorf("a stranger changed the games\nfrom %s\nto   %s", before, got)
	}
	if n := len(tb.ch.Messages()); n != shown {
		tb.t.Errorf("there are %d messages, not %d, after a stranger's tries", n, shown)
	}
}

// playWhole plays a game as two people would, and checks all that they see.
func (tb *testbed) playWhole(f fool, after func(ply int)) {
	t := tb.t
	t.Helper()
	offer := tb.alice.Slash(tb.ch, "challenge", discordtest.Opt("opponent", tb.bob), discordtest.Opt("variant", f.variant),
		discordtest.Opt("color", "white")).Response()
	if offer.Ephemeral || !slices.Equal(offer.Notified, []string{tb.bob.ID}) || !strings.Contains(offer.Text(), "challenges") {
		t.Fatalf("challenge: %s", offer)
	}
	begun := tb.bob.Click(offer, "Accept").Response()
	tb.checkBoard(begun)
	if !slices.Equal(begun.Notified, []string{tb.alice.ID}) || !strings.Contains(begun.Text(), "New game:") {
		t.Fatalf("beginning: %s", begun)
	}
	players := []*discordtest.User{tb.alice, tb.bob}
	names := []string{"Alice", "Bob"}
	for ply, typed := range f.typed {
		shown := len(tb.ch.Messages())
		h := tb.move(players[ply%2], typed)
		m := h.Response()
		if m.Ephemeral || h.Updated() {
			t.Fatalf("%s: the move is not a new message for everybody: %s", typed, m)
		}
		if n := len(tb.ch.Messages()); n != shown+1 {
			t.Errorf("%s: %d messages after %d", typed, n, shown)
		}
		tb.checkBoard(m)
		text := unescape(m.Text())
		if want := names[ply%2] + " (" + []string{"White", "Black"}[ply%2] + ") plays " + f.written[ply] + "."; !strings.Contains(text, want) {
			t.Errorf("%s: no %q in %q", typed, want, text)
		}
		next := players[(ply+1)%2]
		if ply == len(f.typed)-1 {
			if !strings.Contains(text, "Checkmate! "+names[ply%2]+" wins") {
				t.Errorf("no mate in %q", text)
			}
			for _, id := range m.Notified {
				if id != next.ID {
					t.Errorf("the end notifies %v", m.Notified)
				}
			}
		} else {
			if !slices.Equal(m.Notified, []string{next.ID}) || !slices.Equal(m.Mentions, []string{next.ID}) {
				t.Errorf("%s notifies %v, mentions %v, not %s alone", typed, m.Notified, m.Mentions, next.ID)
			}
			if !strings.Contains(text, names[(ply+1)%2]+" ("+[]string{"White", "Black"}[(ply+1)%2]+") to move.") {
				t.Errorf("%s: whose turn is it? %q", typed, text)
			}
			if strings.Contains(text, "Check!") != strings.HasSuffix(f.written[ply], "+") {
				t.Errorf("%s: check wrong in %q", typed, text)
			}
		}
		after(ply)
	}
	if got := tb.dump(); !strings.Contains(got, "checkmate") || !strings.Contains(got, strings.Fields(f.written[len(f.written)-1])[1]) {
		t.Errorf("in the database: %s", got)
	}
	if m := tb.move(tb.alice, "a4").Response(); !m.Ephemeral {
		t.Errorf("after the end: %s", m)
	}
	tb.waitDelivered()
}

// checkBoard checks that a message has a picture that people can see.
func (tb *testbed) checkBoard(m *discordtest.Message) {
	t := tb.t
	t.Helper()
	if len(m.Attachments) != 1 {
		t.Fatalf("%d attachments on %s", len(m.Attachments), m)
	}
	a := m.Attachments[0]
	size := m.Image(t).Bounds().Size()
	if size.X < 300 || size.Y < 150 || size.X == size.Y {
		t.Errorf("the picture has %v", size)
	}
	if !strings.HasSuffix(a.Name, ".png") || a.ContentType != "image/png" {
		t.Errorf("the picture is called %q, %q", a.Name, a.ContentType)
	}
	if n := len(a.Description); n < 40 || !strings.Contains(strings.ToLower(a.Description), "king") && !strings.Contains(a.Description, "K") {
		t.Errorf("alt text: %q", a.Description)
	}
}

var escaped = regexp.MustCompile(`\\([^0-9A-Za-z\s])`)

// unescape returns a text as people see it.
func unescape(s string) string { return escaped.ReplaceAllString(s, "$1") }
