package bot_test

import (
	"strings"
	"testing"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// acquainted returns a club in which ben@example.org is the mailbox of Ben, a player in
// the hall, and nobody plays at zoe@example.org.
func acquainted(t *testing.T) *club {
	c := withMail(t)
	c.say("Ben", hall, "games")
	c.say("Carl", hall, "games")
	c.byMail("Ben", "games")
	c.byMail("Dora", "games")
	c.join("Ben")
	return c
}

// join links a player in the hall with the mailbox of the same name.
func (c *club) join(name string) {
	c.t.Helper()
	err := c.store.Update(c.t.Context(), func(tx data.Tx) error {
		p, err := tx.FindPlayer(person(name).Address)
		if err != nil {
			return err
		}
		mail, err := tx.FindPlayer(mailbox(name))
		if err != nil {
			return err
		}
		return tx.Merge(mail.ID, p.ID)
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

func mailbox(name string) chat.Address {
	return chat.Address{Transport: "email", ID: strings.ToLower(name) + "@example.org"}
}

// TestAddressTellsNothing gives commands with the address of a player and with one where
// nobody plays: the answers are the same, and commands that only read add no player.
func TestAddressTellsNothing(t *testing.T) {
	type answers = map[string]string
	try := func(t *testing.T, name string) answers {
		c := acquainted(t)
		address := strings.ToLower(name) + "@example.org"
		got := answers{}
		speak := func(who string, in chat.Place, text string) {
			a := c.handle(c.message(who, in, strings.ReplaceAll(text, "ADDRESS", address)))
			said := strings.ReplaceAll(tells(a), address, "ADDRESS")
			got[text+" by "+who+" in "+in.ID] = said
			if strings.Contains(said, "Ben") {
				t.Errorf("%q says %s", text, said)
			}
		}
		for _, text := range []string{"profile ADDRESS", "profile @ADDRESS", "block ADDRESS", "unblock ADDRESS", "ban ADDRESS"} {
			before := c.dump("players", "addresses")
			speak("Carl", hall, text)
			speak("Carl", alone("Carl"), text)
			if after := c.dump("players", "addresses"); after != before {
				t.Errorf("%q has made\n%s\nof\n%s", text, after, before)
			}
		}
		speak("Carl", hall, "challenge ADDRESS orthodox")
		speak("Carl", alone("Carl"), "challenge ADDRESS orthodox")
		speak("Carl", hall, "games")
		speak("Carl", hall, "cancel #2")
		speak("Carl", hall, "watch invite ADDRESS")
		for _, l := range c.post() { // what arrives on other ways than by mail
			t.Errorf("%s hears %q", l.to, l.Text)
		}
		for _, m := range c.mails() {
			if m.To.ID != address || strings.Contains(m.Reply.Text+m.Reply.Title, "Ben") || len(m.Reply.Notify) > 0 && m.Reply.Notify[0].Name != address {
				t.Errorf("message %+v", m)
			}
		}
		return got
	}
	ben, zoe := try(t, "Ben"), try(t, "Zoe")
	for text, said := range ben {
		if said != zoe[text] {
			t.Errorf("%s: told of a player\n%s\nand of nobody\n%s", text, said, zoe[text])
		}
	}
}

// TestAddressDeclines checks that a declined challenge shows the address, and that the
// name is shown once the game begins.
func TestAddressDeclines(t *testing.T) {
	c := acquainted(t)
	c.say("Carl", hall, "challenge ben@example.org orthodox white")
	c.byMail("Ben", "decline #1")
	messages := c.post()
	if len(messages) != 1 || messages[0].to != "p-carl" { // not in the hall, where others read
		t.Fatalf("%v", texts(messages))
	}
	has(t, messages[0].Reply, "ben@example.org declines challenge 1")
	c.say("Carl", hall, "challenge ben@example.org orthodox white")
	c.say("Ben", alone("Ben"), "accept #2")
	has(t, c.post()[0].Reply, "Carl (White) – Ben (Black)")
}

// TestAddressOfBanned challenges a banned player by mail address: the banned player is
// told of the ban, the challenger is not.
func TestAddressOfBanned(t *testing.T) {
	c := acquainted(t)
	c.admin("ban @Ben")
	has(t, c.say("Carl", hall, "challenge ben@example.org orthodox").Reply, "sent to ben@example.org")
	if a := c.byMail("Ben", "accept #1"); !a.Refused || !strings.Contains(a.Text, "You are banned from playing there.") {
		t.Errorf("%+v", a)
	}
}

// TestAddressAndRematch offers a rematch to somebody who has an open challenge by mail
// address: the answer does not reveal who plays at the address.
func TestAddressAndRematch(t *testing.T) {
	c := acquainted(t)
	c.game(hall, "Carl", "Ben", "orthodox")
	c.say("Ben", hall, "resign yes")
	c.say("Carl", hall, "challenge ben@example.org orthodox black")
	has(t, c.say("Carl", hall, "rematch #1").Reply, "Carl challenges Ben")
}

// TestBlock blocks a player by name and by address: challenges and invitations from that
// player no longer arrive.
func TestBlock(t *testing.T) {
	c := acquainted(t)
	c.say("Carl", hall, "challenge @Ben orthodox") // 1
	c.say("Carl", hall, "challenge orthodox")      // 2, to everybody
	c.say("Carl", hall, "challenge @Ben orthodox white")
	c.say("Ben", hall, "accept #3")
	has(t, c.say("Ben", alone("Ben"), "block @Carl").Reply, "Carl is blocked")
	if a := c.say("Ben", hall, "games"); strings.Contains(a.Block, "#1") {
		t.Errorf("still asked:\n%s", a.Block)
	}
	c.refused("Carl", hall, "challenge @Ben", "Ben does not accept challenges from you.")
	c.refused("Ben", hall, "challenge @Carl", "You have blocked Carl")
	c.refused("Ben", hall, "accept #2", "You have blocked Carl")
	c.say("Ben", hall, "challenge orthodox")
	c.refused("Carl", hall, "accept #4", "Ben does not accept challenges from you.")
	c.say("Carl", hall, "#3 e4") // running games go on
	c.say("Ben", hall, "#3 resign yes")
	c.refused("Carl", hall, "rematch #3", "does not accept challenges from you.")
	c.post()
	has(t, c.say("Carl", hall, "challenge ben@example.org orthodox").Reply, "sent to") // it is dropped silently
	c.say("Carl", alone("Carl"), "challenge @Dora orthodox")
	if mails := c.mails(); len(mails) != 0 {
		t.Errorf("%+v", mails)
	}
	c.refused("Ben", hall, "block @Ben", "You can't block yourself.")
	c.say("Ben", alone("Ben"), "unblock @Carl")
	has(t, c.say("Carl", hall, "challenge @Ben orthodox").Reply, "Carl challenges Ben")

	// By the address, which covers what comes from there.
	has(t, c.say("Ben", alone("Ben"), "block dora@example.org").Reply, "dora@example.org is blocked")
	c.say("Ben", alone("Ben"), "preferences bymail:on")
	if a := c.byMail("Dora", "challenge Ben orthodox"); !a.Refused || !strings.Contains(a.Text, "does not accept challenges from you.") {
		t.Errorf("%+v", a)
	}
	c.say("Ben", alone("Ben"), "unblock dora@example.org")
	has(t, c.byMail("Dora", "challenge Ben orthodox").Reply, "sent to Ben.")
}

// TestAddressIsNotRead challenges a mail address in public: nobody else ever reads it,
// even if its owner declines and the challenger accepts no direct messages.
func TestAddressIsNotRead(t *testing.T) {
	c := acquainted(t)
	const address = "ben@example.org"
	challenge := chat.Call{Path: []string{"challenge"}, Args: map[string]string{"address": address, "variant": "orthodox"}}
	if a := c.handle(c.chosen("Carl", hall, challenge)); a.Audience != chat.Secret {
		t.Errorf("the answer to a challenge is for %q", a.Audience)
	}
	for _, text := range []string{"games", "accept #1", "cancel #1"} {
		tellsNothing(t, c.aloud("Carl", text).Reply, address)
		for _, l := range c.post() {
			if l.to != "p-carl" && strings.Contains(everythingIn(l.Reply), address) {
				t.Errorf("after %q, %s reads %q", text, l.to, l.Text)
			}
		}
	}
	c.handle(c.chosen("Carl", hall, challenge))
	c.closes("Carl")
	c.byMail("Ben", "decline #2")
	for _, l := range c.post() {
		if strings.Contains(everythingIn(l.Reply), address) {
			t.Errorf("%s reads %q", l.to, l.Text)
		}
	}
}

// TestBlockedElsewhere blocks somebody by address who then links that address: the block
// still holds, and does not reveal whose address it was.
func TestBlockedElsewhere(t *testing.T) {
	c := acquainted(t)
	c.say("Ben", alone("Ben"), "block dora@example.org")
	c.say("Dora", hall, "games")
	c.say("Dora", hall, "challenge @Ben orthodox")
	c.join("Dora")
	c.refused("Dora", hall, "challenge @Ben orthodox", "Ben does not accept challenges from you.")
	c.post()
	c.say("Dora", alone("Dora"), "challenge ben@example.org orthodox")
	c.say("Dora", alone("Dora"), "link ben@example.org")
	if mails := c.mails(); len(mails) != 0 {
		t.Errorf("%+v", mails)
	}
	has(t, c.say("Ben", hall, "challenge @Dora orthodox").Reply, "Ben challenges Dora") // nobody may learn whose address it is
}
