package web_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"stackmate/bot/boards"
	"stackmate/bot/chat"
)

// TestRules reads the rules as somebody who is not signed in, and as a search engine: texts, figures and positions to try.
func TestRules(t *testing.T) {
	c := found(t, "/chess")
	b := c.browse()
	b.open("/chess/").sees(http.StatusOK, "Learn the rules")
	if b.header.Get("X-Robots-Tag") != "noindex" || !strings.Contains(b.page, `href="/chess/rules"`) {
		t.Error("the home page has no link, or is for search engines")
	}
	b.open("/chess/rules").sees(http.StatusOK, "Millennium 3D Chess", "Standard chess")
	links := regexp.MustCompile(`href="(/chess/rules/[\w-]+)"`).FindAllStringSubmatch(b.page, -1)
	if len(links) != 5 || b.header.Get("X-Robots-Tag") != "" {
		t.Fatalf("%d games, header %v", len(links), b.header)
	}
	for _, link := range links {
		b.open(link[1]).sees(http.StatusOK, "Rules of ", "Goal: checkmate the enemy king.")
		if n := strings.Count(b.page, `class="figure"`); n < 10 || n != strings.Count(b.page, `alt="`) || strings.Contains(b.page, `alt=""`) {
			t.Errorf("%s: %d figures with %d descriptions", link[1], n, strings.Count(b.page, `alt="`))
		}
		if b.header.Get("X-Robots-Tag") != "" || strings.Contains(b.page, "csrf") || strings.Contains(b.page, "/rook/picture") == false {
			t.Errorf("%s: header %v", link[1], b.header)
		}
	}
	b.open("/chess/rules/Chess").sees(http.StatusOK, "Rules of Standard chess")
	if b.at.Path != "/chess/rules/orthodox" {
		t.Errorf("another name leads to %s", b.at)
	}
	b.open("/chess/rules/millennium/en-passant/picture").sees(http.StatusOK)
	if !strings.HasPrefix(b.page, "\x89PNG") {
		t.Errorf("the figure is %.20q", b.page)
	}
	board := func(query string) (f boards.Figure) {
		t.Helper()
		b.open("/chess/rules/millennium/rook/board" + query).sees(http.StatusOK)
		if err := json.Unmarshal([]byte(b.page), &f); err != nil {
			t.Fatal(err)
		}
		return f
	}
	if f := board(""); f.Select != "1d4" || len(f.Board.Moves) < 10 {
		t.Errorf("%+v", f)
	}
	if f := board("?moves=1d4-2d4+2d4-2d1"); f.Board.Turn != "white" || f.Board.Last.To != "2d1" || f.Select != "" {
		t.Errorf("%+v", f)
	}
	for _, path := range []string{"/rules/draughts", "/rules/millennium/horse/picture", "/rules/millennium/horse/board", "/rules/draughts/rook/board", "/rules/millennium/..%2f..%2frook/picture"} {
		b.open("/chess"+path).sees(http.StatusNotFound, "There is no such page.")
	}
	for _, moves := range []string{"1d4-9z9", "<b>", "1d4-1d1+1d4-1d1", strings.Repeat("1d4-1d5+1d5-1d4+", boards.MaxTried)} {
		b.open("/chess/rules/millennium/rook/board?moves="+moves).sees(http.StatusBadRequest, "That move is not possible here.")
	}
	c.play(chat.Place{})
	c.browse().signIn(c.link("Anna", chat.Place{}, "web #1")).sees(http.StatusOK, "Rules of Standard chess")
}
