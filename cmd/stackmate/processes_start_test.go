//go:build unix

package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"stackmate/bot/discord/discordtest"
	"stackmate/bot/email/mailtest"
	"stackmate/store"
	"stackmate/store/pgtest"
)

// extent is how much a campaign of processes plays and disturbs.
type extent struct {
	games    int           // between people in Discord
	mailed   int           // between one in Discord and one in a mailbox
	plies    int           // how long they are at least
	every    time.Duration // pause between two looks whose turn it is
	kills    int
	restarts int           // of PostgreSQL, spread among the kills
	frozen   time.Duration // how long a process is frozen at least
	timely   bool          // what must be quick is measured
}

const (
	someProcesses = 3
	takenOver     = 40 * time.Second // how long two connections may take to come back after a death
)

// extentOf returns the extent of a campaign with many kills, or the short one for none.
func extentOf(kills int) extent {
	if kills == 0 {
		return extent{games: 5, mailed: 1, every: 250 * time.Millisecond, kills: someProcesses, restarts: 1}
	}
	return extent{games: 45, mailed: 5, plies: 1500, every: time.Second, kills: kills, restarts: min(10, kills), frozen: time.Minute, timely: true}
}

// processes are bots on one database in PostgreSQL, with a Discord and a mailbox.
type processes struct {
	t       *testing.T
	extent  extent
	server  string // the folder of PostgreSQL
	address string
	srv     *discordtest.Server
	mail    *campaign // its mail server is all that is used of it
	spread  *spreader
	url     string // of spread
	configs []string
	store   *store.Store
	db      *sql.DB
	list    []*process
	games   []*campaignGame
	again   atomic.Int64
}

// newProcesses starts a PostgreSQL that may be stopped, and processes on it.
func newProcesses(t *testing.T, e extent) *processes {
	t.Helper()
	pgtest.Server(t) // skips where there is none
	folder, err := os.MkdirTemp("", "processes")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	p := &processes{t: t, extent: e, server: folder + "/pg", srv: newDiscord(t), spread: &spreader{client: http.Client{Timeout: 2 * time.Second}}}
	p.address = strings.TrimSpace(p.postgres("up")) + "&synchronous_commit=on" // what is stored survives a restart
	t.Cleanup(func() {
		p.postgres("down")
		os.RemoveAll(folder)
	})
	front := httptest.NewServer(p.spread)
	t.Cleanup(front.Close)
	p.url = front.URL
	p.mail = &campaign{t: t, mail: mailtest.Start(t, mailtest.Options{Users: map[string]string{chess: "mail-password"}})}
	p.srv.Timeout, p.srv.AnswerWithin = 60*time.Second, 50*time.Second
	p.srv.AllowViolations(true) // who is killed leaves questions open
	p.srv.Shards(2, 1)
	for i := range someProcesses {
		_, port, _ := strings.Cut(freeAddress(t), ":")
		listen := fmt.Sprintf("127.0.0.%d:%s", 2+i, port) // no connection that goes out takes the port while the process is dead
		p.spread.addresses = append(p.spread.addresses, listen)
		p.configs = append(p.configs, configFor(p.srv, p.address, "  shards: 2\n  interactions:\n    listen: "+listen+"\n"+mailConfig(p.mail.mail)))
		p.list = append(p.list, spawn(t, p.configs[i]))
	}
	for _, one := range p.list {
		one.says("msg=started")
	}
	// The games begin while connections may go from one process to another: nothing gets lost.
	p.eventually("there are connections", func() bool { return p.srv.Connected() >= 2 })
	if p.store, err = store.Open(t.Context(), p.address, store.BesideBot()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.store.Close() })
	p.db = pgtest.Open(t, p.address)
	t.Cleanup(func() { p.db.Close() })
	lot := rand.New(rand.NewPCG(3, 4))
	for i := range e.games + e.mailed {
		script := randomScript(lot)
		for len(script) < e.plies {
			script = randomScript(lot)
		}
		p.begin(i, script)
	}
	return p
}

// begin begins a game.
func (p *processes) begin(i int, script []scripted) {
	guild := p.srv.AddGuild(fmt.Sprintf("Club %d", i)) // the guilds are in both shards
	room := guild.AddChannel("games")
	room.Deny(1 << 35) // no threads: the game stays where it begins
	g := &campaignGame{room: room, white: p.srv.AddUser(fmt.Sprintf("White%d", i)), script: script}
	guild.Join(g.white)
	options := []discordtest.Option{discordtest.Opt("variant", "millennium"), discordtest.Opt("color", "white")}
	if i < p.extent.games {
		g.black = p.srv.AddUser(fmt.Sprintf("Black%d", i))
		guild.Join(g.black)
		offer := g.white.Slash(room, "challenge", append(options, discordtest.Opt("opponent", g.black))...).Response()
		g.black.Click(offer, "Accept").Response()
	} else {
		g.mailbox = fmt.Sprintf("black%d@example.org", i)
		g.white.Slash(room, "challenge", append(options, discordtest.Opt("address", g.mailbox))...).Response()
		p.mail.answer(g, "accept")
	}
	p.eventually("a game is shown", func() bool { g.id = shownIn(g.room); return g.id > 0 }) // numbers may have gaps
	p.games = append(p.games, g)
}

// spreader sends each interaction to one of the processes, and to another one if that does not answer, as a load balancer does.
type spreader struct {
	addresses []string
	next      atomic.Int64
	client    http.Client
}

// ServeHTTP implements http.Handler.
func (s *spreader) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	first := int(s.next.Add(1))
	for i := range s.addresses {
		out, err := http.NewRequestWithContext(r.Context(), r.Method, "http://"+s.addresses[(first+i)%len(s.addresses)], bytes.NewReader(body))
		if err != nil {
			break
		}
		out.Header = r.Header.Clone()
		answer, err := s.client.Do(out)
		if err != nil {
			continue
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode == http.StatusServiceUnavailable {
			continue
		}
		w.Header().Set("Content-Type", answer.Header.Get("Content-Type"))
		w.WriteHeader(answer.StatusCode)
		_, _ = w.Write(text)
		return
	}
	http.Error(w, "no process answers", http.StatusBadGateway)
}

// overHTTP has interactions come over HTTP from now on, or over the gateway.
func (p *processes) overHTTP(on bool) {
	p.t.Helper()
	url := ""
	if on {
		url = p.url
	}
	p.eventually("the endpoint answers", func() bool { return p.srv.SetEndpoint(url) == nil })
}

// shownIn returns the number of the game that is shown in a channel; 0 if there is none.
func shownIn(room *discordtest.Channel) int {
	for _, m := range room.Messages() {
		if len(m.Attachments) > 0 {
			text, _, _ := strings.Cut(strings.TrimPrefix(m.Attachments[0].Name, "game-"), "-")
			if n, err := strconv.Atoi(text); err == nil {
				return n
			}
		}
	}
	return 0
}
