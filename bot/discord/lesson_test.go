package discord_test

import (
	"bytes"
	"strings"
	"testing"

	"stackmate/bot/discord/discordtest"
)

// Pages are turned in place by the one who asked for the rules, with buttons and a menu. Somebody
// else who sees them turns pages of their own.
func TestTurnPages(t *testing.T) {
	tb := newTestbed(t).start()
	opt := discordtest.Opt
	first := tb.alice.Slash(tb.ch, "rules", opt("variant", "tridimensional")).Response()
	if !first.Ephemeral || !strings.Contains(first.Text(), "Boards (1/16)") || first.Button("◀ Boards") != nil {
		t.Fatalf("/rules: %s", first)
	}
	first.Image(t)
	h := tb.alice.Click(first, "Directions and air ▶")
	second := h.Response()
	if !h.Updated() || second.ID != first.ID || !strings.Contains(second.Text(), "Directions and air (2/16)") ||
		bytes.Equal(first.Attachments[0].Data, second.Attachments[0].Data) || len(second.Attachments) != 1 {
		t.Errorf("the second page: %s", second)
	}
	if said := second.Attachments[0].Description; !strings.Contains(said, "rook on c5D. Can go to b5D c3B") {
		t.Errorf("its figure is described as %q", said)
	}
	menus := second.SelectMenus()
	if len(menus) != 1 || len(menus[0].Options) != 16 {
		t.Fatalf("the menu: %+v", menus)
	}
	last := tb.alice.Select(second, menus[0].CustomID, menus[0].Options[15].Value).Response()
	if last.ID != first.ID || !strings.Contains(last.Text(), "Mate and draws (16/16)") || !strings.Contains(last.Text(), "/draw claim") {
		t.Errorf("the last page: %s", last)
	}

	tb.bob.SetLocale("de")
	public := tb.heard(tb.ch, tb.alice.Say(tb.ch, "@Stackmate rules chess"), "Boards (1/12)")
	h = tb.bob.Click(public, "Rook ▶")
	if m := h.Response(); h.Updated() || !m.Ephemeral || !strings.Contains(m.Text(), "Turm (2/12)") {
		t.Errorf("Bob turns Alice's page: %s", m)
	}
	if now := public.Now(); now.Button("Rook ▶") == nil || !strings.Contains(now.Text(), "Boards (1/12)") {
		t.Errorf("Alice's page afterwards: %s", now)
	}

	got := names(tb.alice.Autocomplete(tb.ch, "rules", "page", "knight", opt("variant", "3d8l")))
	if got != "Knight, Red knight, Green knight, Grand knight" {
		t.Errorf("completes %q", got)
	}
	if got := names(tb.bob.Autocomplete(tb.ch, "rules", "page", "spr")); got != "Springer" {
		t.Errorf("completes %q", got)
	}
	tb.waitDelivered()
}
