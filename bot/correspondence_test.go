package bot_test

import (
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
)

// company is a club in which everybody is known.
func company(t *testing.T) *club {
	t.Helper()
	c := newClub(t)
	for _, name := range []string{"Anna", "Ben", "Carl", "Dora"} {
		c.say(name, hall, "games")
	}
	return c
}

// TestVacation stops one's own clocks for whole days, and tells the opponents.
func TestVacation(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.clocked(hall, "5d")                                // 1, Anna to move
	c.say("Anna", hall, "challenge @Ben chess white 5d") // 2, another with Ben
	c.say("Ben", hall, "accept #2")
	c.say("Anna", library, "challenge @Carl chess black 5d") // 3, Carl to move
	c.say("Carl", library, "accept")
	c.game(library, "Anna", "Dora", "chess") // 4, without a clock
	mail := chat.Place{Address: chat.Address{Transport: "test", ID: "p-emil"}, Private: true}
	c.say("Emil", mail, "preferences de")
	c.say("Anna", alone("Anna"), "challenge @Emil chess white 5d") // 5
	c.say("Emil", mail, "accept")
	c.post()
	for text, part := range map[string]string{"vacation start 0": "from 1 to 30", "vacation start 31": "“31”", "vacation end": "not on vacation"} {
		if a := c.handle(c.message("Anna", hall, text)); !a.Refused {
			t.Errorf("%q: %+v", text, a)
		} else if !strings.Contains(a.Text, part) && !strings.Contains(text, "0") {
			t.Errorf("%q: %s", text, a.Text)
		}
	}
	has(t, c.say("Anna", hall, "vacation").Reply, "not on vacation", "30 days left")
	has(t, c.say("Anna", hall, "vacation start 10").Reply, "stand still until "+chat.When(noon.Add(10*day)), "20 days left")
	told := map[string]string{}
	for _, l := range c.post() {
		told[l.to] += l.Text
	}
	if len(told) != 3 || strings.Count(told["hall"], "Anna is on vacation until") != 1 || strings.Count(told["library"], "Anna is on vacation") != 1 ||
		!strings.Contains(told["p-emil"], "Anna macht Ferien") && !strings.Contains(told["p-emil"], "Urlaub") {
		t.Errorf("%q", told)
	}
	c.refused("Anna", hall, "vacation start 1", "on vacation until")
	has(t, c.say("Ben", hall, "board #1").Reply, until(15*day))
	has(t, c.say("Ben", hall, "board #3").Reply, until(5*day)) // it is Carl's clock
	c.skip(4 * day)
	if letters := c.post(); len(letters) != 1 || !strings.Contains(letters[0].Text, "Carl, it is your move") {
		t.Errorf("%q", texts(letters)) // nothing to who is on vacation
	}
	has(t, c.say("Anna", hall, "vacation").Reply, "on vacation until "+chat.When(noon.Add(10*day)), "20 days left")
	// Whoever is away may move; the clock of the next move stands still too.
	has(t, c.say("Anna", hall, "#1 e4").Reply, until(9*day))
	has(t, c.say("Ben", hall, "#1 e5").Reply, until(15*day))
	c.later(12 * time.Hour)
	c.pulse()
	has(t, c.say("Anna", hall, "vacation end").Reply, "Welcome back")
	has(t, c.say("Ben", hall, "board #1").Reply, until(9*day+12*time.Hour))
	has(t, c.say("Ben", hall, "board #2").Reply, until(9*day+12*time.Hour))
	if l := texts(c.post()); !strings.Contains(strings.Join(l, "\n"), "Anna is back") {
		t.Errorf("%q", l)
	}
	has(t, c.say("Anna", hall, "vacation").Reply, "25 days left") // the fifth had begun
	c.refused("Anna", hall, "vacation start 26", "25 days")
	c.say("Anna", hall, "vacation start 25")
	c.later(25 * day)
	c.refused("Anna", hall, "vacation start 1", "0 days", "not 1")
	// A game that begins while somebody is away knows of it at once.
	c.say("Ben", hall, "vacation start 3")
	c.say("Anna", hall, "challenge @Ben chess black 1d")
	has(t, c.say("Ben", hall, "accept").Reply, "Time until "+chat.When(c.time().Add(4*day)))
}

// TestVacationOverNewYear counts each day to the year in which it begins.
func TestVacationOverNewYear(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.later(28 * day) // the 21st of December
	c.say("Anna", hall, "vacation start 5")
	c.later(6 * day) // the 27th, noon
	has(t, c.say("Anna", hall, "vacation start 30").Reply, "20 days left")
	c.later(20 * day) // January
	has(t, c.say("Anna", hall, "vacation").Reply, "on vacation", "5 days left")
	c.later(10 * day)
	c.refused("Anna", hall, "vacation start 6", "5 days", "not 6")
	c.say("Anna", hall, "vacation start 5")
}

// TestConditional enters, shows, changes and removes lines, which nobody else sees.
func TestConditional(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "chess")
	c.refused("Anna", hall, "if e5 then Nf3", "It is your turn")
	c.refused("Ben", hall, "if e4", "ends with your opponent's move")
	c.refused("Ben", hall, "if e4 then e4", "“e4”", "Nothing of the line was noted")
	c.refused("Ben", hall, "if e4 then e5, Nf3 then Nf3", "“Nf3”", "Nothing of the line")
	c.refused("Carl", hall, "if #1 e4 e5", "do not play in game 1")
	secret := c.say("Ben", hall, "if e4 then e5, Nf3 then Nc6")
	has(t, secret.Reply, "Noted", "e4 → e5, Nf3 → Nc6")
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
			if a.File != nil {
				all += string(a.File.Data)
			}
			if strings.Contains(all, "→") || strings.Contains(all, "Bc5") {
				t.Errorf("%s learns by %q: %s", who, text, all)
			}
		}
	}
	c.post()
	burst := c.say("Anna", hall, "e4")
	has(t, burst.Reply, "plays 1. e4.", "1… e5", "Anna (White) is to move.")
	notifies(t, burst.Reply, "Anna")
	if letters := c.post(); len(letters) != 1 || letters[0].to != "p-carl" { // who watches, once
		t.Errorf("%q", texts(letters))
	}
	has(t, c.say("Ben", hall, "if show").Reply, "Nf3 → Nc6\nBc4 → Bc5")
	has(t, c.say("Anna", hall, "h4").Reply, "Ben (Black) is to move") // nothing fits
	has(t, c.say("Ben", hall, "d5").Reply)
	has(t, c.say("Ben", hall, "if show").Reply, "no conditional moves")
	c.say("Ben", hall, "if a3 a6")
	has(t, c.say("Ben", hall, "if clear").Reply, "are gone")
	has(t, c.say("Anna", hall, "a3").Reply, "Ben (Black) is to move")
	// When others read the answer, it is said alone.
	m := c.message("Anna", hall, "if a6 h5")
	m.PublicAnswer = true
	if a := c.handle(m); strings.Contains(a.Text+a.Block, "→") {
		t.Errorf("overheard: %+v", a)
	}
}

// TestConditionalChain plays what both have prepared, to mate, in one message, with
// the increments; and shows nothing of a tree when the game is over.
func TestConditionalChain(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.clocked(hall, "10d+1d")
	c.later(day)
	c.say("Ben", hall, "if f3 e5, g4 Qh4")
	c.say("Anna", hall, "note x")
	c.exec("INSERT INTO conditions (game, player, tree) SELECT 1, white, ? FROM games", `[{"if":"e7-e5","then":"g2-g4"}]`)
	c.post()
	a := c.say("Anna", hall, "f3 // hello there")
	has(t, a.Reply, "1. f3", "1… e5, 2. g4, 2… Qh4#", "Checkmate! Ben wins, 0-1.", "Anna says: hello there")
	if letters := c.post(); len(letters) != 0 {
		t.Error(texts(letters))
	}
	c.refused("Ben", hall, "if show #1", "is over")
	c.refused("Ben", hall, "if a3 a6", "")
	if n := strings.Count(c.dump("moves"), "\n"); n != 4 {
		t.Errorf("%d moves", n)
	}
}

// TestConditionalDropped drops an answer that is no longer legal, and all of them
// when a move is taken back or the game ends otherwise.
func TestConditionalDropped(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "chess")
	c.say("Ben", hall, "if e4 e5, Nf3 Nc6")
	c.exec("UPDATE conditions SET tree = replace(tree, 'e7-e5', 'e7-e4')")
	has(t, c.say("Anna", hall, "e4").Reply, "Ben (Black) is to move")
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

func TestTakebacks(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.clocked(hall, "3d")
	c.refused("Anna", hall, "takeback", "no move to take back")
	c.refused("Ben", hall, "takeback accept", "Nobody asks")
	c.say("Anna", hall, "e4")
	c.refused("Ben", hall, "takeback", "no move to take back")
	a := c.say("Anna", hall, "takeback")
	has(t, a.Reply, "Anna asks Ben to take back the last move in game 1")
	notifies(t, a.Reply, "Ben")
	accept, decline := a.Buttons[0][0].Command, a.Buttons[0][1].Command
	c.refused("Anna", hall, "takeback", "You have asked already")
	c.refused("Anna", hall, accept, "your own")
	c.refused("Anna", hall, decline, "your own")
	c.refused("Carl", hall, accept, "do not play")
	has(t, c.say("Ben", hall, decline).Reply, "Ben lets the move in game 1 stand")
	c.refused("Ben", hall, accept, "Nobody asks")
	c.say("Anna", hall, "takeback")
	c.say("Ben", hall, "e5") // answers it too
	c.refused("Ben", hall, accept, "has gone on")
	c.refused("Ben", hall, "takeback accept", "Nobody asks")
	c.later(day)
	c.say("Anna", hall, "draw offer")
	a = c.say("Anna", hall, "takeback") // both plies
	c.say("Ben", hall, "draw decline")
	done := c.say("Ben", hall, a.Buttons[0][0].Command)
	has(t, done.Reply, "Ben agrees", "Anna (White) is to move", until(4*day))
	notifies(t, done.Reply, "Anna")
	if done.Picture == nil || done.Picture.Ply != 0 || !strings.HasPrefix(done.Buttons[0][0].Command, "pick #1@") {
		t.Errorf("%+v", done.Reply)
	}
	has(t, c.say("Anna", hall, "history").Reply, "Moves so far: 0")
	c.reopen()
	has(t, c.play(hall, two, "d4", "d5").Reply, "1… d5")
	c.say("Ben", hall, "takeback")
	has(t, c.say("Anna", hall, "takeback").Reply, "Anna agrees") // asking too is consent
	has(t, c.say("Ben", hall, "d6").Reply, "1… d6")
	if n := strings.Count(c.dump("moves"), "\n"); n != 8 {
		t.Errorf("%d entries in the log", n)
	}
}

func TestAborts(t *testing.T) {
	t.Parallel()
	c := company(t)
	for i, moves := range [][]string{nil, {"e4"}} {
		c.clocked(hall, "1d rated")
		c.play(hall, two, moves...)
		a := c.say(two[i], hall, "abort")
		has(t, a.Reply, two[i]+" breaks off game")
		notifies(t, a.Reply, two[1-i])
		c.refused("Anna", hall, "abort #1", "is over")
	}
	c.clocked(hall, "1d")
	c.play(hall, two, "e4", "e5")
	c.refused("Ben", hall, "abort", "Both have moved")
	c.refused("Carl", hall, "abort #3", "do not play")
	if s := c.standing("Anna", "orthodox"); s.Games != 0 {
		t.Errorf("%+v", s)
	}
}

// TestRematch changes colours and keeps the rest; both may press.
func TestRematch(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.refused("Anna", hall, "rematch", "no finished game")
	c.clocked(hall, "3d weekends limit:60")
	c.refused("Anna", hall, "rematch #1", "still running")
	c.say("Ben", hall, "challenge @Anna chess white 1d") // 2: with other terms
	end := c.say("Anna", hall, "resign #1 yes")
	button := end.Buttons[0][0].Command
	c.refused("Carl", hall, button, "do not play")
	has(t, c.say("Anna", hall, button).Reply, "Anna challenges Ben", "Anna takes Black", "3 days for each", "weekends", "60 moves") // 3
	c.refused("Anna", hall, button, "asked Ben", "challenge 3")
	begins := c.say("Ben", hall, button)
	has(t, begins.Reply, "Game 3 begins: Ben (White) – Anna (Black)", until(3*day))
	notifies(t, begins.Reply, "Ben")
	c.say("Ben", hall, "resign #3 yes")
	has(t, c.say("Ben", hall, "rematch").Reply, "Ben takes Black")
}

// TestClaimByMove names the move that brings the third occurrence.
func TestClaimByMove(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "chess")
	c.play(hall, two, "Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1")
	c.refused("Anna", hall, "draw claim Nf3", "not your turn")
	c.refused("Ben", hall, "draw claim e5", "occurred 1 of the 3 times")
	c.refused("Ben", hall, "draw claim Ke4", "“Ke4”")
	c.refused("Ben", hall, "draw claim", "2 of the 3")
	end := c.say("Ben", hall, "draw claim Ng8")
	has(t, end.Reply, "Draw by threefold repetition")
	notifies(t, end.Reply, "Anna")
	has(t, c.say("Ben", hall, "history #1").Reply, "Moves so far: 8")
	c.game(library, "Anna", "Ben", "chess")
	c.origin(2, "6k1/5ppp/8/8/8/8/8/K3R3 w - - 99 80")
	c.refused("Anna", library, "draw claim Re8", "“Re8” ends game 2 by itself")
	has(t, c.say("Anna", library, "draw claim Re7").Reply, "Draw", "1/2-1/2")
}

// TestNotesAndWatching keeps notes to oneself and tells watchers of every move.
func TestNotesAndWatching(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "chess")
	has(t, c.say("Anna", hall, "e4 // good   luck").Reply, "Anna says: good luck")
	c.say("Anna", hall, "note #1 he is weak on g7")
	has(t, c.say("Anna", hall, "note #1").Reply, "he is weak on g7")
	has(t, c.say("Ben", hall, "note #1").Reply, "You have no note")
	c.say("Anna", hall, "note #1 -")
	has(t, c.say("Anna", hall, "note #1").Reply, "You have no note")

	c.refused("Anna", hall, "watch #1", "You play in game 1")
	c.refused("Carl", hall, "unwatch #1", "do not watch")
	c.say("Carl", hall, "watch #1")
	c.refused("Carl", hall, "watch #1", "already")
	c.post()
	c.say("Ben", hall, "e5 // thanks")
	letters := c.post()
	if len(letters) != 1 || letters[0].to != "p-carl" || len(letters[0].Buttons)+len(letters[0].Notify) != 0 || letters[0].Picture == nil {
		t.Fatalf("%+v", letters)
	}
	has(t, letters[0].Reply, "1… e5")
	c.say("Carl", hall, "unwatch #1")
	c.say("Anna", hall, "Nf3")
	if letters := c.post(); len(letters) != 0 {
		t.Error(texts(letters))
	}
}

func TestWalk(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "chess")
	if a := c.say("Carl", hall, "board #1"); len(a.Buttons) != 0 {
		t.Errorf("%+v", a.Buttons)
	}
	c.play(hall, two, "e4", "e5", "Nf3")
	a := c.say("Carl", hall, "board #1 ply:0")
	seen := ""
	for a.Picture.Ply < 3 {
		seen += a.Text
		if b := a.Buttons[0]; !b[0].Disabled && a.Picture.Ply == 0 || !b[1].Disabled != (a.Picture.Ply > 0) || b[2].Disabled || !a.Replace || a.Audience == chat.Public {
			t.Fatalf("%+v", a.Reply)
		}
		a = c.say("Carl", hall, a.Buttons[0][2].Command)
	}
	for _, part := range []string{"half-move 0 of 3", "1. e4", "1… e5"} {
		if !strings.Contains(strings.ReplaceAll(seen, "ply", "half-move"), part) {
			t.Errorf("%q lacks %q", seen, part)
		}
	}
	has(t, a.Reply, "2. Nf3", "Ben (Black) is to move")
	for _, bad := range []string{"4", "-1", "x"} {
		c.refused("Carl", hall, "board #1 ply:"+bad, "“"+bad+"”", "0 to 3")
	}
}

// TestOpenChallengePlaces is for those of the server, and of the place where there is none.
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

// admin says something as one who may manage the server.
func (c *club) admin(text string) *bot.Answer {
	c.t.Helper()
	m := c.message("Dora", hall, text)
	m.Administrator = true
	a := c.handle(m)
	if a == nil || a.Refused {
		c.t.Fatalf("%q is refused: %+v", text, a)
	}
	return a
}

func TestSettings(t *testing.T) {
	t.Parallel()
	c := company(t)
	for _, text := range []string{"settings", "settings threads:off", "ban @Ben", "unban @Ben", "adjudicate #1 draw stuck"} {
		c.refused("Anna", hall, text, "Only those who may manage")
	}
	m := c.message("Dora", alone("Dora"), "settings")
	m.Administrator = true
	has(t, c.handle(m).Reply, "Settings belong to a server")
	has(t, c.admin("settings").Reply, "every channel", "threads:  on", "variant:  millennium", "clock:    none")
	has(t, c.admin("settings here:on threads:off orthodox 3d theme:print").Reply, "Changed", "1 channel", "threads:  off", "variant:  orthodox", "clock:    3d", "theme:    print")
	c.refused("Anna", library, "challenge @Ben", "not offered in this channel")
	has(t, c.say("Anna", hall, "challenge @Ben white").Reply, "Orthodox", "3 days for each move")
	a := c.say("Ben", hall, "accept")
	if a.Thread != "" || a.Picture.Theme != "print" {
		t.Errorf("%+v", a.Reply)
	}
	c.admin("settings channels:everywhere")
	c.say("Anna", library, "challenge @Ben none")
	c.admin("settings language:de")
	has(t, c.say("Anna", hall, "e4").Reply, "spielt 1. e4")
}

func TestAdjudicated(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "chess")
	for _, text := range []string{"adjudicate #1 green stuck", "adjudicate #9 draw stuck"} {
		m := c.message("Dora", hall, text)
		m.Administrator = true
		if a := c.handle(m); !a.Refused {
			t.Errorf("%q: %+v", text, a)
		}
	}
	far := c.message("Dora", chat.Place{Address: chat.Address{Transport: "test", ID: "yard"}, Server: "farm"}, "adjudicate #1 draw stuck")
	far.Administrator = true
	if a := c.handle(far); !a.Refused {
		t.Error("from another server")
	}
	a := c.admin("adjudicate #1 white Ben is gone for good")
	has(t, a.Reply, "Anna", "1-0", "Decided by Dora: Ben is gone for good")
	notifies(t, a.Reply, "Anna", "Ben")
	if record := string(c.say("Carl", hall, "export #1").File.Data); !strings.Contains(record, "Dora: adjudicated 1-0: Ben is gone for good") {
		t.Error(record)
	}
}

// TestBanned keeps somebody from offering, accepting and being offered games.
func TestBanned(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.game(hall, "Anna", "Ben", "chess")
	c.say("Ben", hall, "challenge @Anna chess") // 2
	c.say("Anna", hall, "challenge @Ben chess") // 3
	c.say("Anna", hall, "challenge open chess") // 4
	c.say("Ben", hall, "challenge open chess")  // 5
	has(t, c.admin("ban @Ben").Reply, "Ben is banned from playing on this server")
	c.refused("Ben", hall, "challenge @Anna", "You may not play in this server")
	c.refused("Ben", hall, "challenge open", "You may not")
	c.refused("Ben", hall, "accept 3", "You may not")
	c.refused("Ben", alone("Ben"), "accept 3", "You may not")
	c.refused("Ben", hall, "accept 4", "You may not")
	c.refused("Anna", hall, "accept 2", "Ben may not play in this server")
	c.refused("Anna", hall, "accept 5", "Ben may not")
	c.refused("Anna", hall, "challenge @Ben", "Ben may not")
	c.say("Anna", hall, "#1 e4") // what runs goes on
	c.say("Ben", hall, "#1 resign yes")
	c.refused("Ben", hall, "rematch #1", "You may not")
	c.refused("Anna", hall, "rematch #1", "Ben may not")
	c.say("Ben", alone("Ben"), "challenge @Anna chess") // elsewhere it is nobody's business
	c.admin("unban @Ben")
	c.say("Ben", hall, "accept 3")
}

// A conditional line that is refused offers no buttons: those of an ambiguous move would
// play it at once.
func TestRefusedLineHasNoButtons(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.play(hall, two, "d4", "d5", "Nf3", "Nc6")
	if a := c.refused("Anna", hall, "Nd2", "can mean several moves"); len(a.Buttons) != 1 || len(a.Buttons[0]) != 2 {
		t.Errorf("an ambiguous move offers %+v", a.Buttons)
	}
	for _, line := range []string{"if Nd2 e6", "if add #1 Nd2 e6", "if remove Nd2 e6", "if c4 Nb4 Nd2 e6"} {
		if a := c.refused("Ben", hall, line, "can mean several moves", "Nothing of the line was noted"); len(a.Buttons) > 0 {
			t.Errorf("%q offers %+v", line, a.Buttons)
		}
	}
}
