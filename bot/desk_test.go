package bot_test

import (
	"bytes"
	"fmt"
	"image/png"
	"strings"
	"testing"

	"stackmate/bot/chat"
)

var two = [2]string{"Anna", "Ben"}

// TestGame plays a game in a channel from the challenge to mate. Every message has a
// picture and notifies only the player who must act.
func TestGame(t *testing.T) {
	c := newClub(t)
	offer := c.say("Anna", hall, "challenge @Ben chess white")
	has(t, offer.Reply, "Anna challenges Ben to", "Anna plays White.", "accept 1")
	notifies(t, offer.Reply, "Ben")
	if offer.Audience != chat.Public || offer.Buttons[0][0].Command != "accept #1" || offer.Buttons[0][1].Command != "decline #1" {
		t.Errorf("offer %+v", offer)
	}
	begins := c.say("Ben", hall, offer.Buttons[0][0].Command)
	has(t, begins.Reply, "Game 1", "Anna (White) – Ben (Black)", "Anna, your move, for example ")
	notifies(t, begins.Reply, "Anna")
	for i, move := range []string{"f3", "e5", "g4"} {
		a := c.say(two[i%2], hall, move)
		has(t, a.Reply, "plays "+[]string{"1. f3", "1… e5", "2. g4"}[i]+".", two[(i+1)%2]+" ("+[]string{"Black", "White"}[i%2]+") to move.")
		notifies(t, a.Reply, two[(i+1)%2])
		if a.Audience != chat.Public {
			t.Error("a move was answered in private")
		}
		pic, err := png.Decode(bytes.NewReader(a.Files[0].Data))
		if err != nil || pic.Bounds().Dx() < 100 || a.Files[0].Type != "image/png" || a.Files[0].Name != fmt.Sprintf("game-1-%d.png", i+1) {
			t.Errorf("file %s: %v", a.Files[0].Name, err)
		}
	}
	mate := c.say("Ben", hall, "Qh4")
	has(t, mate.Reply, "2… Qh4#", "Checkmate! Ben wins, 0-1.")
	if strings.Contains(mate.Text, "to move") {
		t.Errorf("%q names somebody to move", mate.Text)
	}
	c.refused("Anna", hall, "#1 a3", "Game 1 is over.")
	has(t, c.say("Anna", hall, "board").Reply, "2… Qh4#", "Checkmate")
	has(t, c.say("Anna", hall, "history").Reply, "Half-moves so far: 4", "1. f3 e5 2. g4 Qh4#")
	if messages := c.post(); len(messages) != 0 {
		t.Errorf("what was answered was sent as well: %+v", messages)
	}
}

// notifies checks whom a reply notifies.
func notifies(t *testing.T, r chat.Reply, names ...string) {
	t.Helper()
	var got []string
	for _, p := range r.Notify {
		got = append(got, p.Name)
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("%q notifies %q, want %q", r.Text, got, names)
	}
}

// TestAlone plays a game that was offered in private: each player gets private messages.
func TestAlone(t *testing.T) {
	c := newClub(t)
	c.say("Ben", hall, "games") // so that the bot knows him
	has(t, c.say("Anna", alone("Anna"), "challenge Ben white").Reply, "sent to Ben.")
	messages := c.post()
	if len(messages) != 1 || messages[0].to != "p-ben" {
		t.Fatalf("messages %+v", messages)
	}
	has(t, messages[0].Reply, "Anna challenges Ben to Millennium 3D Chess")
	c.say("Ben", alone("Ben"), messages[0].Buttons[0][0].Command)
	messages = c.post()
	if len(messages) != 1 || messages[0].to != "p-anna" {
		t.Fatalf("messages %+v", messages)
	}
	a := c.say("Anna", alone("Anna"), "N2g3")
	has(t, a.Reply, "1. N2g3")
	messages = c.post()
	if len(messages) != 1 || messages[0].to != "p-ben" || len(messages[0].Files) == 0 {
		t.Fatalf("messages %+v", messages)
	}
	has(t, messages[0].Reply, "Anna (White) plays 1. N2g3. Ben (Black) to move.")
}

// TestElsewhere gives commands away from a game's home: the move is announced at the home,
// and the speaker gets a short note.
func TestElsewhere(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "millennium")
	a := c.say("Anna", library, "N2g3")
	if a.Audience == chat.Public {
		t.Error("a move in a game at home elsewhere was told to everybody")
	}
	has(t, a.Reply, "1. N2g3", "Posted in Discord.")
	if len(a.Notify) != 0 {
		t.Error("the note notifies somebody")
	}
	messages := c.post()
	if len(messages) != 1 || messages[0].to != "hall" {
		t.Fatalf("messages %+v", messages)
	}
	notifies(t, messages[0].Reply, "Ben")
	c.say("Ben", alone("Ben"), "N2g6")
	if messages := c.post(); len(messages) != 1 || messages[0].to != "hall" {
		t.Fatalf("messages %+v", messages)
	}
}

// TestSecrets asks in public for secret answers.
func TestSecrets(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Ben", hall, "note castle soon")
	c.say("Ben", hall, "if e4 then c5")
	for command, secret := range map[string]string{"note": "castle soon", "if show": "c5", "if add d4 d5": "d5"} {
		if a := c.say("Ben", hall, command); a.Audience == chat.Public || !strings.Contains(a.Block, secret) {
			t.Errorf("%q is answered %+v", command, a)
		}
		m := c.message("Ben", hall, command)
		m.PublicAnswer = true
		has(t, c.handle(m).Reply, "Sent to you privately")
		messages := c.post()
		if len(messages) != 1 || messages[0].to != "p-ben" || !strings.Contains(messages[0].Block, secret) {
			t.Errorf("%q: messages %+v", command, messages)
		}
	}
}

// TestByCall gives every command that needs no button by its path and arguments, as slash
// commands do. The answer is the same as that to the text.
func TestByCall(t *testing.T) {
	type pair struct {
		who, text, path string
		args            map[string]string
	}
	script := []pair{
		{"Anna", "challenge @Ben orthodox white", "challenge", map[string]string{"opponent": "@Ben", "variant": "orthodox", "color": "white"}},
		{"Ben", "decline 1", "decline", map[string]string{"challenge": "1"}},
		{"Anna", "challenge @Ben chess black", "challenge", map[string]string{"opponent": "@Ben", "variant": "chess", "color": "black"}},
		{"Anna", "cancel", "cancel", nil},
		{"Anna", "invite @Ben tri", "challenge", map[string]string{"opponent": "@Ben", "variant": "tri"}},
		{"Ben", "accept #3", "accept", map[string]string{"challenge": "3"}},
		{"Anna", "moves", "moves", nil},
		{"Anna", "moves b1A", "moves", map[string]string{"square": "b1A"}},
		{"Anna", "Nb2B-c4B", "move", map[string]string{"move": "Nb2B-c4B"}},
		{"Anna", "resign", "resign", nil},
		{"Ben", "m 3 xyzzy", "move", map[string]string{"game": "3", "move": "xyzzy"}},
		{"Ben", "history", "history", nil},
		{"Ben", "#3 board", "board", map[string]string{"game": "3"}},
		{"Ben", "draw offer", "draw offer", nil},
		{"Anna", "draw accept 3", "draw accept", map[string]string{"game": "3"}},
		{"Anna", "draw decline", "draw decline", nil},
		{"Ben", "draw withdraw", "draw withdraw", nil},
		{"Ben", "draw claim", "draw claim", nil},
		{"Ben", "games", "games", nil},
		{"Ben", "rules", "rules", nil},
		{"Ben", "rules 3d8l", "rules", map[string]string{"variant": "3d8l"}},
		{"Ben", "help", "help", nil},
		{"Ben", "help draw", "help", map[string]string{"command": "draw"}},
		{"Ben", "resign yes", "resign", map[string]string{"confirm": "yes"}},
	}
	typed, chosen := newClub(t), newClub(t)
	for _, p := range script {
		a := typed.handle(typed.message(p.who, hall, p.text))
		m := chosen.message(p.who, hall, "")
		m.Call = &chat.Call{Path: strings.Fields(p.path), Args: p.args}
		m.Mentioned = map[string]chat.Person{"@Ben": person("Ben")}
		b := chosen.handle(m)
		if a.Text != b.Text || a.Block != b.Block || a.Title != b.Title || a.Refused != b.Refused || a.Audience != b.Audience {
			t.Errorf("%q: typed %q, chosen %q", p.text, a.Text, b.Text)
		}
		if testing.Verbose() {
			t.Logf("%s: %s\n%s | %s\n%s", p.who, p.text, a.Title, a.Text, a.Block)
		}
	}
	if typed.dump(everything...) != chosen.dump(everything...) {
		t.Error("the databases differ")
	}
}

// TestNotYourGame has somebody else try every command on a game.
func TestNotYourGame(t *testing.T) {
	c := newClub(t)
	c.say("Carl", hall, "games")
	c.game(hall, "Anna", "Ben", "millennium")
	c.say("Ben", hall, "draw offer")
	for _, command := range []string{"#1 N2g3", "move #1 N2g3", "resign #1", "resign #1 yes", "draw offer #1", "draw accept #1 yes",
		"draw decline #1", "draw withdraw #1", "draw claim #1"} {
		c.refused("Carl", hall, command, "You're not playing in game 1.", "board #1")
	}
	c.refused("Carl", hall, "N2g3", "no running game")
	c.refused("Carl", hall, "accept 1", "was already accepted: it is game")
	has(t, c.say("Carl", hall, "board").Reply, "Anna (White) to move") // reading is allowed
	has(t, c.say("Carl", hall, "#1 history").Reply, "Anna (White) – Ben (Black)")
	has(t, c.say("Carl", library, "moves #1 1g1").Reply, "knight on 1g1")
	c.refused("Carl", alone("Carl"), "moves #1 1g1", "There is no game 1")
}

// TestIllegalMoves makes moves that are illegal for every reason. Nothing changes, and the
// refusal quotes the move, says what is wrong and what to do instead.
func TestIllegalMoves(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "millennium")
	c.refused("Ben", hall, "N2g6", "Anna's turn in game 1")
	for text, part := range map[string]string{
		"N2g4":             "“N2g4” is not legal. A knight on 1g1 can't move to 2g4. “moves 1g1” shows",
		"1g1-2g4":          "A knight on 1g1 can't move to 2g4.",
		"1a1-1a2":          "Your own pawn is on 1a2.",
		"1a1-1a3":          "A piece on 1a2 is in the way.",
		"1d4-1d5":          "There is no piece on 1d4.",
		"3a7-3a6":          "is your opponent's",
		"1e2-1f3":          "only to capture",
		"0-0":              "must be empty",
		"1e2-1e5":          "” shows where it can go.",
		"1e2-1e4=Q":        "That is not a promotion.",
		"N1g1":             "“N1g1”",
		"hello there":      "“hello there” is not a move in Millennium 3D Chess",
		"9z9":              "“9z9” is not a move in",
		"Kx":               "“Kx” is not a move in",
		"move 1e2 to 1e4?": "",
	} {
		if part == "" {
			continue
		}
		a := c.refused("Anna", hall, text, part)
		if strings.Contains(a.Text, "?.") || strings.Contains(a.Text, " ? ") || a.Audience == chat.Public {
			t.Errorf("%q is answered %q", text, a.Text)
		}
	}
	c.say("Anna", hall, "1e2 1e4") // and then it goes on
}

// TestMissingLevel presses a button of the answer to a move without a level.
func TestMissingLevel(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "millennium")
	a := c.refused("Anna", hall, "e4 // a good start", "“e4” needs a level: 1e4 or 3e4")
	if len(a.Buttons) != 1 || len(a.Buttons[0]) != 2 || a.Buttons[0][1].Label != "3e4" {
		t.Fatalf("%+v", a.Buttons)
	}
	c.refused("Anna", hall, "e2e4", "“e2e4” needs a level: 1e4 or 3e4")
	c.refused("Anna", hall, "e2-e4", "“e2-e4” needs a level: 1e4 or 3e4")
	c.refused("Ben", hall, "e5", "It's Anna's turn")
	c.pressRefused("Ben", a.Buttons[0][1], "for Anna")
	has(t, c.press("Anna", hall, a.Buttons[0][1]).Reply, "3e4", "a good start")
	c.pressRefused("Anna", a.Buttons[0][0], "has moved on")
}

// TestNearMisses suggests what was probably meant.
func TestNearMisses(t *testing.T) {
	c := newClub(t)
	has(t, c.handle(c.message("Anna", hall, "gamse")).Reply, "“gamse”", "Did you mean “games”?")
	c.game(hall, "Anna", "Ben", "millennium")
	for text, meant := range map[string]string{"gamse": "“games”", "chalenge @Ben": "“challenge”", "vorliebn": "“preferences”", "help reisgn": "“resign”",
		"draw ofer": "offer", "rules milenium": "millennium", "rules variant:tridimensonal": "tridimensional", "preferences theme:wod": "wood", "N2g33": "N2g3"} {
		c.refused("Anna", hall, text, "Did you mean "+meant+"?")
	}
	if a := c.refused("Anna", hall, "xyzzy", "xyzzy"); strings.Contains(a.Text, "Did you mean") {
		t.Error(a.Text)
	}
}

// TestAmbiguous presses a button of the answer to an ambiguous move.
func TestAmbiguous(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.play(hall, two, "d4", "d5", "Nf3", "Nf6")
	c.play(hall, two, "e3", "e6")
	a := c.refused("Anna", hall, "Nd2", "could be several moves:", "Nbd2", "Nfd2")
	if len(a.Buttons) != 1 || len(a.Buttons[0]) != 2 {
		t.Fatalf("buttons %+v", a.Buttons)
	}
	c.refused("Ben", hall, a.Buttons[0][0].Command, "Anna's turn") // not his to press
	played := c.say("Anna", hall, a.Buttons[0][0].Command)
	has(t, played.Reply, "4. "+a.Buttons[0][0].Label)
	c.refused("Anna", hall, a.Buttons[0][1].Command, "That is out of date, because game")
}

// TestStaleButtons presses buttons after the game has gone on.
func TestStaleButtons(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	ask := c.say("Anna", hall, "resign")
	yes := ask.Buttons[0][0].Command
	c.say("Anna", hall, "e4")
	c.refused("Anna", hall, yes, "That is out of date, because game 1 has moved on.", "board #1")
	c.refused("Ben", hall, "accept #1", "was already accepted: it is game")
	c.refused("Ben", hall, "decline #1", "was already accepted: it is game")
	c.say("Ben", hall, "resign #1 yes")
	c.refused("Anna", hall, yes, "That is out of date, because game")
	c.refused("Anna", hall, "draw accept #1", "is over")
}

// TestResign checks that resigning asks for confirmation once.
func TestResign(t *testing.T) {
	for _, how := range []string{"button", "resign yes", "resign #1 yes", "#1 resign yes"} {
		c := newClub(t)
		c.game(hall, "Anna", "Ben", "orthodox")
		before := c.dump(everything...)
		ask := c.say("Ben", hall, "resign")
		has(t, ask.Reply, "Resign game 1 against Anna?", "resign #1 yes")
		if ask.Audience == chat.Public || c.dump(everything...) != before {
			t.Error("asking changed something, or was heard by all")
		}
		if how == "button" {
			how = ask.Buttons[0][0].Command
		}
		a := c.say("Ben", hall, how)
		has(t, a.Reply, "Ben resigns. Anna wins, 1-0.")
		notifies(t, a.Reply, "Anna")
		c.refused("Anna", hall, "resign #1", "Game 1 is over")
	}
}

func TestDraw(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.refused("Ben", hall, "draw accept", "There is no draw offer in game 1")
	c.refused("Ben", hall, "draw decline", "There is no draw offer in game 1")
	c.refused("Ben", hall, "draw withdraw", "You have not offered a draw")
	c.refused("Anna", hall, "draw", "“draw offer”, “draw accept”, “draw decline”, “draw withdraw”, “draw claim”")
	offer := c.say("Anna", hall, "draw offer")
	has(t, offer.Reply, "Anna offers Ben a draw in game 1")
	notifies(t, offer.Reply, "Ben")
	c.refused("Anna", hall, "draw offer", "You have already offered a draw in game 1.")
	c.refused("Anna", hall, "draw accept", "is yours")
	has(t, c.say("Anna", hall, "e4").Reply, "Anna's draw offer is still open.")
	has(t, c.say("Ben", hall, "board").Reply, "Anna's draw offer is still open.")
	has(t, c.say("Ben", hall, "e5").Reply, "The move declines the draw offer.")
	c.refused("Ben", hall, "draw accept", "There is no draw offer")

	c.say("Ben", hall, "draw offer")
	has(t, c.say("Ben", hall, "draw withdraw").Reply, "Ben withdraws the draw offer in game")
	c.say("Ben", hall, "draw offer")
	declined := c.say("Anna", hall, offer.Buttons[0][1].Command) // the old button answers the new offer
	has(t, declined.Reply, "Anna declines the draw", "goes on")
	notifies(t, declined.Reply, "Ben")

	c.say("Anna", hall, "draw offer")
	ask := c.say("Ben", hall, "draw offer") // this accepts the offer, after asking once
	has(t, ask.Reply, "Accept a draw with Anna in game 1?")
	end := c.say("Ben", hall, ask.Buttons[0][0].Command)
	has(t, end.Reply, "Draw by agreement, 1/2-1/2.")
	notifies(t, end.Reply, "Anna")
	c.refused("Anna", hall, "draw offer #1", "is over")
}

func TestDrawClaim(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	dance := []string{"Nf3", "Nf6", "Ng1", "Ng8"}
	c.play(hall, two, dance...)
	c.refused("Anna", hall, "draw claim", "No draw can be claimed yet.", "of 3. Moves without a capture or pawn advance: 2 of 50. You can offer a draw instead.")
	has(t, c.play(hall, two, dance...).Reply, "A draw can be claimed now with “draw claim #1”.")
	end := c.say("Ben", hall, "draw claim") // though it is not his turn
	has(t, end.Reply, "Draw by threefold repetition, 1/2-1/2.")
	notifies(t, end.Reply, "Anna")
}

// TestWhichGame gives commands without a number.
func TestWhichGame(t *testing.T) {
	c := newClub(t)
	c.say("Anna", hall, "games")
	c.refused("Anna", hall, "Nf3", "You have no running game")
	c.game(hall, "Anna", "Ben", "orthodox")    // 1
	c.game(library, "Anna", "Ben", "orthodox") // 2
	c.game(library, "Carl", "Anna", "chess")   // 3

	has(t, c.say("Anna", hall, "board").Reply, "Game 1 ")                  // the game of this place
	has(t, c.say("Anna", hall, "Nf3").Reply, "Nf3", "Game 1 ")             // also to move
	c.refused("Anna", hall, "e4", "Ben's turn in game 1")                  // though another waits
	has(t, c.say("Anna", library, "e4").Reply, "Game 2 ")                  // the only one there at turn
	has(t, c.say("Ben", alone("Ben"), "draw offer #2").Reply, "in game 2") // by number, from anywhere
	a := c.refused("Ben", alone("Ben"), "e5", "You have several games.", "#1  Anna – Ben", "#2  Anna – Ben", "your turn, move 1")
	if a.Audience == chat.Public {
		t.Error("the list is for all")
	}
	c.refused("Anna", library, "d4", "You have several games.", "#2 ", "#3 ")
	c.say("Carl", library, "d4") // the only one he plays
	has(t, c.say("Anna", alone("Anna"), "d5").Reply, "Game 3 ")
	c.refused("Anna", hall, "#77 e4", "There is no game 77")
	c.refused("Anna", hall, "#0 e4", "")
	has(t, c.say("Ben", hall, "2: e5").Reply, "Game 2 ")
	has(t, c.say("Ben", hall, "#1").Reply, "Game 1 ", "to move.")

	reply := c.message("Anna", hall, "Nf3") // an answer to a picture of another game
	reply.Game = 2
	has(t, c.handle(reply).Reply, "Game 2 ", "2. Nf3")
	c.say("Ben", alone("Ben"), "resign #1 yes")
	has(t, c.say("Ben", hall, "board").Reply, "Game 2 ")
	has(t, c.say("Dora", hall, "board").Reply, "Ben resigns") // the last one here
}

// TestTwice handles every message of a game twice, also after a restart. The second one
// has no answer and changes nothing.
func TestTwice(t *testing.T) {
	c := newClub(t)
	all := append([]string{"inbound", "outbox"}, everything...)
	for i, step := range []struct{ who, text string }{
		{"Anna", "challenge @Ben orthodox white"}, {"Ben", "accept"}, {"Anna", "e4"}, {"Anna", "e5"}, {"Ben", "e5"},
		{"Ben", "draw offer"}, {"Anna", "nonsense"}, {"Anna", "draw accept yes"}, {"Ben", "games"}} {
		m := c.message(step.who, hall, step.text)
		if c.handle(m) == nil {
			t.Fatalf("%q is taken for a repetition", step.text)
		}
		before := c.dump(all...)
		if i%3 == 2 {
			c.reopen()
		}
		if a := c.handle(m); a != nil {
			t.Errorf("%q was answered twice: %q", step.text, a.Text)
		}
		if c.dump(all...) != before {
			t.Errorf("%q changed something the second time", step.text)
		}
		other := m
		other.From.Transport, other.In.Transport = "mail", "mail"
		other.Text = "games"
		if c.handle(other) == nil {
			t.Error("a message of another transport is taken for this one")
		}
	}
}
