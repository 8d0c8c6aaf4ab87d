package main

import (
	"bufio"
	"context"
	"fmt"
	"html"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"stackmate/bot/email/mailtest"
)

// tab is a browser in which somebody has opened a personal link.
type tab struct {
	t *testing.T
	http.Client
	base, page string
}

var personalLink = regexp.MustCompile(`(http://127\.0\.0\.1:\d+)(/in/\w+)`)

// openLink opens the personal link in a text and presses its button.
func openLink(t *testing.T, text string) *tab {
	t.Helper()
	found := personalLink.FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("no link in %s", text)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	b := &tab{t: t, base: found[1], Client: http.Client{Jar: jar}}
	t.Cleanup(b.CloseIdleConnections)
	if page := get(t, &b.Client, b.base+found[2]); !strings.Contains(page, "Sign in as") {
		t.Fatalf("behind the link: %s", page)
	}
	b.post(found[2], nil)
	return b
}

// post sends a form and keeps the page that it leads to.
func (b *tab) post(path string, form url.Values) {
	b.t.Helper()
	answer, err := b.PostForm(b.base+path, form)
	if err != nil {
		b.t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		b.t.Fatalf("%s: %s", path, answer.Status)
	}
	b.page = get(b.t, &b.Client, b.base+"/g/1")
}

// plays makes a move in game 1.
func (b *tab) plays(move string) {
	b.t.Helper()
	form := url.Values{"text": {move}}
	for _, m := range regexp.MustCompile(`name="(csrf|id|ply)" value="([^"]*)"`).FindAllStringSubmatch(b.page, -1) {
		form.Set(m[1], html.UnescapeString(m[2]))
	}
	b.post("/g/1/say", form)
}

// TestGameEverywhere begins a game in Discord, goes on in the browser on both sides, and ends it by mail.
func TestGameEverywhere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0") // a port that is free
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	h := newHallWith(t, func(config string) string { return config + fmt.Sprintf("web:\n  listen: %s\n", l.Addr()) })
	h.invite(bobMail, 1)
	position := h.ch.WaitText("**Game 1 ·")
	answer := h.alice.Click(position, "Board").Response()
	if !answer.Ephemeral {
		t.Errorf("others see Alice's link: %s", answer)
	}
	alice := openLink(t, answer.Text())
	if !strings.Contains(alice.page, "Alice") || !strings.Contains(alice.page, `id="say"`) {
		t.Errorf("Alice sees %s", alice.page)
	}
	listening, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	request, err := http.NewRequestWithContext(listening, http.MethodGet, alice.base+"/events?games=1", nil)
	if err != nil {
		t.Fatal(err)
	}
	events, err := alice.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	alice.plays("f3")
	h.shown("plays 1. f3", nil)
	mail := h.lastMail(bobMail, 3)
	bob := openLink(t, mail.Text)
	bob.plays("e5")
	h.shown("1… e5", h.alice)
	alice.page = get(t, &alice.Client, alice.base+"/g/1")
	alice.plays("g4")
	h.shown("plays 2. g4", nil)
	h.eventually("Bob reads of g4", func() bool {
		list := h.mail.Mails(bobMail)
		return strings.Contains(mailtest.Read(t, list[len(list)-1]).Text, "2. g4")
	})
	h.answerGame(bobMail, "Qh4#")
	h.ch.WaitText("Checkmate! Player 2 wins")
	lines := bufio.NewScanner(events.Body)
	for _, want := range []string{"data: 1 0", "data: 1 4"} { // Alice's page heard of it all; of several moves at once only of the last
		for lines.Scan() && lines.Text() != want {
		}
		if lines.Text() != want {
			t.Errorf("%s, %v: Alice's page does not hear of %q", events.Status, lines.Err(), want)
		}
	}
	if page := get(t, &alice.Client, alice.base+"/g/1"); !strings.Contains(page, "Checkmate!") {
		t.Errorf("Alice sees %s", page)
	}
	if page := get(t, &alice.Client, alice.base+"/analysis/orthodox?game=1&ply=2"); !strings.Contains(page, `id="evaluate"`) || !strings.Contains(page, "Qh4#") {
		t.Errorf("Alice analyses %s", page)
	}
	if n := len(h.bob.DM().Messages()) + len(h.alice.DM().Messages()); n != 0 {
		t.Errorf("%d direct messages", n)
	}
	secret := personalLink.FindStringSubmatch(mail.Text)[2]
	if strings.Contains(h.said(), strings.TrimPrefix(secret, "/in/")) {
		t.Error("the log has a secret")
	}
}
