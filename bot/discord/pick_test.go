package discord_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
	"stackmate/bot/game"
	"stackmate/rules"
)

// choose picks the option that begins with a text in whatever menu has it.
func (tb *testbed) choose(u *discordtest.User, m *discordtest.Message, text string) *discordtest.Handle {
	tb.t.Helper()
	for _, menu := range m.SelectMenus() {
		for _, o := range menu.Options {
			if strings.HasPrefix(o.Label, text) {
				return u.Select(m, menu.CustomID, o.Value)
			}
		}
	}
	tb.t.Fatalf("no option %q on %s", text, m)
	return nil
}

// button returns the first button whose label begins with a text.
func (tb *testbed) button(m *discordtest.Message, text string) string {
	tb.t.Helper()
	for _, b := range m.Buttons() {
		if strings.HasPrefix(b.Label, text) {
			return b.CustomID
		}
	}
	tb.t.Fatalf("no button %q on %s", text, m)
	return ""
}

// pick makes a move without typing, in four taps, from the message with the board,
// and returns what everybody sees then.
func (tb *testbed) pick(u *discordtest.User, board *discordtest.Message, piece, target string) *discordtest.Message {
	t := tb.t
	t.Helper()
	h := u.Click(board, "Move")
	asked := h.Response()
	if !h.Ephemeral() || h.Updated() {
		t.Fatalf("Move: %s", asked)
	}
	asked.Image(t)
	h = tb.choose(u, asked, piece)
	where := h.Response()
	if !h.Updated() || where.ID != asked.ID || len(where.Attachments) != 1 || where.Attachments[0].URL == asked.Attachments[0].URL {
		t.Fatalf("after the piece: %s", where)
	}
	h = tb.choose(u, where, target)
	preview := h.Response()
	if !h.Updated() || preview.ID != asked.ID || len(preview.SelectMenus()) > 0 || len(preview.Attachments) != 1 {
		t.Fatalf("preview: %s", preview)
	}
	if string(preview.Attachments[0].Data) == string(asked.Attachments[0].Data) {
		t.Error("the preview shows nothing new")
	}
	before := tb.dump()
	h = u.Click(preview, tb.button(preview, "Play "))
	done := h.Response()
	if !h.Updated() || done.ID != asked.ID || len(done.Components) > 0 {
		t.Errorf("after Confirm: %s", done)
	}
	if !strings.Contains(done.Text(), "Done: it is posted below") || len(done.Attachments) != 1 {
		t.Errorf("after Confirm: %s", done)
	}
	played := h.Followup(0)
	if played.Ephemeral || !strings.Contains(unescape(played.Text()), " plays ") || tb.dump() == before {
		t.Fatalf("played: %s", played)
	}
	played.Image(t)
	return played
}

// beginIn begins a game in a channel, Alice with White, and returns the message that shows its first board.
func (tb *testbed) beginIn(ch *discordtest.Channel, variant string) *discordtest.Message {
	tb.t.Helper()
	offer := tb.alice.Slash(ch, "challenge", discordtest.Opt("opponent", tb.bob), discordtest.Opt("variant", variant),
		discordtest.Opt("color", "white")).Response()
	return tb.bob.Click(offer, "Accept").Response()
}

// People make moves without typing, in four taps from the button Move, in every game: on eight levels with hundreds of
// moves, with attack boards, and when a pawn promotes.
func TestPick(t *testing.T) {
	for _, tt := range []struct {
		variant string
		moves   [][2]string // piece and target in turn
	}{
		{"millennium", [][2]string{{"1b1", "N2b3"}, {"3b8", "N2b6"}}},
		{"3d8l", [][2]string{{"5", ""}, {"", ""}}},
		{"nextgen", [][2]string{{"Ab1", ""}, {"", ""}}},
	} {
		t.Run(tt.variant, func(t *testing.T) {
			tb := newTestbed(t).start()
			board := tb.beginIn(tb.ch, tt.variant)
			for n, m := range tt.moves {
				board = tb.pick([]*discordtest.User{tb.alice, tb.bob}[n%2], board, m[0], m[1])
				next := []*discordtest.User{tb.bob, tb.alice}[n%2]
				if !slices.Equal(board.Notified, []string{next.ID}) {
					t.Errorf("notified %v", board.Notified)
				}
			}
			tb.waitDelivered()
		})
	}
}

// setUp begins a game between Alice and Bob in a position, in the channel.
func (tb *testbed) setUp(variant, fen string) {
	tb.t.Helper()
	err := tb.db.Update(tb.t.Context(), func(tx data.Tx) error {
		home := chat.Address{Transport: discord.Transport, ID: "channel:" + tb.ch.ID}
		c := &game.Challenge{Variant: rules.VariantByKey(variant), Color: game.AsWhite, Home: home,
			Server: discord.Transport + ":" + tb.guild.ID, State: game.Accepted, Made: time.Now()}
		for n, u := range []*discordtest.User{tb.alice, tb.bob} {
			p, err := tx.PlayerAt(chat.Person{Name: u.Name, Address: chat.Address{Transport: discord.Transport, ID: "user:" + u.ID}}, time.Now())
			if err != nil {
				return err
			}
			*[]*int64{&c.From, &c.To}[n] = p.ID
		}
		if err := tx.AddChallenge(c); err != nil {
			return err
		}
		g := &game.Game{ID: c.ID, Variant: c.Variant, Seats: [2]int64{c.From, c.To}, Home: home, Server: c.Server, Origin: fen, Started: time.Now()}
		if err := g.Load(); err != nil {
			return err
		}
		return tx.AddGame(g)
	})
	if err != nil {
		tb.t.Fatal(err)
	}
}

// Menus move attack boards too, and a pawn on one promotes.
func TestPickAttackBoard(t *testing.T) {
	tb := newTestbed(t).start()
	tb.setUp("tridimensional", "4/4/4/1K2|4/4/4/4|4/4/4/1k2|2/2|2/2|P1/2|2/2 b - - - b2A,e2A,b6G,e9G 0 1")
	board := tb.move(tb.bob, "A-b2A-b5A").Response()
	board = tb.pick(tb.alice, board, "an attack board", "A-b6G-b9G=Q")
	if !strings.Contains(board.Text(), "A-b6G-b9G=Q") {
		t.Errorf("played %s", board)
	}
	tb.pick(tb.bob, board, "an attack board", "A-e2A-")
	tb.waitDelivered()
}

// Menus work after a restart, and are refused months later if the game has gone on.
func TestPickStale(t *testing.T) {
	tb := newTestbed(t).start()
	board := tb.beginIn(tb.ch, "orthodox")
	first := tb.alice.Click(board, "Move").Response()
	second := tb.alice.Click(board, "Move").Response()
	where := tb.choose(tb.alice, second, "e2").Response()
	if err := tb.stop(); err != nil {
		t.Fatal(err)
	}
	tb.start()
	preview := tb.choose(tb.alice, where, "e4").Response()
	tb.alice.Click(preview, tb.button(preview, "Play ")).Followup(0)
	before := tb.dump()
	tb.fast.Add(int64(100 * 24 * time.Hour))
	h := tb.choose(tb.alice, first, "d2")
	refused := h.Response()
	if now := first.Now(); now.Text() != first.Text() || len(now.SelectMenus()) > 0 || len(now.Attachments) != 1 {
		t.Errorf("a stale menu is left: %s", now)
	}
	if !refused.Ephemeral || !strings.Contains(refused.Text(), "That button is out of date, because game") || !strings.Contains(refused.Text(), "/board") {
		t.Errorf("a stale menu: %s", refused)
	}
	h = tb.bob.ClickStale(board, "Move")
	if !h.Response().Ephemeral || !strings.Contains(h.Response().Text(), "That button is out of date, because game") {
		t.Errorf("a stale button: %s", h.Response())
	}
	if got := tb.dump(); got != before {
		t.Errorf("the game is %s, was %s", got, before)
	}
}

// Stepping through a game uses a single message that nobody else sees.
func TestWalk(t *testing.T) {
	tb := newTestbed(t).start()
	tb.beginIn(tb.ch, "orthodox")
	tb.move(tb.alice, "e4").Response()
	tb.move(tb.bob, "e5").Response()
	h := tb.carol.Slash(tb.ch, "board")
	m := h.Response()
	if !h.Ephemeral() {
		t.Error("everybody sees the board")
	}
	for _, label := range []string{"◀", "◀"} {
		h = tb.carol.Click(m, label)
		next := h.Response()
		if !h.Updated() || next.ID != m.ID || len(next.Attachments) != 1 || string(next.Attachments[0].Data) == string(m.Attachments[0].Data) {
			t.Errorf("%s leads to %s", label, next)
		}
		m = next
	}
	if n := len(tb.ch.Messages()); n != 4 {
		t.Errorf("%d messages", n)
	}
}
