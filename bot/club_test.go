package bot_test

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/computer"
	"stackmate/bot/data"
	"stackmate/bot/outbox"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/store"
	"stackmate/store/storetest"
)

// renderer is shared by all tests, since it caches what it draws.
var renderer = render.New(0)

// club is a desk with a real store, a clock that moves only when a test says so, and a
// transport that keeps the messages it delivers.
type club struct {
	t       *testing.T
	path    string
	options []store.Option
	store   *store.Store
	desk    *bot.Desk
	front   *front
	coin    bool
	log     *slog.Logger // nil for none; used from the next reopen on

	attempted func(outbox.Attempt) // the same

	mu   sync.Mutex
	now  time.Time
	next int // number of the next message
	runs int // of the program

	computer *computer.Player // nil unless a test has it play; see withComputer
	// after is bot.Options.After: whether a reply of the program is late.
	after func(time.Duration) <-chan time.Time

	codes int // how many codes the desk has made: AAAAAAAAAAAB, …AC and so on
}

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// Places where people meet.
var (
	hall    = chat.Place{Address: chat.Address{Transport: "test", ID: "hall"}, Server: "house"}
	library = chat.Place{Address: chat.Address{Transport: "test", ID: "library"}, Server: "house"}
)

func person(name string) chat.Person {
	return chat.Person{Address: chat.Address{Transport: "test", ID: "p-" + strings.ToLower(name)}, Name: name}
}

// alone returns the place of somebody's direct messages.
func alone(name string) chat.Place { return chat.Place{Address: person(name).Address, Private: true} }

func newClub(t *testing.T) *club {
	t.Helper()
	c := &club{t: t, path: filepath.Join(t.TempDir(), "club.db"), front: &front{}, coin: true, now: noon}
	c.path = storetest.New(t, c.path)
	c.reopen()
	t.Cleanup(func() { c.store.Close() })
	return c
}

// reopen restarts the program on the same database.
func (c *club) reopen() {
	c.t.Helper()
	c.restart(false)
}

// restart is reopen after a panic or an orderly end.
func (c *club) restart(panicked bool) {
	c.t.Helper()
	if c.store != nil {
		c.store.Close()
	}
	var err error
	options := slices.Clone(c.options)
	if c.log != nil {
		options = append(options, store.WithLog(c.log))
	}
	if c.store, err = store.Open(c.t.Context(), c.path, options...); err != nil {
		c.t.Fatal(err)
	}
	c.runs++
	c.desk = bot.New(bot.Options{Store: c.store, After: c.after, Renderer: renderer, Now: c.time, Owner: fmt.Sprint("run ", c.runs), Coin: func() bool { return c.coin },
		Code: func() string { c.codes++; return "AAAAAAAAAAA" + string(rune('A'+c.codes%26)) }, Attempted: c.attempted, Log: c.log})
	if err := c.desk.Start(c.t.Context(), panicked); err != nil {
		c.t.Fatal(err)
	}
}

func (c *club) time() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// later lets time pass while the bot runs.
func (c *club) later(d time.Duration) {
	c.t.Helper()
	c.asleep(d)
	c.heartbeat()
}

// heartbeat makes the bot store a heartbeat.
func (c *club) heartbeat() {
	c.t.Helper()
	if err := c.store.Update(c.t.Context(), func(tx data.Tx) error { return tx.SetHeartbeat(c.time()) }); err != nil {
		c.t.Fatal(err)
	}
}

// asleep moves the clock while the bot does nothing.
func (c *club) asleep(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// message returns a message with an ID of its own. @NAME in the text mentions somebody.
func (c *club) message(who string, in chat.Place, text string) chat.Message {
	c.next++
	m := chat.Message{ID: fmt.Sprint("m", c.next), From: person(who), In: in, Text: text, Mentioned: map[string]chat.Person{}}
	for _, name := range mention.FindAllString(text, -1) {
		p := person(name[1:])
		p.Robot = name == "@Robot"
		if name == "@Stackmate" {
			p.Address = chat.Itself
		}
		m.Mentioned[name] = p
	}
	return m
}

var mention = regexp.MustCompile(`@[A-Z]\w*`)

// handle gives a message to the desk and reports the answer as delivered.
func (c *club) handle(m chat.Message) *bot.Answer {
	c.t.Helper()
	a, err := c.desk.Handle(c.t.Context(), m)
	if err != nil {
		c.t.Fatalf("%q: %v", m.Text, err)
	}
	if a != nil {
		if err := c.desk.Delivered(c.t.Context(), a, nil); err != nil {
			c.t.Fatal(err)
		}
		presentable(c.t, a.Reply)
	}
	return a
}

// say handles a typed message that must not be refused.
func (c *club) say(who string, in chat.Place, text string) *bot.Answer {
	c.t.Helper()
	a := c.handle(c.message(who, in, text))
	if a == nil || a.Refused {
		c.t.Fatalf("%s: %q is refused: %+v", who, text, a)
	}
	return a
}

// refused handles a typed message that must be refused and change nothing.
func (c *club) refused(who string, in chat.Place, text string, parts ...string) *bot.Answer {
	c.t.Helper()
	before := c.dump(everything...)
	a := c.handle(c.message(who, in, text))
	if a == nil || !a.Refused {
		c.t.Fatalf("%s: %q is not refused: %+v", who, text, a)
	}
	if after := c.dump(everything...); after != before {
		c.t.Errorf("%q was refused, but changed\n%s\nto\n%s", text, before, after)
	}
	has(c.t, a.Reply, parts...)
	return a
}

// has checks that a reply contains texts.
func has(t *testing.T, r chat.Reply, parts ...string) {
	t.Helper()
	r, slash := typed(r), slashed(r)
	for _, part := range parts {
		if !strings.Contains(r.Title+"\n"+r.Text+"\n"+r.Block, part) && !strings.Contains(slash.Text, part) {
			t.Errorf("%q\n%s\ndoes not say %q", r.Text, r.Block, part)
		}
	}
}

// typed returns a reply as it is read where commands are typed, with the marks of times.
func typed(r chat.Reply) chat.Reply {
	return r.Expand(command.TypedSurfaces(words.In(r.Language), chat.When))
}

// slashed returns a reply as it is read where there are slash commands, with the marks of times.
func slashed(r chat.Reply) chat.Reply {
	s := chat.Surface{Time: chat.When, Command: func(text string) string {
		return command.Slash(words.In(r.Language), command.Shown(text))
	}}
	return r.Expand(s, s)
}

var gap = regexp.MustCompile(`\{[a-z]+\}|[a-z]+\.[a-z-]+\.|%!|<nil>|  \S`)

// repeated matches a player's own words, which may be anything.
var repeated = regexp.MustCompile(`“[^”]*”|[^\s@]+@[^\s@]+`)

// presentable checks what must hold for every reply.
func presentable(t *testing.T, r chat.Reply) {
	t.Helper()
	r = typed(r)
	if r.Text == "" {
		t.Errorf("a reply says nothing: %+v", r)
	}
	if bad := gap.FindString(repeated.ReplaceAllString(r.Text, "“”")); bad != "" {
		t.Errorf("%q has a hole: %q", r.Text, bad)
	}
	if len(r.Text)+len(r.Block) > 3500 {
		t.Errorf("a reply of %d bytes: %.80s…", len(r.Text)+len(r.Block), r.Text)
	}
	seen := map[string]bool{}
	for _, row := range r.Buttons {
		if len(row) > 5 {
			t.Errorf("%d buttons in a row", len(row))
		}
		for _, b := range row {
			if len(b.Command) > 100 || b.Label == "" || seen[b.Command] {
				t.Errorf("button %+v", b)
			}
			seen[b.Command] = true
		}
	}
	if r.Picture != nil && (len(r.Files) == 0 || len(r.Files[0].Data) == 0 || r.Picture.Format != chat.Record && (r.Files[0].Alt == "" || r.Board == "")) {
		t.Errorf("the picture of %q is missing", r.Text)
	}
}

// game begins a game in a place. The first player has White.
func (c *club) game(in chat.Place, white, black, variant string) {
	c.t.Helper()
	c.say(white, in, "challenge @"+black+" "+variant+" white")
	c.say(black, in, "accept")
}

// play plays moves of the two players in turn, and returns the last answer.
func (c *club) play(in chat.Place, who [2]string, moves ...string) (last *bot.Answer) {
	c.t.Helper()
	for i, m := range moves {
		last = c.say(who[i%2], in, m)
	}
	return last
}

var everything = []string{"players", "addresses", "challenges", "games", "moves", "conditions", "watchers", "notes", "vacations", "guests", "player_blocks"}

// dump returns the content of tables of the database, or of all of them, as text.
func (c *club) dump(tables ...string) string {
	c.t.Helper()
	db := storetest.Open(c.t, c.path)
	defer db.Close()
	var b strings.Builder
	for _, table := range tables {
		rows, err := db.Query("SELECT * FROM " + table + " ORDER BY 1, 2")
		if err != nil {
			c.t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			c.t.Fatal(err)
		}
		for rows.Next() {
			values, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			if err := rows.Scan(into...); err != nil {
				c.t.Fatal(err)
			}
			fmt.Fprintln(&b, table, values)
		}
		if err := rows.Err(); err != nil {
			c.t.Fatal(err)
		}
	}
	return b.String()
}

// delivered is a message that was delivered.
type delivered struct {
	to string
	chat.Reply
}

// front is a transport that keeps its messages, or fails as a test says.
type front struct {
	mu       sync.Mutex
	messages []delivered
	tried    int
	fail     func(to chat.Address, r chat.Reply) error
}

func (f *front) Deliver(_ context.Context, to chat.Address, r chat.Reply) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tried++
	if f.fail != nil {
		if err := f.fail(to, r); err != nil {
			return err
		}
	}
	f.messages = append(f.messages, delivered{to.ID, r})
	return nil
}

// post delivers messages until none is due, and returns them.
func (c *club) post() []delivered {
	c.t.Helper()
	c.front.messages = nil
	for {
		before := len(c.front.messages)
		n, err := c.desk.SendDue(c.t.Context(), "test", c.front)
		if err != nil {
			c.t.Fatal(err)
		}
		slices.SortStableFunc(c.front.messages[before:], func(a, b delivered) int { // addresses are served at the same time
			return cmp.Or(len(a.Key)-len(b.Key), strings.Compare(a.Key, b.Key))
		})
		if n == 0 {
			break
		}
	}
	for _, l := range c.front.messages {
		presentable(c.t, l.Reply)
		if l.Key == "" {
			c.t.Error("a message without a key")
		}
	}
	return c.front.messages
}

// company returns a club in which everybody has spoken before.
func company(t *testing.T) *club {
	t.Helper()
	c := newClub(t)
	for _, name := range []string{"Anna", "Ben", "Carl", "Dora"} {
		c.say(name, hall, "games")
	}
	return c
}
