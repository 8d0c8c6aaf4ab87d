package web_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/web"
)

// TestHostileNames has a player with names that could break pages, who plays and sends notes like that.
func TestHostileNames(t *testing.T) {
	for _, name := range []string{`<script>alert(1)</script>`, `</script><img src=x onerror=alert(1)>`, `"><b onclick='x'>`, `{{.CSRF}}`, "\u202egnihtyna", strings.Repeat("W", 400)} {
		c := found(t, "")
		say := func(who, text string) {
			m := chat.Message{ID: text, From: person(who), In: room, Text: text, Mentioned: map[string]chat.Person{"@Ben": person("Ben")}}
			if who == "Anna" {
				m.From.Name = name
			}
			if a, err := c.desk.Handle(t.Context(), m); err != nil || a.Refused {
				t.Fatal(a, err)
			}
		}
		say("Anna", "challenge @Ben orthodox white")
		say("Ben", "accept")
		say("Anna", "e4 // "+name)
		b := c.browse().signIn(c.link("Ben", room, "web #1"))
		check := func(what string) {
			t.Helper()
			for _, bad := range []string{"<script>alert", "<img src=x", "<b onclick", "\u202e", strings.Repeat("W", 100)} {
				if strings.Contains(b.page, bad) {
					t.Errorf("%q: %s has %q", name, what, bad)
				}
			}
			if inline.MatchString(tagsOnly(b.page)) {
				t.Errorf("%q: %s has an inline script or style", name, what)
			}
		}
		check("the page of the game")
		b.open("/")
		check("the home page")
		b.open("/g/1").say("profile " + name)
		check("an answer")
		form := b.open("/g/1").form()
		form.Set("text", name)
		r := b.request("/g/1/say", form)
		r.Header.Set("Accept", "application/json")
		b.do(r, nil)
		check("an answer for scripts")
		b.open("/g/1/board")
		if kind := b.header.Get("Content-Type"); kind != "application/json" {
			t.Errorf("the board is %s", kind)
		}
		b.open("/nowhere/" + url.PathEscape(name))
		check("an error")
	}
}

// tagsOnly returns the tags of a page, without the texts between them.
func tagsOnly(page string) string { return strings.Join(tags.FindAllString(page, -1), "\n") }

// TestNamesToTheLeft checks that names in scripts that are read to the left do not change places with what is next to them.
func TestNamesToTheLeft(t *testing.T) {
	c := found(t, "")
	for i, m := range []chat.Message{{From: person("Anna"), Text: "challenge @Ben orthodox white"}, {From: person("Ben"), Text: "accept"}} {
		m.From.Name = []string{"אנה", "بن"}[i]
		m.ID, m.In, m.Mentioned = fmt.Sprint(i), room, map[string]chat.Person{"@Ben": person("Ben")}
		if a, err := c.desk.Handle(t.Context(), m); err != nil || a.Refused {
			t.Fatal(a, err)
		}
	}
	m := chat.Message{ID: "link", From: chat.Person{Address: person("Anna").Address}, In: room, Text: "web #1"} // whose name stays
	a, err := c.desk.Handle(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	b := c.browse()
	if b.open(personalLink.FindString(a.Text)); !strings.Contains(b.page, "Sign in as \u2068אנה\u2069?") {
		t.Errorf("the page of the link: %s", b.text())
	}
	b.do(b.request(b.at.Path, b.form()), nil)
	if !strings.Contains(b.page, "<bdi>אנה</bdi> – <bdi>بن</bdi>") || !strings.Contains(b.page, "Signed in as \u2068אנה\u2069") {
		t.Errorf("the page of the game: %s", b.page)
	}
	if b.open("/"); !strings.Contains(b.page, `<bdi class="card-title">بن</bdi>`) {
		t.Errorf("the home page: %s", b.page)
	}
}

var personalLink = regexp.MustCompile(`http://[^\s\x1e]+/in/\w+`)

// TestLinkTwiceAtOnce checks that only one of many who use a link at the same moment is signed in.
func TestLinkTwiceAtOnce(t *testing.T) {
	c := found(t, "")
	c.play(chat.Place{})
	path := strings.TrimPrefix(c.link("Anna", chat.Place{}, "web #1"), c.public.String())
	var in, out atomic.Int64
	var group sync.WaitGroup
	for range 8 {
		b := c.browse()
		r := b.request(path, nil)
		group.Go(func() {
			answer, err := b.Do(r)
			if err != nil {
				t.Error(err)
				return
			}
			defer answer.Body.Close()
			switch answer.StatusCode {
			case http.StatusOK: // after the redirect
				in.Add(1)
			case http.StatusNotFound:
				out.Add(1)
			}
		})
	}
	group.Wait()
	if in.Load() != 1 || out.Load() != 7 {
		t.Errorf("%d are signed in, %d are not", in.Load(), out.Load())
	}
}

// TestFixation checks that nobody can choose the session that somebody else signs in to.
func TestFixation(t *testing.T) {
	c := found(t, "")
	c.play(chat.Place{})
	mallory := c.browse().signIn(c.link("Carl", chat.Place{}, "web"))
	known := mallory.Jar.Cookies(mallory.at)[0]
	for _, planted := range []string{"ABCDEFGHIJKLMNOPQRSTUVWXYZ", known.Value} {
		anna := c.browse()
		home, err := url.Parse(c.public.String())
		if err != nil {
			t.Fatal(err)
		}
		anna.Jar.SetCookies(home, []*http.Cookie{{Name: known.Name, Value: planted, Path: "/"}})
		anna.signIn(c.link("Anna", chat.Place{}, "web #1")).sees(http.StatusOK, "Signed in as Anna")
		if anna.Jar.Cookies(home)[0].Value == planted {
			t.Error("Anna has the session that was planted")
		}
		thief := c.browse()
		thief.Jar.SetCookies(home, []*http.Cookie{{Name: known.Name, Value: planted, Path: "/"}})
		thief.open("/g/1").sees(http.StatusForbidden)
	}
}

// TestEveryAnswer checks that errors too, and answers to requests of all kinds, have what keeps pages from doing harm.
func TestEveryAnswer(t *testing.T) {
	c := found(t, "")
	c.play(room)
	b := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1"))
	get := func(path string) *http.Request {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.public.String()+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	requests := map[string]*http.Request{"no form": b.request("/g/1/say", nil), "the link": get("/in/GUESS"), "a redirect": get("//g/1"), "an old style": get("/assets/old/page.css"),
		"outside": get("/assets/x/..%2f..%2fweb.go"), "outside again": get("/assets/../../web.go"), "no such script": get("/assets/x/nothing.js")}
	for _, method := range []string{http.MethodHead, http.MethodOptions, http.MethodPut, http.MethodDelete, "TRACE", "PROPFIND"} {
		r := get("/g/1")
		r.Method = method
		requests[method] = r
	}
	other := get("/g/1")
	other.Host = "evil.example"
	requests["another host"] = other
	far := b.request("/g/1/say", nil)
	far.Header.Set("Origin", "https://evil.example")
	requests["another site"] = far
	large := b.request("/g/1/say", url.Values{"text": {strings.Repeat("x", 300<<10)}})
	requests["a large body"] = large
	b.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for name, r := range requests {
		b.do(r, nil)
		h := b.header
		if !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") || h.Get("X-Frame-Options") != "DENY" || h.Get("X-Content-Type-Options") != "nosniff" ||
			h.Get("Referrer-Policy") != "same-origin" || h.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v", name, b.status, h)
		}
		if strings.Contains(b.page, "package web") || b.status == http.StatusOK && r.Method != http.MethodHead && strings.HasPrefix(name, "outside") {
			t.Errorf("%s: %d %.40q", name, b.status, b.page)
		}
		if r.Method != http.MethodHead && r.Method != http.MethodGet && r.Method != http.MethodPost && b.status != http.StatusNotFound {
			t.Errorf("%s: %d", name, b.status)
		}
	}
}

// TestCounted checks what is told of requests, for metrics: by the pattern of the path, so that nobody can make more of them.
func TestCounted(t *testing.T) {
	c := found(t, "/chess")
	c.play(room)
	b := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1"))
	b.open("/chess/g/1").open("/chess/g/77").open("/chess/nowhere").open("/g/1/board")
	b.do(b.request("/chess/say", nil), nil)
	c.browse().open("/g/1")
	s := b.follow("1")
	s.gets("event: game data: 1 0")
	if n := c.front.Streams(); n != 1 {
		t.Errorf("%d streams", n)
	}
	list := func(m *sync.Map) string {
		var all []string
		m.Range(func(key, _ any) bool { all = append(all, key.(string)); return true })
		slices.Sort(all)
		return strings.Join(all, ", ")
	}
	if got := list(&c.served); got != "GET /g/{game}, GET /g/{game}/board, GET /in/{token}, POST /in/{token}, POST /say, other" {
		t.Errorf("served: %s", got)
	}
	if got := list(&c.refused); got != "form, game, page, signed_out" {
		t.Errorf("refused: %s", got)
	}
}

// TestSmuggling checks that requests whose length is in doubt are not answered as two.
func TestSmuggling(t *testing.T) {
	c := found(t, "")
	for _, headers := range []string{"Content-Length: 5\r\nContent-Length: 6\r\n", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "Transfer-Encoding: xchunked\r\n", "Content-Length: -1\r\n"} {
		conn, err := net.Dial("tcp", c.public.Host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		fmt.Fprintf(conn, "POST /say HTTP/1.1\r\nHost: %s\r\n%s\r\n0\r\n\r\nGET /secret HTTP/1.1\r\nHost: %s\r\n\r\n", c.public.Host, headers, c.public.Host)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("%q: %v", headers, err)
		}
		if _, err := io.Copy(io.Discard, answer.Body); err != nil {
			t.Error(err)
		}
		if answer.StatusCode != http.StatusBadRequest && answer.StatusCode != http.StatusNotImplemented || !answer.Close {
			t.Errorf("%q: %s, close %v", headers, answer.Status, answer.Close)
		}
	}
}

// TestFlagFalls checks that an open page hears of a clock that runs out, though nobody does anything.
func TestFlagFalls(t *testing.T) {
	c := found(t, "")
	for i, text := range []string{"challenge @Ben orthodox white clock:1d", "accept", "e4"} {
		if a := c.says([]string{"Anna", "Ben"}[i%2], room, text); a.Refused {
			t.Fatal(a.Text)
		}
	}
	b := c.browse().signIn(c.link("Anna", room, "web #1"))
	s := b.follow("1")
	s.gets("event: game data: 1 1")
	for range 30 {
		c.wait(time.Hour)
		if err := c.store.Update(t.Context(), func(tx data.Tx) error { return tx.SetHeartbeat(c.now()) }); err != nil { // the bot was not asleep
			t.Fatal(err)
		}
	}
	var group sync.WaitGroup
	group.Go(func() { c.desk.KeepTime(t.Context()) })
	s.gets("event: game data: 1 1")
	b.open("/g/1").sees(http.StatusOK, "Anna wins")
}

// TestStoreAway checks that nobody is told to be signed out, or is believed to be, while the store does not say who has a session.
func TestStoreAway(t *testing.T) {
	c := found(t, "")
	c.play(room)
	b := c.browse().signIn(c.link("Anna", chat.Place{}, "web #1"))
	out := b.form()
	c.away.Store(true)
	for _, path := range []string{"/", "/g/1", "/g/1/board", "/events?games=1", "/puzzle"} {
		if b.open(path).sees(http.StatusInternalServerError, "Something went wrong"); strings.Contains(b.page, "not signed in") || b.header.Get("Set-Cookie") != "" {
			t.Errorf("%s: %v %s", path, b.header, b.page)
		}
	}
	b.do(b.request("/out", out), nil).sees(http.StatusInternalServerError)
	c.browse().open("/g/1").sees(http.StatusForbidden) // a stranger
	c.away.Store(false)
	b.open("/g/1").sees(http.StatusOK, "Signed in as Anna")
	known := b.Jar.Cookies(b.at)
	b.do(b.request("/out", out), nil).sees(http.StatusOK)
	b.Jar.SetCookies(b.at, known)
	b.open("/g/1").sees(http.StatusForbidden, "not signed in")
}

// deadlines notes how long a request may take.
type deadlines struct {
	http.ResponseWriter
	read, write time.Time
}

// SetReadDeadline is called by http.ResponseController, and so is SetWriteDeadline.
func (d *deadlines) SetReadDeadline(at time.Time) error  { d.read = at; return nil }
func (d *deadlines) SetWriteDeadline(at time.Time) error { d.write = at; return nil }

// TestSlowForm checks that what a form does may take longer than sending it: of a form without a body the server awaits nothing
// more, and takes a deadline that passes for the end of the connection.
func TestSlowForm(t *testing.T) {
	for body, limited := range map[string]bool{"": false, "text=e4": true} {
		var d deadlines
		web.AllowTime(&d, httptest.NewRequest(http.MethodPost, "/in/LINK", strings.NewReader(body)))
		if d.read.IsZero() == limited || time.Until(d.write) < 4*time.Minute {
			t.Errorf("%q: %v to read, %v to write", body, d.read, d.write)
		}
	}
}

// TestPublicURL opens the public URL as an owner writes it, without a slash at the end.
func TestPublicURL(t *testing.T) {
	c := found(t, "/chess")
	b := c.browse().open("/chess").sees(http.StatusOK, "To sign in")
	if b.at.Path != "/chess/" {
		t.Errorf("it leads to %s", b.at)
	}
}
