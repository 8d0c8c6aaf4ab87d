package discordtest

import (
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// recorder is a test that keeps its failures to itself.
type recorder struct {
	testing.TB
	mu     sync.Mutex
	errors []string
	fatals []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.mu.Lock()
	r.fatals = append(r.fatals, fmt.Sprintf(format, args...))
	r.mu.Unlock()
	runtime.Goexit()
}

// fatal runs do with a test of its own and returns how it failed.
func fatal(t *testing.T, do func(testing.TB)) string {
	t.Helper()
	r := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		do(r)
	}()
	<-done
	return strings.Join(r.fatals, "\n")
}

func wantCode(t *testing.T, err error, status, code int) {
	t.Helper()
	var rest *discordgo.RESTError
	if !errors.As(err, &rest) || rest.Message == nil || rest.Message.Code != code || rest.Response.StatusCode != status {
		t.Errorf("got %v, want status %d and code %d", err, status, code)
	}
}

func waitFor(t *testing.T, what string, cond func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); !cond(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s did not come", what)
		}
	}
}

func TestPermissions(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := client(t, p.srv)
	file := &discordgo.MessageSend{Files: []*discordgo.File{{Name: "a.png", Reader: strings.NewReader("x")}}}
	p.ch.Deny(discordgo.PermissionAttachFiles)
	_, err := s.ChannelMessageSendComplex(p.ch.ID, file)
	wantCode(t, err, 403, 50013)
	p.ch.Deny(discordgo.PermissionSendMessages)
	_, err = s.ChannelMessageSend(p.ch.ID, "x")
	wantCode(t, err, 403, 50013)
	p.ch.Deny(discordgo.PermissionViewChannel)
	_, err = s.ChannelMessageSend(p.ch.ID, "x")
	wantCode(t, err, 403, 50001)
	p.ch.Allow(discordgo.PermissionViewChannel | discordgo.PermissionSendMessages)
	if _, err = s.ChannelMessageSend(p.ch.ID, "x"); err != nil {
		t.Error(err)
	}
	_, err = s.ChannelMessageSend("1234567890", "x")
	wantCode(t, err, 404, 10003)
	m := p.alice.Say(p.ch, "mine")
	_, err = s.ChannelMessageEdit(p.ch.ID, m.ID, "yours")
	wantCode(t, err, 403, 50005)
	wantCode(t, s.ChannelMessageDelete(p.ch.ID, m.ID), 403, 50013)
	s.Token = "Bot wrong"
	_, err = s.ChannelMessageSend(p.ch.ID, "x")
	wantCode(t, err, 401, 0)
}

func TestComputedPermissionsAgreeWithDiscordgo(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.ch.Deny(discordgo.PermissionAttachFiles)
	s := client(t, p.srv)
	got, err := s.UserChannelPermissions(p.srv.BotID, p.ch.ID)
	if err != nil {
		t.Fatal(err)
	}
	p.srv.mu.Lock()
	want := p.srv.permissions(p.srv.bot, p.ch)
	p.srv.mu.Unlock()
	if got != want || got&discordgo.PermissionAttachFiles != 0 || got&discordgo.PermissionSendMessages == 0 {
		t.Errorf("discordgo computes %b, the server %b", got, want)
	}
}

func TestClosedDMs(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := client(t, p.srv)
	p.alice.CloseDMs()
	ch, err := s.UserChannelCreate(p.alice.ID)
	if err != nil || ch.ID != p.alice.DM().ID {
		t.Fatalf("channel %v, %v", ch, err)
	}
	_, err = s.ChannelMessageSend(ch.ID, "x")
	wantCode(t, err, 403, 50007)
	p.alice.OpenDMs()
	if _, err = s.ChannelMessageSend(ch.ID, "x"); err != nil || p.alice.DM().Last().Content != "x" {
		t.Errorf("open again: %v", err)
	}
}

func TestRateLimits(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := client(t, p.srv)
	p.srv.RateLimit("/channels/"+p.ch.ID+"/messages", 1, 300*time.Millisecond)
	start := time.Now()
	for range 2 {
		if _, err := s.ChannelMessageSend(p.ch.ID, "x"); err != nil {
			t.Fatal(err)
		}
	}
	if d := time.Since(start); d < 250*time.Millisecond {
		t.Errorf("two messages in %v, though the second must wait", d)
	}
	other := p.guild.AddChannel("other")
	s.ShouldRetryOnRateLimit = false
	for _, global := range []bool{false, true} {
		p.srv.FailNext(1, "POST", other.ID, Fault{Status: 429, RetryAfter: 20 * time.Millisecond, Global: global})
		_, err := s.ChannelMessageSend(other.ID, "x")
		var limited *discordgo.RateLimitError
		if !errors.As(err, &limited) || limited.RetryAfter != 20*time.Millisecond {
			t.Errorf("global %v: %v", global, err)
		}
	}
	if n := len(other.Messages()); n != 0 {
		t.Errorf("%d messages in spite of 429", n)
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := client(t, p.srv)
	send := func() error { _, err := s.ChannelMessageSend(p.ch.ID, "x"); return err }

	p.srv.FailNext(1, "POST", "/messages", Fault{Status: 500})
	wantCode(t, send(), 500, 0)
	p.srv.FailNext(1, "POST", "/messages", Fault{CutBefore: true})
	if err := send(); err == nil || len(p.ch.Messages()) != 0 {
		t.Errorf("cut before: %v, %d messages", err, len(p.ch.Messages()))
	}
	p.srv.FailNext(1, "POST", "/messages", Fault{CutAfter: true})
	if err := send(); err == nil || len(p.ch.Messages()) != 1 {
		t.Errorf("cut after: %v, %d messages", err, len(p.ch.Messages()))
	}
	p.srv.Fault(func(r *http.Request) *Fault { return &Fault{Delay: 50 * time.Millisecond} })
	start := time.Now()
	if err := send(); err != nil || time.Since(start) < 50*time.Millisecond {
		t.Errorf("delayed: %v after %v", err, time.Since(start))
	}
	p.srv.Fault(nil)
	p.srv.Outage(true)
	if err := send(); err == nil || s.Open() == nil {
		t.Errorf("during the outage: %v", err)
	}
	p.srv.Outage(false)
	if err := send(); err != nil {
		t.Error(err)
	}
}

func TestNonceIsEnforced(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := client(t, p.srv)
	for range 2 {
		if _, err := s.Request("POST", discordgo.EndpointChannelMessages(p.ch.ID), map[string]any{"content": "x", "nonce": "7", "enforce_nonce": true}); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(p.ch.Messages()); n != 1 {
		t.Errorf("%d messages, want 1", n)
	}
}
