package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"stackmate/bot/chat"
)

// fill sends a form of the page with one field filled in, to the game of the page.
func (b *browser) fill(field, value string) *browser {
	b.t.Helper()
	form := b.form()
	form.Set(field, value)
	return b.do(b.request(strings.TrimSuffix(b.at.Path, "/say")+"/say", form), nil)
}

// TestNotes keeps a note that only its writer sees: nothing in it is a command, and it is deleted when it is empty.
func TestNotes(t *testing.T) {
	c := found(t, "")
	c.play(room)
	anna := c.browse().signIn(c.link("Anna", room, "web #1"))
	anna.fill("note", "</textarea><b>#1 resign\n-").sees(http.StatusOK, "Note on game 1 saved.")
	anna.open("/g/1").sees(http.StatusOK, "Anna (White) to move.", "</textarea><b>#1 resign -")
	if strings.Contains(anna.page, "</textarea><b>") {
		t.Error("a note is HTML")
	}
	for name, b := range map[string]*browser{"Ben": c.browse().signIn(c.link("Ben", room, "web #1")), "Carl": c.browse().signIn(c.link("Carl", room, "web #1"))} {
		if b.sees(http.StatusOK, "Notes Only you can see this."); strings.Contains(b.page, "resign\n") {
			t.Errorf("%s sees the note", name)
		}
	}
	anna.fill("note", strings.Repeat("x", 3000)).sees(http.StatusOK, "Too long: at most")
	anna.open("/g/1").sees(http.StatusOK, "#1 resign").fill("note", " ")
	if anna.open("/g/1"); strings.Contains(anna.text(), "#1 resign") {
		t.Error("the note was not deleted")
	}
}

// TestConditions adds and removes conditional moves, which the opponent never sees.
func TestConditions(t *testing.T) {
	c := found(t, "")
	c.play(room)
	anna := c.browse().signIn(c.link("Anna", room, "web #1"))
	anna.sees(http.StatusOK, "Conditional moves", "After your move you can add and remove them.")
	if strings.Contains(anna.page, `name="if"`) {
		t.Error("lines can be added although it is the reader's turn")
	}
	anna.fill("if", "e5 Nf3").sees(http.StatusOK, "It's your turn") // a page that was open for long
	anna.say("e4").fill("if", "e5 then Nf3, Nc6 Bb5").sees(http.StatusOK, "e5 → Nf3, Nc6 → Bb5")
	anna.fill("if", "resign").sees(http.StatusOK, "resign", "Anna – Ben")
	anna.fill("if", "c5 Nf3").open("/g/1").sees(http.StatusOK, "Conditional moves (2)", "Remove")
	for name, b := range map[string]*browser{"Ben": c.browse().signIn(c.link("Ben", room, "web #1")), "Carl": c.browse().signIn(c.link("Carl", room, "web #1"))} {
		if b.sees(http.StatusOK, "Ben (Black) to move."); strings.Contains(b.text(), "→") {
			t.Errorf("%s sees the lines", name)
		}
	}
	anna.fill("if-remove", "c5 → Nf3").open("/g/1").sees(http.StatusOK, "Conditional moves (1)")
	anna.fill("if-remove", "d5 → Nf3").sees(http.StatusOK, "Conditional moves (1)")
	c.says("Ben", room, "e5")
	anna.open("/g/1").sees(http.StatusOK, "Last move: 2. Nf3.", "Nc6 → Bb5")
}

// TestExports fetches a game in all formats, as who may see it.
func TestExports(t *testing.T) {
	c := found(t, "")
	c.play(chat.Place{})
	c.says("Anna", chat.Place{}, "#1 e4")
	anna := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1"))
	for format, want := range map[string][2]string{"record": {"text/plain", "1. e4 *"}, "fen": {"text/plain", "/8/4P3/"}, "gif": {"image/gif", "GIF89a"}, "png": {"image/png", "\x89PNG"}} {
		if !strings.Contains(anna.open("/g/1").page, `href="/g/1/export/`+format+`" download`) {
			t.Errorf("no link to %s", format)
		}
		anna.open("/g/1/export/" + format).sees(http.StatusOK)
		if !strings.HasPrefix(anna.header.Get("Content-Type"), want[0]) || !strings.Contains(anna.page, want[1]) || !strings.HasPrefix(anna.header.Get("Content-Disposition"), `attachment; filename="`) {
			t.Errorf("%s: %v %.100q", format, anna.header, anna.page)
		}
	}
	anna.open("/g/1/export/fen?ply=0").sees(http.StatusOK)
	if strings.Contains(anna.page, "/8/4P3/") {
		t.Error("another position was asked for")
	}
	anna.open("/g/1/export/exe").sees(http.StatusNotFound, "There is no such page.")
	anna.open("/g/1/export/fen?ply=7").sees(http.StatusNotFound)
	c.browse().open("/g/1/export/record").sees(http.StatusForbidden, "not signed in")
	c.says("Carl", chat.Place{}, "games")
	c.browse().signIn(c.link("Carl", chat.Place{}, "web")).open("/g/1/export/record").sees(http.StatusNotFound, "There is no such game")
}

// TestButtonsOfGame checks which buttons a player has, and when: a draw is offered to claim only when it can be claimed.
func TestButtonsOfGame(t *testing.T) {
	c := found(t, "")
	c.play(room)
	anna := c.browse().signIn(c.link("Anna", room, "web #1"))
	has := func(labels ...string) {
		t.Helper()
		_, rest, _ := strings.Cut(anna.open("/g/1").page, `id="actions"`)
		form, _, _ := strings.Cut(rest, "</form>")
		var got []string
		for _, part := range strings.Split(form, "</button>") {
			if at := strings.LastIndex(part, ">"); strings.Contains(part, "<button") {
				got = append(got, part[at+1:])
			}
		}
		if strings.Join(got, ", ") != strings.Join(labels, ", ") {
			t.Errorf("the buttons are %q, not %q", got, labels)
		}
	}
	has("Offer a draw", "Cancel the game", "Resign")
	for range 2 {
		for i, move := range []string{"Nf3", "Nf6", "Ng1", "Ng8"} {
			c.says([]string{"Anna", "Ben"}[i%2], room, "#1 "+move)
		}
	}
	has("Claim a draw: threefold repetition", "Take back", "Offer a draw", "Resign")
	c.says("Ben", room, "#1 draw offer")
	has("Accept draw", "Decline draw", "Claim a draw: threefold repetition", "Take back", "Resign")
	c.says("Anna", room, "#1 draw decline")
	c.says("Anna", room, "#1 draw offer")
	has("Claim a draw: threefold repetition", "Take back", "Withdraw the draw offer", "Resign")
	anna.do(anna.request("/g/1/say", with(anna.form(), "text", "draw claim")), nil).sees(http.StatusOK, "threefold repetition")
	has("Review", "Rematch")
}

// with returns a form with another field.
func with(form url.Values, field, value string) url.Values {
	form.Set(field, value)
	return form
}
