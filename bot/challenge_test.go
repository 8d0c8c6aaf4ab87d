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
		"challenge @Anna":            "cannot challenge yourself",
		"challenge Anna":             "cannot challenge yourself",
		"challenge @Robot":           "Robot is a program",
		"challenge nobody":           "I do not know “nobody” here",
		"challenge Ben":              "several people called “Ben”",
		"challenge Carl go":          "I do not know what to do with “go”",
		"challenge Carl chess chess": "I do not know what to do with “chess”",
		"accept":                     "Nobody has challenged you",
		"decline":                    "Nobody has challenged you",
		"cancel":                     "You have no open challenge",
		"accept 12":                  "There is no challenge 12",
		"accept soon":                "I do not know what to do with “soon”",
		"decline #12":                "There is no challenge 12",
	} {
		c.refused("Anna", hall, text, part)
	}
	c.refused("Anna", alone("Anna"), "challenge", "Say whom you challenge")
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
	c.refused("Carl", hall, "accept 1", "not for you to accept")
	c.refused("Carl", hall, "decline 1", "not for you to decline")
	c.refused("Carl", hall, "cancel 1", "not yours to take back")
	c.refused("Anna", hall, "accept 1", "not for you to accept")
	c.refused("Anna", hall, "decline 1", "not for you to decline")
	c.refused("Ben", hall, "cancel 1", "not yours to take back")

	a := c.say("Ben", hall, "decline")
	has(t, a.Reply, "Ben declines challenge 1")
	notifies(t, a.Reply, "Anna")
	for _, text := range []string{"accept 1", "decline 1"} {
		c.refused("Ben", hall, text, "declined already")
	}
	c.refused("Anna", hall, "cancel 1", "declined already")

	c.say("Anna", hall, "challenge @Ben chess") // 2
	c.say("Anna", hall, "challenge @Ben tri")   // 3
	has(t, c.say("Ben", hall, "games").Reply, "#2  Anna challenges you to", "accept #2", "#3 ")
	has(t, c.say("Anna", hall, "games").Reply, "you challenge Ben to", "cancel #3")
	c.refused("Ben", hall, "accept", "Several challenges fit", "accept #2, accept #3")
	c.refused("Anna", hall, "cancel", "cancel #2, cancel #3")
	has(t, c.say("Anna", hall, "cancel 3").Reply, "Anna takes challenge 3 back")
	c.refused("Ben", hall, "accept 3", "has been taken back")
	has(t, c.say("Ben", hall, "accept").Reply, "Game 2 begins")
	c.refused("Ben", hall, "accept 2", "accepted already: it is game 2")
}

// TestOpenChallenge checks that only the first player to accept an open challenge gets the
// game.
func TestOpenChallenge(t *testing.T) {
	c := newClub(t)
	a := c.say("Anna", hall, "challenge millennium")
	has(t, a.Reply, "Anna looks for an opponent in Millennium 3D Chess", "accept 1")
	if a.Audience != chat.Public || len(a.Notify) != 0 || len(a.Buttons[0]) != 1 {
		t.Errorf("offer %+v", a)
	}
	has(t, c.say("Anna", hall, "games").Reply, "#1  you look for an opponent", "cancel #1")
	c.refused("Anna", hall, "accept 1", "not for you to accept")
	has(t, c.say("Ben", hall, a.Buttons[0][0].Command).Reply, "Game 1 begins")
	c.say("Carl", hall, "games")
	c.refused("Carl", hall, "accept 1", "accepted already")
}

func TestChallengeColors(t *testing.T) {
	c := newClub(t)
	for i, tt := range []struct {
		color string
		coin  bool
		white string
	}{{"white", false, "Anna"}, {"black", true, "Ben"}, {"random", true, "Anna"}, {"", false, "Ben"}, {"b", false, "Ben"}} {
		c.coin = tt.coin
		c.say("Anna", hall, "challenge @Ben "+tt.color)
		a := c.say("Ben", hall, "accept")
		has(t, a.Reply, fmt.Sprintf("Game %d begins: %s (White) – ", i+1, tt.white))
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
	c.refused("Anna", hall, "challenge @Carl", "You have 20 challenges waiting")
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
	c.refused("Anna", hall, "accept 1", "not for you")
	c.refused("Ben", yard, "accept 1", "There is no challenge 1")
	c.refused("Ben", alone("Ben"), "accept 1", "There is no challenge 1")
	c.say("Anna", table, "challenge open chess")
	c.refused("Ben", alone("Ben"), "accept 2", "There is no challenge 2")
	has(t, c.say("Ben", table, "accept 2").Reply, "Game 2 begins")
	m := c.message("Ben", library, "accept") // in answer to the offer
	m.Game = 1
	has(t, c.handle(m).Reply, "Game 1 begins")
}
