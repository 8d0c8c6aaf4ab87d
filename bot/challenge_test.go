package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"stackmate/bot/chat"
)

func TestChallengeRefusals(t *testing.T) {
	c := newClub(t)
	for _, name := range []string{"Anna", "Ben", "Carl"} {
		c.say(name, hall, "games")
	}
	namesake := c.message("Ben", hall, "games")
	namesake.From.ID = "p-ben2"
	c.handle(namesake)
	for text, part := range map[string]string{
		"challenge @Anna":            "You can't challenge yourself.",
		"challenge Anna":             "You can't challenge yourself.",
		"challenge @Robot":           "Robot is a bot.",
		"challenge nobody":           "I don't know anybody called “nobody”.",
		"challenge Ben":              "Several players are called “Ben”.",
		"challenge Carl go":          "I don't understand “go” here.",
		"challenge Carl chess chess": "I don't understand “chess” here.",
		"accept":                     "Nobody has challenged you",
		"decline":                    "Nobody has challenged you",
		"cancel":                     "You have no open challenge",
		"accept 12":                  "There is no challenge 12",
		"accept soon":                "I don't understand “soon” here.",
		"decline #12":                "There is no challenge 12",
	} {
		c.refused("Anna", hall, text, part)
	}
	c.refused("Anna", alone("Anna"), "challenge", "Who do you want to play?")
	m := c.message("Anna", hall, "")
	for arg, word := range map[string]string{"variant": "go", "color": "green"} {
		m.Call = &chat.Call{Path: []string{"challenge"}, Args: map[string]string{"opponent": "Carl", arg: word}}
		m.ID = "call " + arg
		has(t, c.handle(m).Reply, "“"+word+"”")
	}
	if n := strings.Count(c.dump("challenges"), "\n"); n != 0 {
		t.Errorf("%d challenges", n)
	}
}

// TestChallengeAnswers has the wrong and the right person answer a challenge, and the
// right one twice.
func TestChallengeAnswers(t *testing.T) {
	c := newClub(t)
	c.say("Carl", hall, "games")
	c.say("Anna", hall, "challenge @Ben") // 1
	c.refused("Carl", hall, "accept 1", "is for somebody else.")
	c.refused("Carl", hall, "decline 1", "is for somebody else, so you can't decline it.")
	c.refused("Carl", hall, "cancel 1", "is not yours, so you can't withdraw it.")
	c.refused("Anna", hall, "accept 1", "is for somebody else.")
	c.refused("Anna", hall, "decline 1", "is for somebody else, so you can't decline it.")
	c.refused("Ben", hall, "cancel 1", "is not yours, so you can't withdraw it.")

	a := c.say("Ben", hall, "decline")
	has(t, a.Reply, "Ben declines challenge 1")
	notifies(t, a.Reply, "Anna")
	for _, text := range []string{"accept 1", "decline 1"} {
		c.refused("Ben", hall, text, "was already declined.")
	}
	c.refused("Anna", hall, "cancel 1", "was already declined.")

	c.say("Anna", hall, "challenge @Ben chess") // 2
	c.say("Anna", hall, "challenge @Ben tri")   // 3
	has(t, c.say("Ben", hall, "games").Reply, "#2  Anna challenges you:", "accept #2", "#3 ")
	has(t, c.say("Anna", hall, "games").Reply, "you challenge Ben:", "cancel #3")
	c.refused("Ben", hall, "accept", "You have several challenges.", "“accept #2”, “accept #3”")
	c.refused("Anna", hall, "cancel", "“cancel #2”, “cancel #3”")
	has(t, c.say("Anna", hall, "cancel 3").Reply, "Anna withdraws challenge 3.")
	c.refused("Ben", hall, "accept 3", "was withdrawn.")
	has(t, c.say("Ben", hall, "accept").Reply, "New game:")
	c.refused("Ben", hall, "accept 2", "Challenge 2 was already accepted: it is game")
}

// TestOpenChallenge checks that only the first player to accept an open challenge gets the
// game.
func TestOpenChallenge(t *testing.T) {
	c := newClub(t)
	a := c.say("Anna", hall, "challenge millennium")
	has(t, a.Reply, "Anna is looking for an opponent: Millennium 3D Chess.", "accept 1")
	if a.Audience != chat.Public || len(a.Notify) != 0 || len(a.Buttons[0]) != 1 {
		t.Errorf("offer %+v", a)
	}
	has(t, c.say("Anna", hall, "games").Reply, "#1  you are looking for an opponent:", "cancel #1")
	c.refused("Anna", hall, "accept 1", "is for somebody else.")
	has(t, c.say("Ben", hall, a.Buttons[0][0].Command).Reply, "New game:")
	c.say("Carl", hall, "games")
	c.refused("Carl", hall, "accept 1", "was already accepted: it is game")
}

func TestChallengeColors(t *testing.T) {
	c := newClub(t)
	for _, tt := range []struct {
		color string
		coin  bool
		white string
	}{{"white", false, "Anna"}, {"black", true, "Ben"}, {"random", true, "Anna"}, {"", false, "Ben"}, {"b", false, "Ben"}} {
		c.coin = tt.coin
		c.say("Anna", hall, "challenge @Ben "+tt.color)
		a := c.say("Ben", hall, "accept")
		has(t, a.Reply, fmt.Sprintf("New game: %s (White) – ", tt.white))
		notifies(t, a.Reply, tt.white)
	}
}

// TestTooManyChallenges checks that the limit on challenges counts those that a player
// makes, not those that a player gets.
func TestTooManyChallenges(t *testing.T) {
	c := newClub(t)
	for range 20 {
		c.say("Anna", hall, "challenge @Ben")
	}
	c.refused("Anna", hall, "challenge @Carl", "You have 20 open challenges, which is the limit.")
	c.say("Ben", hall, "challenge @Carl")
	c.say("Anna", hall, "cancel 7")
	c.say("Anna", hall, "challenge @Carl")
}

// TestOpenChallengePlaces checks that people in the server can accept an open challenge,
// or in its place if that is in no server.
func TestOpenChallengePlaces(t *testing.T) {
	t.Parallel()
	c := company(t)
	yard := chat.Place{Address: chat.Address{Transport: "test", ID: "yard"}, Server: "farm"}
	table := chat.Place{Address: chat.Address{Transport: "test", ID: "table"}}
	c.say("Anna", hall, "challenge open chess")
	c.refused("Anna", hall, "accept 1", "is for somebody else.")
	c.refused("Ben", yard, "accept 1", "There is no challenge 1")
	c.refused("Ben", alone("Ben"), "accept 1", "There is no challenge 1")
	c.say("Anna", table, "challenge open chess")
	c.refused("Ben", alone("Ben"), "accept 2", "There is no challenge 2")
	has(t, c.say("Ben", table, "accept 2").Reply, "New game:")
	m := c.message("Ben", library, "accept") // in answer to the offer
	m.Game = 1
	has(t, c.handle(m).Reply, "New game:")
}
