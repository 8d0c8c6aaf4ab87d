package discord_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/command"
	"stackmate/bot/discord/discordtest"
)

func TestCommandsAreRegistered(t *testing.T) {
	for _, scope := range []string{"globally", "in a guild"} {
		t.Run(scope, func(t *testing.T) {
			tb := newTestbed(t)
			here, elsewhere := "", tb.guild.ID
			if scope != "globally" {
				here, elsewhere = elsewhere, here
				tb.config.Guild = tb.guild.ID
			}
			tb.start()
			var want, got []string
			for _, c := range command.Tree() {
				if !c.Hidden {
					want = append(want, c.Name)
				}
			}
			for _, c := range tb.srv.Commands(here) {
				got = append(got, c.Name)
			}
			if !slices.Equal(got, want) {
				t.Errorf("registered are %v, not %v", got, want)
			}
			if n := len(tb.srv.Commands(elsewhere)); n > 0 {
				t.Errorf("%d commands are registered elsewhere", n)
			}
			for _, r := range tb.srv.Requests() {
				if strings.HasSuffix(r.Path, "/commands") && r.Method == http.MethodPost {
					t.Errorf("not a bulk overwrite: %s", &r)
				}
				if strings.Contains(string(r.Body), ":null") {
					t.Errorf("null in %s", &r)
				}
			}
			before := tb.srv.Commands(here)
			if err := tb.stop(); err != nil {
				t.Error(err)
			}
			tb.start()
			for i, c := range tb.srv.Commands(here) {
				if c.ID != before[i].ID || c.Version != before[i].Version {
					t.Errorf("%s was registered anew", c.Name)
				}
			}
			if m := tb.alice.Slash(tb.ch, "help").Response(); !strings.Contains(m.Text(), "challenge") {
				t.Errorf("help: %s", m)
			}
		})
	}
}

// commandWrites lists the requests that change commands.
func (tb *testbed) commandWrites() (list []string) {
	for _, r := range tb.srv.Requests() {
		if strings.Contains(r.Path, "/commands") && r.Method != http.MethodGet {
			list = append(list, r.Method)
		}
	}
	return list
}

// The bot writes only commands that differ from the registered ones.
func TestOnlyDifferentCommandsAreWritten(t *testing.T) {
	for _, scope := range []string{"globally", "in a guild"} {
		t.Run(scope, func(t *testing.T) {
			tb := newTestbed(t)
			here := ""
			if scope != "globally" {
				here = tb.guild.ID
				tb.config.Guild = here
			}
			restart := func(want ...string) {
				t.Helper()
				before := len(tb.commandWrites())
				tb.start()
				if got := tb.commandWrites()[before:]; !slices.Equal(got, want) {
					t.Errorf("commands are written by %v, not %v", got, want)
				}
				if err := tb.stop(); err != nil {
					t.Error(err)
				}
			}
			restart(http.MethodPut)
			restart()
			tb.srv.ChangeCommand(here, "move", func(c *discordtest.Command) { c.DescTranslations["de"] = "anders" })
			restart(http.MethodPost)
			tb.srv.ChangeCommand(here, "help", func(c *discordtest.Command) { c.Name = "of-yore" })
			tb.srv.ChangeCommand(here, "move", func(c *discordtest.Command) { c.Options[0].Required = !c.Options[0].Required })
			restart(http.MethodDelete, http.MethodPost, http.MethodPost)
			restart()
		})
	}
}

// A server that refuses translations gets the commands in English.
func TestCommandsWithoutLocalizations(t *testing.T) {
	tb := newTestbed(t)
	tb.srv.Fault(func(r *http.Request) *discordtest.Fault {
		all := tb.srv.Requests()
		if r.Method == http.MethodPut && strings.Contains(string(all[len(all)-1].Body), "_localizations") {
			return &discordtest.Fault{Status: http.StatusBadRequest, Body: `{"message":"Invalid Form Body","code":50035}`}
		}
		return nil
	})
	tb.start()
	if m := tb.alice.Slash(tb.ch, "help").Response(); !strings.Contains(m.Text(), "challenge") {
		t.Errorf("help: %s", m)
	}
}

// step is something that a person does, and the expected answer.
type step struct {
	who     string
	command string
	opts    []discordtest.Option
	want    string // in the answer
	private bool
	notify  string // who is notified
	press   string // a button to press on the answer
}

func opt(name string, value any) discordtest.Option { return discordtest.Opt(name, value) }

func (tb *testbed) person(name string) *discordtest.User {
	return map[string]*discordtest.User{"alice": tb.alice, "bob": tb.bob, "carol": tb.carol}[name]
}

// take does the steps one after the other and returns the last answer.
func (tb *testbed) take(steps ...step) (m *discordtest.Message) {
	tb.t.Helper()
	for _, s := range steps {
		var h *discordtest.Handle
		if s.press != "" {
			h = tb.person(s.who).Click(m, s.press)
		} else {
			h = tb.person(s.who).Slash(tb.ch, s.command, s.opts...)
		}
		if m = h.Response(); m.Ephemeral && !s.private { // the question that was answered; the news comes after it
			if len(m.Buttons()) > 0 {
				tb.t.Errorf("%s: the question keeps its buttons: %s", s.press, m)
			}
			m = h.Followup(0)
		}
		what := s.who + " /" + s.command + s.press
		if text := unescape(m.Text()); !strings.Contains(text, s.want) {
			tb.t.Errorf("%s: no %q in %q", what, s.want, text)
		}
		if m.Ephemeral != s.private {
			tb.t.Errorf("%s: ephemeral %t: %s", what, m.Ephemeral, m)
		}
		var notified []string
		if s.notify != "" {
			notified = []string{tb.person(s.notify).ID}
		}
		if !slices.Equal(m.Notified, notified) {
			tb.t.Errorf("%s notifies %v, not %q", what, m.Notified, s.notify)
		}
	}
	return m
}

func TestChallenges(t *testing.T) {
	tb := newTestbed(t).start()
	tb.take(
		step{who: "alice", command: "challenge", opts: []discordtest.Option{opt("opponent", tb.alice)}, want: "yourself", private: true},
		step{who: "alice", command: "challenge", opts: []discordtest.Option{opt("opponent", tb.srv.Bot())}, want: "Playing against Stackmate is switched off here.", private: true},
		step{who: "bob", command: "accept", want: "Nobody has challenged you", private: true},
		step{who: "alice", command: "challenge", opts: []discordtest.Option{opt("opponent", tb.bob), opt("color", "Black")}, want: "Alice plays Black.", notify: "bob"},
		step{who: "carol", press: "Accept", want: "This button is for Bob", private: true},
	)
	offer := tb.take(
		step{who: "bob", command: "decline", want: "Bob declines challenge 1", notify: "alice"},
		step{who: "alice", command: "challenge", opts: []discordtest.Option{opt("opponent", tb.bob)}, want: "Challenge 2", notify: "bob"},
		step{who: "bob", press: "Decline", want: "declines challenge 2", notify: "alice"},
		step{who: "alice", command: "challenge", opts: []discordtest.Option{opt("opponent", tb.bob)}, want: "Challenge 3", notify: "bob"},
		step{who: "bob", command: "cancel", want: "no open challenge", private: true},
		step{who: "alice", command: "cancel", opts: []discordtest.Option{opt("challenge", 3)}, want: "withdraws challenge 3.", notify: "bob"},
		step{who: "bob", command: "accept", opts: []discordtest.Option{opt("challenge", 3)}, want: "was withdrawn.", private: true},
		step{who: "alice", command: "challenge", opts: []discordtest.Option{opt("opponent", tb.bob), opt("variant", "millennium"), opt("color", "white")}, want: "Challenge 4", notify: "bob"},
	)
	tb.take(
		step{who: "bob", command: "accept", opts: []discordtest.Option{opt("challenge", 4)}, want: "New game:", notify: "alice"},
		step{who: "bob", command: "accept", opts: []discordtest.Option{opt("challenge", 4)}, want: "was already accepted: it is game", private: true},
	)
	if m := tb.bob.ClickStale(offer, "Accept").Response(); !strings.Contains(m.Text(), "was already accepted: it is game") || !m.Ephemeral {
		t.Errorf("a stale Accept: %s", m)
	}
}

func TestCommandsOfAGame(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("millennium")
	game := opt("game", 1)
	tb.take(
		step{who: "bob", command: "move", opts: []discordtest.Option{opt("move", "N2g6")}, want: "It's Alice's turn in game", private: true},
		step{who: "alice", command: "move", opts: []discordtest.Option{opt("move", "rubbish")}, want: "“rubbish” is not a move in", private: true},
		step{who: "alice", command: "move", opts: []discordtest.Option{opt("move", "K2e4")}, want: "is not legal.", private: true},
		step{who: "alice", command: "move", opts: []discordtest.Option{opt("move", "N2g3"), game}, want: "plays 1. N2g3.", notify: "bob"},
		step{who: "bob", command: "board", want: "Last move: 1. N2g3.", private: true},
		step{who: "bob", command: "board", opts: []discordtest.Option{game}, want: "Bob (Black) to move.", private: true},
		step{who: "bob", command: "moves", want: "Legal moves for Black:", private: true},
		step{who: "bob", command: "moves", opts: []discordtest.Option{opt("square", "3g8")}, want: "The knight on 3g8 has", private: true},
		step{who: "bob", command: "moves", opts: []discordtest.Option{opt("square", "9z9")}, want: "is not a square", private: true},
		step{who: "bob", command: "games", want: "your turn", private: true},
		step{who: "carol", command: "games", want: "no games", private: true},
		step{who: "alice", command: "history", want: "1. N2g3", private: true},
		step{who: "alice", command: "rules", want: "between three boards", private: true},
		step{who: "alice", command: "rules", opts: []discordtest.Option{opt("variant", "orthodox")}, want: "The board has 8×8 squares", private: true},
		step{who: "alice", command: "rules", opts: []discordtest.Option{opt("page", "bishop")}, want: "Bishop (3/13)", private: true},
		step{who: "alice", command: "rules", opts: []discordtest.Option{opt("page", "mace")}, want: "Three-Dimensional Eight-Level Chess · Mace", private: true},
		step{who: "alice", command: "rules", opts: []discordtest.Option{opt("page", "mate")}, want: "Mate and draws", private: true},
		step{who: "alice", command: "rules", opts: []discordtest.Option{opt("variant", "orthodox"), opt("page", "mace")}, want: "has no page “mace”", private: true},
		step{who: "alice", command: "help", want: "challenge", private: true},
		step{who: "alice", command: "help", opts: []discordtest.Option{opt("command", "draw")}, want: "draw claim", private: true},
	)
	shown := tb.bob.Slash(tb.ch, "board").Response()
	tb.checkBoard(shown)
	tb.waitDelivered()
}

func TestDrawAndResignation(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	tb.take(
		step{who: "alice", command: "draw claim", want: "No draw can be claimed yet", private: true},
		step{who: "alice", command: "draw withdraw", want: "have not offered", private: true},
		step{who: "alice", command: "draw offer", want: "Alice offers Bob a draw", notify: "bob"},
		step{who: "alice", command: "draw offer", want: "already", private: true},
		step{who: "bob", command: "draw decline", want: "Bob declines the draw", notify: "alice"},
		step{who: "bob", command: "draw accept", want: "no draw offer", private: true},
		step{who: "alice", command: "draw offer", want: "offers Bob", notify: "bob"},
		step{who: "alice", command: "draw withdraw", want: "withdraws the draw offer in game", notify: "bob"},
		step{who: "alice", command: "draw offer", want: "offers Bob", notify: "bob"},
		step{who: "bob", press: "Accept draw", want: "Accept a draw with", private: true},
		step{who: "bob", press: "Accept the draw", want: "Draw by agreement", notify: "alice"},
		step{who: "alice", command: "move", opts: []discordtest.Option{opt("move", "e4"), opt("game", 1)}, want: "over", private: true},
	)
	tb.begin("orthodox")
	asked := tb.take(step{who: "bob", command: "resign", want: "Resign game", private: true})
	tb.take(step{who: "alice", command: "move", opts: []discordtest.Option{opt("move", "e4")}, want: "plays 1. e4.", notify: "bob"})
	if m := tb.bob.Click(asked, "Resign").Response(); !m.Ephemeral || !strings.Contains(m.Text(), "That button is out of date, because game") {
		t.Errorf("a stale button: %s", m)
	}
	tb.take(
		step{who: "bob", command: "resign", want: "Resign game", private: true},
		step{who: "bob", press: "Resign", want: "Bob resigns. Alice wins", notify: "alice"},
	)
	if got := tb.dump(); !strings.Contains(got, "agreement") || !strings.Contains(got, "1-0 resignation") {
		t.Errorf("database: %s", got)
	}
	tb.waitDelivered()
}

// Buttons resolve an ambiguous move.
func TestAmbiguousMove(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("orthodox")
	for i, move := range []string{"Nf3", "a6", "d3", "a5"} {
		tb.move([]*discordtest.User{tb.alice, tb.bob}[i%2], move).Response()
	}
	tb.take(
		step{who: "alice", command: "move", opts: []discordtest.Option{opt("move", "Nd2")}, want: "could be several moves:", private: true},
		step{who: "alice", press: "Nbd2", want: "plays 3. Nbd2.", notify: "bob"},
	)
}

// TestKindsOfOptions checks that number options are registered as numbers, and no others.
func TestKindsOfOptions(t *testing.T) {
	tb := newTestbed(t).start()
	numbers := map[string]bool{"game": true, "challenge": true, "limit": true, "ply": true, "days": true}
	seen := 0
	var check func(path string, list []discordtest.CommandOption)
	check = func(path string, list []discordtest.CommandOption) {
		for _, o := range list {
			check(path+" "+o.Name, o.Options)
			if integer := o.Type == int(discordgo.ApplicationCommandOptionInteger); integer != (numbers[o.Name] || o.Name == "level" && path != "board") {
				t.Errorf("%s %s has type %d", path, o.Name, o.Type)
			}
			seen++
		}
	}
	for _, c := range tb.srv.Commands("") {
		check(c.Name, c.Options)
	}
	if seen < 40 {
		t.Errorf("only %d options", seen)
	}
	tb.begin("orthodox")
	tb.take(step{who: "alice", command: "move", opts: []discordtest.Option{opt("move", "e4"), opt("note", "limit:60 is fine, see you at 8")},
		want: "see you at 8", notify: "bob"})
}

// TestLongNotes checks that a note on a game is stored in full, or refused.
func TestLongNotes(t *testing.T) {
	tb := newTestbed(t).start()
	tb.begin("millennium")
	note := func(text, want string) *discordtest.Message {
		return tb.heard(tb.alice.DM(), tb.alice.SayDirect("note #1 "+text), want)
	}
	for length, want := range map[int]string{1: "saved", 999: "saved", 1400: "saved", 1401: "at most 1400 characters", 1900: "at most 1400 characters"} {
		text := strings.Repeat("*", length-1) + "!"
		if note(text, want); want != "saved" {
			continue
		}
		if m := note("", "Your note on game 1"); !strings.Contains(m.Content, "```\n"+text+"\n```") {
			t.Errorf("of a note of %d there is left: %s", length, m)
		}
	}
}

// TestOtherScopeIsCleared configures a guild after the commands were global. Each command is offered once, and the next
// start writes nothing.
func TestOtherScopeIsCleared(t *testing.T) {
	tb := newTestbed(t).start()
	all := len(tb.srv.Commands(""))
	tb.config.Guild = tb.guild.ID
	for round := range 2 {
		if err := tb.stop(); err != nil {
			t.Fatal(err)
		}
		before := len(tb.srv.Requests())
		tb.start()
		if left, own := len(tb.srv.Commands("")), len(tb.srv.Commands(tb.guild.ID)); left != 0 || own != all || all < 30 {
			t.Errorf("%d commands are global, %d of %d in the guild", left, own, all)
		}
		writes := 0
		for _, r := range tb.srv.Requests()[before:] {
			if strings.HasSuffix(r.Path, "/commands") && r.Method != http.MethodGet {
				writes++
			}
		}
		if want := 2 - 2*round; writes != want { // one for each scope, and none when all is as it should be
			t.Errorf("start %d: %d requests write commands, not %d", round, writes, want)
		}
	}
	if m := tb.alice.Slash(tb.ch, "help").Response(); !strings.Contains(m.Text(), "challenge") {
		t.Errorf("help: %s", m)
	}
}
