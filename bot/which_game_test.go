package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
)

// crowd begins n games between Ben and others. Ben is to move only in the numbered ones.
func (c *club) crowd(in chat.Place, n int, waiting ...int) {
	c.t.Helper()
	mine := map[int]bool{}
	for _, i := range waiting {
		mine[i] = true
	}
	for i := 1; i <= n; i++ {
		other := fmt.Sprint("Rival", i/15)
		white, black := other, "Ben"
		if mine[i] {
			white, black = black, white
		}
		c.say(white, in, "challenge @"+black+" orthodox white")
		c.say(black, in, fmt.Sprintf("accept %d", i))
		c.asleep(time.Minute)
		c.heartbeat()
	}
}

// TestCrowded has more games than a list shows: those that wait for a move come first, and
// a move without a number is played only if no other game can be meant.
func TestCrowded(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.crowd(hall, 60, 3)
	has(t, c.say("Ben", hall, "games").Reply, "#3  Ben – Rival0  Standard chess: your turn", "There are more")
	if a := c.say("Ben", hall, "games"); !strings.HasPrefix(a.Block, "#3 ") || len(a.Block) > 1500 {
		t.Errorf("%d bytes: %s", len(a.Block), a.Block)
	}
	has(t, c.say("Ben", hall, "e4").Reply, "Game 3", "plays 1. e4")
	c.refused("Ben", hall, "draw offer", "You have several games.", "There are more")

	c = newClub(t)
	c.crowd(hall, 60, 2, 5)
	a := c.refused("Ben", hall, "e4", "You have several games.", "#2 ", "#5 ", "There are more")
	if !strings.HasPrefix(a.Block, "#2 ") || !strings.Contains(a.Block, "\n#5 ") || !strings.Contains(a.Text, "You have several games.") {
		t.Errorf("not the longest first: %s", a.Block)
	}
	for _, text := range []string{"draw offer", "takeback", "abort", "if e4 then e5", "resign yes"} {
		c.refused("Ben", hall, text, "You have several games.")
	}
	has(t, c.say("Ben", hall, "#1 board").Reply, "to move.")
	for _, text := range []string{"board", "export", "history", "moves", "note x"} {
		c.refused("Ben", hall, text, "You have several games.", "There are more")
	}
	has(t, c.say("Ben", hall, "profile").Reply, "Current games:", "Not all of them are shown.")
	if n := len(c.complete("Ben", hall, "game", "5")); n != 11 { // 5 and 50 to 59
		t.Errorf("%d games begin with 5", n)
	}
	if list := c.complete("Ben", hall, "game", ""); list[0].Command != "2" || list[1].Command != "5" {
		t.Errorf("completions begin %+v", list[:2])
	}
}

// TestManyAnalyses checks that many analyses do not push games out of lists.
func TestManyAnalyses(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.later(time.Minute)
	for range 20 {
		c.say("Anna", hall, "import orthodox 1. e4 e5 *")
	}
	c.refused("Anna", hall, "import orthodox 1. e4 e5 *", "20")
	has(t, c.say("Anna", hall, "profile").Reply, "#1  Anna – Ben")
	has(t, c.say("Ben", hall, "profile @Anna").Reply, "#1  Anna – Ben")
	has(t, c.say("Anna", alone("Anna"), "e4").Reply, "plays 1. e4")
	a := c.say("Anna", alone("Anna"), "games")
	has(t, a.Reply, "#1  Anna – Ben", "#21  Anna – Anna")
	c.say("Anna", hall, "resign #1 yes")
	c.refused("Anna", alone("Anna"), "e4", "You have several games.")
	has(t, c.say("Anna", alone("Anna"), "rematch").Reply, "Challenge 22")
}

// complete returns completions for an argument of "move".
func (c *club) complete(who string, in chat.Place, argument, typed string) []chat.Option {
	c.t.Helper()
	m := c.message(who, in, "")
	m.Call = &chat.Call{Path: []string{"move"}, Args: map[string]string{argument: typed}}
	list, err := c.desk.Complete(c.t.Context(), m, argument, typed)
	if err != nil {
		c.t.Fatal(err)
	}
	return list
}

// TestChosenLanguage checks that completions are in the language that the player chose,
// not the transport's.
func TestChosenLanguage(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	for chosen, want := range map[string]string{"de": "du bist dran", "en": "your turn, move 1"} {
		c.say("Anna", hall, "preferences language:"+chosen)
		if list := c.complete("Anna", hall, "game", ""); len(list) != 1 || !strings.Contains(list[0].Label, want) {
			t.Errorf("%s: %+v", chosen, list)
		}
	}
}

// TestNumberedMove types a move after a number, which may be a level, the number of the
// move or that of the game.
func TestNumberedMove(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	about := func(who, text string) *bot.Answer {
		m := c.message(who, hall, text)
		m.Game = 1
		return c.handle(m)
	}
	for i, text := range []string{"1 e4", "1 e5", "2 Nf3", "2. Nc6", "1 Bb5", "3 a6 // at 8"} {
		if a := about([]string{"Anna", "Ben"}[i%2], text); a.Refused {
			t.Errorf("%q: %s", text, a.Text)
		}
	}
	if a := about("Anna", "7 O-O"); !a.Refused {
		t.Errorf("the number of neither game nor move is taken: %s", a.Text)
	}
	if a := about("Anna", "#7 O-O"); !a.Refused {
		t.Errorf("another game is named: %s", a.Text)
	}
}
