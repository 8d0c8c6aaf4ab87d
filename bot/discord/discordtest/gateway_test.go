package discordtest

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// TestNoGoroutineIsLeft is serial: it looks at all goroutines of the process.
func TestNoGoroutineIsLeft(t *testing.T) {
	t.Run("use", func(t *testing.T) {
		p := newPlace(t)
		startBot(t, p.srv)
		p.alice.Slash(p.ch, "echo", Opt("text", "x")).Response()
	})
	t.Run("forget to close", func(t *testing.T) {
		p := newPlace(t)
		s := client(t, p.srv)
		s.ShouldReconnectOnError = false
		if err := s.Open(); err != nil {
			t.Fatal(err)
		}
	})
	left := ""
	for end := time.Now().Add(3 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		buf := make([]byte, 1<<20)
		left = ""
		for _, g := range strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
			if strings.Contains(g, "discordtest.(*") || strings.Contains(g, "httptest") {
				left += g + "\n\n"
			}
		}
		if left == "" {
			return
		}
	}
	t.Errorf("still running:\n%s", left)
}

func TestReadyAndGuilds(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := client(t, p.srv)
	ready, guild := make(chan *discordgo.Ready, 1), make(chan *discordgo.GuildCreate, 2)
	s.AddHandler(func(_ *discordgo.Session, r *discordgo.Ready) { ready <- r })
	s.AddHandler(func(_ *discordgo.Session, g *discordgo.GuildCreate) { guild <- g })
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	r := <-ready
	if len(r.Guilds) != 1 || !r.Guilds[0].Unavailable || r.User.ID != p.srv.BotID || r.Application.ID != p.srv.ApplicationID {
		t.Errorf("ready %+v", r)
	}
	if g := <-guild; g.ID != p.guild.ID || g.Unavailable || len(g.Channels) != 1 || g.MemberCount != 4 {
		t.Errorf("guild %+v", g.Guild)
	}
	late := p.srv.AddGuild("later")
	if g := <-guild; g.ID != late.ID {
		t.Errorf("guild %+v", g.Guild)
	}
	bot, err := s.GatewayBot()
	if err != nil || bot.Shards != 1 || bot.SessionStartLimit.Remaining != 999 {
		t.Errorf("gateway/bot %+v, %v", bot, err)
	}
}

func TestResumeAfterDrop(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	b := startBot(t, p.srv)
	p.srv.DropConnections()
	p.alice.Say(p.ch, "@Stackmate meanwhile")
	p.ch.WaitText("meanwhile")
	p.srv.WaitResumes(1)
	if p.srv.Sessions() != 1 || b.count("any READY") != 1 {
		t.Errorf("identified %d times, resumed %d", p.srv.Sessions(), p.srv.Resumes())
	}
}

func TestReconnectRequest(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	startBot(t, p.srv)
	p.srv.RequestReconnect()
	p.srv.WaitResumes(1)
	p.srv.WaitReady()
	p.alice.Slash(p.ch, "echo", Opt("text", "x")).Response()
}

func TestInvalidSession(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	startBot(t, p.srv)
	p.srv.InvalidateSessions()
	p.srv.WaitSessions(2)
	p.srv.WaitReady()
	p.alice.Slash(p.ch, "echo", Opt("text", "x")).Response()
}

func TestEventsArriveTwice(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	b := startBot(t, p.srv)
	p.srv.AllowViolations(true)
	p.srv.DeliverTwice(true)
	p.alice.Slash(p.ch, "echo", Opt("text", "x")).Response()
	waitFor(t, "the second event", func() bool { return b.count("INTERACTION_CREATE") == 2 })
	waitFor(t, "the violation", func() bool { return len(p.srv.Violations()) == 1 })
	if got := p.srv.Violations()[0].String(); !strings.Contains(got, "answered twice") {
		t.Errorf("violation %s", got)
	}
	if n := len(p.ch.Messages()); n != 1 {
		t.Errorf("%d messages", n)
	}
}

func TestGatewayRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*discordgo.Session)
		code   int
	}{
		"wrong token":       {func(s *discordgo.Session) { s.Token = "Bot wrong"; s.Identify.Token = "" }, 4004},
		"privileged intent": {func(s *discordgo.Session) { s.Identify.Intents |= discordgo.IntentMessageContent }, 4014},
		"shard":             {func(s *discordgo.Session) { s.Identify.Shard = &[2]int{2, 2} }, 4010},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			s := client(t, p.srv)
			c.change(s)
			if name == "wrong token" {
				// its own address of the gateway is the one thing that needs no token
				if _, err := s.GatewayBot(); err == nil {
					t.Error("gateway/bot takes a wrong token")
				}
			}
			if err := s.Open(); !websocket.IsCloseError(err, c.code) {
				t.Errorf("open: %v, want close code %d", err, c.code)
			}
		})
	}
}

func TestSilentGateway(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.srv.WithholdReady(true)
	s := client(t, p.srv)
	opened := make(chan error, 1)
	go func() { opened <- s.Open() }()
	p.srv.WaitSessions(1)
	select {
	case err := <-opened:
		t.Fatalf("open returned %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	p.srv.DropConnections()
	if err := <-opened; err == nil {
		t.Error("open does not fail when the silent connection is cut")
	}
}

func TestShards(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	guilds := []*Guild{p.guild, p.srv.AddGuild("second"), p.srv.AddGuild("third")}
	seen := 0
	for shard := range 2 {
		s := client(t, p.srv)
		s.ShardID, s.ShardCount = shard, 2
		ready := make(chan *discordgo.Ready, 1)
		s.AddHandler(func(_ *discordgo.Session, r *discordgo.Ready) { ready <- r })
		if err := s.Open(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		seen += len((<-ready).Guilds)
	}
	if seen != len(guilds) {
		t.Errorf("the shards have %d guilds together, want %d", seen, len(guilds))
	}
}
