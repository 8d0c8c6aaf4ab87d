package bot_test

import (
	"strings"
	"testing"

	"stackmate/bot"
	"stackmate/bot/chat"
)

// aloud gives a command as public text, whose answer is public too.
func (c *club) aloud(who, text string) *bot.Answer {
	c.t.Helper()
	m := c.message(who, hall, text)
	m.PublicAnswer = true
	return c.handle(m)
}

// TestSecretsTypedAloud types commands with secret answers in public. Others see a
// sentence that reveals nothing and has no buttons; the speaker gets the answer in
// private. If that fails, the public answer names the slash command.
func TestSecretsTypedAloud(t *testing.T) {
	prepare := func(t *testing.T) *club {
		c := withMail(t)
		c.game(hall, "Anna", "Ben", "orthodox")
		c.say("Ben", hall, "note castle soon")
		c.say("Ben", hall, "if e4 then c5")
		c.say("Anna", hall, "draw offer")
		c.say("Carl", alone("Carl"), "games")
		c.say("Ben", alone("Ben"), "challenge Carl orthodox")
		c.post()
		return c
	}
	for _, tt := range []struct{ text, command, answer string }{
		{"link", "link", "AAAAAAAAAAAA"},
		{"link nonsense", "link", "nonsense"},
		{"resign #1", "resign", "Resign"},
		{"draw accept #1", "draw accept", "Accept the draw"},
		{"draw offer #1", "draw offer", "Accept the draw"}, // which accepts the opponent's
		{"note #1", "note", "castle soon"},
		{"note #1 no trust in Anna", "note", "saved"},
		{"if show #1", "if show", "c5"},
		{"if add #1 d4 d5", "if add", "d5"},
		{"if clear #1", "if clear", "cleared"},
		{"preferences", "preferences", "Boards"},
		{"preferences theme:night", "preferences", "night"},
		{"import 1. e4 *", "import", "Game"},
		{"games", "games", "challenge Carl"}, // which was made in private
		{"pick #1", "help", "Anna's turn"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			for _, closed := range []bool{false, true} {
				c := prepare(t)
				if closed {
					c.closes("Ben")
				}
				a := c.aloud("Ben", tt.text)
				tellsNothing(t, a.Reply, tt.answer)
				messages := c.post()
				if len(messages) != 1 {
					t.Fatalf("messages %+v", messages)
				}
				if closed {
					tellsNothing(t, messages[0].Reply, tt.answer)
					has(t, messages[0].Reply, "or use /"+tt.command+":")
					again := c.aloud("Ben", tt.text) // the bot knows by now that the speaker accepts no direct messages
					tellsNothing(t, again.Reply, tt.answer)
					has(t, again.Reply, "Use /"+tt.command+" instead")
					if messages := c.post(); messages != nil {
						t.Errorf("messages %+v", messages)
					}
					continue
				}
				if l := messages[0]; l.to != "p-ben" || !strings.Contains(everythingIn(l.Reply), tt.answer) {
					t.Errorf("%s is told %+v", l.to, l.Reply)
				}
				if a := c.ask("Ben", tt.text); a.Audience != chat.Secret { // by slash command
					t.Errorf("the audience of %q is %q", tt.text, a.Audience)
				}
			}
		})
	}
}

// ask gives a command whose answer only the speaker sees.
func (c *club) ask(who, text string) *bot.Answer {
	c.t.Helper()
	return c.handle(c.message(who, hall, text))
}

func everythingIn(r chat.Reply) string {
	text := r.Title + r.Text + r.Block
	for _, row := range r.Buttons {
		for _, b := range row {
			text += b.Label + b.Command
		}
	}
	return text
}

// tellsNothing checks a public answer that replaces a secret one.
func tellsNothing(t *testing.T, r chat.Reply, secret string) {
	t.Helper()
	if r.Audience == chat.Secret || strings.Contains(everythingIn(r), secret) || r.Picture != nil || len(r.Buttons)+len(r.Menus) > 0 {
		t.Errorf("told to all: %+v", r)
	}
}

// TestQuietTypedAloud checks that answers that are not secret stay in public.
func TestQuietTypedAloud(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	for text, part := range map[string]string{"xyzzy": "lists them all.", "Nb4": "is not legal.", "help": "resign", "board": "to move",
		"games": "#1", "rules": "chess", "profile": "Anna", "move #1 e9": "e9"} {
		a := c.aloud("Anna", text)
		has(t, a.Reply, part)
		if a.Audience != chat.Quiet {
			t.Errorf("the audience of %q is %q", text, a.Audience)
		}
	}
	if a := c.aloud("Anna", "e4"); a.Audience != chat.Public {
		t.Errorf("a move is told to %q", a.Audience)
	}
	if messages := c.post(); messages != nil {
		t.Errorf("messages %+v", messages)
	}
}

// TestGameOfElsewhere asks in a channel about games with a home elsewhere: the answer is
// private.
func TestGameOfElsewhere(t *testing.T) {
	c := newClub(t)
	c.say("Ben", hall, "games")
	c.say("Anna", alone("Anna"), "challenge Ben orthodox white")
	c.post()
	c.say("Ben", alone("Ben"), "accept")
	c.post()
	for _, text := range []string{"board #1", "history #1", "moves #1 e2", "export #1 fen", "games", "board", "#1 xyzzy1", "profile", "profile @Ben"} {
		a := c.aloud("Anna", text)
		tellsNothing(t, a.Reply, "Ben")
		if messages := c.post(); len(messages) != 1 || messages[0].to != "p-anna" {
			t.Errorf("%q: messages %+v", text, messages)
		}
	}
	a := c.aloud("Anna", "e4")
	tellsNothing(t, a.Reply, "e4")
	same(t, texts(c.post()), "p-anna: Anna (White) plays 1", "p-ben: Anna (White) plays 1")
}

// TestChallengeOfElsewhere answers private challenges in public: others do not learn who
// challenged the speaker.
func TestChallengeOfElsewhere(t *testing.T) {
	c := newClub(t)
	c.say("Ben", hall, "games")
	for _, tt := range [][2]string{{"Anna", "cancel"}, {"Ben", "decline"}} {
		c.say("Anna", alone("Anna"), "challenge Ben orthodox")
		tellsNothing(t, c.aloud(tt[0], tt[1]).Reply, map[string]string{"Anna": "Ben", "Ben": "Anna"}[tt[0]])
		for _, l := range c.post() {
			if l.to == "hall" {
				t.Errorf("%q: the hall reads %q", tt[1], l.Text)
			}
		}
	}
}
