package bot_test

import (
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/render"
)

// withMail gives the club's desk mail, and codes that are known.
func withMail(t *testing.T) *club {
	c := newClub(t)
	codes := 0
	c.desk = bot.New(bot.Options{Store: c.store, Renderer: render.New(0), Now: c.time, Coin: func() bool { return c.coin },
		Mail: true, Code: func() string { codes++; return strings.Repeat(string(rune('A'+codes-1)), 12) }})
	return c
}

// byMail is a mail to the bot from somebody for whom its front end vouches.
func (c *club) byMail(from, text string) *bot.Answer {
	c.t.Helper()
	m := c.message(from, chat.Place{}, text)
	m.From.Address = chat.Address{Transport: "email", ID: strings.ToLower(from) + "@example.org"}
	m.In = chat.Place{Address: m.From.Address, Private: true}
	return c.handle(m)
}

// mails returns the letters that are due by mail.
func (c *club) mails() (list []bot.Letter) {
	c.t.Helper()
	err := c.store.View(c.t.Context(), func(tx bot.Tx) (err error) {
		list, err = tx.Due("email", c.time(), 10)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return list
}

// A code that is told at a mail address and typed in a server makes one player of
// both, who then plays the same games from either.
func TestLink(t *testing.T) {
	c := withMail(t)
	c.say("Anna", hall, "challenge @Ben orthodox white")
	c.say("Ben", hall, "accept")
	has(t, c.say("Anna", hall, "link anna@example.org").Reply, "on its way to anna@example.org")
	letters := c.mails()
	if len(letters) != 1 || letters[0].To.ID != "anna@example.org" {
		t.Fatalf("letters: %+v", letters)
	}
	has(t, letters[0].Reply, "AAAAAAAAAAAA")
	ask := c.say("Anna", hall, "link AAAAAAAAAAAA")
	has(t, ask.Reply, "become one player")
	c.refused("Anna", hall, "link BBBBBBBBBBBB yes", "do not know that code")
	has(t, c.say("Anna", hall, ask.Buttons[0][0].Command).Reply, "one player now")
	c.refused("Anna", hall, "link AAAAAAAAAAAA yes", "do not know that code")

	has(t, c.byMail("Anna", "e4").Reply, "1. e4")
	has(t, c.byMail("Anna", "preferences notices:email").Reply, "games by mail")
}

func TestLinkRefuses(t *testing.T) {
	c := withMail(t)
	has(t, c.say("Anna", hall, "link").Reply, "AAAAAAAAAAAA")
	c.say("Ben", hall, "games")
	c.refused("Anna", hall, "link AAAAAAAAAAAA", "told to you here")
	c.refused("Ben", hall, "link AAAAAAAAAAAA", "known at such an address already")
	c.refused("Ben", hall, "link nonsense", "neither a mail address nor a code")
	c.refused("Ben", hall, "link ben@@example", "not a mail address")
	c.later(time.Hour)
	has(t, c.byMail("Late", "link AAAAAAAAAAAA yes").Reply, "its hour is over")
}

// Players who have met at the board are two.
func TestLinkRefusesOpponents(t *testing.T) {
	c := withMail(t)
	c.say("Anna", hall, "challenge ben@example.org orthodox")
	c.byMail("Ben", "accept")
	c.say("Anna", hall, "link ben@example.org")
	c.refused("Anna", hall, "link AAAAAAAAAAAA yes", "played one another")
}

func TestChallengesBetweenMailAndServer(t *testing.T) {
	c := withMail(t)
	has(t, c.say("Anna", hall, "challenge someone@example.org orthodox white").Reply, "on its way to someone")
	letters := c.mails()
	if len(letters) != 1 {
		t.Fatalf("letters: %+v", letters)
	}
	has(t, letters[0].Reply, "Anna challenges someone")
	has(t, c.byMail("Stranger", "challenge Anna").Reply, "do not know “Anna”")
	has(t, c.say("Anna", hall, "preferences bymail:on").Reply, "challenges by mail: on")
	has(t, c.byMail("Stranger", "challenge Anna").Reply, "on its way to Anna")
}

func TestNoMailWithoutMail(t *testing.T) {
	c := newClub(t)
	c.say("Anna", hall, "games")
	c.refused("Anna", hall, "challenge someone@example.org", "do not play by mail")
}

// A command that is chosen names an address by an argument of its own.
func TestChallengeAddress(t *testing.T) {
	c := withMail(t)
	choose := func(args map[string]string) *bot.Answer {
		m := c.message("Anna", hall, "")
		m.Call = &chat.Call{Path: []string{"challenge"}, Args: args}
		return c.handle(m)
	}
	for want, args := range map[string]map[string]string{
		"not a mail address": {"address": "someone"},
		"two opponents":      {"address": "someone@example.org", "opponent": "@Ben"},
	} {
		if a := choose(args); !a.Refused || !strings.Contains(a.Text, want) {
			t.Errorf("%v: %s", args, a.Text)
		}
	}
	has(t, choose(map[string]string{"address": " Someone@Example.org", "variant": "orthodox"}).Reply, "on its way to someone")
	if letters := c.mails(); len(letters) != 1 || letters[0].To.ID != "someone@example.org" {
		t.Errorf("letters: %+v", letters)
	}
	has(t, c.say("Anna", hall, "challenge address:other@example.org orthodox").Reply, "on its way to other")
}

// What answers to a challenge means that one; its answer belongs to it, too.
func TestAnswersToChallenges(t *testing.T) {
	c := withMail(t)
	for _, from := range []string{"Anna", "Carl", "Dora", "Emil"} {
		c.say(from, hall, "challenge ben@example.org orthodox white")
	}
	about := func(game int64, text string) *bot.Answer {
		m := c.message("Ben", chat.Place{}, text)
		m.From.Address = chat.Address{Transport: "email", ID: "ben@example.org"}
		m.In, m.Game = chat.Place{Address: m.From.Address, Private: true}, game
		return c.handle(m)
	}
	if a := about(0, "accept"); !a.Refused || a.Game != 0 {
		t.Errorf("accepted one of four: %s", a.Text)
	}
	if a := about(2, "nonsense"); !a.Refused || a.Game != 2 {
		t.Errorf("about game %d: %s", a.Game, a.Text)
	}
	if a := about(2, "games"); a.Game != 2 {
		t.Errorf("about game %d: %s", a.Game, a.Text)
	}
	has(t, about(2, "accept").Reply, "Game 2 begins")
	has(t, about(3, "decline").Reply, "Dora will hear of it")
	if a := about(9, "accept"); !a.Refused { // there is no such challenge, and two others fit
		t.Errorf("accepted one of two: %s", a.Text)
	}
	has(t, about(1, "accept #4").Reply, "Game 4 begins")
}
