package web_test

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/advice"
	"stackmate/bot/chat"
	"stackmate/bot/computer"
	"stackmate/bot/data"
	"stackmate/bot/live"
	"stackmate/bot/web"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/store"
)

// club is a bot with pages, whose players speak on a transport called test.
type club struct {
	t      testing.TB
	store  *store.Store
	desk   *bot.Desk
	server *httptest.Server
	front  *web.Server
	public *url.URL
	// served and refused are what the pages tell of requests.
	served, refused sync.Map
	// meanwhile has functions that are called once before something is typed.
	meanwhile sync.Map
	// away is whether nobody can be asked who comes in.
	away atomic.Bool

	mu    sync.Mutex
	at    time.Time
	think func(context.Context) // before the program evaluates a position; may be nil
}

// unsteady are doors whose store may not answer.
type unsteady struct {
	web.Accounts
	away *atomic.Bool
}

// Visitor implements web.Doors.
func (u unsteady) Visitor(ctx context.Context, session string) (web.Visitor, error) {
	if u.away.Load() {
		return web.Visitor{}, errors.New("no answer")
	}
	return u.Accounts.Visitor(ctx, session)
}

// evaluate is what the program thinks of a position, at once and not for long.
func (c *club) evaluate(ctx context.Context, who chat.Person, lang words.Language, study chat.Study) (chat.Evaluation, bool, error) {
	if c.think != nil {
		c.think(ctx)
	}
	a := advice.New(advice.Options{Nodes: 2000, Submit: func(task computer.Task) { go task.Do(ctx, func() bool { return ctx.Err() == nil }) }, Now: c.now, Log: slog.New(slog.DiscardHandler)})
	return advice.Studies{Advisor: a, Store: c.store, Now: c.now}.Evaluate(ctx, who, lang, study)
}

// found starts a bot with pages below a path.
func found(t testing.TB, path string) *club {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "bot.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	c := &club{t: t, store: db, at: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC), server: httptest.NewUnstartedServer(nil)}
	c.public = &url.URL{Scheme: "http", Host: c.server.Listener.Addr().String(), Path: path}
	var games live.Games
	renderer := render.New(1 << 20)
	c.desk = bot.New(bot.Options{Store: games.Store(db), Renderer: renderer, Now: c.now, Coin: func() bool { return true },
		Code: func() string { return rand.Text()[:12] }, Web: c.public.String()})
	if err := c.desk.Start(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	c.front = web.New(web.Options{Desk: late{c.desk, &c.meanwhile}, Games: &games, Pieces: render.Sprite(), Draw: drawer(c.desk, renderer), Public: c.public,
		Doors: unsteady{web.Accounts{Store: games.Store(db), Rand: rand.Text, Now: c.now}, &c.away}, Evaluate: c.evaluate, Rand: rand.Text, Now: c.now,
		Served: func(page string, _ time.Duration) { c.served.Store(page, true) }, Refused: func(reason string) { c.refused.Store(reason, true) }})
	c.server.Config.Handler = c.front
	c.server.Start()
	t.Cleanup(c.server.Close)
	return c
}

func (c *club) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// wait lets time pass.
func (c *club) wait(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func person(name string) chat.Person {
	return chat.Person{Address: chat.Address{Transport: "test", ID: name}, Name: name}
}

// room is a channel of a server.
var room = chat.Place{Address: chat.Address{Transport: "test", ID: "room"}, Server: "server"}

// says has somebody say something, and returns the answer.
func (c *club) says(who string, in chat.Place, text string) *bot.Answer {
	c.t.Helper()
	if in.IsZero() {
		in = chat.Place{Address: person(who).Address, Private: true}
	}
	m := chat.Message{ID: rand.Text(), From: person(who), In: in, Text: text, Mentioned: map[string]chat.Person{"@Ben": person("Ben"), "@Carl": person("Carl")}}
	a, err := c.desk.Handle(c.t.Context(), m)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := c.desk.Delivered(c.t.Context(), a, nil); err != nil {
		c.t.Fatal(err)
	}
	return a
}

// play has Anna and Ben begin a game.
func (c *club) play(in chat.Place) {
	c.t.Helper()
	c.says("Anna", in, "challenge @Ben orthodox white")
	if a := c.says("Ben", in, "accept"); a.Refused {
		c.t.Fatal(a.Text)
	}
}

// link returns the link that somebody gets who asks for the board of a game.
func (c *club) link(who string, in chat.Place, text string) string {
	c.t.Helper()
	a := c.says(who, in, text)
	if a.Audience != chat.Secret {
		c.t.Errorf("the link can be read by others: %q", a.Audience)
	}
	link := regexp.MustCompile(`http://[^\s\x1e]+/in/\w+`).FindString(a.Text)
	if link == "" {
		c.t.Fatalf("no link in %q", a.Text)
	}
	return link
}

// browse returns a browser without a session.
func (c *club) browse() *browser {
	c.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		c.t.Fatal(err)
	}
	return &browser{t: c.t, server: c.server, Client: http.Client{Jar: jar}}
}

// signIn opens a link and presses its button.
func (b *browser) signIn(link string) *browser {
	b.t.Helper()
	b.open(link).sees(http.StatusOK, "Sign in as")
	return b.do(b.request(b.at.Path, b.form()), nil)
}

// TestLinks checks that a link signs in once, in time, and only when its button is pressed.
func TestLinks(t *testing.T) {
	c := found(t, "")
	c.play(chat.Place{})
	link := c.link("Anna", chat.Place{}, "web #1")
	scanner := c.browse()
	for range 3 {
		scanner.open(link).sees(http.StatusOK, "Sign in as Anna?")
		scanner.open("/g/1").sees(http.StatusForbidden, "You are not signed in.")
	}
	path := strings.TrimPrefix(link, c.public.String())
	for name, header := range map[string][2]string{"origin": {"Origin", "https://evil.example"}, "site": {"Sec-Fetch-Site", "cross-site"}} {
		r := scanner.request(path, nil)
		r.Header.Set(header[0], header[1])
		if scanner.do(r, nil); scanner.status != http.StatusForbidden {
			t.Errorf("%s: %d", name, scanner.status)
		}
	}
	anna := c.browse().signIn(link).sees(http.StatusOK, "Signed in as Anna", "Standard chess", "Anna (White) to move.")
	if anna.at.Path != "/g/1" {
		t.Errorf("the link leads to %s", anna.at)
	}
	thief := c.browse()
	thief.open(link).sees(http.StatusNotFound, "This link has expired or was already used.")
	thief.do(thief.request(path, nil), nil).sees(http.StatusNotFound, "already used")
	thief.open("/g/1").sees(http.StatusForbidden, "not signed in")

	late := c.link("Ben", chat.Place{}, "web")
	c.wait(10 * time.Minute)
	thief.open(late).sees(http.StatusNotFound, "expired")
	thief.do(thief.request(strings.TrimPrefix(late, c.public.String()), nil), nil).sees(http.StatusNotFound, "expired")
	home := c.browse().signIn(c.link("Ben", chat.Place{}, "web")).sees(http.StatusOK, "Your games", "Waiting for others Anna Standard chess #1 Their turn, move 1")
	if home.at.Path != "/" || !strings.Contains(home.page, `<a href="/g/1">`) {
		t.Errorf("the link leads to %s: %s", home.at, home.page)
	}
	home.say("puzzle").sees(http.StatusOK, "Puzzle ", "Your games")
	if !strings.Contains(home.page, `src="data:image/png;base64,`) {
		t.Error("a puzzle has no picture")
	}
	home.say("rules orthodox").sees(http.StatusOK, "Standard chess")
}

// TestGameInBrowser plays in the browser a game that was begun elsewhere: the opponent is told where the opponent reads,
// and nobody gets a copy of what the browser shows.
func TestGameInBrowser(t *testing.T) {
	c := found(t, "/chess")
	c.play(chat.Place{})
	anna := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1"))
	if anna.at.Path != "/chess/g/1" {
		t.Fatalf("at %s", anna.at)
	}
	anna.say("e4").sees(http.StatusOK, "Anna (White) plays 1. e4.", "Ben (Black) to move.")
	var told []string
	if err := c.store.View(t.Context(), func(tx data.Tx) error {
		for _, name := range []string{"Anna", "Ben"} {
			waiting, err := tx.Undelivered([]string{"plays 1. e4"})
			if err != nil {
				return err
			}
			for _, m := range waiting {
				if m.To.ID == name {
					told = append(told, name)
				}
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(told) != 1 || told[0] != "Ben" {
		t.Errorf("told: %v", told)
	}
	c.says("Ben", chat.Place{}, "e5")
	anna.open("/chess/g/1").sees(http.StatusOK, "Last move: 1… e5.")
	anna.say("resign").sees(http.StatusOK, "Resign game 1").press("Resign").sees(http.StatusOK, "Ben wins")
	anna.open("/g/1").sees(http.StatusOK, "Ben wins") // a proxy may remove the path
}

// TestOthersGames checks who sees which game.
func TestOthersGames(t *testing.T) {
	c := found(t, "")
	c.play(chat.Place{}) // 1: private
	c.play(room)         // 2: of a server
	c.says("Anna", chat.Place{}, "analyse start orthodox")
	carl := c.browse().signIn(c.link("Carl", chat.Place{}, "web"))
	for _, path := range []string{"/g/1", "/g/2", "/g/1/board", "/g/1/picture", "/events?games=1,2", "/g/99"} {
		carl.open(path).sees(http.StatusNotFound, "There is no such game, or you may not see it.")
	}
	form := carl.open("/").form()
	form.Set("text", "#1 e4")
	carl.do(carl.request("/say", form), nil)
	form.Set("text", "e4")
	form.Set("id", "2")
	carl.do(carl.request("/g/1/say", form), nil)
	anna := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1")).sees(http.StatusOK, "Anna (White) to move.")
	anna.open("/g/2").sees(http.StatusOK, "Anna (White) to move.")

	nobody := c.browse()
	for _, path := range []string{"/g/1", "/g/2", "/g/99", "/events?games=1", "/events?games=99"} { // which does not tell which of them exist
		nobody.open(path).sees(http.StatusForbidden, "You are not signed in.")
	}
	m := chat.Message{ID: rand.Text(), From: person("Anna"), In: room, Text: "settings games:everybody", Administrator: true}
	if a, err := c.desk.Handle(t.Context(), m); err != nil || a.Refused {
		t.Fatal(a, err)
	}
	nobody.open("/g/2").sees(http.StatusOK, "Anna – Ben", "Anna (White) to move.")
	if strings.Contains(nobody.page, "<form") || strings.Contains(nobody.page, "csrf") {
		t.Error("somebody who is not signed in has forms")
	}
	nobody.open("/g/2/picture").sees(http.StatusOK)
	if !strings.HasPrefix(nobody.page, "\x89PNG") {
		t.Errorf("the picture is %.40q", nobody.page)
	}
	nobody.open("/g/1").sees(http.StatusForbidden)
}

// TestWatching checks that somebody who may look at a game in a channel may look at it in the browser too, for a day, and
// that a second link goes on with the session.
func TestWatching(t *testing.T) {
	c := found(t, "")
	c.play(room) // 1 and 2
	c.play(room)
	c.play(chat.Place{}) // 3
	carl := c.browse().signIn(c.link("Carl", room, "web #1")).sees(http.StatusOK, "Anna – Ben", "Anna (White) to move.")
	if strings.Contains(carl.page, `id="say"`) {
		t.Error("who only watches is asked for a move")
	}
	if !strings.Contains(carl.page, `alt="White to move.`) {
		t.Error("the picture is not described to who only watches")
	}
	carl.open("/g/1").say("e4").sees(http.StatusOK, "You're not playing in game 1.")
	note := carl.open("/g/1").form()
	note.Set("note", "a nice opening")
	carl.do(carl.request("/g/1/say", note), nil)
	carl.open("/g/1").sees(http.StatusOK, "a nice opening")
	carl.open("/g/1/export/record").sees(http.StatusOK, "[White")
	carl.open("/g/1/picture").sees(http.StatusOK)
	carl.open("/g/2").sees(http.StatusNotFound)
	carl.open("/g/2/export/record").sees(http.StatusNotFound)
	before := carl.Jar.Cookies(carl.at)[0].Value
	carl.signIn(c.link("Carl", room, "web #2")).sees(http.StatusOK, "Anna (White) to move.")
	if carl.Jar.Cookies(carl.at)[0].Value != before {
		t.Error("the second link began another session")
	}
	carl.open("/g/1").sees(http.StatusOK)
	carl.open("/g/3").sees(http.StatusNotFound)
	form := carl.open("/").form()
	form.Set("text", "e4")
	carl.do(carl.request("/g/1/say", form), nil)
	c.browse().signIn(c.link("Anna", chat.Place{}, "web #1")).sees(http.StatusOK, "Anna (White) to move.")
	if a := c.says("Carl", chat.Place{}, "web #3"); !a.Refused {
		t.Errorf("Carl gets a link to a game that he may not see: %s", a.Text)
	}
	carl.signIn(c.link("Ben", chat.Place{}, "web #1")).sees(http.StatusOK, "Signed in as Ben")
	if carl.Jar.Cookies(carl.at)[0].Value == before {
		t.Error("the session of somebody else goes on")
	}
	carl.signIn(c.link("Carl", room, "web #2")).sees(http.StatusOK, "Signed in as Carl")
	c.wait(24 * time.Hour)
	carl.open("/g/2").sees(http.StatusNotFound)
	carl.open("/").say("board #2").sees(http.StatusOK, "There is no game 2.")
}

// TestSessionsEnd checks every way in which a session ends.
func TestSessionsEnd(t *testing.T) {
	c := found(t, "")
	c.play(chat.Place{})
	for name, end := range map[string]func(b *browser){
		"signed out": func(b *browser) { b.do(b.request("/out", b.form()), nil) },
		"signed out everywhere": func(b *browser) {
			if a := c.says("Anna", chat.Place{}, "preferences"); !strings.Contains(a.Text, "Signed in to browsers: Firefox, Linux (last used") || len(a.Buttons) != 1 {
				t.Errorf("preferences: %q %v", a.Text, a.Buttons)
			}
			c.says("Anna", chat.Place{}, "preferences signout")
		},
		"not used for a month": func(*browser) { c.wait(31 * 24 * time.Hour) },
	} {
		t.Run(name, func(t *testing.T) {
			link := c.link("Anna", chat.Place{}, "web #1")
			b := c.browse()
			b.open(link)
			r := b.request(b.at.Path, nil)
			r.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
			b.do(r, nil).sees(http.StatusOK, "Signed in as Anna")
			kept := b.Jar.Cookies(b.at)
			c.wait(20 * 24 * time.Hour)
			b.open("/g/1").sees(http.StatusOK)
			c.wait(20 * 24 * time.Hour) // 40 days since the beginning
			b.open("/g/1").sees(http.StatusOK)
			if kept := b.header.Get("Set-Cookie"); !strings.Contains(kept, "Max-Age=2592000") {
				t.Errorf("the browser forgets a session that is used: %q", kept)
			}
			end(b)
			b.Jar.SetCookies(b.at, kept) // somebody may still have them
			b.open("/g/1").sees(http.StatusForbidden, "You are not signed in.")
		})
	}
}

// TestSignOutNeedsToken checks that other sites cannot sign anybody out.
func TestSignOutNeedsToken(t *testing.T) {
	c := found(t, "")
	c.play(chat.Place{})
	b := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1"))
	b.do(b.request("/out", nil), nil).sees(http.StatusForbidden, "too old")
	b.open("/g/1").sees(http.StatusOK, "Signed in as Anna")
}

// TestCookie checks the cookie of a session behind a proxy with TLS.
func TestCookie(t *testing.T) {
	c := found(t, "")
	c.play(chat.Place{})
	public := &url.URL{Scheme: "https", Host: "chess.example.org"}
	var games live.Games
	s := web.New(web.Options{Desk: c.desk, Games: &games, Public: public, Doors: web.Accounts{Store: c.store, Rand: rand.Text, Now: c.now}, Rand: rand.Text, Now: c.now})
	enter := func(host string) *http.Response {
		link := c.link("Anna", chat.Place{}, "web #1")
		r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/in/"+link[strings.LastIndex(link, "/")+1:], nil)
		r.Host = host
		r.Header.Set("Origin", "https://chess.example.org")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Result()
	}
	for _, host := range []string{"chess.example.org", "chess.example.org:443", "127.0.0.1:8082"} { // with or without the proxy's Host
		answer := enter(host)
		if answer.StatusCode != http.StatusSeeOther || answer.Header.Get("Location") != "/g/1" || len(answer.Cookies()) != 1 {
			t.Fatalf("%s: %d %v", host, answer.StatusCode, answer.Header)
		}
		k := answer.Cookies()[0]
		if !k.HttpOnly || !k.Secure || k.SameSite != http.SameSiteLaxMode || k.Path != "/" || k.Domain != "" || k.Name != "__Host-stackmate" || len(k.Value) < 26 {
			t.Errorf("cookie %+v", k)
		}
		if answer.Header.Get("Strict-Transport-Security") == "" {
			t.Error("browsers are not told to stay with https")
		}
	}
	for _, host := range []string{"evil.example", "evil.example:443", "chess.example.org:8443", ""} {
		if answer := enter(host); answer.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%q: %d", host, answer.StatusCode)
		}
	}
}

// TestNoPages checks that a bot without pages gives no links and shows no buttons for them.
func TestNoPages(t *testing.T) {
	c := found(t, "")
	c.play(room)
	buttons := func(a *bot.Answer) (list []string) {
		for _, row := range a.Buttons {
			for _, b := range row {
				list = append(list, b.Label+" "+b.Command)
			}
		}
		return list
	}
	if list := strings.Join(buttons(c.says("Ben", room, "board #1")), ","); !strings.Contains(list, "Board web #1") {
		t.Errorf("buttons: %s", list)
	}
	c.desk = bot.New(bot.Options{Store: c.store, Renderer: render.New(1 << 20), Now: c.now, Coin: func() bool { return true }, Code: func() string { return rand.Text()[:12] }})
	if list := strings.Join(buttons(c.says("Ben", room, "board #1")), ","); strings.Contains(list, "web") {
		t.Errorf("buttons: %s", list)
	}
	if a := c.says("Ben", room, "web #1"); !a.Refused || a.Text != "This bot has no web pages." {
		t.Errorf("%v %q", a.Refused, a.Text)
	}
}
