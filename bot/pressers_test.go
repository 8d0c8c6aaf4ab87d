package bot_test

import (
	"strings"
	"testing"

	"stackmate/bot"
	"stackmate/bot/chat"
)

// press presses a button.
func (c *club) press(who string, in chat.Place, b chat.Button) *bot.Answer {
	c.t.Helper()
	code := b.For.Code(b.Command)
	if b.For == "" {
		code = b.Command // as buttons were posted before they said who may press
	}
	m := c.message(who, in, code)
	m.Pressed = true
	return c.handle(m)
}

// pressRefused presses a button that is for somebody else: nothing changes, no player is
// added, and nobody else sees the answer.
func (c *club) pressRefused(who string, b chat.Button, part string) *bot.Answer {
	c.t.Helper()
	before := c.dump(everything...)
	a := c.press(who, hall, b)
	if !a.Refused || a.Audience == chat.Public {
		c.t.Errorf("%s presses %+v: %+v", who, b, a.Reply)
	}
	has(c.t, a.Reply, part)
	if after := c.dump(everything...); after != before {
		c.t.Errorf("%s pressed %+v: it changed\n%s\nto\n%s", who, b, before, after)
	}
	return a
}

// TestPressers has everybody press the buttons of a game.
func TestPressers(t *testing.T) {
	c := newClub(t)
	open := c.say("Anna", hall, "challenge orthodox white").Buttons[0][0]
	c.pressRefused("Anna", open, "is for somebody else.")
	c.press("Dora", hall, open)
	c.say("Dora", hall, "resign #1 yes")

	offer := c.say("Anna", hall, "challenge @Ben orthodox white").Buttons[0]
	for _, b := range offer {
		c.pressRefused("Anna", b, "This button is for Ben.")
		c.pressRefused("Stranger", b, "This button is for Ben.")
	}
	begun := c.press("Ben", hall, offer[0])
	move := begun.Buttons[0][0]
	c.pressRefused("Stranger", move, "for the players of game 2")
	c.pressRefused("Ben", move, "Anna's turn")
	menus := c.press("Anna", hall, move).Menus
	c.pressRefused("Ben", chat.Button{Command: menus[0].Options[0].Command, For: menus[0].For}, "This button is for Anna.")

	resign := c.say("Anna", hall, "resign #2").Buttons[0][0]
	c.pressRefused("Ben", resign, "This button is for Anna.") // it would be his own game that is resigned
	c.pressRefused("Stranger", resign, "This button is for Anna.")
	draw := c.say("Anna", hall, "draw offer #2").Buttons[0]
	for _, b := range draw {
		c.pressRefused("Anna", b, "This button is for Ben.")
	}
	ask := c.press("Ben", hall, draw[0])
	c.pressRefused("Anna", ask.Buttons[0][0], "This button is for Ben.")
	if ask.Audience != chat.Secret || ask.ButtonSpent {
		t.Errorf("the question: %+v", ask)
	}
	if a := c.press("Ben", hall, ask.Buttons[0][0]); a.Refused || !a.ButtonSpent {
		t.Errorf("agreed: %+v", a)
	}
	again := chat.Button{Command: "rematch #2", For: chat.PlayersOf(2)}
	c.pressRefused("Stranger", again, "for the players of game 2")
	if a := c.press("Anna", hall, again); a.Refused {
		t.Errorf("rematch: %+v", a.Reply)
	}
}

// TestOldPressers presses buttons from before buttons said whom they are for: those that
// only read work, the others name the slash command.
func TestOldPressers(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Anna", hall, "draw offer")
	for command, use := range map[string]string{"draw accept #1": "/draw accept", "resign #1@0 yes": "/resign", "move #1@0 e2e4": "/move",
		"link AAAAAAAAAAAA yes": "/link", "accept #1": "/accept", "rematch #1": "/rematch", "0|resign #1 yes": "/move",
		"-1|resign #1 yes": "/move", "77|resign #1 yes": "/resign", "|resign #1 yes": "/resign"} {
		for _, who := range two {
			if a := c.pressRefused(who, chat.Button{Command: command}, "Use "+use+" instead"); !a.ButtonSpent {
				t.Errorf("%q keeps its buttons", command)
			}
		}
	}
	for _, command := range []string{"pick #1", "board #1 ply:0", "rules orthodox"} {
		if a := c.press("Anna", hall, chat.Button{Command: command}); a.Refused || a.ButtonSpent {
			t.Errorf("%q: %+v", command, a.Reply)
		}
	}
	if a := c.ask("Anna", "1|resign #1 yes"); !strings.Contains(a.Text, "1|resign") { // a typed text is not the code of a button
		t.Errorf("typed: %+v", a.Reply)
	}
}

// TestButtonSpent checks which answers make a button spent: those that answer its
// question, and those that say it was answered before.
func TestButtonSpent(t *testing.T) {
	c := newClub(t)
	offer := c.say("Anna", hall, "challenge @Ben orthodox white").Buttons[0]
	if a := c.press("Ben", hall, offer[0]); !a.ButtonSpent {
		t.Error("a challenge that was accepted")
	}
	for _, b := range offer {
		if a := c.press("Ben", hall, b); !a.ButtonSpent || !a.Refused {
			t.Errorf("a challenge that was accepted before: %+v", a)
		}
	}
	draw := c.say("Anna", hall, "draw offer").Buttons[0]
	if a := c.press("Anna", hall, draw[1]); a.ButtonSpent {
		t.Error("somebody else pressed")
	}
	c.say("Anna", hall, "draw withdraw")
	if a := c.press("Ben", hall, draw[1]); !a.ButtonSpent || !a.Refused {
		t.Errorf("an offer that was withdrawn: %+v", a)
	}
	if c.say("Anna", hall, "e4").ButtonSpent {
		t.Error("nothing was pressed")
	}
}
