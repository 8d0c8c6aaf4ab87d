package bot_test

import (
	"strings"
	"testing"

	"stackmate/bot/chat"
)

// TestHeldConditions checks that conditional moves wait for their owner while a draw is
// offered or can be claimed, and go on when the owner plays the prepared move.
func TestHeldConditions(t *testing.T) {
	t.Parallel()
	shuffle := func(c *club) { // at its end the position has occurred three times
		for i := range 2 {
			for j, m := range []string{"Nf3", "Nf6", "Ng1", "Ng8"} {
				if i == 1 && j == 3 {
					c.say("Anna", hall, "if Ng8 then e4, e5 then d4")
				}
				c.say([]string{"Anna", "Ben"}[j%2], hall, m)
			}
		}
	}
	offer := func(c *club) {
		c.say("Anna", hall, "e3")
		c.say("Ben", hall, "e6")
		c.say("Anna", hall, "h3")
		c.say("Anna", hall, "if h6 then e4, e5 then d4")
		c.say("Ben", hall, "draw offer")
		c.say("Ben", hall, "h6")
	}
	for name, begin := range map[string]func(c *club){"claim": shuffle, "offer": offer} {
		for _, answer := range []string{"e4", "a3", "draw"} {
			c := newClub(t)
			c.game(hall, "Anna", "Ben", "orthodox")
			begin(c)
			has(t, c.say("Anna", hall, "if show").Reply, "are on hold, because a draw is offered or can be claimed.", "→ e4, e5 → d4")
			c.refused("Ben", hall, "e5", "It's Anna's turn in game")
			if answer == "draw" {
				c.say("Anna", hall, map[string]string{"claim": "draw claim", "offer": "draw accept yes"}[name])
				if dump := c.dump("games"); !strings.Contains(dump, "1/2-1/2") {
					t.Errorf("%s: %s", name, dump)
				}
				continue
			}
			c.say("Anna", hall, answer)
			a := c.say("Ben", hall, map[bool]string{true: "e5", false: "a6"}[answer == "e4"])
			if played := strings.Contains(a.Text, "d4"); played != (answer == "e4") {
				t.Errorf("%s, %s: %s", name, answer, a.Text)
			}
			if left := c.dump("conditions"); left != "" {
				t.Errorf("%s, %s: there is left %s", name, answer, left)
			}
		}
	}
}

// TestHeldElsewhere checks that conditional moves do not wait for their owner's own draw
// offer, and that those that no longer fit are dropped.
func TestHeldElsewhere(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Anna", hall, "draw offer")
	c.say("Anna", hall, "e4")
	c.say("Anna", hall, "if e5 then d4")
	has(t, c.say("Ben", hall, "e5").Reply, "2. d4")
	c.say("Anna", hall, "if a6 then a4")
	c.say("Ben", hall, "draw offer")
	has(t, c.say("Ben", hall, "h6").Reply, "Anna (White) to move")
	if left := c.dump("conditions"); left != "" {
		t.Errorf("left %s", left)
	}
	a := c.say("Anna", hall, "if show")
	if a.Audience == chat.Public || !strings.Contains(a.Text, "no conditional moves") {
		t.Errorf("%+v", a.Text)
	}
}

// TestConditional adds, shows, changes and removes lines. Nobody else sees them.
func TestConditional(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "chess")
	c.refused("Anna", hall, "if e5 then Nf3", "Move first, then set conditional moves.")
	c.refused("Ben", hall, "if e4", "ends with your opponent's move")
	c.refused("Ben", hall, "if e4 then e4", "“e4”", "Nothing was saved.")
	c.refused("Ben", hall, "if e4 then e5, Nf3 then Nf3", "“Nf3”", "Nothing was saved.")
	c.refused("Carl", hall, "if #1 e4 e5", "You're not playing in game 1.")
	secret := c.say("Ben", hall, "if e4 then e5, Nf3 then Nc6")
	has(t, secret.Reply, "Saved", "e4 → e5, Nf3 → Nc6")
	if secret.Audience == chat.Public {
		t.Error("told to everybody")
	}
	c.say("Ben", hall, "if 1. d4 d5 2. c4 e6")
	c.say("Ben", hall, "if e4 e5 Bc4 Bc5")
	c.say("Ben", hall, "if c4 c5")
	has(t, c.say("Ben", hall, "if show").Reply, "e4 → e5, Nf3 → Nc6\ne4 → e5, Bc4 → Bc5\nd4 → d5, c4 → e6\nc4 → c5")
	has(t, c.say("Ben", hall, "if c4 e5").Reply, "\nc4 → e5") // changed
	has(t, c.say("Ben", hall, "if remove d4 d5 c4 e6").Reply, "d4 → d5\n")
	c.refused("Ben", hall, "if remove a4", "no such line")
	for _, who := range []string{"Anna", "Carl"} {
		for _, text := range []string{"board #1", "history #1", "games", "moves #1", "export #1", "note #1", "watch #1", "profile @Ben", "#1", "if show #1"} {
			a := c.handle(c.message(who, hall, text))
			all := a.Title + a.Text + a.Block
			if len(a.Files) > 0 {
				all += string(a.Files[0].Data)
			}
			if strings.Contains(all, "→") || strings.Contains(all, "Bc5") {
				t.Errorf("%s learns by %q: %s", who, text, all)
			}
		}
	}
	c.post()
	burst := c.say("Anna", hall, "e4")
	has(t, burst.Reply, "plays 1. e4.", "1… e5", "Anna (White) to move.")
	notifies(t, burst.Reply, "Anna")
	if messages := c.post(); len(messages) != 1 || messages[0].to != "p-carl" { // who watches, once
		t.Errorf("%q", texts(messages))
	}
	has(t, c.say("Ben", hall, "if show").Reply, "Nf3 → Nc6\nBc4 → Bc5")
	has(t, c.say("Anna", hall, "h4").Reply, "Ben (Black) to move.") // nothing fits
	has(t, c.say("Ben", hall, "d5").Reply)
	has(t, c.say("Ben", hall, "if show").Reply, "no conditional moves")
	c.say("Ben", hall, "if a3 a6")
	has(t, c.say("Ben", hall, "if clear").Reply, "cleared")
	has(t, c.say("Anna", hall, "a3").Reply, "Ben (Black) to move.")
	// When others read the answer, it is said alone.
	m := c.message("Anna", hall, "if a6 h5")
	m.PublicAnswer = true
	if a := c.handle(m); strings.Contains(a.Text+a.Block, "→") {
		t.Errorf("overheard: %+v", a)
	}
}

// TestConditionalChain plays conditional moves of both players, up to mate, in one message
// and with their increments. After the game no lines are shown.
func TestConditionalChain(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.clocked(hall, "10d+1d")
	c.later(day)
	c.say("Ben", hall, "if f3 e5, g4 Qh4")
	c.say("Anna", hall, "note x")
	c.exec("INSERT INTO conditions (game, player, tree) SELECT 1, white, $1 FROM games", `[{"if":"e7-e5","then":"g2-g4"}]`)
	c.post()
	a := c.say("Anna", hall, "f3 // hello there")
	has(t, a.Reply, "1. f3", "1… e5, 2. g4, 2… Qh4#", "Checkmate! Ben wins, 0-1.", "Anna says: hello there")
	if messages := c.post(); len(messages) != 0 {
		t.Error(texts(messages))
	}
	c.refused("Ben", hall, "if show #1", "is over")
	c.refused("Ben", hall, "if a3 a6", "")
	if n := strings.Count(c.dump("moves"), "\n"); n != 4 {
		t.Errorf("%d moves", n)
	}
}

// TestConditionalDropped checks that an answer that is no longer legal is dropped, and all
// answers when a move is taken back or the game ends.
func TestConditionalDropped(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "chess")
	c.say("Ben", hall, "if e4 e5, Nf3 Nc6")
	c.exec("UPDATE conditions SET tree = replace(tree, 'e7-e5', 'e7-e4')")
	has(t, c.say("Anna", hall, "e4").Reply, "Ben (Black) to move.")
	has(t, c.say("Ben", hall, "if show").Reply, "no conditional moves")
	c.say("Anna", hall, "if e5 Nf3")
	c.say("Anna", hall, "takeback")
	has(t, c.say("Anna", hall, "if show").Reply, "e5 → Nf3")
	c.say("Ben", hall, "takeback decline")
	has(t, c.say("Anna", hall, "if show").Reply, "e5 → Nf3")
	c.say("Anna", hall, "takeback")
	c.say("Ben", hall, "takeback accept")
	if dump := c.dump("conditions"); dump != "" {
		t.Error(dump)
	}
	c.say("Ben", hall, "if d4 d5, c4 e6")
	c.say("Anna", hall, "resign yes")
	c.refused("Ben", hall, "if show #1", "is over")
}

// TestRefusedLineHasNoButtons checks that the refusal of an ambiguous line has no buttons,
// which would play a move at once.
func TestRefusedLineHasNoButtons(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.play(hall, two, "d4", "d5", "Nf3", "Nc6")
	if a := c.refused("Anna", hall, "Nd2", "could be several moves:"); len(a.Buttons) != 1 || len(a.Buttons[0]) != 2 {
		t.Errorf("an ambiguous move offers %+v", a.Buttons)
	}
	for _, line := range []string{"if Nd2 e6", "if add #1 Nd2 e6", "if remove Nd2 e6", "if c4 Nb4 Nd2 e6"} {
		if a := c.refused("Ben", hall, line, "could be several moves:", "Nothing was saved."); len(a.Buttons) > 0 {
			t.Errorf("%q offers %+v", line, a.Buttons)
		}
	}
}
