package bot_test

import (
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// withMail gives the club's desk mail, and codes that are known.
func withMail(t *testing.T) *club {
	c := newClub(t)
	codes := 0
	c.desk = bot.New(bot.Options{Store: c.store, Renderer: renderer, Now: c.time, Coin: func() bool { return c.coin },
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

// mails returns the messages that are due by mail.
func (c *club) mails() (list []data.OutboxMessage) {
	c.t.Helper()
	err := c.store.View(c.t.Context(), func(tx data.Tx) (err error) {
		list, err = tx.Due("email", c.time(), 10)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return list
}

// posted returns the messages to an address since the last call, and delivers them.
func (c *club) posted(transport, to string) (list []data.OutboxMessage) {
	c.t.Helper()
	err := c.store.Update(c.t.Context(), func(tx data.Tx) error {
		due, err := tx.Due(transport, c.time(), 50)
		for _, m := range due {
			if m.To.ID == to {
				list = append(list, m)
			}
			if err == nil {
				err = tx.MarkDelivered(m.ID, c.time())
			}
		}
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return list
}

// single returns the only message to an address.
func (c *club) single(transport, to string) chat.Reply {
	c.t.Helper()
	list := c.posted(transport, to)
	if len(list) != 1 || list[0].Reply.Audience != chat.Secret {
		c.t.Fatalf("messages to %s: %+v", to, list)
	}
	return list[0].Reply
}

// same reports whether somebody in the hall and a mailbox are one player.
func (c *club) same(name, box string) bool {
	c.t.Helper()
	var one bool
	err := c.store.View(c.t.Context(), func(tx data.Tx) error {
		a, err := tx.FindPlayer(person(name).Address)
		if err != nil {
			return err
		}
		b, err := tx.FindPlayer(mailbox(box))
		one = a.ID == b.ID
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return one
}

// TestLinkFromServer shows Anna a code in the hall. Somebody who mails it is linked only
// after she has confirmed the address.
func TestLinkFromServer(t *testing.T) {
	c := withMail(t)
	c.say("Anna", hall, "challenge @Ben orthodox white")
	c.say("Ben", hall, "accept")
	has(t, c.say("Anna", hall, "link").Reply, "AAAAAAAAAAAA")
	c.byMail("Eve", "name Eve")
	a := c.byMail("Eve", "link AAAAAAAAAAAA")
	has(t, a.Reply, "Now confirm it in Discord, where you got the code.")
	if all := a.Text + a.Title; strings.Contains(all, "Anna") || len(a.Buttons) > 0 {
		t.Errorf("the thief learns %q", all)
	}
	ask := c.single("test", "p-anna")
	has(t, ask, "eve@example.org wants to link accounts with you and could then play your games.")
	if b := ask.Buttons[0][0]; b.Command != "link AAAAAAAAAAAA yes" || b.For != chat.Only(1) {
		t.Errorf("%+v", b)
	}
	for _, who := range []string{"Eve", "Dora"} { // nobody else can confirm it, and it is used
		c.byMail(who, "link AAAAAAAAAAAA yes")
		c.byMail(who, "link AAAAAAAAAAAA")
	}
	c.say("Ben", hall, "link AAAAAAAAAAAA yes")
	if c.same("Anna", "Eve") || c.same("Anna", "Dora") || len(c.posted("test", "p-anna")) != 0 {
		t.Fatal("somebody else has become Anna")
	}
	if a := c.byMail("Eve", "#1 e4"); !a.Refused {
		t.Fatalf("the thief moves: %+v", a)
	}

	c.say("Anna", hall, "link") // she does not answer, and makes another code
	c.byMail("Anna", "link BBBBBBBBBBBB")
	has(t, c.single("test", "p-anna"), "anna@example.org wants to link")
	has(t, c.say("Anna", hall, "link BBBBBBBBBBBB").Reply, "anna@example.org wants to link")
	has(t, c.say("Anna", hall, "link BBBBBBBBBBBB yes").Reply, "Linked")
	has(t, c.single("email", "anna@example.org"), "Linked")
	has(t, c.byMail("Anna", "e4").Reply, "Anna (White) plays 1. e4")
	has(t, c.byMail("Anna", "preferences notices:email").Reply, "Notifications: email. Challenges by email:")
	has(t, c.say("Anna", hall, "link BBBBBBBBBBBB yes").Reply, "wrong, used")
}

// TestLinkFromMail mails a code. Somebody who types it in the hall is confirmed by mail.
// The name in the hall stays, and mail does not change it.
func TestLinkFromMail(t *testing.T) {
	c := withMail(t)
	c.byMail("Anna", "name Queen of Mail")
	has(t, c.byMail("Anna", "link").Reply, "AAAAAAAAAAAA")
	c.posted("email", "anna@example.org")
	a := c.say("Anna", hall, "link AAAAAAAAAAAA")
	if strings.Contains(a.Text, "Queen") || strings.Contains(a.Text, "example.org") {
		t.Errorf("told whose code it is: %q", a.Text)
	}
	ask := c.single("email", "anna@example.org")
	has(t, ask, "Anna (", "wants to link accounts with you and could then play your games.", "link AAAAAAAAAAAA yes")
	if c.same("Anna", "Anna") {
		t.Fatal("linked before it was confirmed")
	}
	has(t, c.byMail("Anna", "link AAAAAAAAAAAA yes").Reply, "Linked")
	if !c.same("Anna", "Anna") {
		t.Fatal("not linked")
	}
	has(t, c.single("test", "p-anna"), "Linked")
	has(t, c.say("Anna", hall, "profile").Reply, "Anna has not")
	c.byMail("Anna", "games")
	has(t, c.say("Anna", hall, "profile").Reply, "Anna has not")
	has(t, c.byMail("Anna", "name Queen Anna").Reply, "Queen Anna")
	has(t, c.say("Ben", hall, "profile @Anna").Reply, "Anna has not")
}

// TestLinkAddress mails a code to an address, to be mailed back. This adds no player, and
// the answer is the same if nobody plays there.
func TestLinkAddress(t *testing.T) {
	c := withMail(t)
	c.byMail("Ben", "name Ben by Mail")
	c.say("Anna", hall, "games")
	before := c.dump("players", "addresses")
	for _, address := range []string{"anna@example.org", "ben@example.org"} {
		has(t, c.say("Anna", hall, "link "+address).Reply, "A code is on its way to "+address)
	}
	if after := c.dump("players", "addresses"); after != before {
		t.Errorf("changed\n%s\nto\n%s", before, after)
	}
	messages := c.posted("email", "anna@example.org")
	if len(messages) != 1 || !messages[0].Reply.Unsolicited {
		t.Fatalf("%+v", messages)
	}
	has(t, messages[0].Reply, "Anna (", "wants to link this mailbox", "link AAAAAAAAAAAA")
	c.byMail("Anna", "link AAAAAAAAAAAA") // replaced by a newer code
	if len(c.posted("test", "p-anna")) != 0 {
		t.Error("asked for a void code")
	}
	c.say("Anna", hall, "link anna@example.org")
	c.byMail("Anna", "link CCCCCCCCCCCC")
	has(t, c.single("test", "p-anna"), "anna@example.org wants to link")
	c.say("Anna", hall, "link CCCCCCCCCCCC yes")
	if !c.same("Anna", "Anna") {
		t.Error("not linked")
	}
}

func TestLinkRefuses(t *testing.T) {
	c := withMail(t)
	has(t, c.say("Anna", hall, "link").Reply, "AAAAAAAAAAAA")
	c.say("Ben", hall, "games")
	c.refused("Anna", hall, "link AAAAAAAAAAAA", "You got that code here.")
	has(t, c.say("Ben", hall, "link AAAAAAAAAAAA").Reply, "wrong, used") // not by another way of the same kind
	c.refused("Ben", hall, "link nonsense", "is neither an email address nor a code.")
	c.refused("Ben", hall, "link ben@@example", "is not an email address.")
	c.later(10 * time.Minute)
	has(t, c.byMail("Late", "link AAAAAAAAAAAA").Reply, "older than ten minutes")
	c.say("Anna", hall, "link")
	c.byMail("Anna", "link BBBBBBBBBBBB")
	c.later(61 * time.Minute)
	has(t, c.say("Anna", hall, "link BBBBBBBBBBBB yes").Reply, "older than ten minutes")
	if c.same("Anna", "Anna") {
		t.Error("linked long after")
	}
}

// TestLinkGuesses types wrong codes: five as one player, and five times the same code.
func TestLinkGuesses(t *testing.T) {
	c := withMail(t)
	c.say("Anna", hall, "link") // AAAAAAAAAAAA
	for range 5 {
		has(t, c.byMail("Eve", "link ZZZZZZZZZZZZ").Reply, "wrong")
	}
	if a := c.byMail("Eve", "link AAAAAAAAAAAA"); !a.Refused || !strings.Contains(a.Text, "Too many wrong codes") {
		t.Fatalf("%+v", a)
	}
	for _, who := range []string{"Fay", "Gil", "Hal", "Ida"} {
		c.byMail(who, "link AAAABBBBBBBB")
	}
	c.byMail("Dora", "link AAAAAAAAAAAA")
	has(t, c.single("test", "p-anna"), "dora@example.org")
	c.say("Anna", hall, "link") // BBBBBBBBBBBB
	for _, who := range []string{"Fay", "Gil", "Hal", "Ida", "Jon"} {
		c.byMail(who, "link BBBBZZZZZZZZ")
	}
	has(t, c.byMail("Dora", "link BBBBBBBBBBBB").Reply, "wrong")
	c.later(10 * time.Minute)
	c.say("Anna", hall, "link") // CCCCCCCCCCCC
	has(t, c.byMail("Eve", "link CCCCCCCCCCCC").Reply, "Now confirm it in Discord, where you got the code.")
}

// TestLinkRefusesOpponents checks that players who have played each other cannot be
// linked.
func TestLinkRefusesOpponents(t *testing.T) {
	c := withMail(t)
	c.say("Anna", hall, "challenge ben@example.org orthodox")
	c.byMail("Ben", "accept")
	c.say("Anna", hall, "link ben@example.org")
	c.byMail("Ben", "link AAAAAAAAAAAA")
	c.refused("Anna", hall, "link AAAAAAAAAAAA yes", "played each other")
}

// TestLinkKeeps links two players who have everything that a player can have. Nothing is
// lost, neither what they watch nor whom they block.
func TestLinkKeeps(t *testing.T) {
	c := withMail(t)
	c.game(hall, "Ben", "Carl", "orthodox") // 1
	c.byMail("Anna", "games")
	c.say("Anna", hall, "watch #1")
	c.say("Ben", alone("Ben"), "challenge @Carl orthodox white")
	c.say("Carl", alone("Carl"), "accept #2")
	c.say("Ben", alone("Ben"), "watch invite anna@example.org #2")
	c.byMail("Anna", "watch #2")
	c.byMail("Anna", "block ben@example.org")
	c.byMail("Anna", "note #2 remember")
	c.say("Anna", hall, "link")
	c.byMail("Anna", "link AAAAAAAAAAAA")
	c.say("Anna", hall, "link AAAAAAAAAAAA yes")
	c.posted("email", "anna@example.org") // where she was first
	has(t, c.say("Anna", alone("Anna"), "board #2").Reply, "Game 2")
	has(t, c.say("Anna", alone("Anna"), "note #2").Reply, "remember")
	c.say("Ben", hall, "#1 e4")
	c.say("Ben", alone("Ben"), "#2 d4")
	messages := c.posted("email", "anna@example.org")
	if len(messages) != 2 {
		t.Fatalf("%+v", messages)
	}
	has(t, messages[0].Reply, "1. e4")
	has(t, messages[1].Reply, "1. d4")
	c.say("Anna", alone("Anna"), "unwatch #2")
	has(t, c.say("Anna", alone("Anna"), "board #2").Reply, "Game 2") // she is invited all the same
	c.byMail("Ben", "challenge anna@example.org orthodox")
	if messages := c.posted("email", "anna@example.org"); len(messages) != 0 {
		t.Errorf("from somebody blocked: %+v", messages)
	}
}

// TestPlayerNames checks that a player by mail is asked for a name once, and that
// misleading names are refused.
func TestPlayerNames(t *testing.T) {
	c := withMail(t)
	c.say("Zoe", hall, "games")
	m := c.message("Real Name", chat.Place{}, "games")
	m.From = chat.Person{Address: mailbox("secret.part"), Name: "Real Name"}
	m.In = chat.Place{Address: m.From.Address, Private: true}
	has(t, c.handle(m).Reply, "What should other players call you?", "Player 2")
	if all := c.dump("players", "outbox"); strings.Contains(all, "Real") {
		t.Errorf("the name in the mail is kept:\n%s", all)
	}
	if a := c.byMail("Secret.part", "games"); strings.Contains(a.Text, "call you") {
		t.Error("asked twice")
	}
	for _, bad := range []string{"x", strings.Repeat("long ", 10), "Player 7", "Player-7", "Player_7", "Player \u0667", "Player\uff17", "spieler 1", "Stackmate", "a@b.example", "Аnna", "An\u200bna", "\u3164\u3164",
		"An\u202ena", "<@123>", "A\u0301\u0301\u0301", "**bold**", "12345", "https://x.example"} {
		if a := c.byMail("Secret.part", "name "+bad); !a.Refused && !strings.Contains(a.Text, "call you Player 2") {
			t.Errorf("%q is taken as a name: %s", bad, a.Text)
		}
	}
	has(t, c.byMail("Secret.part", "name  José   O’Neill ").Reply, "call you José O’Neill now")
	has(t, c.byMail("Secret.part", "profile").Reply, "José O’Neill has not")
	if a := c.byMail("Other", "name josé o’neill"); !a.Refused || !strings.Contains(a.Text, "already") {
		t.Errorf("%+v", a)
	}
	c.refused("Zoe", hall, "name Anna", "Only those who play by email choose a name here. In Discord you have your Discord name.")
}

func TestChallengesBetweenMailAndServer(t *testing.T) {
	c := withMail(t)
	has(t, c.say("Anna", hall, "challenge someone@example.org orthodox white").Reply, "sent to someone@")
	messages := c.mails()
	if len(messages) != 1 {
		t.Fatalf("messages: %+v", messages)
	}
	has(t, messages[0].Reply, "Anna invites you")
	has(t, c.byMail("Stranger", "challenge Anna").Reply, "I don't know anybody called “Anna”.")
	has(t, c.say("Anna", hall, "preferences bymail:on").Reply, "Challenges by email: on. On the leaderboard:")
	has(t, c.byMail("Stranger", "challenge Anna").Reply, "sent to Anna.")
}

func TestNoMailWithoutMail(t *testing.T) {
	c := newClub(t)
	c.say("Anna", hall, "games")
	c.refused("Anna", hall, "challenge someone@example.org", "This bot does not play by email.")
}

// TestChallengeAddress challenges a mail address with the argument of a slash command.
func TestChallengeAddress(t *testing.T) {
	c := withMail(t)
	choose := func(args map[string]string) *bot.Answer {
		m := c.message("Anna", hall, "")
		m.Call = &chat.Call{Path: []string{"challenge"}, Args: args}
		return c.handle(m)
	}
	for want, args := range map[string]map[string]string{
		"is not an email address.": {"address": "someone"},
		"two opponents":            {"address": "someone@example.org", "opponent": "@Ben"},
	} {
		if a := choose(args); !a.Refused || !strings.Contains(a.Text, want) {
			t.Errorf("%v: %s", args, a.Text)
		}
	}
	has(t, choose(map[string]string{"address": " Someone@Example.org", "variant": "orthodox"}).Reply, "sent to someone@")
	if messages := c.mails(); len(messages) != 1 || messages[0].To.ID != "someone@example.org" {
		t.Errorf("messages: %+v", messages)
	}
	has(t, c.say("Anna", hall, "challenge address:other@example.org orthodox").Reply, "sent to other@")
	has(t, choose(map[string]string{"address": "Carl@Bücher.example", "variant": "orthodox"}).Reply, "sent to carl@xn--bcher-kva.example")
}

// TestAnswersToChallenges checks that a reply to a challenge means that challenge, and
// that its answer belongs to it.
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
	has(t, about(2, "accept").Reply, "New game:")
	has(t, about(3, "decline").Reply, "Done. Dora will be notified.")
	if a := about(9, "accept"); !a.Refused { // there is no such challenge, and two others fit
		t.Errorf("accepted one of two: %s", a.Text)
	}
	has(t, about(1, "accept #4").Reply, "New game:")
}
