package bot_test

import (
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/render"
)

// serverIs changes the settings of the server.
func (c *club) serverIs(s data.Server) {
	c.t.Helper()
	if err := c.store.Update(c.t.Context(), func(tx data.Tx) error { return tx.SetServer("house", s) }); err != nil {
		c.t.Fatal(err)
	}
}

// TestLanguages checks that a private answer is in the language that its reader chose,
// else in the transport's, and a public one in the server's.
func TestLanguages(t *testing.T) {
	c := newClub(t)
	german := c.message("Ben", hall, "games")
	german.Language = "de"
	has(t, c.handle(german).Reply, "Du hast keine Partien")
	offer := c.say("Anna", hall, "challenge @Ben chess white 3d rated")
	has(t, offer.Reply, "Anna challenges Ben", "3 days per move") // in public, and the server speaks English
	c.serverIs(data.Server{Language: "de", Theme: "slate"})
	begins := c.say("Ben", hall, "accept")
	has(t, begins.Reply, "Neue Partie: Anna (Weiß) – Ben (Schwarz)", "Bedenkzeit bis")
	if begins.Title != "Partie 1 · Orthodox Chess" && !strings.HasPrefix(begins.Title, "Partie 1 · ") || begins.Picture.Theme != "slate" {
		t.Errorf("%+v", begins)
	}
	has(t, c.say("Anna", hall, "e4").Reply, "Anna (Weiß) spielt 1. e4. Ben (Schwarz) ist am Zug.")
	has(t, c.say("Anna", hall, "board").Reply, "Last move: 1. e4. Ben (Black) to move.") // for Anna alone
	has(t, c.say("Ben", hall, "board").Reply, "Letzter Zug: 1. e4.")                     // the language heard last
	c.refused("Anna", hall, "e5", "It's Ben's turn in game")
	has(t, c.handle(c.message("Ben", hall, "Nx")).Reply, "„Nx“ ist kein Zug in")

	c.say("Anna", hall, "preferences de contrast")
	has(t, c.say("Anna", hall, "preferences").Reply, "Sprache: Deutsch.", "Kontrast")
	if a := c.say("Anna", hall, "board"); a.Picture.Theme != "contrast" || !strings.HasPrefix(a.Text, "Letzter Zug") {
		t.Errorf("%+v", a)
	}
	english := c.message("Anna", hall, "games")
	english.Language = "en"
	has(t, c.handle(english).Reply, "Deine Partien") // the choice outweighs the transport
	c.say("Anna", hall, "preferences usual usual")
	if a := c.say("Anna", hall, "board"); a.Picture.Theme != "slate" || !strings.HasPrefix(a.Text, "Last move") {
		t.Errorf("%+v", a)
	}
	c.refused("Anna", hall, "preferences klingon", "I don't understand “klingon” here.")
	if a := c.call("Anna", hall, "preferences", map[string]string{"language": "tlh"}); !a.Refused || !strings.Contains(a.Text, "en, de") {
		t.Errorf("%+v", a)
	}
	m := c.message("Ben", hall, "adjudicate #1 draw müde")
	m.Administrator = true
	has(t, c.handle(m).Reply, "Remis entschieden", "Die Wertungen bleiben gleich")
	c.serverIs(data.Server{})
	has(t, c.say("Carl", library, "#1").Reply, "The game is decided as a draw,", "Ratings don't change: only games")
}

// TestLanguagesInPrivate checks that private messages have their readers' language and
// board colours, also reminders and messages to watchers.
func TestLanguagesInPrivate(t *testing.T) {
	c := newClub(t)
	german := c.message("Ben", alone("Ben"), "games")
	german.Language = "de"
	c.handle(german)
	c.say("Ben", alone("Ben"), "preferences theme:print")
	c.say("Carl", alone("Carl"), "preferences de")
	c.say("Anna", alone("Anna"), "challenge @Ben chess white 1d")
	messages := c.post()
	if len(messages) != 1 {
		t.Fatalf("%+v", messages)
	}
	has(t, messages[0].Reply, "Herausforderung 1", "Anna fordert Ben", "1 Tag pro Zug")
	if label := messages[0].Buttons[0][0].Label; label != "Annehmen" {
		t.Errorf("button %q", label)
	}
	has(t, c.say("Ben", alone("Ben"), "accept").Reply, "Neue Partie")
	messages = c.post()
	has(t, messages[0].Reply, "New game:")
	c.say("Anna", alone("Anna"), "watch invite @Carl #1")
	c.say("Carl", alone("Carl"), "watch #1")
	c.post()
	has(t, c.say("Anna", alone("Anna"), "e4").Reply, "plays 1. e4")
	messages = c.post()
	if len(messages) != 2 || messages[0].Picture.Theme != "print" || messages[1].Picture.Theme != "" {
		t.Fatalf("%+v", messages)
	}
	for _, l := range messages {
		has(t, l.Reply, "Partie 1", "Anna (Weiß) spielt 1. e4.")
	}
	c.later(25 * time.Hour)
	if err := c.desk.CheckClocks(t.Context()); err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, l := range c.post() {
		said[l.to] += l.Text + " "
	}
	for to, part := range map[string]string{"p-anna": "Ben ran out of time. Anna wins,", "p-ben": "Ben hat die Zeit überschritten.", "p-carl": "Ben hat die Zeit"} {
		if !strings.Contains(said[to], part) {
			t.Errorf("%s hears %q, not %q", to, said[to], part)
		}
	}
}

// TestGermanEverywhere checks that no answer to any command in German has an open gap, and
// that the catalogue knows every theme.
func TestGermanEverywhere(t *testing.T) {
	c := newClub(t)
	for _, who := range []string{"Anna", "Ben"} {
		c.say(who, alone(who), "preferences de")
	}
	for _, theme := range render.Themes() {
		if a := c.say("Anna", alone("Anna"), "preferences "+theme); strings.Contains(a.Text, "choice.") {
			t.Errorf("%q", a.Text)
		}
	}
	c.serverIs(data.Server{Language: "de"})
	c.rated(hall, "Anna", "Ben", "millennium", "7d weekends limit:60")
	for _, in := range []chat.Place{hall, alone("Anna")} {
		for _, text := range []string{"games", "board", "history", "help", "help draw", "help export", "rules 3d8l", "rules nextgen",
			"rules tridimensional", "rules chess", "profile", "leaderboard", "moves", "moves 1g1", "moves 1a2", "moves 9z9", "export fen",
			"export", "export gif", "import 1. e4 e5", "import 1. e5", "note x", "note", "vacation", "vacation start 400", "watch #1",
			"draw claim", "draw accept", "draw withdraw", "takeback", "accept", "cancel", "challenge @Robot", "challenge @Anna",
			"challenge Nobody", "#9 board", "wat", "N9x9", "Ra1", "1g1-2g4", "if show", "resign", "settings", "block @Ben", "rematch"} {
			a := c.handle(c.message("Anna", in, text))
			for _, word := range []string{" the ", " is ", " you ", "Game ", " of "} {
				if strings.Contains(strings.ReplaceAll(a.Text, "Game of", ""), word) && !strings.HasPrefix(text, "rules") {
					t.Errorf("%q is answered in English: %q", text, a.Text)
				}
			}
		}
	}
}

// When the bot speaks first, it does so in the language that it has heard last.
func TestLanguageHeardLast(t *testing.T) {
	c := newClub(t)
	c.say("Anna", alone("Anna"), "games")
	for _, tt := range []struct{ language, text string }{{"de", "Anna fordert Ben"}, {"en", "Anna challenges Ben"}, {"de", "Anna fordert Ben"},
		{"", "Anna fordert Ben"}, {"xx", "Anna fordert Ben"}, {"en", "Anna challenges Ben"}} {
		m := c.message("Ben", alone("Ben"), "help")
		m.Language = tt.language
		c.handle(m)
		c.say("Anna", alone("Anna"), "challenge Ben orthodox")
		messages := c.post()
		if len(messages) != 1 {
			t.Fatalf("messages %+v", messages)
		}
		has(t, messages[0].Reply, tt.text)
	}
}
