package web_test

import (
	"bufio"
	"context"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
)

// stream is a stream of events that somebody reads.
type stream struct {
	t      testing.TB
	answer *http.Response
	lines  *bufio.Scanner
	end    context.CancelFunc
}

// follow opens the stream of some games, such as "1,2".
func (b *browser) follow(games string) *stream {
	b.t.Helper()
	ctx, end := context.WithTimeout(b.t.Context(), 20*time.Second) // less than until a heartbeat
	b.t.Cleanup(end)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, b.server.URL+"/events?games="+games, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	answer, err := b.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { answer.Body.Close() })
	return &stream{b.t, answer, bufio.NewScanner(answer.Body), end}
}

// next returns the next event, empty after the last one.
func (s *stream) next() string {
	var event []string
	for s.lines.Scan() {
		line := s.lines.Text()
		if line == "" {
			break
		}
		if line == "retry: 2000" {
			s.lines.Scan() // an empty line
			continue
		}
		event = append(event, line)
	}
	return strings.Join(event, " ")
}

// gets checks the next event.
func (s *stream) gets(want string) {
	s.t.Helper()
	if got := s.next(); got != want {
		s.t.Errorf("event %q, not %q", got, want)
	}
}

// TestEvents checks that everybody who looks at a game hears of each change, also of moves that are taken back and of those that
// were missed.
func TestEvents(t *testing.T) {
	b := sit(t, "orthodox", "en")
	b.enter()
	s := b.follow("1")
	s.gets("event: game data: 1 0")
	b.say("e4")
	s.gets("event: game data: 1 1")
	b.say("takeback ask")
	s.gets("event: game data: 1 1")
	b.open("/g/1")
	if !strings.Contains(b.page, `value="takeback accept"`) || strings.Contains(b.page, `value="hint"`) {
		t.Error("no button for the takeback, or one for a hint, which people do not get")
	}
	b.say("takeback accept").sees(http.StatusOK, "White to move.")
	s.gets("event: game data: 1 0")
	s.end()
	b.say("d4").say("d5")
	late := b.follow("1")
	late.gets("event: game data: 1 2")
	late.end()
	for range 500 {
		if _, all := b.games.Watched(1); all == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("closed streams are still told")
}

// TestManyStreams checks that one browser has three streams at most, of which the oldest ends with a word.
func TestManyStreams(t *testing.T) {
	b := sit(t, "orthodox", "en")
	b.enter()
	first := b.follow("1")
	first.gets("event: game data: 1 0")
	for range 3 {
		b.follow("1").gets("event: game data: 1 0")
	}
	first.gets("event: elsewhere data: ")
	first.gets("")
	if answer := first.answer; answer.Header.Get("Content-Type") != "text/event-stream" || answer.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%v", answer.Header)
	}
	b.open("/events?games=2").sees(http.StatusNotFound, "There is no such game")
	for _, wrong := range []string{"", "?games=", "?games=x", "?games=-1", "?games=1,,2", "?games=1,2,3,4,5,6,7,8,9,10,11"} {
		b.open("/events"+wrong).sees(http.StatusNotFound, "There is no such page")
	}
}

// TestSeveralGames checks that one stream tells of several games, and which of them the reader may not see.
func TestSeveralGames(t *testing.T) {
	c := found(t, "")
	c.play(room)         // 1
	c.play(chat.Place{}) // 2
	c.play(room)         // 3
	anna := c.browse().signIn(c.link("Anna", room, "web #1")).follow("3,1,2,3")
	for _, want := range []string{"event: game data: 3 0", "event: game data: 1 0", "event: game data: 2 0"} {
		anna.gets(want)
	}
	carl := c.browse().signIn(c.link("Carl", room, "web #1"))
	watches := carl.follow("1,2")
	watches.gets("event: game data: 1 0")
	watches.gets("event: gone data: 2")
	c.says("Anna", room, "#2 e4")
	anna.gets("event: game data: 2 1")
	c.says("Anna", room, "#1 e4")
	anna.gets("event: game data: 1 1")
	watches.gets("event: game data: 1 1") // and nothing of the other game
	carl.open("/events?games=2").sees(http.StatusNotFound, "There is no such game")
}

// TestStreamsEnd checks that the streams of a session end at once when it does, and those of others do not.
func TestStreamsEnd(t *testing.T) {
	for name, end := range map[string]func(c *club, b *browser){
		"signed out":            func(_ *club, b *browser) { b.do(b.request("/out", b.form()), nil) },
		"signed out everywhere": func(c *club, _ *browser) { c.says("Anna", chat.Place{}, "preferences signout") },
		"another person":        func(c *club, b *browser) { b.signIn(c.link("Carl", chat.Place{}, "web")) },
		"deleted": func(c *club, _ *browser) {
			a := c.says("Anna", chat.Place{}, "mydata delete")
			for range 2 {
				_, text := chat.ReadCode(a.Buttons[0][0].Command)
				a = c.says("Anna", chat.Place{}, text)
			}
			if !strings.Contains(a.Text, "is deleted") {
				t.Error(a.Text)
			}
		},
		"too many": func(c *club, _ *browser) {
			for range 10 {
				c.wait(time.Minute)
				c.browse().signIn(c.link("Anna", chat.Place{}, "web #1"))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := found(t, "")
			c.play(room)
			anna := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1"))
			ben := c.browse().signIn(c.link("Ben", chat.Place{}, "web #1")).follow("1")
			ben.gets("event: game data: 1 0")
			s := anna.follow("1")
			s.gets("event: game data: 1 0")
			end(c, anna)
			s.gets("event: ended data: ")
			s.gets("")
			c.says("Ben", room, "#1 draw offer")
			if name != "deleted" { // where the game was aborted
				ben.gets("event: game data: 1 0")
			}
		})
	}
}

// TestOtherSession checks that a stream goes on when another session of the same person ends.
func TestOtherSession(t *testing.T) {
	c := found(t, "")
	c.play(room)
	phone := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1"))
	s := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1")).follow("1")
	s.gets("event: game data: 1 0")
	phone.do(phone.request("/out", phone.form()), nil)
	c.says("Anna", room, "#1 e4")
	s.gets("event: game data: 1 1")
}

// TestNoStreamsLeft checks that streams leave nothing behind, however they end.
func TestNoStreamsLeft(t *testing.T) {
	c := found(t, "")
	c.play(room)
	anna := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1"))
	anna.open("/g/1")
	before := runtime.NumGoroutine()
	for range 20 {
		s := anna.follow("1")
		s.gets("event: game data: 1 0")
		s.end()
	}
	anna.follow("1").gets("event: game data: 1 0")
	c.says("Anna", chat.Place{}, "preferences signout")
	anna.CloseIdleConnections()
	c.server.CloseClientConnections()
	for range 500 {
		if c.front.Streams() == 0 && runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d streams, and %d goroutines more", c.front.Streams(), runtime.NumGoroutine()-before)
}

// TestServerStops checks that streams end when the server does.
func TestServerStops(t *testing.T) {
	c := found(t, "")
	c.play(room)
	s := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1")).follow("1")
	s.gets("event: game data: 1 0")
	c.front.Stop()
	s.gets("")
}
