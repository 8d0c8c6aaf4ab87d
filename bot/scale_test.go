package bot_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/render"
	"stackmate/rules"
	"stackmate/store"
)

// scale is the size of a database.
type scale struct {
	finished, running, players int
	// crowd is how many of the finished games belong to one server, all in one channel, and
	// a fifth of them to one player.
	crowd int
	// waiting are messages that could not be sent, many to one address.
	waiting int
}

var (
	village = scale{finished: 1_000, running: 100, players: 200, crowd: 100, waiting: 100}
	city    = scale{finished: 1_000_000, running: 10_000, players: 100_000, crowd: 50_000}
	country = scale{finished: 1_000, running: 100_000, players: 10_000, crowd: 100, waiting: 100_000}
)

// Goals of a database of any size.
const (
	readGoal  = 50 * time.Millisecond // for the slowest of a hundred read-only commands
	moveGoal  = 1.2                   // times what a move takes in a village
	startGoal = 500 * time.Millisecond
	tickGoal  = time.Millisecond
	dueGoal   = 10 * time.Millisecond // for what the sender asks in each round
	// meanwhileGoal is for the slowest of some hundred moves while all clocks are looked at.
	meanwhileGoal = 250 * time.Millisecond
)

// TestScale measures the desk and the store on databases of several sizes. The large ones
// take minutes to make; they need STACKMATE_SCALE=1, and only then the goals are checked.
// Without it a small database shows that all measurements work.
func TestScale(t *testing.T) {
	serious := os.Getenv("STACKMATE_SCALE") != ""
	small := populated(t, village)
	if !serious {
		small.measure(40)
		small.due()
		return
	}
	large, full := populated(t, city), populated(t, country)
	t.Logf("%d finished and %d running games, one server with %d: %d MB, made by an old version, brought up to date in %v",
		city.finished, city.running, city.crowd, large.megabytes(), large.migrated.Round(time.Millisecond))
	goal := func(what string, got, most time.Duration) {
		t.Helper()
		t.Logf("%-28s %10v   (at most %v)", what, got.Round(10*time.Microsecond), most)
		if got > most {
			t.Errorf("%s takes %v", what, got)
		}
	}
	goal("start", large.starts(), startGoal)
	small.measure(200)
	for _, l := range large.measure(500) {
		goal(l.what+", p99 of 500", l.p99, readGoal)
	}
	goal(fmt.Sprintf("outbox, %d messages wait", country.waiting), full.due(), dueGoal)
	goal("tick", large.tick(), tickGoal)
	goal(fmt.Sprintf("tick, %d clocks", country.running), full.tick(), tickGoal)
	few, many := small.moves(80), large.moves(400)
	goal("move, median", many, time.Duration(moveGoal*float64(few)))
	goal(fmt.Sprintf("move, %d clocks put right", country.running), full.asleep(200), meanwhileGoal)
}

// populace is a desk on a database of some size.
type populace struct {
	t *testing.T
	scale
	path     string
	store    *store.Store
	desk     *bot.Desk
	now      time.Time
	migrated time.Duration
	next     int
	played   int
}

// populated returns a desk on a new database with the first schema for mail.
func populated(t *testing.T, s scale) *populace {
	t.Helper()
	p := &populace{t: t, scale: s, path: filepath.Join(t.TempDir(), "scale.db"), now: noon}
	p.build()
	began := time.Now()
	var err error
	if p.store, err = store.Open(t.Context(), p.path); err != nil {
		t.Fatal(err)
	}
	p.migrated = time.Since(began)
	t.Cleanup(func() { p.store.Close() })
	p.desk = bot.New(bot.Options{Store: p.store, Renderer: render.New(16 << 20), Now: func() time.Time { return p.now },
		Coin: func() bool { return true }})
	if err := p.desk.CheckClocks(t.Context()); err != nil { // what is done once a day
		t.Fatal(err)
	}
	return p
}

var annotations = regexp.MustCompile(`(?m)^-- \+goose.*$`)

// scaleOpening returns the moves that are played in every game.
func scaleOpening(t *testing.T) []string {
	t.Helper()
	v := rules.VariantByKey("orthodox")
	g := rules.NewGame(v.Start(), 0)
	random := rand.New(rand.NewPCG(1, 2))
	for len(g.Moves()) < 20 {
		p := g.Position()
		moves := p.Moves()
		g.Play(moves[random.IntN(len(moves))])
	}
	var list []string
	for _, m := range g.Moves() {
		list = append(list, v.LAN(m))
	}
	return list
}

// build fills a file with the fourth schema.
func (p *populace) build() {
	t := p.t
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+p.path+"?_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)&_pragma=cache_size(-400000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	exec := func(query string, args ...any) {
		t.Helper()
		if _, err := db.Exec(query, args...); err != nil {
			t.Fatalf("%v\nin: %.200s", err, query)
		}
	}
	exec(`PRAGMA application_id = 1400138605;
		CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY AUTOINCREMENT, version_id INTEGER NOT NULL,
			is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')));
		INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1), (1, 1), (2, 1), (3, 1), (4, 1)`)
	for version := 1; version <= 4; version++ {
		names, err := filepath.Glob(fmt.Sprintf("../store/migrations/%04d_*.sql", version))
		if err != nil || len(names) != 1 {
			t.Fatalf("schema %d: %v %v", version, names, err)
		}
		statements, err := os.ReadFile(names[0])
		if err != nil {
			t.Fatal(err)
		}
		exec(annotations.ReplaceAllString(string(statements), ""))
	}
	exec("DROP TRIGGER moves_append; CREATE TABLE opening (ply INTEGER PRIMARY KEY, move TEXT)")
	for i, move := range scaleOpening(t) {
		exec("INSERT INTO opening VALUES (?, ?)", i+1, move)
	}
	const numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) "
	at := p.now.UnixMilli()
	exec(numbers+"INSERT INTO players (id, name, created) SELECT i, 'Player ' || i, 0 FROM n", p.players)
	exec(numbers+"INSERT INTO addresses (transport, id, player, name, created) SELECT 'test', 'p-' || i, i, 'Player ' || i, 0 FROM n", p.players)
	games := p.finished + p.running
	exec(numbers+`INSERT INTO games (id, version, variant, terms, white, black, home_transport, home_id, server, plies, offer,
			outcome, reason, started, moved, ended, turn, since, alarm)
		SELECT i, 1, 'orthodox', CASE WHEN i > ?2 THEN '{"clock":{"per_move":604800000000000}}' ELSE '{"rated":true}' END,
			CASE WHEN i <= ?3 / 5 THEN 1 WHEN i <= ?3 THEN 1 + i % (?4 / 20) ELSE 1 + (i * 7919) % ?4 END,
			1 + (CASE WHEN i <= ?3 THEN 1 + (i * 31) % (?4 / 20) ELSE 1 + (i * 104729) % ?4 END) % ?4,
			'test', CASE WHEN i <= ?3 THEN 'hall' ELSE 'room' || i % 5000 END,
			CASE WHEN i <= ?3 THEN 'house' ELSE 'server' || i % 1000 END, 20, '',
			CASE WHEN i > ?2 THEN '*' WHEN i % 3 = 0 THEN '1/2-1/2' WHEN i % 3 = 1 THEN '1-0' ELSE '0-1' END,
			CASE WHEN i > ?2 THEN '' ELSE 'resignation' END,
			?5 - 1000000000 - i * 60000, ?5 - i * 1000, CASE WHEN i <= ?2 THEN ?5 - i * 1000 END, 'white', ?5,
			CASE WHEN i > ?2 THEN ?5 + 259200000 END FROM n`, games, p.finished, p.crowd, p.players, at)
	exec("UPDATE games SET black = 1 + black % ? WHERE black = white", p.players)
	exec(`INSERT INTO challenges (id, challenger, opponent, variant, terms, color, home_transport, home_id, server, state, made)
		SELECT id, white, black, variant, terms, 'white', home_transport, home_id, server, 'accepted', started FROM games ORDER BY id`)
	exec(numbers+`INSERT INTO challenges (challenger, opponent, variant, terms, color, home_transport, home_id, server, state, made)
		SELECT 1 + i % ?2, 1 + (i + 1) % ?2, 'orthodox', '{}', 'white', 'test', 'hall', 'house',
			CASE i % 20 WHEN 0 THEN 'open' ELSE 'declined' END, ?3 - i * 1000 FROM n`, games/5, p.players, at)
	exec("INSERT INTO moves (game, ply, move, at) SELECT g.id, o.ply, o.move, g.started + o.ply FROM games AS g CROSS JOIN opening AS o ORDER BY g.id, o.ply")
	exec(numbers+`INSERT INTO ratings (player, variant, rating, deviation, volatility, games, updated)
		SELECT i, 'orthodox', 1000 + (i * 7919) % 1000, 60 + i % 200, 0.06, 20, ?2 FROM n`, p.players, at)
	exec("INSERT INTO rated (game, player, before, after) SELECT id, white, 1500, 1510 FROM games WHERE ended IS NOT NULL AND id % 2 = 0")
	exec("INSERT INTO rated (game, player, before, after) SELECT id, black, 1500, 1490 FROM games WHERE ended IS NOT NULL AND id % 2 = 0")
	exec(numbers+"INSERT INTO inbound (transport, id, at) SELECT 'test', 'old' || i, ?2 - i * 10 FROM n", games/4, at)
	exec(numbers+`INSERT INTO outbox (transport, recipient, game, reply, not_before, settled)
		SELECT 'test', 'hall', i, '{"text":"a message of the usual length, with a board of some hundred messages"}', ?2, ?2 - i * 10 FROM n`, games/4, at)
	trigger, err := os.ReadFile("../store/migrations/0001_init.sql")
	if err != nil {
		t.Fatal(err)
	}
	from := strings.Index(string(trigger), "CREATE TRIGGER moves_append")
	exec("DROP TABLE opening;" + string(trigger[from:from+strings.Index(string(trigger[from:]), "END;")+4]))
	exec("INSERT INTO pulse (id, at) VALUES (1, ?)", at)
	if p.waiting > 0 {
		exec(numbers+`INSERT INTO outbox (transport, recipient, game, reply, not_before)
			SELECT 'slow', 'somebody' || i % 1000, 1 + i % 2000, '{"text":"patience"}', ?2 FROM n`, p.waiting, at)
	}
}

func (p *populace) megabytes() int64 {
	info, err := os.Stat(p.path)
	if err != nil {
		p.t.Fatal(err)
	}
	return info.Size() >> 20
}

// starts measures how long the program needs to open its database after it was killed.
func (p *populace) starts() time.Duration {
	p.t.Helper()
	if err := p.store.Update(p.t.Context(), func(tx data.Tx) error { return tx.SetHeartbeat(p.now) }); err != nil {
		p.t.Fatal(err)
	}
	began := time.Now()
	s, err := store.Open(p.t.Context(), p.path)
	if err != nil {
		p.t.Fatal(err)
	}
	err = s.View(p.t.Context(), func(tx data.Tx) error { _, err := tx.Game(1); return err })
	took := time.Since(began)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		p.t.Fatal(err)
	}
	return took
}

// handle measures how long a player's command takes.
func (p *populace) handle(player int, in chat.Place, text string, call *chat.Call) (*bot.Answer, time.Duration) {
	p.t.Helper()
	p.next++
	id := "p-" + strconv.Itoa(player)
	m := chat.Message{ID: fmt.Sprint("m", p.next), In: in, Text: text, Call: call, Administrator: true,
		From: chat.Person{Address: chat.Address{Transport: "test", ID: id}, Name: "Player " + strconv.Itoa(player)}}
	began := time.Now()
	a, err := p.desk.Handle(context.WithoutCancel(p.t.Context()), m)
	took := time.Since(began)
	if err != nil || a == nil {
		p.t.Fatalf("%q %v: %v", text, call, err)
	}
	if err := p.desk.Delivered(p.t.Context(), a, nil); err != nil {
		p.t.Fatal(err)
	}
	return a, took
}

// look is how long a read-only command took.
type look struct {
	what     string
	p50, p99 time.Duration
}

// measure gives every read-only command several times: half of the time as the players
// with the most games, in the channel with the most games.
func (p *populace) measure(times int) (list []look) {
	p.t.Helper()
	random := rand.New(rand.NewPCG(3, 4))
	hall := chat.Place{Address: chat.Address{Transport: "test", ID: "hall"}, Server: "house"}
	for _, call := range lookups(p.t) {
		var took []time.Duration
		for i := range times {
			who := 1 + random.IntN(p.players)
			if i%2 == 0 {
				who = 1 + random.IntN(3)
			}
			in := hall
			if i%3 == 0 {
				in = chat.Place{Address: chat.Address{Transport: "test", ID: "room" + strconv.Itoa(random.IntN(5000))}, Server: "server" + strconv.Itoa(random.IntN(1000))}
			}
			one := call
			if call.Args["game"] != "" { // a game of the speaker, and of the place
				one.Args = map[string]string{"game": strconv.Itoa(p.ownGame(who))}
			}
			_, d := p.handle(who, in, "", &one)
			took = append(took, d)
		}
		slices.Sort(took)
		list = append(list, look{strings.Join(call.Path, " "), took[len(took)/2], took[len(took)*99/100]})
	}
	return list
}

// ownGame returns the number of one of a player's games.
func (p *populace) ownGame(player int) (id int) {
	p.t.Helper()
	id = 1
	err := p.store.View(p.t.Context(), func(tx data.Tx) error {
		for _, kind := range []data.GameKind{data.Running, data.Ended} {
			list, err := tx.FindGames(data.GameFilter{Player: int64(player), Kind: kind, Limit: 1})
			if err != nil {
				return err
			}
			if len(list.Games) > 0 {
				id = int(list.Games[0].ID)
				return nil
			}
		}
		return nil
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return id
}

// due measures how long it takes to find the messages to send next, during an outage and
// at its end.
func (p *populace) due() (longest time.Duration) {
	p.t.Helper()
	for range 2 {
		began := time.Now()
		var messages []data.OutboxMessage
		err := p.store.View(p.t.Context(), func(tx data.Tx) (err error) {
			messages, err = tx.Due("slow", p.now, 20, "somebody1", "somebody2")
			return err
		})
		longest = max(longest, time.Since(began))
		if err != nil || len(messages) != 20 {
			p.t.Fatalf("%d messages are due: %v", len(messages), err)
		}
		for _, m := range messages { // the next round finds others
			err := p.store.Update(p.t.Context(), func(tx data.Tx) error { return tx.Postpone(m.ID, p.now.Add(time.Hour), "down") })
			if err != nil {
				p.t.Fatal(err)
			}
		}
	}
	return longest
}

// tick measures checking the clocks when no alarm is due.
func (p *populace) tick() time.Duration {
	p.t.Helper()
	var took []time.Duration
	for range 50 {
		p.now = p.now.Add(20 * time.Second)
		began := time.Now()
		if err := p.desk.CheckClocks(p.t.Context()); err != nil {
			p.t.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	return took[len(took)/2]
}

// moves measures moves, each in a game of its own.
func (p *populace) moves(times int) time.Duration {
	p.t.Helper()
	var took []time.Duration
	for range times {
		took = append(took, p.move())
	}
	slices.Sort(took)
	return took[len(took)/2]
}

// move plays a move in the next running game.
func (p *populace) move() time.Duration {
	p.t.Helper()
	p.played++
	id := int64(p.finished + 1 + (p.played-1)%p.running)
	var g *game.Game
	err := p.store.View(p.t.Context(), func(tx data.Tx) (err error) { g, err = tx.Game(id); return err })
	if err != nil {
		p.t.Fatal(err)
	}
	position := g.Position()
	legal := position.Moves()
	a, took := p.handle(int(g.ToMove()), chat.Place{Address: g.Home, Server: g.Server},
		fmt.Sprintf("#%d %s", id, g.Variant.LAN(legal[0])), nil)
	if a.Refused {
		p.t.Fatalf("game %d: %q", id, a.Text)
	}
	return took
}

// asleep lets three days pass in which the program does not run. It measures moves while
// the clocks are corrected, and returns the longest time.
func (p *populace) asleep(moves int) (longest time.Duration) {
	p.t.Helper()
	p.now = p.now.Add(3 * 24 * time.Hour)
	ctx, cancel := context.WithCancel(p.t.Context())
	done := make(chan error, 1)
	go func() { done <- p.desk.CheckClocks(ctx) }()
	for range moves {
		longest = max(longest, p.move())
	}
	cancel()
	if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
		p.t.Error(err)
	}
	return longest
}
