package discord_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/discord"
	"stackmate/bot/discord/discordtest"
	"stackmate/bot/uptime"
)

// counts counts words.
type counts struct {
	mu  sync.Mutex
	all map[string]int
}

func (c *counts) add(word string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all == nil {
		c.all = map[string]int{}
	}
	c.all[word]++
}

func (c *counts) of(word string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all[word]
}

// serve runs the bot without a gateway, and returns where its endpoint is. Discord does not know that yet.
func (tb *testbed) serve(counted *counts) (url string) {
	tb.t.Helper()
	tb.config.HTTP, tb.config.NoGateway, tb.config.Endpoint = true, true, counted.add
	tb.run()
	select {
	case <-tb.bot.Ready():
	case <-time.After(tb.srv.Timeout):
		tb.t.Fatalf("the bot is not ready\n%s", tb.logs)
	}
	s := httptest.NewServer(tb.bot.Endpoint())
	tb.t.Cleanup(s.Close)
	return s.URL
}

// serveAt is serve with an endpoint that Discord knows.
func (tb *testbed) serveAt(counted *counts) (url string) {
	tb.t.Helper()
	url = tb.serve(counted)
	if err := tb.srv.SetEndpoint(url); err != nil {
		tb.t.Fatal(err)
	}
	return url
}

// TestEndpoint plays a game whose commands, buttons and completions come over HTTP alone.
func TestEndpoint(t *testing.T) {
	tb := newTestbed(t)
	var counted counts
	url := tb.serve(&counted)
	state := func() uptime.Connection {
		list := tb.bot.Connections()
		if len(list) != 1 || list[0].Name != discord.EndpointName {
			t.Fatalf("connections: %+v", list)
		}
		return list[0]
	}
	if c := state(); c.Up || !strings.Contains(c.Why, "no Interactions Endpoint URL") || !strings.Contains(tb.logs.String(), "set the Interactions Endpoint URL") {
		t.Errorf("the owner is not told that nothing can arrive: %+v\n%s", c, tb.logs)
	}
	if err := tb.srv.SetEndpoint(url); err != nil {
		t.Fatal(err)
	}
	if c := state(); !c.Up || c.Why != "" {
		t.Errorf("%+v", c)
	}
	tb.begin("orthodox")
	tb.move(tb.alice, "e4").Response()
	if got := tb.bob.Autocomplete(tb.ch, "move", "move", "e"); len(got) == 0 {
		t.Error("no completions")
	}
	if m := tb.move(tb.bob, "e5").Response(); !strings.Contains(m.Text(), "1… e5") {
		t.Errorf("%s", m)
	}
	if n := tb.srv.Sessions(); n != 0 {
		t.Errorf("%d connections to the gateway", n)
	}
	if got := fmt.Sprint(counted.of("accepted"), counted.of("ping"), counted.of("forged"), counted.of("replayed")); got != "5 1 1 0" {
		t.Errorf("counted: %s", got)
	}
	if err := tb.stop(); err != nil {
		t.Error(err)
	}
	if a, err := tb.srv.Post(url, tb.srv.LastSent(), time.Now(), tb.srv.Sign); err != nil || a.Status != http.StatusConflict && a.Status != http.StatusServiceUnavailable {
		t.Errorf("after the end: %d, %v", a.Status, err)
	}
}

// TestEndpointRefuses sends what is not from Discord, and what Discord sent before.
func TestEndpointRefuses(t *testing.T) {
	tb := newTestbed(t)
	var counted counts
	url := tb.serveAt(&counted)
	tb.begin("orthodox")
	tb.move(tb.alice, "e4").Response()
	sent := tb.srv.LastSent()
	fresh := func(old, new string) []byte { return bytes.Replace(sent, []byte(old), []byte(new), 1) }
	other := func(string, []byte) []byte { return bytes.Repeat([]byte{7}, 64) }
	before := counted.of("forged")
	for name, tt := range map[string]struct {
		body   []byte
		at     time.Time
		sign   func(string, []byte) []byte
		result string
		status int
	}{
		"no signature":      {sent, time.Now(), nil, "unsigned", http.StatusUnauthorized},
		"a short signature": {sent, time.Now(), func(string, []byte) []byte { return []byte("short") }, "unsigned", http.StatusUnauthorized},
		"another signature": {sent, time.Now(), other, "forged", http.StatusUnauthorized},
		"another body": {fresh("e4", "d4"), time.Now(), func(stamp string, _ []byte) []byte { return tb.srv.Sign(stamp, sent) },
			"forged", http.StatusUnauthorized},
		"another time": {sent, time.Now(), func(_ string, body []byte) []byte { return tb.srv.Sign("1", body) }, "forged", http.StatusUnauthorized},
		"too old":      {sent, time.Now().Add(-2 * time.Minute), tb.srv.Sign, "old", http.StatusUnauthorized},
		"too new":      {sent, time.Now().Add(2 * time.Minute), tb.srv.Sign, "old", http.StatusUnauthorized},
		"sent again":   {sent, time.Now(), tb.srv.Sign, "replayed", http.StatusConflict},
		"too large":    {bytes.Repeat([]byte("x"), 300<<10), time.Now(), tb.srv.Sign, "too_large", http.StatusRequestEntityTooLarge},
		"no JSON":      {[]byte("hello"), time.Now(), tb.srv.Sign, "unreadable", http.StatusBadRequest},
		"unknown type": {[]byte(`{"type":99,"id":"5","token":"t"}`), time.Now(), tb.srv.Sign, "unreadable", http.StatusBadRequest},
		"no id":        {[]byte(`{"type":2,"token":"t"}`), time.Now(), tb.srv.Sign, "unreadable", http.StatusBadRequest},
		"nothing":      {nil, time.Now(), tb.srv.Sign, "unreadable", http.StatusBadRequest},
	} {
		a, err := tb.srv.Post(url, tt.body, tt.at, tt.sign)
		if err != nil || a.Status != tt.status || strings.TrimSpace(string(a.Body)) != tt.result || a.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %q, %v", name, a.Status, a.Body, err)
		}
	}
	if n := counted.of("forged") - before; n != 3 || counted.of("unsigned") != 2 || counted.of("old") != 2 || counted.of("unreadable") != 4 {
		t.Errorf("counted: %v", counted.all)
	}
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("GET: %s", answer.Status)
	}
	if m := tb.move(tb.bob, "e5").Response(); !strings.Contains(m.Text(), "1… e5") {
		t.Errorf("%s", m)
	}
}

// TestReplayElsewhere sends what one process has done to another one on the same database: it is not done again.
func TestReplayElsewhere(t *testing.T) {
	tb := newTestbed(t)
	var counted, there counts
	if err := tb.srv.SetEndpoint(tb.serve(&counted)); err != nil {
		t.Fatal(err)
	}
	tb.begin("orthodox")
	tb.move(tb.alice, "e4").Response()
	played := tb.srv.LastSent()
	tb.move(tb.bob, "e5").Response()
	tb.move(tb.alice, "takeback").Response() // of no use, but an answer
	before := len(tb.srv.Requests())

	desk := bot.New(bot.Options{Store: tb.db, Renderer: renderer, Coin: func() bool { return true }, Code: func() string { return "ABCDEFGHIJKL" }, Now: time.Now, Owner: "another"})
	second, err := discord.New(discord.Config{Token: tb.srv.Token, APIURL: tb.srv.URL, HTTP: true, NoGateway: true, Endpoint: there.add}, desk, nil)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	group.Go(func() {
		if err := second.Run(t.Context()); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(group.Wait)
	select {
	case <-second.Ready():
	case <-time.After(tb.srv.Timeout):
		t.Fatal("the second bot is not ready")
	}
	s := httptest.NewServer(second.Endpoint())
	defer s.Close()
	a, err := tb.srv.Post(s.URL, played, time.Now(), tb.srv.Sign)
	if err != nil || a.Status != http.StatusAccepted {
		t.Fatalf("%d, %v", a.Status, err)
	}
	tb.eventually("it is handled", func() bool { return there.of("accepted") == 1 && discord.InFlight(second) == 0 })
	for _, r := range tb.srv.Requests()[before:] {
		if strings.Contains(r.Path, "/callback") {
			t.Errorf("the move is answered again: %s %s", r.Method, r.Path)
		}
	}
	if m := tb.alice.Slash(tb.ch, "history", discordtest.Opt("game", 1)).Response(); strings.Count(m.Text(), "e4") != 1 {
		t.Errorf("%s", m)
	}
}

// TestEndpointFlood checks that a game goes on while somebody sends forged and repeated interactions without end.
func TestEndpointFlood(t *testing.T) {
	tb := newTestbed(t)
	var counted counts
	url := tb.serveAt(&counted)
	tb.begin("orthodox")
	sent := tb.srv.LastSent()
	const each = 200
	var group sync.WaitGroup
	for _, sign := range []func(string, []byte) []byte{tb.srv.Sign, func(string, []byte) []byte { return make([]byte, 64) }, nil} {
		group.Go(func() {
			for range each {
				if a, err := tb.srv.Post(url, sent, time.Now(), sign); err != nil || a.Status != http.StatusUnauthorized && a.Status != http.StatusConflict {
					t.Errorf("%d, %v", a.Status, err)
					return
				}
			}
		})
	}
	for i, move := range []string{"e4", "e5", "Nf3", "Nc6"} {
		tb.move([]*discordtest.User{tb.alice, tb.bob}[i%2], move).Response()
	}
	group.Wait()
	if r, f, u := counted.of("replayed"), counted.of("forged"), counted.of("unsigned"); r != each || f != each+1 || u != each {
		t.Errorf("%d replayed, %d forged, %d unsigned", r, f, u)
	}
}

// TestEndpointSlow has somebody begin many requests and never end them: Discord's come in all the same.
func TestEndpointSlow(t *testing.T) {
	tb := newTestbed(t)
	var counted counts
	at, err := url.Parse(tb.serveAt(&counted))
	if err != nil {
		t.Fatal(err)
	}
	for range discord.MaxReceiving + 5 {
		conn, err := net.Dial("tcp", at.Host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: %s\r\nX-Signature-Ed25519: %0128d\r\nX-Signature-Timestamp: %d\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n", at.Host, 0, time.Now().Unix())
		if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(line, "100") { // it is being read
			t.Fatalf("%q, %v", line, err)
		}
	}
	tb.begin("orthodox")
	if n := counted.of("busy"); n != 0 {
		t.Errorf("%d are refused", n)
	}
}

// TestWrongKey checks that the owner is told which setting is wrong.
func TestWrongKey(t *testing.T) {
	for _, key := range []string{strings.Repeat("ab", 32), "abc"} {
		tb := newTestbedHere(t)
		tb.config.HTTP, tb.config.PublicKey = true, key
		tb.run()
		if err := tb.ended(); !errors.Is(err, discord.ErrKey) || !strings.Contains(err.Error(), "discord.interactions.public_key") {
			t.Errorf("%s: %v", key, err)
		}
	}
}

// TestBothWays checks that the bot hears of interactions whichever way Discord sends them, and that the owner is told if it sends
// them where nobody listens.
func TestBothWays(t *testing.T) {
	tb := newTestbed(t)
	tb.config.HTTP, tb.config.PublicKey = true, strings.ToUpper(tb.srv.PublicKey())
	tb.start()
	tb.begin("orthodox") // over the gateway
	s := httptest.NewServer(tb.bot.Endpoint())
	t.Cleanup(s.Close)
	if err := tb.srv.SetEndpoint(s.URL); err != nil {
		t.Fatal(err)
	}
	tb.move(tb.alice, "e4").Response()
	tb.alice.SayDirect("games")
	tb.alice.DM().WaitText("Bob")
	if err := tb.stop(); err != nil {
		t.Fatal(err)
	}
	tb.config.HTTP = false
	tb.start()
	if text := tb.logs.String(); !strings.Contains(text, "commands and buttons do not arrive") || !strings.Contains(text, s.URL) {
		t.Errorf("the log says nothing:\n%s", text)
	}
}

// BenchmarkForged measures what a forged interaction costs.
func BenchmarkForged(b *testing.B) {
	srv := discordtest.New(b)
	endpoint := discord.NewEndpoint(srv.PublicKey())
	body := bytes.Repeat([]byte("x"), 4<<10)
	for b.Loop() {
		r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body))
		r.Header.Set("X-Signature-Timestamp", fmt.Sprint(time.Now().Unix()))
		r.Header.Set("X-Signature-Ed25519", strings.Repeat("07", 64))
		w := httptest.NewRecorder()
		if endpoint.ServeHTTP(w, r); w.Code != http.StatusUnauthorized {
			b.Fatal(w.Code)
		}
	}
}
