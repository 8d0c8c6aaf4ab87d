//go:build integration

package web_test

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/boards"
	"stackmate/bot/chat"
	"stackmate/bot/web"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/store"
)

// policy is as strict as that of the pages.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'"

// harness is a page with nothing but a board, on a real desk: somebody plays both sides.
type harness struct {
	t      *testing.T
	desk   *bot.Desk
	URL    string
	assets string // their path
	next   int
}

var player = chat.Person{Address: chat.Address{Transport: "test", ID: "p"}, Name: "Anna"}

func newHarness(t *testing.T) *harness {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "game.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	h := &harness{t: t, desk: bot.New(bot.Options{Store: db, Renderer: render.New(1 << 20), Now: time.Now, Coin: func() bool { return true }, Code: func() string { return rand.Text()[:12] }})}
	if err := h.desk.Start(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{game}", h.page)
	mux.HandleFunc("POST /{game}", h.move)
	assets, path := web.Assets(render.Sprite())
	h.assets = path
	mux.Handle("GET /assets/{hash}/{name}", assets)
	mux.HandleFunc("GET /harness.js", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, "testdata/harness.js") })
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	h.URL = s.URL
	return h
}

// begin begins a game in which one person plays both sides, and returns its number.
func (h *harness) begin(what string) int64 {
	h.t.Helper()
	a := h.say(0, "import "+what)
	if a.Refused || a.Game == 0 {
		h.t.Fatalf("%s: %s", what, a.Text)
	}
	return a.Game
}

func (h *harness) say(game int64, text string) *bot.Answer {
	h.t.Helper()
	h.next++
	a, err := h.desk.Handle(h.t.Context(), chat.Message{ID: fmt.Sprint(h.next), From: player, In: chat.Place{Address: player.Address, Private: true}, Text: text, Game: game})
	if err != nil {
		h.t.Fatal(err)
	}
	return a
}

func (h *harness) board(game int64, language string) chat.Board {
	h.t.Helper()
	b, err := h.desk.Board(h.t.Context(), player, chat.Place{Address: player.Address, Private: true}, language, game, boards.Latest)
	if err != nil {
		h.t.Fatal(err)
	}
	return b
}

func (h *harness) page(w http.ResponseWriter, r *http.Request) {
	var game int64
	if _, err := fmt.Sscan(r.PathValue("game"), &game); err != nil {
		http.NotFound(w, r)
		return
	}
	language := r.URL.Query().Get("lang")
	if language == "" {
		language = "en"
	}
	board, err := json.Marshal(h.board(game, language))
	if err != nil {
		h.t.Error(err)
	}
	texts, err := json.Marshal(web.BrowserTexts(words.In(language)))
	if err != nil {
		h.t.Error(err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, `<!doctype html><html lang="%[1]s"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Board</title>
<link rel="icon" href="%[2]s/icon.svg"><link rel="stylesheet" href="%[2]s/page.css"><link rel="stylesheet" href="%[2]s/board.css">
<main><h1>%[3]s</h1><div id="board"></div><p id="status"></p>
<form id="say"><label for="line">Move</label> <input id="line" autocomplete="off"> <button>Send</button></form><output id="answer" role="status"></output></main>
<script type="application/json" id="data">%[4]s</script><script type="application/json" id="texts">%[5]s</script>
<script type="module" src="/harness.js" id="harness" data-assets="%[2]s"></script></html>`,
		language, h.assets, html.EscapeString(h.board(game, language).Title), board, texts)
}

// move makes a move and answers with the board.
func (h *harness) move(w http.ResponseWriter, r *http.Request) {
	var game int64
	_, _ = fmt.Sscan(r.PathValue("game"), &game)
	if a := h.say(game, r.FormValue("text")); a.Refused {
		http.Error(w, a.Text, http.StatusConflict)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(h.board(game, "en")); err != nil {
		h.t.Error(err)
	}
}
