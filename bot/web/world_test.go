package web_test

import (
	"context"
	"crypto/rand"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/live"
	"stackmate/bot/web"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/store"
)

// browser is somebody at a board of this computer.
type browser struct {
	t      testing.TB
	server *httptest.Server
	link   string
	once   string // the token of a link that can be used once
	games  *live.Games
	http.Client
	// page is the last one, and status and header those of its answer.
	page   string
	status int
	header http.Header
	at     *url.URL
}

// sit opens a board for two at one screen, without opening its link.
func sit(t *testing.T, variant, language string) *browser {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "game.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	var games live.Games
	renderer := render.New(1 << 20)
	desk := bot.New(bot.Options{Store: games.Store(db), Renderer: renderer, Now: time.Now, Coin: func() bool { return true }, Code: func() string { return rand.Text()[:12] }})
	if err := desk.Start(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewUnstartedServer(nil)
	public := &url.URL{Scheme: "http", Host: s.Listener.Addr().String()}
	doors := &web.Local{Desk: desk, Token: rand.Text(), Once: rand.Text(), Session: rand.Text(), Table: variant, Language: words.In(language)}
	now := time.Now()
	s.Config.Handler = web.New(web.Options{Desk: desk, Games: &games, Pieces: render.Sprite(), Draw: drawer(desk, renderer), Doors: doors, Public: public, Alone: true, Rand: rand.Text, Now: func() time.Time { return now }})
	s.Start()
	t.Cleanup(s.Close)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t: t, server: s, link: public.String() + "/in/" + doors.Token, once: doors.Once, games: &games, Client: http.Client{Jar: jar}}
}

// drawer returns a function that draws positions.
func drawer(desk *bot.Desk, r *render.Renderer) func(context.Context, chat.Picture, words.Language) (chat.File, error) {
	return func(ctx context.Context, want chat.Picture, lang words.Language) (chat.File, error) {
		pic, opt, err := desk.Scene(ctx, want, lang)
		if err != nil {
			return chat.File{}, err
		}
		data, err := r.PNG(pic, opt)
		return chat.File{Type: "image/png", Data: data, Alt: pic.Alt()}, err
	}
}

// do sends a request, follows where it leads, and keeps the page.
func (b *browser) do(r *http.Request, err error) *browser {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
	answer, err := b.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	b.page, b.status, b.header, b.at = string(body), answer.StatusCode, answer.Header, answer.Request.URL
	return b
}

// open opens a page.
func (b *browser) open(path string) *browser {
	b.t.Helper()
	if strings.HasPrefix(path, "/") {
		path = b.server.URL + path
	}
	return b.do(http.NewRequestWithContext(b.t.Context(), http.MethodGet, path, nil))
}

// enter opens the link of a board of this computer, and presses the button of its page.
func (b *browser) enter() *browser {
	b.t.Helper()
	b.open(b.link).sees(http.StatusOK, "the board of the program that runs on this computer")
	return b.do(b.request(b.at.Path, b.form()), nil)
}

var hidden = regexp.MustCompile(`<input type="hidden" name="(\w+)" value="([^"]*)">`)

// form returns what the forms of the page have besides what people fill in.
func (b *browser) form() url.Values {
	form := url.Values{}
	for _, m := range hidden.FindAllStringSubmatch(b.page, -1) {
		form.Set(m[1], html.UnescapeString(m[2]))
	}
	return form
}

// request returns a form that is sent to a path.
func (b *browser) request(path string, form url.Values) *http.Request {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.server.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", b.server.URL)
	return r
}

// say sends a form of the page with what somebody has typed.
func (b *browser) say(text string) *browser {
	b.t.Helper()
	form := b.form()
	form.Set("text", text)
	path := strings.TrimSuffix(b.at.Path, "/say") + "/say"
	return b.do(b.request(path, form), nil)
}

// press presses a button of the page.
func (b *browser) press(label string) *browser {
	b.t.Helper()
	m := regexp.MustCompile(`name="press" value="([^"]*)"[^>]*>` + regexp.QuoteMeta(label) + `<`).FindStringSubmatch(b.page)
	if m == nil {
		b.t.Fatalf("no button %q in %s", label, b.text())
	}
	form := b.form()
	form.Set("press", html.UnescapeString(m[1]))
	path := strings.TrimSuffix(b.at.Path, "/say") + "/say"
	return b.do(b.request(path, form), nil)
}

var (
	tags   = regexp.MustCompile(`<[^>]*>`)
	spaces = regexp.MustCompile(`\s+`)
)

// text returns the page without its tags.
func (b *browser) text() string {
	return strings.TrimSpace(spaces.ReplaceAllString(html.UnescapeString(tags.ReplaceAllString(b.page, " ")), " "))
}

// sees checks that the page has a text.
func (b *browser) sees(status int, texts ...string) *browser {
	b.t.Helper()
	if b.status != status {
		b.t.Errorf("%s: status %d, not %d", b.at, b.status, status)
	}
	for _, text := range texts {
		if !strings.Contains(b.text(), text) {
			b.t.Errorf("%s: no %q in %q", b.at, text, b.text())
		}
	}
	return b
}
