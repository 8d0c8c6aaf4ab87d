package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// rated begins a rated game. The first player has White.
func (c *club) rated(in chat.Place, white, black, variant, more string) {
	c.t.Helper()
	c.say(white, in, "challenge @"+black+" "+variant+" white rated "+more)
	c.say(black, in, "accept")
}

// opening is three harmless moves by each side.
var opening = []string{"e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"}

// standing returns somebody's stored rating in a variant.
func (c *club) standing(name, variant string) (s data.Standing) {
	c.t.Helper()
	err := c.store.Update(c.t.Context(), func(tx data.Tx) error {
		p, err := tx.PlayerAt(person(name), c.time())
		if err != nil {
			return err
		}
		s, err = tx.Rating(p.ID, variant)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return s
}

// TestRated checks that the end of a rated game changes the ratings and announces them.
func TestRated(t *testing.T) {
	c := newClub(t)
	c.rated(hall, "Anna", "Ben", "chess", "")
	a := c.play(hall, two, append(opening[:4:4], "Bc4", "Nd4", "O-O", "d6")...)
	if strings.Contains(a.Text, "Ratings") {
		t.Errorf("ratings before the end: %q", a.Text)
	}
	a = c.say("Ben", hall, "resign #1 yes")
	has(t, a.Reply, "Ben resigns. Anna wins, 1-0. Ratings: Anna 1662 (+162), Ben 1338 (−162).")
	has(t, c.say("Carl", library, "board #1").Reply, "Ratings: Anna 1662 (+162), Ben 1338 (−162).")
	if s := c.standing("Anna", "orthodox"); s.Games != 1 || !s.Updated.Equal(noon) || s.Rating.Deviation > 300 {
		t.Errorf("%+v", s)
	}
	c.later(time.Hour)
	c.rated(hall, "Ben", "Anna", "chess", "")
	c.play(hall, [2]string{"Ben", "Anna"}, opening...)
	c.say("Ben", hall, "draw offer #2")
	a = c.say("Anna", hall, "draw accept #2 yes")
	has(t, a.Reply, "Ratings: Ben 14", "(+", ", Anna 1", "(−")
	// A game of another kind has ratings of its own; an unrated one changes none.
	c.game(hall, "Anna", "Ben", "chess")
	c.play(hall, two, opening...)
	if a = c.say("Anna", hall, "resign #3 yes"); strings.Contains(a.Text, "ating") {
		t.Errorf("an unrated game tells ratings: %q", a.Text)
	}
	if s := c.standing("Anna", "orthodox"); s.Games != 2 {
		t.Errorf("%+v", s)
	}
	if s := c.standing("Anna", "millennium"); s.Games != 0 || s.Rating.Value != 1500 {
		t.Errorf("%+v", s)
	}
}

// TestRatedSetups checks that the setups of a variant share their ratings.
func TestRatedSetups(t *testing.T) {
	c := newClub(t)
	for i, setup := range []string{"nextgen", "nextgen:shared"} {
		c.rated(hall, "Anna", "Ben", setup, "")
		for n := range 6 {
			who := two[n%2]
			c.say(who, hall, strings.Fields(c.say(who, hall, "moves").Block)[0])
		}
		c.say("Ben", hall, fmt.Sprintf("resign #%d yes", i+1))
	}
	if s := c.standing("Anna", "nextgen"); s.Games != 2 || s.Rating.Value < 1700 {
		t.Errorf("%+v", s)
	}
}

// TestRatedButNotCounted checks that the answer says why a game does not count.
func TestRatedButNotCounted(t *testing.T) {
	c := newClub(t)
	c.rated(hall, "Anna", "Ben", "chess", "")
	c.play(hall, two, opening[:5]...) // Black has made two moves
	has(t, c.say("Ben", hall, "resign #1 yes").Reply, "Anna wins", "Ratings don't change: each side must have made 3 moves.")
	c.rated(hall, "Anna", "Ben", "chess", "")
	c.play(hall, two, "f3", "e5", "g4")
	has(t, c.say("Ben", hall, "Qh4").Reply, "Checkmate!", "Ratings don't change: each side must have made")
	c.rated(hall, "Anna", "Ben", "chess", "")
	c.play(hall, two, opening...)
	m := c.message("Carl", hall, "adjudicate #3 white reason")
	m.Administrator = true
	if a := c.handle(m); a.Refused {
		t.Fatalf("%+v", a)
	} else {
		has(t, a.Reply, "Ratings don't change: only games that the players finish themselves count.")
	}
	c.rated(hall, "Anna", "Ben", "chess", "")
	c.say("Anna", hall, "abort #4")
	for _, name := range two {
		if s := c.standing(name, "orthodox"); s.Games != 0 {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// TestRatedByClock checks that a game lost on time is rated, once.
func TestRatedByClock(t *testing.T) {
	c := newClub(t)
	c.rated(hall, "Anna", "Ben", "chess", "1d")
	c.play(hall, two, opening...)
	c.later(25 * time.Hour)
	for range 2 {
		if err := c.desk.CheckClocks(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	messages := c.post()
	if len(messages) == 0 {
		t.Fatal("nothing is said")
	}
	has(t, messages[len(messages)-1].Reply, "Ratings: Anna 1338 (−162), Ben 1662 (+162).")
	if s := c.standing("Ben", "orthodox"); s.Games != 1 {
		t.Errorf("%+v", s)
	}
}

func TestProfile(t *testing.T) {
	c := newClub(t)
	has(t, c.say("Anna", hall, "profile").Reply, "Anna has not finished a game yet.", "No current games.")
	for i := range 3 {
		c.later(time.Hour)
		c.rated(hall, "Anna", "Ben", "chess", "")
		c.play(hall, two, opening...)
		c.say("Ben", hall, fmt.Sprintf("resign #%d yes", i+1))
	}
	c.game(hall, "Anna", "Ben", "millennium")
	c.later(time.Hour)
	c.say("Anna", hall, "resign #4 yes")
	c.game(library, "Anna", "Ben", "millennium")
	c.say("Anna", alone("Anna"), "import e4 e5") // an analysis is not rated
	a := c.say("Carl", hall, "profile @Anna")
	has(t, a.Reply, "Anna: 3 won, 0 drawn, 1 lost.", "Longest winning streak: 3.", "+3 =0 −0", "+0 =0 −1", "#5  Anna – Ben", "Current games")
	has(t, c.say("Ben", hall, "profile").Reply, "Ben: 1 won, 0 drawn, 3 lost.")
	has(t, c.say("Anna", alone("Anna"), "profile Ben").Reply, "Ben: 1 won")
	if strings.Contains(a.Text, "The last") || strings.Contains(a.Block, "#6") {
		t.Errorf("%q", a.Text+a.Block)
	}
	c.say("Anna", library, "resign #5 yes")
	has(t, c.say("Anna", hall, "profile").Reply, "Lost the last 2 games.")
	c.refused("Anna", hall, "profile Nobody", "I don't know")
}

func TestLeaderboard(t *testing.T) {
	c := newClub(t)
	abroad := chat.Place{Address: chat.Address{Transport: "test", ID: "abroad"}, Server: "abroad"}
	has(t, c.say("Anna", hall, "leaderboard").Reply, "Nobody on this server has played a rated game of Millennium 3D Chess yet.", "rated")
	has(t, c.say("Anna", alone("Anna"), "leaderboard chess").Reply, "No rated players", "are listed yet.")
	c.rated(hall, "Anna", "Ben", "chess", "")
	c.play(hall, two, opening...)
	c.say("Ben", hall, "resign #1 yes")
	c.rated(abroad, "Carl", "Dora", "chess", "")
	c.play(abroad, [2]string{"Carl", "Dora"}, opening...)
	c.say("Dora", abroad, "resign #2 yes")
	a := c.say("Anna", hall, "leaderboard chess")
	has(t, a.Reply, " 1. Anna", "1662?", " 2. Ben", "1338?", "1 game")
	if strings.Contains(a.Block, "Carl") {
		t.Errorf("players of another server:\n%s", a.Block)
	}
	c.say("Anna", alone("Anna"), "preferences listed:on")
	c.say("Carl", alone("Carl"), "preferences listed:on")
	for _, a := range []*bot.Answer{c.say("Anna", hall, "leaderboard chess everywhere"), c.say("Anna", alone("Anna"), "leaderboard chess")} {
		has(t, a.Reply, "all servers", "Anna", "Carl")
		if strings.Contains(a.Block, "Ben") || strings.Contains(a.Block, "Dora") { // they have not agreed
			t.Errorf("listed without asking:\n%s", a.Block)
		}
	}
	c.say("Anna", alone("Anna"), "preferences listed:off")
	if a := c.say("Anna", alone("Anna"), "leaderboard chess"); strings.Contains(a.Block, "Anna") {
		t.Errorf("still listed:\n%s", a.Block)
	}
	// Many games make a rating certain, and then it stands above uncertain ones.
	for i := range 12 {
		n := 2*i + 3
		c.rated(hall, "Ben", "Eve", "chess", "")
		c.play(hall, [2]string{"Ben", "Eve"}, opening...)
		c.say("Ben", hall, fmt.Sprintf("resign #%d yes", n))
		c.rated(hall, "Ben", "Eve", "chess", "")
		c.play(hall, [2]string{"Ben", "Eve"}, opening...)
		c.say("Eve", hall, fmt.Sprintf("resign #%d yes", n+1))
	}
	has(t, c.say("Anna", hall, "leaderboard chess").Reply, " 1. ", " 3. Anna")
	c.later(5 * 365 * 24 * time.Hour)
	has(t, c.say("Anna", hall, "leaderboard chess").Reply, " 1. Anna")
	c.refused("Anna", hall, "leaderboard go", "here. Type it like this:")
}
