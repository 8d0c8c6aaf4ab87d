package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/web"
	"stackmate/bot/words"
)

// TestCards checks what the list of games says of each, and that challenges are answered there: there is no page of a game that
// has not begun.
func TestCards(t *testing.T) {
	c := found(t, "")
	c.says("Anna", room, "challenge @Ben orthodox white 3d") // 1
	c.says("Ben", room, "accept")
	c.says("Ben", chat.Place{}, "import millennium 1. 1e4 *")         // 2
	c.says("Anna", room, "challenge @Ben millennium")                 // 3
	c.says("Carl", room, "challenge @Ben orthodox")                   // 4
	c.says("Ben", room, "challenge @Anna nextgen")                    // 5
	c.says("Ben", room, "challenge stackmate orthodox white level:1") // refused: no program plays here
	ben := c.browse().signIn(c.link("Ben", chat.Place{}, "web"))
	ben.sees(http.StatusOK, "Challenges to you Anna Millennium 3D Chess #3 challenges you Accept Decline Carl Standard chess #4 challenges you",
		"Waiting for others Anna Chess – The Next Generation #5 has not answered your challenge yet Cancel the challenge Anna Standard chess #1 Their turn, move 1 · 3 days left",
		"Analysis boards Analysis Millennium 3D Chess #2 Move 1", "#5 has not answered your challenge yet Cancel the challenge")
	if strings.Contains(ben.page, `href="/g/3"`) || strings.Contains(ben.page, `href="/g/5"`) {
		t.Error("a challenge is a link to a game")
	}
	ben.say("accept #3").sees(http.StatusOK, "Game 3 · Millennium 3D Chess")
	ben.open("/").say("decline #4").sees(http.StatusOK, "Your games")
	if strings.Contains(ben.text(), "challenges you") {
		t.Error("an answered challenge is listed")
	}
	c.says("Anna", room, "#1 e4")
	ben.open("/").sees(http.StatusOK, "Your turn Anna Standard chess #1 Your turn, move 1 · 3 days left").say("#1 resign").
		sees(http.StatusOK, "Resign game 1 against Anna? ").press("Resign").sees(http.StatusOK, "Anna wins")
	if strings.Contains(ben.text(), "Confirm with") {
		t.Error("somebody with a button shall type")
	}
	ben.open("/").sees(http.StatusOK, "Finished Anna Standard chess #1 1-0, resignation")
	c.says("Dora", chat.Place{}, "games")
	dora := c.browse().signIn(c.link("Dora", chat.Place{}, "web")).sees(http.StatusOK, "You have no games or challenges.")
	if strings.Contains(dora.text(), "Anna") {
		t.Error("somebody sees the games of others")
	}
}

// TestTimeLeft checks how the time that is left is written.
func TestTimeLeft(t *testing.T) {
	for d, want := range map[time.Duration]string{-time.Hour: "0 minutes left", 0: "0 minutes left", 90 * time.Second: "1 minute left", 119 * time.Minute: "119 minutes left",
		2 * time.Hour: "2 hours left", 47 * time.Hour: "47 hours left", 71 * time.Hour: "2 days left"} {
		if got := web.TimeLeft(d, words.In("en")); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
}
