package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// TestWithoutScripts plays a game to the end with forms alone.
func TestWithoutScripts(t *testing.T) {
	b := sit(t, "orthodox", "en")
	b.enter().sees(http.StatusOK, "Game 1 · Standard chess", "White to move.")
	if b.at.Path != "/g/1" {
		t.Errorf("the link leads to %s", b.at)
	}
	if !strings.Contains(b.page, `<noscript><img class="picture" src="/g/1/picture?ply=0" alt="White to move.`) || !strings.Contains(b.page, "white king e1") {
		t.Error("no picture with its description")
	}
	for _, id := range []string{`id="stage"`, `id="texts"`, `<script type="application/json" id="board">{"game":1,"variant":"orthodox",`, `/game.js"`} {
		if !strings.Contains(b.page, id) {
			t.Errorf("no %s", id)
		}
	}
	b.say("f3").sees(http.StatusOK, "White plays 1. f3.", "Black to move.")
	b.say("<b>e5").sees(http.StatusOK, "“<b>e5”")
	b.say("e5").sees(http.StatusOK, "Moves f3 e5 ")
	b.say("g4").say("draw offer").sees(http.StatusOK, "Black offers White a draw").press("Decline draw")
	b.sees(http.StatusOK, "White declines").say("Qh4").sees(http.StatusOK, "Checkmate", "Moves f3 e5 g4 Qh4# ")
	b.open("/g/1").sees(http.StatusOK, "Checkmate")
	b.open("/g/1/picture?ply=2").sees(http.StatusOK)
	if !strings.HasPrefix(b.page, "\x89PNG") {
		t.Errorf("the picture is %.20q", b.page)
	}
	for _, path := range []string{"/g/1/picture?ply=nonsense", "/g/1/picture?ply=5", "/g/1?ply=5", "/g/1?ply=-1", "/g/1/board?ply=5"} {
		b.open(path).sees(http.StatusNotFound)
	}
	b.open("/g/1?ply=1").sees(http.StatusOK, "Half-move 1 of 4.")
	if !strings.Contains(b.page, `href="/g/1?ply=1" data-ply="1" aria-current="true">f3</a>`) {
		t.Error("the list of moves does not say which one is shown")
	}
	b.open("/g/7").sees(http.StatusNotFound, "There is no such game", "To the home page")
	b.open("/g/seven").sees(http.StatusNotFound, "There is no such page.")
	b.open("/").sees(http.StatusOK, "Checkmate").say("rematch").sees(http.StatusOK, "Game 2 · Standard chess", "White – Black", "White to move.")
	if b.at.Path != "/g/2" {
		t.Errorf("the rematch is at %s", b.at)
	}
	b.say("rematch").sees(http.StatusOK, "Game 2 is still running").open("/").sees(http.StatusOK, "Game 2")
}

// TestGerman checks that pages are in the reader's language, errors too.
func TestGerman(t *testing.T) {
	b := sit(t, "orthodox", "de")
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.server.URL+"/nowhere", nil)
	r.Header.Set("Accept-Language", "de-AT,de;q=0.9")
	b.do(r, err).sees(http.StatusNotFound, "Diese Seite gibt es nicht.", "Zur Startseite")
	b.enter().sees(http.StatusOK, "Weiß ist am Zug", "Züge").say("e9").sees(http.StatusOK, "„e9“")
	if !strings.Contains(b.page, `<html lang="de">`) {
		t.Error("the page does not name its language")
	}
}

// TestSentTwice checks that a form that is sent twice is done once, and that a move is bound to the position for which it
// was typed.
func TestSentTwice(t *testing.T) {
	b := sit(t, "orthodox", "en")
	b.enter()
	first := b.form()
	first.Set("text", "e4")
	b.do(b.request("/g/1/say", first), nil).sees(http.StatusOK, "White plays 1. e4.")
	b.do(b.request("/g/1/say", first), nil).sees(http.StatusOK, "Black to move.")
	if strings.Contains(b.text(), "White plays") || strings.Contains(b.text(), "refused") {
		t.Errorf("the second time: %s", b.text())
	}
	stale := b.form()
	b.say("e5").sees(http.StatusOK, "Moves e4 e5 ").say("Nf3").sees(http.StatusOK, "Moves e4 e5 Nf3 ")
	stale.Set("id", "another")
	stale.Set("text", "Nc6")
	b.do(b.request("/g/1/say", stale), nil).sees(http.StatusOK, "Not done: game 1 has moved on since this page was shown.")
	b.open("/g/1").sees(http.StatusOK, "Black to move.", "Moves e4 e5 Nf3 Take back")
}

// TestChosen checks that a move is bound to the position in which it was chosen on the board, also if one person makes all moves.
func TestChosen(t *testing.T) {
	b := sit(t, "orthodox", "en")
	b.enter()
	form := b.form()
	form.Set("text", "Nf3")
	form.Set("chosen", "0")
	b.say("e4").say("e5")
	b.do(b.request("/g/1/say", form), nil).sees(http.StatusOK, "Not done: game 1 has moved on since this page was shown.")
	b.open("/g/1").sees(http.StatusOK, "White to move.", "Moves e4 e5 Take back")
	form.Set("id", "another")
	form.Set("chosen", "2")
	b.do(b.request("/g/1/say", form), nil).sees(http.StatusOK, "Moves e4 e5 Nf3 ")

	// As many moves are not the same position.
	form.Set("chosen", "3")
	form.Set("text", "Nc6")
	b.say("takeback").say("takeback accept").say("d4").sees(http.StatusOK, "Moves e4 e5 d4 ")
	for i, chosen := range []string{"3", ""} { // "" is for a move that was typed in the page with 2. Nf3
		form.Set("id", fmt.Sprint("stale ", i))
		form.Set("chosen", chosen)
		form.Set("seen", "3")
		b.do(b.request("/g/1/say", form), nil).sees(http.StatusOK, "Not done: game 1 has moved on since this page was shown.")
	}
	b.open("/g/1").sees(http.StatusOK, "Black to move.", "Moves e4 e5 d4 Take back").say("Nc6").sees(http.StatusOK, "Moves e4 e5 d4 Nc6 ")
}

// TestScripts checks what scripts get.
func TestScripts(t *testing.T) {
	b := sit(t, "millennium", "en")
	b.enter()
	form := b.form()
	for i, tt := range []struct {
		text    string
		refused bool
		want    string
	}{{"e4", true, "“e4” needs a level: 1e4 or 3e4?"}, {"1e4", false, "White plays 1. 1e4."}} {
		form.Set("text", tt.text)
		r := b.request("/g/1/say", form)
		r.Header.Set("Accept", "application/json")
		b.do(r, nil)
		var got struct {
			Refused    bool
			Text, HTML string
			Game       int64
		}
		if err := json.Unmarshal([]byte(b.page), &got); err != nil {
			t.Fatal(err)
		}
		if got.Refused != tt.refused || !strings.HasPrefix(got.Text, tt.want) || !strings.Contains(got.HTML, "<section") || got.Game != 1 {
			t.Errorf("%d: %+v", i, got)
		}
		if len(b.page) > 10_000 {
			t.Errorf("%d: %d bytes", i, len(b.page))
		}
	}
}

// TestGuards sends what other sites and programs could send.
func TestGuards(t *testing.T) {
	good := func(b *browser) *http.Request {
		form := b.form()
		form.Set("text", "e4")
		return b.request("/g/1/say", form)
	}
	without := func(b *browser, name string) *http.Request {
		form := b.form()
		form.Set("text", "e4")
		form.Del(name)
		return b.request("/g/1/say", form)
	}
	for name, tt := range map[string]struct {
		request func(b *browser) *http.Request
		status  int
		text    string
	}{
		"good": {good, http.StatusOK, "White plays 1. e4."},
		"localhost": {func(b *browser) *http.Request {
			r := good(b)
			r.Host = "localhost:" + b.at.Port()
			r.Header.Set("Origin", "http://"+r.Host)
			for _, c := range b.Jar.Cookies(b.at) {
				r.AddCookie(c)
			}
			return r
		}, http.StatusOK, "White plays 1. e4."},
		"another host":  {func(b *browser) *http.Request { r := good(b); r.Host = "evil.example"; return r }, http.StatusMisdirectedRequest, "This address"},
		"another port":  {func(b *browser) *http.Request { r := good(b); r.Host = "127.0.0.1:1"; return r }, http.StatusMisdirectedRequest, "This address"},
		"another name":  {func(b *browser) *http.Request { r := good(b); r.Host = "evil.example:" + b.at.Port(); return r }, http.StatusMisdirectedRequest, "This address"},
		"other origin":  {func(b *browser) *http.Request { r := good(b); r.Header.Set("Origin", "https://evil.example"); return r }, http.StatusForbidden, "another website"},
		"no origin":     {func(b *browser) *http.Request { r := good(b); r.Header.Set("Origin", "null"); return r }, http.StatusForbidden, "another website"},
		"other site":    {func(b *browser) *http.Request { r := good(b); r.Header.Set("Sec-Fetch-Site", "cross-site"); return r }, http.StatusForbidden, "another website"},
		"same domain":   {func(b *browser) *http.Request { r := good(b); r.Header.Set("Sec-Fetch-Site", "same-site"); return r }, http.StatusForbidden, "another website"},
		"no csrf token": {func(b *browser) *http.Request { return without(b, "csrf") }, http.StatusForbidden, "too old"},
		"csrf token of another": {func(b *browser) *http.Request {
			form := b.form()
			form.Set("text", "e4")
			form.Set("csrf", "AAAAAAAAAAAAAAAAAAAAAA")
			return b.request("/g/1/say", form)
		}, http.StatusForbidden, "too old"},
		"csrf token in the URL": {func(b *browser) *http.Request {
			form := b.form()
			token := form.Get("csrf")
			form.Set("text", "e4")
			form.Del("csrf")
			return b.request("/g/1/say?csrf="+url.QueryEscape(token), form)
		}, http.StatusForbidden, "too old"},
		"no cookie": {func(b *browser) *http.Request { b.Jar = nil; return good(b) }, http.StatusForbidden, "Only the person at this computer"},
		"wrong cookie": {func(b *browser) *http.Request {
			b.Jar = nil
			r := good(b)
			r.Header.Set("Cookie", "stackmate-"+b.at.Port()+"=guess")
			return r
		}, http.StatusForbidden, "Only the person at this computer"},
		"nothing said": {func(b *browser) *http.Request { return without(b, "text") }, http.StatusBadRequest, "Type a move"},
		"a large body": {func(b *browser) *http.Request {
			form := b.form()
			form.Set("text", strings.Repeat("e4 ", 100_000))
			return b.request("/g/1/say", form)
		}, http.StatusRequestEntityTooLarge, "too long"},
		"a long text": {func(b *browser) *http.Request {
			form := b.form()
			form.Set("text", strings.Repeat("e4 ", 30_000))
			return b.request("/g/1/say", form)
		}, http.StatusOK, "too long"},
	} {
		t.Run(name, func(t *testing.T) {
			b := sit(t, "orthodox", "en")
			b.enter()
			jar := b.Jar
			b.do(tt.request(b), nil).sees(tt.status, tt.text)
			b.Jar = jar
			if b.open("/g/1"); (tt.text == "White plays 1. e4.") != strings.Contains(b.text(), "Moves e4 ") {
				t.Errorf("the game is now: %s", b.text())
			}
		})
	}
}

// TestLimit checks that one client cannot send forms without end.
func TestLimit(t *testing.T) {
	b := sit(t, "orthodox", "en")
	b.enter()
	form := b.form()
	for i := range 40 {
		form.Set("text", strings.Repeat("x", i+1))
		if b.do(b.request("/g/1/say", form), nil); b.status == http.StatusTooManyRequests {
			b.sees(http.StatusTooManyRequests, "Too many requests.")
			if i < 20 || b.header.Get("Retry-After") == "" {
				t.Errorf("the form %d: %v", i, b.header)
			}
			return
		}
	}
	t.Error("no limit")
}

// TestStrangers checks that without the link nothing is shown, and that the secrets are not in pages.
func TestStrangers(t *testing.T) {
	b := sit(t, "orthodox", "en")
	for _, path := range []string{"/g/1", "/g/1/picture", "/g/1/say", "/g/1/board", "/events?games=1"} {
		if b.open(path); b.status < 400 || strings.Contains(b.page, "PNG") {
			t.Errorf("%s: %d %s", path, b.status, b.text())
		}
	}
	b.open("/").sees(http.StatusOK, "the link that the terminal shows")
	b.open("/in/GUESS").sees(http.StatusNotFound, "This link has expired")
	b.enter().sees(http.StatusOK, "White to move.")
	u, err := url.Parse(b.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	token := b.link[strings.LastIndex(b.link, "/")+1:]
	for _, c := range b.Jar.Cookies(u) {
		if strings.Contains(b.page, c.Value) || strings.Contains(b.page, token) {
			t.Error("a secret is in the page")
		}
	}
}

// TestLocalLink checks that opening the link of a board at this computer does not sign in, as browsers do ahead, but its form; and that
// the link with which a browser is started can be used once.
func TestLocalLink(t *testing.T) {
	b := sit(t, "orthodox", "en")
	b.open(b.link).sees(http.StatusOK, "Open the board")
	b.open("/g/1").sees(http.StatusForbidden, "the link that the terminal shows")
	b.enter().sees(http.StatusOK, "White to move.")
	once := b.server.URL + "/in/" + b.once
	for i, jar := range []http.CookieJar{b.Jar, nil, nil} {
		another := &browser{t: t, server: b.server, link: once, Client: http.Client{Jar: jar}}
		if another.Jar == nil {
			another.Jar, _ = cookiejar.New(nil) // which cannot fail without options
		}
		if i == 0 {
			another.enter().sees(http.StatusOK, "White to move.")
			continue
		}
		another.open(once).sees(http.StatusNotFound, "This link has expired")
		another.do(another.request("/in/"+b.once, nil), nil).sees(http.StatusNotFound, "This link has expired")
		another.open("/g/1").sees(http.StatusForbidden)
	}
	again := &browser{t: t, server: b.server, link: b.link, Client: http.Client{}}
	again.Jar, _ = cookiejar.New(nil)
	again.enter().sees(http.StatusOK, "White to move.") // which people may open again
}

var inline = regexp.MustCompile(`(?i)\son\w+=|\sstyle=|<style|javascript:|<script>`)

// TestHeaders checks what keeps pages from doing harm, on every kind of page.
func TestHeaders(t *testing.T) {
	b := sit(t, "orthodox", "en")
	b.enter()
	script := regexp.MustCompile(`/assets/[0-9a-f]+/game.js`).FindString(b.page)
	for _, path := range []string{"/", "/g/1", "/g/1/picture", "/g/1/board", "/g/99", "/nowhere", "/in/GUESS", script, "/assets/old/page.css"} {
		b.open(path)
		policy := b.header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: no %s", path, want)
			}
		}
		if strings.Contains(policy, "unsafe") || b.header.Get("X-Content-Type-Options") != "nosniff" || b.header.Get("Referrer-Policy") == "" {
			t.Errorf("%s: %v", path, b.header)
		}
		if found := inline.FindString(b.page); found != "" && strings.Contains(b.header.Get("Content-Type"), "html") {
			t.Errorf("%s has %q, which the policy forbids", path, found)
		}
		if kept := strings.Contains(b.header.Get("Cache-Control"), "immutable"); kept != (path == script) {
			t.Errorf("%s: %s", path, b.header.Get("Cache-Control"))
		}
	}
	b.open("/assets/0/nothing.js").sees(http.StatusNotFound)
}
