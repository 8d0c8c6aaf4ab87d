package email_test

import (
	"fmt"
	"strings"
	"testing"

	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
	"stackmate/bot/words"
)

// TestGerman writes to the bot in German: its answers are German, and commands may have their
// German names.
func TestGerman(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, func(c *email.Config) { c.PublicURL = "https://chess.example.test" })
	german := func(n int, text string) {
		t.Helper()
		raw := w.last(alice, n).Reply(names[alice], w.id(), text)
		w.send(append([]byte("Content-Language: de-DE\n"), raw...))
	}
	reads := func(n int, wants ...string) mailtest.Message {
		t.Helper()
		l := w.last(alice, n)
		for _, want := range wants {
			if !strings.Contains(l.Subject()+"\n"+l.Text, want) {
				t.Errorf("message %d lacks %q:\n%s\n%s", n, want, l.Subject(), l.Text)
			}
		}
		return l
	}
	w.send(append([]byte("Content-Language: de\n"), mailtest.New(names[alice], chess, "Hallo", w.id(), "hilfe", w.now())...))
	reads(1, "Bist du es?", "also habe ich nichts getan", "Die Antwortadresse gehört dir allein")
	german(1, fmt.Sprintf("herausfordern %s orthodox white", bob))
	reads(2, "geschickt", "Antworte auf diese Mail mit einem Zug")
	if l := w.last(bob, 1); !strings.Contains(l.Text, "Du bekommst diese E-Mail") {
		t.Errorf("Bob reads %s", l.Text)
	}
	w.answer(bob, 1, "accept")
	reads(3, "Partie 1", "Antworte auf diese Mail mit einer Zeile")
	german(3, "e4\nzug e5\nbrett")
	reads(4, "> e4\n", "Nicht getan, weil das davor abgelehnt wurde: brett")
	german(4, "erneuern")
	reads(5, "Neue Antwortadressen", "gelten nicht mehr")
	german(5, "preferences language:en")
	reads(6, "Reply with a move")
	german(6, "stopp")
	reads(7, "No more emails")
	pageLanguage := func(l mailtest.Message, browser string) string {
		_, secret, _ := strings.Cut(strings.TrimSuffix(l.Field("List-Unsubscribe"), ">"), "/unsubscribe?t=")
		return w.bot.UnsubscribeLanguage(t.Context(), secret, words.In(browser)).Tag
	}
	toAlice, toBob := w.last(alice, 7), w.last(bob, 3)
	if got := pageLanguage(toAlice, "de"); got != "en" { // which she has chosen
		t.Errorf("the page for Alice is in %q", got)
	}
	if got := pageLanguage(toBob, "de"); got != "de" {
		t.Errorf("the page for Bob is in %q", got)
	}
}
