package email_test

import (
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

// A mail shows times in UTC and commands as they are typed, in its language, also if it was written for Discord.
func TestMarksInMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, func(*email.Config) {})
	text := "Until " + chat.When(time.Date(2026, 11, 24, 9, 5, 0, 0, time.UTC)) + ": " + chat.Command("draw offer #12") +
		chat.Either(" or press the button", "")
	for i, tt := range []struct{ language, want string }{
		{"en", "Until Tuesday 24 November 09:05 UTC: “draw offer #12”\n"},
		{"", "Until Tuesday 24 November 09:05 UTC: “draw offer #12”\n"},
		{"de", "Until Dienstag, 24. November, 09:05 UTC: „remis anbieten #12“\n"},
	} {
		r := chat.Reply{Text: text, Title: "Type " + chat.Command("games"), Language: tt.language, Key: string(rune('a' + i))}
		if err := w.bot.Deliver(t.Context(), chat.Address{Transport: email.Transport, ID: bob}, r); err != nil {
			t.Fatal(err)
		}
		m := w.last(bob, i+1)
		if !strings.Contains(m.Text, tt.want) || strings.ContainsAny(m.Subject()+m.Text, "\x1e\x02") || !strings.HasPrefix(m.Subject(), "Type ") {
			t.Errorf("%q: %s\n%s", tt.language, m.Subject(), m.Text)
		}
		if tt.language == "de" && !strings.HasPrefix(m.Subject(), "Type partien") {
			t.Errorf("the subject is %s", m.Subject())
		}
	}
}
