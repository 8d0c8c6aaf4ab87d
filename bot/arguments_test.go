package bot_test

import (
	"strings"
	"testing"

	"stackmate/bot/chat"
	"stackmate/bot/command"
)

// TestNamedText gives a text by its name, wherever a move ends, and in a command that was chosen.
func TestNamedText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"e4 note:see you at 8", "e4 note: see you at 8", "move e4 note:see you at 8", "move #1 e4 NOTE:see you at 8",
		"move note:see you at 8", "#1 note:see you at 8", "e4 // see you at 8"} {
		c := newClub(t)
		c.game(hall, "Anna", "Ben", "orthodox")
		if !strings.Contains(text, "e4") {
			c.refused("Anna", hall, text, "Something is missing: move")
			continue
		}
		has(t, c.say("Anna", hall, text).Reply, "plays 1. e4", "see you at 8")
	}
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	m := c.message("Anna", hall, "")
	m.Call = &chat.Call{Path: []string{"move"}, Args: map[string]string{"move": "e4", "note": "limit:60 is // fine"}}
	has(t, c.handle(m).Reply, "plays 1. e4", "limit:60 is // fine")
	c.refused("Ben", hall, "e5 note:"+strings.Repeat("ä", command.MaxNote+1), "at most 500")
	has(t, c.say("Ben", hall, "e5 note:"+strings.Repeat("ä", command.MaxNote)).Reply, strings.Repeat("ä", command.MaxNote))
}

// TestSpeaksTo reads what separates a command from the name that it is said to, and a
// number on a line of its own.
func TestSpeaksTo(t *testing.T) {
	t.Parallel()
	for _, text := range []string{", e4", ": e4", " ,e4", "#1\ne4", "1\r\ne4", "#1:\te4", "#1, e4", "1; e4", ", #1\n\ne4", ", move #1\ne4", "e4\nnote:hi"} {
		c := newClub(t)
		c.game(hall, "Anna", "Ben", "orthodox")
		has(t, c.say("Anna", hall, text).Reply, "plays 1. e4")
	}
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.refused("Anna", hall, ", ; :", "Type a move")
	has(t, c.say("Anna", hall, "\n#1\n").Reply, "Anna (White) is to move")
}

// TestLongNames names people by names of several words. The longest name that is known is
// meant, and what is in quotes is a name whatever it says.
func TestLongNames(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	known := []string{"Anna", "Anna Maria", "Anna Maria Nextgen", "Ben", "Ben Next", "orthodox white", "White Rabbit", "Dr. O’Neill (Cork)", "Rated"}
	for _, name := range known {
		c.say(name, hall, "games")
	}
	for _, tt := range []struct{ text, who, terms string }{
		{"challenge Anna", "Anna", ""},
		{"challenge anna maria", "Anna Maria", ""},
		{"challenge Anna  Maria orthodox", "Anna Maria", "Orthodox"},
		{"challenge orthodox Anna Maria rated", "Anna Maria", "rated"},
		{"challenge Anna Maria Nextgen", "Anna Maria Nextgen", "Millennium"},
		{`challenge "Anna Maria" nextgen`, "Anna Maria", "Next"},
		{"challenge “Anna Maria” white", "Anna Maria", "takes White"},
		{"challenge „Anna“ orthodox", "Anna", ""},
		{"challenge @Anna Maria", "Anna Maria", ""},
		{"challenge opponent:Anna Maria rated", "Anna Maria", "rated"},
		{`challenge rated opponent:"Anna Maria"`, "Anna Maria", "rated"},
		{`challenge "orthodox white" black`, "orthodox white", "takes Black"},
		{`challenge "Rated"`, "Rated", ""},
		{"challenge White Rabbit black", "White Rabbit", "takes Black"},
		{"challenge Dr. O’Neill (Cork) 3d", "Dr. O’Neill (Cork)", "3 day"},
		{"challenge Ben Next", "Ben Next", ""},
	} {
		m := c.message("Zoe", hall, tt.text)
		m.Mentioned = nil
		a := c.handle(m)
		if a.Refused || !strings.Contains(a.Text, "Zoe challenges "+tt.who+" to ") || !strings.Contains(a.Text, tt.terms) {
			t.Errorf("%q: %s", tt.text, a.Text)
		}
	}
	has(t, c.say("Zoe", hall, "challenge orthodox white").Reply, "looks for an opponent") // whatever somebody is called
	has(t, c.say("Zoe", hall, "profile Anna Maria").Reply, "Anna Maria")
	has(t, c.say("Zoe", hall, "block White Rabbit").Reply, "White Rabbit")
	has(t, c.say("Zoe", hall, "challenge @Ben next").Reply, "challenges Ben to", "Next") // who is mentioned is meant
	c.refused("Zoe", hall, `challenge "Anna Mari"`, "do not know “Anna Mari”")
	c.refused("Zoe", hall, "challenge Carl Maria", "do not know what to do with “Maria”")
	c.refused("Zoe", hall, `challenge "`, "do not know")
	c.refused("Zoe", hall, `challenge ""`, "do not know")
	c.refused("Zoe", hall, "challenge "+strings.Repeat("x ", 500)+"y", "do not know what to do with")
}

// TestLongNamesByMail is the same where names are those of other transports.
func TestLongNamesByMail(t *testing.T) {
	t.Parallel()
	c := withMail(t)
	c.say("Anna Maria", hall, "preferences bymail:on")
	has(t, c.byMail("Stranger", "challenge Anna Maria orthodox white").Reply, "on its way to Anna Maria")
	has(t, c.byMail("Stranger", "challenge “anna maria” rated").Reply, "on its way to Anna Maria")
}
