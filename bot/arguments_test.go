package bot_test

import (
	"strings"
	"testing"

	"stackmate/bot/chat"
	"stackmate/bot/command"
)

// TestNotes adds a note to a move in each way that there is, and one that is too long.
func TestNotes(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	has(t, c.say("Anna", hall, "e4 // see you at 8").Reply, "plays 1. e4", "see you at 8")
	c.refused("Ben", hall, "e5 note:"+strings.Repeat("ä", command.MaxNote+1), "at most 500")
	has(t, c.say("Ben", hall, "e5 note:"+strings.Repeat("ä", command.MaxNote)).Reply, strings.Repeat("ä", command.MaxNote))
	m := c.message("Anna", hall, "")
	m.Call = &chat.Call{Path: []string{"move"}, Args: map[string]string{"move": "d4", "note": "limit:60 is // fine"}}
	has(t, c.handle(m).Reply, "plays 2. d4", "limit:60 is // fine")
}

// TestLongNames names players whose names have several words.
func TestLongNames(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	for _, name := range []string{"Anna", "Anna Maria", "Anna Maria Nextgen", "Ben", "orthodox white", "White Rabbit"} {
		c.say(name, hall, "games")
	}
	for _, tt := range []struct{ text, who, terms string }{
		{"challenge anna maria", "Anna Maria", ""},
		{"challenge orthodox Anna Maria rated", "Anna Maria", "Rated game."},
		{`challenge "Anna Maria" nextgen`, "Anna Maria", "Next"},
		{"challenge @Anna Maria", "Anna Maria", ""},
		{`challenge "orthodox white" black`, "orthodox white", "plays Black."},
	} {
		m := c.message("Zoe", hall, tt.text)
		m.Mentioned = nil
		a := c.handle(m)
		if a.Refused || !strings.Contains(a.Text, "Zoe challenges "+tt.who+" to ") || !strings.Contains(a.Text, tt.terms) {
			t.Errorf("%q: %s", tt.text, a.Text)
		}
	}
	has(t, c.say("Zoe", hall, "profile Anna Maria").Reply, "Anna Maria")
	has(t, c.say("Zoe", hall, "block White Rabbit").Reply, "White Rabbit")
	has(t, c.say("Zoe", hall, "challenge @Ben next").Reply, "challenges Ben to", "Next") // a mention names the player
	c.refused("Zoe", hall, `challenge "Anna Mari"`, "I don't know anybody called “Anna Mari”.")
	c.refused("Zoe", hall, "challenge Carl Maria", "I don't understand “Maria” here.")
	c.refused("Zoe", hall, `challenge "`, "don't know")
}

// TestLongNamesByMail names players of other transports, whose names have several words,
// by mail.
func TestLongNamesByMail(t *testing.T) {
	t.Parallel()
	c := withMail(t)
	c.say("Anna Maria", hall, "preferences bymail:on")
	has(t, c.byMail("Stranger", "challenge Anna Maria orthodox white").Reply, "sent to Anna Maria.")
	has(t, c.byMail("Stranger", "challenge “anna maria” rated").Reply, "sent to Anna Maria.")
}
