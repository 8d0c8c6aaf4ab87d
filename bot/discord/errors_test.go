package discord_test

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
	"stackmate/bot/outbox"
)

// page is an answer of a proxy between the bot and Discord.
const page = "<html><head><title>403 Forbidden</title></head><body>Blocked</body></html>"

// Known error codes of Discord are final, each with its meaning. Unknown ones, and answers of proxies, are not.
func TestKindsOfErrors(t *testing.T) {
	t.Parallel()
	var status int
	var body string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}))
	defer srv.Close()
	b, err := discord.New(discord.Config{Token: "token", APIURL: srv.URL}, bot.New(bot.Options{}), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	marks := []error{outbox.ErrGone, outbox.ErrDMsClosed, outbox.ErrRejected, outbox.ErrUndeliverable}
	check := func(answered int, with string, want error) {
		t.Helper()
		status, body = answered, with
		err := discord.Post(t.Context(), b)
		got := error(nil)
		for _, mark := range marks {
			if got == nil && errors.Is(err, mark) {
				got = mark
			}
		}
		if err == nil || got != want {
			t.Errorf("status %d, %s: %v", status, body, err)
		}
	}
	coded := func(code int) string { return fmt.Sprintf(`{"message":"whatever","code":%d}`, code) }
	known := map[int]error{
		10003: outbox.ErrGone, 50001: outbox.ErrGone, 50083: outbox.ErrGone, 160005: outbox.ErrGone,
		50007: outbox.ErrDMsClosed, 50278: outbox.ErrDMsClosed, 10013: outbox.ErrDMsClosed, 50033: outbox.ErrDMsClosed,
		50013: outbox.ErrUndeliverable, 50008: outbox.ErrUndeliverable, 50035: outbox.ErrUndeliverable, 50006: outbox.ErrUndeliverable, 10008: outbox.ErrUndeliverable,
		0: nil, 40003: nil, 40333: nil, 40004: nil,
	}
	for code, want := range known {
		for _, status := range []int{400, 403, 404} {
			check(status, coded(code), want)
		}
		check(503, coded(code), nil)
	}
	for _, status := range []int{400, 401, 403, 404, 405, 407, 421, 451} {
		for _, body := range []string{page, "{}", `{"error":"blocked"}`, "null", `"10003"`, `{"code":`} {
			check(status, body, nil)
		}
	}
	for range 100 {
		code := 300000 + rand.IntN(100000)
		check([]int{400, 403, 404}[rand.IntN(3)], coded(code), outbox.ErrRejected)
	}
	check(200, page, nil) // nor is everything that looks like success
	check(204, "", nil)
}

// A proxy between the bot and Discord refuses everything for a while: no message is lost, no game leaves its thread,
// and nobody is told in the wrong place.
func TestPagesOfAProxy(t *testing.T) {
	for name, fault := range map[string]discordtest.Fault{
		"403":   {Status: http.StatusForbidden, Body: page},
		"404":   {Status: http.StatusNotFound, Body: page},
		"40333": {Status: http.StatusBadRequest, Body: `{"message":"internal network error","code":40333}`},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTestbed(t).start()
			ch := tb.guild.AddChannel("threads")
			_, thread := tb.threadOf(ch, "orthodox")
			tb.waitDelivered()
			began := sync.OnceValue(time.Now)
			tb.srv.Fault(func(r *http.Request) *discordtest.Fault {
				if r.Method == http.MethodGet || time.Since(began()) > 1500*time.Millisecond {
					return nil
				}
				return &fault
			})
			tb.alice.Slash(thread, "move", discordtest.Opt("move", "e4"))
			tb.eventually("the outage is noticed", func() bool {
				return slices.ContainsFunc(tb.srv.Requests(), func(r discordtest.Request) bool { return r.Status == fault.Status })
			})
			tb.bob.Say(thread, "@Stackmate e5")
			tb.eventually("Bob's move is made", func() bool { return strings.Contains(tb.dump(), "e4 e5") })
			tb.elsewhere(tb.alice, "d4")
			thread.WaitText("plays 1. e4")
			text := ""
			tb.eventually("everything is told", func() bool {
				tb.skipHour()
				text = ""
				for _, m := range thread.Messages() {
					text += m.Text()
				}
				return strings.Contains(text, "1… e5") && strings.Contains(text, "2. d4")
			})
			for _, move := range []string{"1. e4", "1… e5", "2. d4"} {
				if n := strings.Count(text, "plays "+move); n != 1 {
					t.Errorf("%s is told %d times in\n%s", move, n, text)
				}
			}
			for _, u := range []*discordtest.User{tb.alice, tb.bob} {
				if list := u.DM().Messages(); len(list) > 0 {
					t.Errorf("%s is told alone: %v", u.Name, list)
				}
			}
			if m := tb.bob.Slash(thread, "move", discordtest.Opt("move", "d5")).Response(); m.Ephemeral {
				t.Errorf("the game has left its thread: %s", m)
			}
			tb.waitDelivered()
		})
	}
}

// The bot starts when a proxy's error pages end.
func TestStartBehindAProxy(t *testing.T) {
	for _, path := range []string{"/users/@me", "/applications", "/commands", "/gateway"} {
		t.Run(path, func(t *testing.T) {
			tb := newTestbed(t)
			for _, status := range []int{http.StatusUnauthorized, http.StatusForbidden} {
				tb.srv.FailNext(1, "", path, discordtest.Fault{Status: status, Body: page})
			}
			tb.start()
			tb.checkWorks()
		})
	}
}

// A person who cannot be sent direct messages, for whatever reason, is tried once, and the opponent is told once.
func TestRefusalsByPeople(t *testing.T) {
	for _, code := range []int{50007, 50278, 10013, 50033} {
		for _, path := range []string{"/users/@me/channels", "/messages"} {
			t.Run(fmt.Sprint(code, path), func(t *testing.T) {
				tb := newTestbed(t).start()
				dm := tb.bob.DM()
				var tries atomic.Int64
				tb.srv.Fault(func(r *http.Request) *discordtest.Fault {
					all := tb.srv.Requests()
					body := string(all[len(all)-1].Body)
					if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, path) ||
						!strings.Contains(r.URL.Path, dm.ID) && !strings.Contains(body, `"`+tb.bob.ID+`"`) {
						return nil
					}
					tries.Add(1)
					return &discordtest.Fault{Status: http.StatusForbidden, Body: fmt.Sprintf(`{"message":"Cannot send messages to this user","code":%d}`, code)}
				})
				tb.alice.Slash(tb.alice.DM(), "challenge", discordtest.Opt("opponent", tb.bob), discordtest.Opt("variant", "orthodox"),
					discordtest.Opt("color", "white")).Response()
				tb.alice.DM().WaitText("I could not reach Bob by direct message.")
				tb.bob.InstallApp()
				tb.alice.InstallApp()
				group := tb.srv.AddPrivateChannel(tb.alice, tb.bob, tb.carol)
				tb.bob.Slash(group, "accept").Response()
				for _, move := range []string{"e", "d", "c"} {
					tb.alice.Slash(tb.alice.DM(), "move", discordtest.Opt("move", move+"4")).Response()
					if m := tb.bob.Slash(group, "move", discordtest.Opt("move", move+"5")).Response(); !m.Ephemeral {
						t.Errorf("the others in the group read %s", m)
					}
				}
				tb.waitDelivered()
				told := 0
				for _, m := range tb.alice.DM().Messages() {
					if strings.Contains(m.Text(), "I could not reach Bob by direct message.") {
						told++
					}
				}
				if n := tries.Load(); told != 1 || n != 1 {
					t.Errorf("told %d times, tried %d times", told, n)
				}
			})
		}
	}
}
