package main

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"stackmate/bot/discord/discordtest"
	"stackmate/bot/email/mailtest"
	"stackmate/rules"
)

// killsVariable says how often TestKillCampaign kills the bot.
const killsVariable = "STACKMATE_KILLS"

// Bounds of the campaign.
const (
	fewKills    = 4
	inDiscord   = 3 // games between two people in Discord
	byMail      = 2 // games between one in Discord and one in a mailbox
	plyEvery    = 60 * time.Millisecond
	patientFor  = 6 * time.Second // until somebody types a move again
	settleAfter = 90 * time.Second
)

// TestKillCampaign kills a busy bot at random moments while people play in Discord and by
// mail. No acknowledged move is lost, no move is made twice, and every message arrives.
// STACKMATE_KILLS says how often it kills, which takes about a second each time.
func TestKillCampaign(t *testing.T) {
	kills := fewKills
	if text := os.Getenv(killsVariable); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	c := newCampaign(t)
	ctx, cancel := context.WithCancel(t.Context())
	var players sync.WaitGroup
	for _, g := range c.games {
		players.Go(func() { c.play(ctx, g) })
	}
	lot := rand.New(rand.NewPCG(1, 2026))
	for range kills {
		time.Sleep(100*time.Millisecond + time.Duration(lot.Int64N(int64(1400*time.Millisecond))))
		c.kill()
		c.start()
	}
	c.progress() // the last one is left to work for a moment
	cancel()
	players.Wait()
	c.settle()
	c.check()
	t.Logf("%d kills, %d moves, %d typed again, %d acknowledged before a kill, %d announcements twice",
		kills, c.played(), c.again.Load(), c.acknowledged, c.doubled)
}

// campaign is a bot in its own process, with a Discord and a mail server.
type campaign struct {
	t      *testing.T
	srv    *discordtest.Server
	mail   *mailtest.Server
	guild  *discordtest.Guild
	folder string
	config string
	db     *sql.DB
	bot    *process
	games  []*campaignGame

	again        atomic.Int64
	acknowledged int
	doubled      int
}

// campaignGame is a game and the moves to play in it.
type campaignGame struct {
	id      int
	room    *discordtest.Channel // where it is shown
	white   *discordtest.User
	black   *discordtest.User // nil if Black has a mailbox
	mailbox string
	script  []scripted
	mails   int
}

// scripted is a move in LAN and as it is announced.
type scripted struct{ machine, announced string }

func newCampaign(t *testing.T) *campaign {
	t.Helper()
	c := &campaign{t: t, srv: newDiscord(t), mail: mailtest.Start(t, mailtest.Options{Users: map[string]string{chess: "mail-password"}})}
	c.srv.AllowViolations(true) // who is killed leaves questions open; check looks at the rest
	guild := c.srv.AddGuild("Club")
	c.guild, c.folder = guild, t.TempDir()
	path := filepath.Join(c.folder, "games.db")
	c.config = configFor(c.srv, path, mailConfig(c.mail))
	c.start()
	c.srv.WaitReady()
	c.open(path)
	lot := rand.New(rand.NewPCG(3, 4))
	for i := range inDiscord + byMail {
		room := guild.AddChannel(fmt.Sprintf("games-%d", i+1))
		room.Deny(1 << 35) // no threads: the game stays where it begins
		g := &campaignGame{id: i + 1, room: room, white: c.srv.AddUser(fmt.Sprintf("White%d", i+1)), script: randomScript(lot)}
		guild.Join(g.white)
		options := []discordtest.Option{discordtest.Opt("variant", "millennium"), discordtest.Opt("color", "white")}
		if i < inDiscord {
			g.black = c.srv.AddUser(fmt.Sprintf("Black%d", i+1))
			guild.Join(g.black)
			offer := g.white.Slash(room, "challenge", append(options, discordtest.Opt("opponent", g.black))...).Response()
			g.black.Click(offer, "Accept").Response()
		} else {
			g.mailbox = fmt.Sprintf("black%d@example.org", i+1)
			g.white.Slash(room, "challenge", append(options, discordtest.Opt("address", g.mailbox))...).Response()
			c.answer(g, "accept")
		}
		room.WaitText("Game " + strconv.Itoa(g.id))
		c.games = append(c.games, g)
	}
	for len(c.plies()) < len(c.games) {
		time.Sleep(10 * time.Millisecond)
	}
	return c
}

// mailConfig returns the part of a configuration that is about mail.
func mailConfig(s *mailtest.Server) string {
	login := "    tls: none\n    user: " + chess + "\n    password: mail-password\n"
	return "email:\n  address: " + chess + "\n  plus_addressing: true\n  max_answers_per_day: 100000\n" +
		"  imap:\n    addr: " + s.IMAPAddr() + "\n" + login + "  smtp:\n    addr: " + s.SMTPAddr() + "\n" + login
}

// randomScript returns random moves of a game that does not end.
func randomScript(lot *rand.Rand) []scripted {
	v := rules.VariantByKey("millennium")
	for {
		var script []scripted
		for p := v.Start(); len(script) < 2000 && !p.Status().Over(); {
			list := p.Moves()
			m := list[lot.IntN(len(list))]
			number := fmt.Sprintf("%d. ", len(script)/2+1)
			if len(script)%2 == 1 {
				number = fmt.Sprintf("%d… ", len(script)/2+1)
			}
			script = append(script, scripted{v.LAN(m), number + p.SAN(m)})
			p = p.Play(m)
		}
		if len(script) > 100 {
			return script
		}
	}
}

func (c *campaign) start() { c.bot = spawn(c.t, c.config) }

// kill kills the bot, and checks that everything that it acknowledged is on disk.
func (c *campaign) kill() {
	c.t.Helper()
	said := map[int]int{}
	for _, g := range c.games {
		said[g.id] = c.announced(g)
	}
	if err := c.bot.Process.Signal(syscall.SIGKILL); err != nil {
		c.t.Fatal(err)
	}
	c.bot.status()
	plies := c.plies()
	for _, g := range c.games {
		if plies[g.id] < said[g.id] {
			c.t.Errorf("game %d: %d plies are stored, %d were acknowledged", g.id, plies[g.id], said[g.id])
		}
	}
	c.acknowledged = 0
	for _, n := range said {
		c.acknowledged += n
	}
}

// announced returns how many plies of a game were announced.
func (c *campaign) announced(g *campaignGame) (n int) {
	var texts strings.Builder
	for _, m := range g.room.Messages() {
		texts.WriteString(m.Text() + "\n")
	}
	for n < len(g.script) && announces(texts.String(), g.script[n]) {
		n++
	}
	return n
}

// announces reports whether a text announces a move, rather than one that begins alike.
func announces(text string, m scripted) bool { return tells(text, m) > 0 }

func tells(text string, m scripted) (n int) {
	text = strings.NewReplacer(`\`, "", "\u200b", "").Replace(text)
	pattern := regexp.MustCompile(`plays ` + regexp.QuoteMeta(m.announced) + `(?:[^\w+=]|[+=#]|$)`)
	return len(pattern.FindAllString(text, -1))
}

// plies returns how many plies of each game are stored.
func (c *campaign) plies() map[int]int {
	list := map[int]int{}
	rows, err := c.db.Query("SELECT id, plies FROM games")
	if err != nil {
		return list // the bot may just be starting
	}
	defer rows.Close()
	for rows.Next() {
		var id, n int
		if rows.Scan(&id, &n) == nil {
			list[id] = n
		}
	}
	return list
}

func (c *campaign) played() (n int) {
	for _, plies := range c.plies() {
		n += plies
	}
	return n
}

// play plays the moves of a game. It sends a move again if nothing comes of it.
func (c *campaign) play(ctx context.Context, g *campaignGame) {
	tried, at := -1, time.Time{}
	for tick := time.NewTicker(plyEvery); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
		}
		n, ok := c.plies()[g.id]
		if !ok || n >= len(g.script) || n == tried && time.Since(at) < patientFor {
			continue
		}
		if n == tried {
			c.again.Add(1)
		}
		tried, at = n, time.Now()
		switch {
		case n%2 == 0:
			g.white.Slash(g.room, "move", discordtest.Opt("move", g.script[n].machine), discordtest.Opt("game", g.id))
		case g.black != nil:
			g.black.Slash(g.room, "move", discordtest.Opt("move", g.script[n].machine), discordtest.Opt("game", g.id))
		default:
			c.answer(g, g.script[n].machine)
		}
	}
}

// answer replies to the last mail about a game.
func (c *campaign) answer(g *campaignGame, text string) {
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if list := c.mail.Mails(g.mailbox); len(list) > 0 {
			g.mails++
			id := fmt.Sprintf("m%d-%d@example.org", g.id, g.mails)
			c.mail.Deliver(chess, mailtest.Read(c.t, list[len(list)-1]).Reply(g.mailbox, id, text))
			return
		}
		if time.Now().After(end) {
			c.t.Errorf("%s has no mail", g.mailbox)
			return
		}
	}
}

// progress waits until the current bot has made a few moves.
func (c *campaign) progress() {
	c.t.Helper()
	c.eventually("moves are made", func() bool { return c.played() > c.acknowledged+len(c.games) })
}

// settle waits until all mail is read and all messages are delivered.
func (c *campaign) settle() {
	c.t.Helper()
	c.eventually("everything is said", func() bool {
		var waiting int
		err := c.db.QueryRow("SELECT count(*) FROM outbox WHERE settled IS NULL").Scan(&waiting)
		return err == nil && waiting == 0 && c.mail.Unseen(chess) == 0
	})
}

func (c *campaign) eventually(what string, holds func() bool) {
	c.t.Helper()
	for end := time.Now().Add(settleAfter); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			c.t.Fatalf("not in time: %s", what)
		}
	}
}

// mailsTo returns the texts of the mails to an address. The same one again is one mail to its reader.
func (c *campaign) mailsTo(address string) (texts []string) {
	c.t.Helper()
	ids := map[string]bool{}
	for _, raw := range c.mail.Mails(cmp.Or(address, "nobody@example.org")) {
		l := mailtest.Read(c.t, raw)
		if id := l.Field("Message-Id"); !ids[id] {
			ids[id] = true
			texts = append(texts, l.Text)
		}
	}
	return texts
}

// check compares what is stored with what was played, and the announcements with both.
func (c *campaign) check() {
	t := c.t
	for _, g := range c.games {
		rows, err := c.db.Query("SELECT move FROM moves WHERE game = ? ORDER BY ply", g.id)
		if err != nil {
			t.Fatal(err)
		}
		var moves []string
		for rows.Next() {
			var m string
			if err := rows.Scan(&m); err != nil {
				t.Fatal(err)
			}
			moves = append(moves, m)
		}
		rows.Close()
		for i, m := range moves {
			if m != g.script[i].machine {
				t.Fatalf("game %d, ply %d: %s is stored, %s was played", g.id, i+1, m, g.script[i].machine)
			}
		}
		var room strings.Builder
		for _, m := range g.room.Messages() {
			room.WriteString(m.Text() + "\n")
		}
		mails := strings.Join(c.mailsTo(g.mailbox), "\n")
		for i := range moves {
			n := tells(room.String(), g.script[i])
			if n == 0 {
				t.Errorf("game %d, ply %d: %s was never announced", g.id, i+1, g.script[i].announced)
			}
			c.doubled += max(0, n-1)
			if g.mailbox == "" || i%2 == 1 {
				continue
			}
			if n := tells(mails, g.script[i]); n != 1 {
				t.Errorf("game %d, ply %d: %s was mailed %d times", g.id, i+1, g.script[i].announced, n)
			}
		}
	}
	unanswered := 0
	for _, b := range c.srv.Violations() {
		if !slices.ContainsFunc([]string{"not answered", "no answer", "too late"}, func(s string) bool { return strings.Contains(b.Problem, s) }) {
			t.Errorf("breach: %s", b)
		}
		unanswered++
	}
	t.Logf("%d interactions were left unanswered by the dead", unanswered)
	isSound(t, filepath.Join(c.folder, "games.db"))
}
