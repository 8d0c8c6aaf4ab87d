package bot_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/store"
)

// Places elsewhere, and a channel, with a thread, that not every member of the server can see.
var (
	yard   = chat.Place{Address: chat.Address{Transport: "test", ID: "yard"}, Server: "farm"}
	attic  = chat.Place{Address: chat.Address{Transport: "test", ID: "attic"}, Server: "house"}
	corner = chat.Place{Address: chat.Address{Transport: "test", ID: "corner"}, Server: "house"} // a thread of the attic
)

// house is a transport that knows who can see its places.
type house struct {
	rooms map[chat.Address]data.Room
	fail  error
	asked int
}

func (h *house) Room(_ context.Context, a chat.Address) (data.Room, error) {
	h.asked++
	r, ok := h.rooms[a]
	if !ok && h.fail == nil {
		return r, data.ErrNotFound
	}
	return r, h.fail
}

func newHouse() *house {
	return &house{rooms: map[chat.Address]data.Room{hall.Address: {}, library.Address: {}, yard.Address: {}, attic.Address: {Restricted: true},
		corner.Address: {PublicParent: attic.Address}}}
}

// number gives the next challenge a number that cannot be mistaken for another.
func (c *club) number(n int64) {
	c.t.Helper()
	if store.IsPostgres(c.path) {
		c.exec(fmt.Sprintf("ALTER SEQUENCE challenges_id_seq RESTART WITH %d", n))
		return
	}
	c.exec("INSERT INTO sqlite_sequence (name, seq) SELECT 'challenges', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'challenges')")
	c.exec(fmt.Sprintf("UPDATE sqlite_sequence SET seq = %d WHERE name = 'challenges'", n-1))
}

// The numbers of a game that the speaker may not see, and of one that does not exist.
const hidden, nothing int64 = 471100, 909090

var either = regexp.MustCompile(fmt.Sprint(hidden/100, `\d\d|`, nothing))

// leaf is a command without subcommands, with arguments that fit.
type leaf struct {
	path []string
	args map[string]string
	// number is the argument that takes the number of a game or challenge.
	number string
	looks  bool
	plain  bool // without optional arguments
}

// leaves returns all commands of a tree, those with the number of a game or challenge and
// the others, each without and with each optional argument.
func leaves(tree []command.Command, above []string) (list []leaf) {
	for _, cmd := range tree {
		path := append(append([]string{}, above...), cmd.Name)
		if len(cmd.Sub) > 0 {
			list = append(list, leaves(cmd.Sub, path)...)
			continue
		}
		base, number := map[string]string{}, ""
		for _, a := range cmd.Args {
			if a.Name == "game" || a.Name == "challenge" {
				number = a.Name
			} else if a.Required {
				base[a.Name] = sample(a)
			}
		}
		list = append(list, leaf{path, base, number, cmd.ReadOnly, true})
		for _, a := range cmd.Args {
			if a.Required || a.Name == number {
				continue
			}
			args := map[string]string{a.Name: sample(a)}
			for k, v := range base {
				args[k] = v
			}
			list = append(list, leaf{path, args, number, cmd.ReadOnly, false})
		}
	}
	return list
}

// sample returns a value for an argument.
func sample(a command.Arg) string {
	switch {
	case len(a.Options) > 0:
		return a.Options[0]
	case a.Kind == command.PersonArg:
		return "@Ben"
	case a.Kind == command.AddressArg:
		return "ben@example.org"
	case a.Kind == command.ConfirmArg, a.Kind == command.FlagArg:
		return "yes"
	case a.Kind == command.CountArg, a.Kind == command.NumberArg:
		return "1"
	case a.Kind == command.SquareArg:
		return "e2"
	case a.Kind == command.MoveArg:
		return "e4"
	case a.Kind == command.ClockArg:
		return "3d"
	case a.Kind == command.VariantArg:
		return "orthodox"
	case a.Kind == command.ColorArg:
		return "white"
	}
	return "e5 d4"
}

// stranger is somebody who may not see a game, and how the command is given.
type stranger struct {
	name  string
	speak func(m *chat.Message)
}

func from(in chat.Place) func(*chat.Message) {
	return func(m *chat.Message) { m.In = in }
}

func byMail(m *chat.Message) {
	m.From = chat.Person{Address: chat.Address{Transport: "email", ID: "carl@example.org"}}
	m.In = chat.Place{Address: m.From.Address, Private: true}
}

func managing(in chat.Place) func(*chat.Message) {
	return func(m *chat.Message) { m.In, m.Administrator = in, true }
}

// tells returns everything that an answer says, without numbers.
func tells(a *bot.Answer) string {
	if a == nil {
		return "nothing"
	}
	said := fmt.Sprintf("%q %q %q %v %v %v picture:%t game:%t refused:%t", a.Title, a.Text, a.Block, a.Buttons, a.Menus, a.Notify,
		a.Picture != nil || len(a.Files) > 0 || a.Board != "", a.Game != 0, a.Refused)
	return either.ReplaceAllString(said, "N")
}

// TestUnseen gives every command about a game that the speaker may not see: the answer is
// that for a number that does not exist, nobody else is told anything, and nothing
// changes. It tries new commands by itself.
func TestUnseen(t *testing.T) {
	t.Parallel()
	c := withMail(t)
	c.desk.UseRooms("test", newHouse())
	for _, name := range []string{"Anna", "Ben", "Carl"} {
		c.say(name, alone(name), "games")
	}
	c.byMail("Carl", "games")
	c.number(hidden)
	far := []stranger{{"another server", from(yard)}, {"a direct message", from(alone("Carl"))}, {"a mail", byMail}, {"a manager of another server", managing(yard)}}
	near := append(far[:len(far):len(far)], stranger{"an open channel", from(hall)})
	list := []struct {
		name      string
		strangers []stranger
		begin     func(number string)
	}{
		{"game of a server", far, func(string) { c.game(hall, "Anna", "Ben", "orthodox") }},
		{"ended game of a server", far, func(n string) { c.game(hall, "Anna", "Ben", "orthodox"); c.say("Ben", hall, "resign yes "+n) }},
		{"game in direct messages", near, func(n string) {
			c.say("Anna", alone("Anna"), "challenge @Ben orthodox white")
			c.say("Ben", alone("Ben"), "accept "+n)
		}},
		{"analysis", near, func(string) { c.say("Anna", hall, "import e4 e5") }},
		{"game in a closed channel", near, func(string) { c.game(attic, "Anna", "Ben", "orthodox") }},
		{"game in a thread of a closed channel", near, func(string) { c.game(corner, "Anna", "Ben", "orthodox") }},
		{"challenge declined", far, func(n string) { c.say("Anna", hall, "challenge @Ben orthodox"); c.say("Ben", hall, "decline "+n) }},
		{"challenge taken back", far, func(n string) { c.say("Anna", hall, "challenge @Ben orthodox"); c.say("Anna", hall, "cancel "+n) }},
		{"challenge", near, func(string) { c.say("Anna", alone("Anna"), "challenge @Ben orthodox") }},
		{"open challenge", far, func(string) { c.say("Anna", hall, "challenge orthodox") }},
		{"open challenge in a closed channel", near, func(string) { c.say("Anna", attic, "challenge orthodox") }},
	}
	for i, tt := range list {
		tt.begin(fmt.Sprintf("#%d", hidden+int64(i)))
	}
	c.post()
	before := c.dump(everything...)
	absent := map[string]string{} // what is said of a number that does not exist
	for i, tt := range list {
		for n, who := range tt.strangers {
			for _, l := range leaves(command.Tree(), nil) {
				if n > 0 && !l.plain {
					continue // the rest of the arguments makes no difference by where it is said
				}
				for _, reply := range []bool{false, true} {
					switch {
					case l.number == "" && !(reply && l.looks): // it is about no game
						continue
					case reply && n > 0, strings.Contains(tt.name, "challenge") && l.number != "challenge": // it has been tried
						continue
					}
					key := fmt.Sprint(who.name, l, reply)
					if absent[key] == "" {
						absent[key] = tells(c.handle(c.about(nothing, who, l, reply)))
					}
					if got := tells(c.handle(c.about(hidden+int64(i), who, l, reply))); got != absent[key] {
						t.Errorf("%s, %s, %v, in reply %t: told\n%s\nwhere of what there is not\n%s", tt.name, who.name, l, reply, got, absent[key])
					}
				}
			}
			for _, argument := range []string{"move", "square", "game", "challenge"} {
				l := leaf{path: []string{"moves"}, number: "game"}
				got, err := c.desk.Complete(t.Context(), c.about(hidden+int64(i), who, l, false), argument, "")
				want, err2 := c.desk.Complete(t.Context(), c.about(nothing, who, l, false), argument, "")
				if err != nil || err2 != nil || fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s, %s: completions of %s: %v and %v", tt.name, who.name, argument, got, want)
				}
			}
		}
	}
	if after := c.dump(everything...); after != before {
		t.Errorf("it has changed\n%s\nto\n%s", before, after)
	}
	for _, message := range c.post() {
		t.Errorf("%s hears %q", message.to, message.Text)
	}
}

// about returns a stranger's command about a number, or in reply to a message about it.
func (c *club) about(number int64, who stranger, l leaf, reply bool) chat.Message {
	m := c.message("Carl", hall, "@Ben")
	m.Text, m.Call = "", &chat.Call{Path: l.path, Args: maps.Clone(l.args)}
	who.speak(&m)
	if m.Call.Args == nil {
		m.Call.Args = map[string]string{}
	}
	if reply {
		m.Game = number
	} else {
		m.Call.Args[l.number] = fmt.Sprint(number)
	}
	return m
}

// shows are commands that show a game.
var shows = []string{"board #%d", "#%d", "history #%d", "export #%d", "export #%d fen", "moves #%d", "moves #%d d2", "export #%d gif"}

// TestSeen shows games from every place where they may be seen.
func TestSeen(t *testing.T) {
	c := withMail(t)
	c.desk.UseRooms("test", newHouse())
	c.game(hall, "Anna", "Ben", "orthodox")   // 1
	c.game(attic, "Anna", "Ben", "orthodox")  // 2
	c.game(corner, "Anna", "Ben", "orthodox") // 3
	c.say("Anna", alone("Anna"), "challenge @Ben orthodox white")
	c.say("Ben", alone("Ben"), "accept #4")
	for _, tt := range []struct {
		who  string
		in   chat.Place
		game int
	}{
		{"Carl", hall, 1}, {"Carl", library, 1}, {"Carl", attic, 1},
		{"Carl", attic, 2}, {"Carl", corner, 2}, {"Carl", attic, 3}, {"Carl", corner, 3},
		{"Anna", yard, 1}, {"Ben", alone("Ben"), 2}, {"Anna", hall, 3}, {"Ben", yard, 4},
	} {
		for _, look := range shows {
			has(t, c.say(tt.who, tt.in, fmt.Sprintf(look, tt.game)).Reply, fmt.Sprint("Game ", tt.game))
		}
	}
}

// TestRoomChanges closes and opens the channel of a game, and removes the transport that
// knows who can see it.
func TestRoomChanges(t *testing.T) {
	c := newClub(t)
	h := newHouse()
	c.desk.UseRooms("test", h)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Carl", library, "board #1")
	h.rooms[hall.Address] = data.Room{Restricted: true}
	c.later(time.Minute)
	c.refused("Carl", library, "board #1", "There is no game 1")
	h.rooms[hall.Address] = data.Room{}
	c.later(time.Minute)
	c.say("Carl", library, "board #1")
	asked := h.asked
	c.say("Carl", library, "board #1")
	if h.asked != asked {
		t.Error("asked again at once")
	}
	c.reopen() // what is known survives
	c.desk.UseRooms("test", h)
	h.fail = errors.New("nobody answers")
	c.say("Carl", library, "board #1")
	c.later(time.Minute)
	c.refused("Carl", library, "board #1", "There is no game 1")
	c.say("Carl", hall, "board #1") // people there see it
	c.say("Anna", library, "board #1")
	h.fail = nil
	delete(h.rooms, hall.Address) // the channel is gone: it stays as it was
	c.say("Carl", library, "board #1")
	asked = h.asked
	for range 3 {
		c.say("Ben", library, "board #1")
		c.say("Anna", hall, "board #1")
	}
	if h.asked != asked {
		t.Error("asked about a place that did not matter")
	}
}

// TestOpenGames opens a server's games to everybody, except those in closed channels.
func TestOpenGames(t *testing.T) {
	c := company(t)
	c.desk.UseRooms("test", newHouse())
	c.game(hall, "Anna", "Ben", "orthodox")
	c.game(attic, "Anna", "Ben", "orthodox")
	has(t, c.admin("settings games:everybody").Reply, "everybody, except games in private channels")
	has(t, c.say("Carl", yard, "board #1").Reply, "Game 1")
	has(t, c.say("Carl", alone("Carl"), "watch #1").Reply, "You're watching game 1 and get a message for every move.")
	c.refused("Carl", yard, "board #2", "There is no game 2")
	c.refused("Carl", hall, "board #2", "There is no game 2")
	has(t, c.admin("settings games:members").Reply, "members")
	c.refused("Dora", yard, "board #1", "There is no game 1")
	c.refused("Anna", hall, "settings games:everybody", "Only people who can manage this server may do that.")
}

// TestInvited invites somebody to a private game and withdraws that.
func TestInvited(t *testing.T) {
	c := withMail(t)
	c.say("Anna", alone("Anna"), "challenge @Ben orthodox white")
	c.say("Ben", alone("Ben"), "accept")
	c.say("Carl", hall, "games")
	c.say("Dora", hall, "games")
	c.refused("Carl", alone("Carl"), "board #1", "There is no game 1")
	c.refused("Carl", alone("Carl"), "watch invite @Dora #1", "There is no game 1")
	c.post()
	has(t, c.say("Anna", alone("Anna"), "watch invite @Carl #1").Reply, "Carl can see game 1")
	c.say("Anna", alone("Anna"), "watch invite @Carl #1")
	messages := c.post()
	if len(messages) != 1 || messages[0].to != "p-carl" { // told once
		t.Fatalf("%v", texts(messages))
	}
	has(t, messages[0].Reply, "Anna invites you to watch game 1", "Anna (White) – Ben (Black)")
	has(t, c.say("Carl", alone("Carl"), "board #1").Reply, "Game 1")
	c.say("Carl", alone("Carl"), "watch #1")
	c.say("Anna", alone("Anna"), "e4")
	c.post()
	has(t, c.say("Ben", alone("Ben"), "watch remove @Carl #1").Reply, "no longer see")
	c.refused("Carl", alone("Carl"), "board #1", "There is no game 1")
	c.say("Ben", alone("Ben"), "e5")
	same(t, texts(c.post()), "p-anna: Ben (Black) plays 1… e5")
	c.refused("Anna", alone("Anna"), "watch invite @Ben #1", "Ben plays in game 1")
	c.game(hall, "Anna", "Ben", "orthodox")
	c.refused("Anna", hall, "watch invite @Carl #2", "belongs to a server")

	// By mail, the address says nothing of anybody.
	has(t, c.say("Anna", alone("Anna"), "watch invite carl@example.org #1").Reply, "carl@example.org can see game 1")
	if mails := c.mails(); len(mails) != 1 || !mails[0].Reply.Unsolicited {
		t.Fatalf("%+v", mails)
	}
	has(t, c.byMail("Carl", "board #1").Reply, "Game 1")
}

// TestNotesStayAtHome checks that watchers do not read the notes on moves.
func TestNotesStayAtHome(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Carl", hall, "watch #1")
	c.say("Ben", library, "note #1 unimportant")
	has(t, c.say("Anna", hall, "e4 // meet me at nine").Reply, "meet me at nine")
	c.say("Ben", library, "e5 // I shall be there")
	messages := c.post()
	for _, l := range messages {
		if strings.Contains(l.Text, "nine") || strings.Contains(l.Text, "shall") != (l.to == "hall") {
			t.Errorf("%s reads %q", l.to, l.Text)
		}
	}
	same(t, texts(messages), "p-carl: Anna (White) plays 1", "hall: Ben (Black) plays 1… e5", "p-carl: Ben (Black) plays 1… e5")
	for _, look := range shows {
		a := c.say("Carl", library, fmt.Sprintf(look, 1))
		all := tells(a)
		if len(a.Files) > 0 {
			all += string(a.Files[0].Data) + a.Files[0].Alt
		}
		if strings.Contains(all, "nine") || strings.Contains(all, "shall") {
			t.Errorf("%q: %s", look, all)
		}
	}
}

// TestClosedIsNotOverheard asks in public about a game in a closed channel: others do not
// read the answer.
func TestClosedIsNotOverheard(t *testing.T) {
	c := newClub(t)
	c.desk.UseRooms("test", newHouse())
	c.game(attic, "Anna", "Ben", "orthodox")
	c.game(library, "Anna", "Ben", "orthodox")
	for _, tt := range []struct {
		in     chat.Place
		number int
		open   bool
	}{{hall, 1, false}, {corner, 1, true}, {hall, 2, true}} {
		m := c.message("Anna", tt.in, fmt.Sprintf("board #%d", tt.number))
		m.PublicAnswer = true
		if a := c.handle(m); (a.Picture != nil) != tt.open {
			t.Errorf("game %d in %s: %+v", tt.number, tt.in.ID, a.Reply)
		}
	}
}

// TestProfileElsewhere checks that profiles have totals everywhere, but single games only
// where they may be seen.
func TestProfileElsewhere(t *testing.T) {
	c := newClub(t)
	c.desk.UseRooms("test", newHouse())
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Ben", hall, "resign yes")
	c.game(hall, "Anna", "Ben", "orthodox")   // 2
	c.game(corner, "Anna", "Ben", "orthodox") // 3
	c.say("Anna", alone("Anna"), "challenge @Ben orthodox white")
	c.say("Ben", alone("Ben"), "accept #4")
	for _, tt := range []struct {
		who   string
		in    chat.Place
		shown string
	}{{"Carl", yard, ""}, {"Carl", alone("Carl"), ""}, {"Carl", library, "2"}, {"Carl", attic, "32"}, {"Anna", yard, "432"}} {
		a := c.say(tt.who, tt.in, "profile @Anna")
		has(t, a.Reply, "Anna: 1 won")
		shown := ""
		for _, found := range regexp.MustCompile(`(?m)^#(\d)`).FindAllStringSubmatch(a.Block, -1) {
			shown += found[1]
		}
		if shown != tt.shown || (shown == "") != strings.Contains(a.Text, "No current games.") {
			t.Errorf("%s in %s: %q\n%s", tt.who, tt.in.ID, a.Text, a.Block)
		}
	}
	before := c.dump("players")
	has(t, c.say("Carl", hall, "profile @Zoe").Reply, "Zoe has not finished a game yet")
	if after := c.dump("players"); after != before {
		t.Errorf("looking has made\n%s\nof\n%s", after, before)
	}
}
