package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/words"
)

// fakeSubscriptions ends mail by a function. One link belongs to a player who chose
// German.
type fakeSubscriptions func(ctx context.Context, secret string) error

func (f fakeSubscriptions) Unsubscribe(ctx context.Context, secret string) error {
	return f(ctx, secret)
}

func (f fakeSubscriptions) UnsubscribeLanguage(_ context.Context, secret string, browser words.Language) words.Language {
	if secret == "german" {
		return words.In("de")
	}
	return browser
}

// TestUnsubscribing checks that opening the link only asks, and that posting to it, as
// mail programs do, ends the mail.
func TestUnsubscribing(t *testing.T) {
	var ended []string
	h := unsubscribeHandler("", fakeSubscriptions(func(_ context.Context, secret string) error {
		switch secret {
		case "unknown":
			return data.ErrNotFound
		case "broken":
			return errors.New("disk full")
		}
		ended = append(ended, secret)
		return nil
	}))
	tests := []struct {
		method, path string
		status       int
		says         string
		ended        int
	}{
		{"GET", "/unsubscribe?t=s3cret", 200, "<form method=\"post\"><button>Unsubscribe</button></form>", 0},
		{"POST", "/unsubscribe?t=s3cret", 200, "no more emails", 1},
		{"POST", "/unsubscribe?t=unknown", 404, "This link has expired.", 1},
		{"POST", "/unsubscribe?t=broken", 500, "try again", 1},
		{"POST", "/elsewhere", 404, "", 1},
		{"DELETE", "/unsubscribe?t=s3cret", 405, "", 1},
	}
	for _, tt := range tests {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(tt.method, tt.path, nil))
		if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.says) || len(ended) != tt.ended {
			t.Errorf("%s %s: %d, %d ended: %s", tt.method, tt.path, w.Code, len(ended), w.Body)
		}
		if strings.Contains(w.Body.String(), "disk full") || w.Code == http.StatusOK && strings.Contains(w.Body.String(), "s3cret") {
			t.Errorf("%s %s tells too much: %s", tt.method, tt.path, w.Body)
		}
	}
}

// TestBounds checks that nobody can keep a server busy with headers that are long or never end.
func TestBounds(t *testing.T) {
	s := newServer(http.NotFoundHandler())
	if s.ReadTimeout == 0 || s.ReadTimeout > 10*time.Second || s.WriteTimeout == 0 || s.IdleTimeout == 0 { // the first bounds headers too
		t.Errorf("times: %v, %v, %v", s.ReadTimeout, s.WriteTimeout, s.IdleTimeout)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- serveOn(ctx, l, http.NotFoundHandler()) }()
	for size, want := range map[int]int{1 << 10: http.StatusNotFound, 64 << 10: http.StatusRequestHeaderFieldsTooLarge} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+l.Addr().String(), nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Long", strings.Repeat("x", size))
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("a header of %d bytes: %s", size, answer.Status)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestUnsubscribingBelow checks that the link works below any path of the public URL,
// whether a proxy keeps the path or removes it.
func TestUnsubscribingBelow(t *testing.T) {
	for public, paths := range map[baseURL][]string{
		"https://example.org":             {"/unsubscribe"},
		"https://example.org/":            {"/unsubscribe"},
		"https://example.org/chess":       {"/unsubscribe", "/chess/unsubscribe"},
		"https://example.org/a/b%20c/":    {"/unsubscribe", "/a/b%20c/unsubscribe"},
		"https://example.org/unsubscribe": {"/unsubscribe", "/unsubscribe/unsubscribe"},
	} {
		h := unsubscribeHandler(public, fakeSubscriptions(func(_ context.Context, secret string) error {
			if secret != "s3cret" {
				return data.ErrNotFound
			}
			return nil
		}))
		for _, path := range paths {
			for _, method := range []string{"GET", "POST"} {
				w := httptest.NewRecorder()
				if h.ServeHTTP(w, httptest.NewRequest(method, path+"?t=s3cret", nil)); w.Code != http.StatusOK {
					t.Errorf("%s: %s %s: %d", public, method, path, w.Code)
				}
			}
		}
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, httptest.NewRequest("GET", "/elsewhere/unsubscribe", nil)); w.Code != http.StatusNotFound {
			t.Errorf("%s: elsewhere: %d", public, w.Code)
		}
	}
}

// TestUnsubscribingInGerman checks that the page is in the reader's language.
func TestUnsubscribingInGerman(t *testing.T) {
	for secret, accept := range map[string]string{"s3cret": "de-AT,de;q=0.9,en;q=0.5", "german": "en"} {
		r := httptest.NewRequest("GET", "/unsubscribe?t="+secret, nil)
		r.Header.Set("Accept-Language", accept)
		w := httptest.NewRecorder()
		unsubscribeHandler("", fakeSubscriptions(nil)).ServeHTTP(w, r)
		if body := w.Body.String(); !strings.Contains(body, `<html lang="de">`) || !strings.Contains(body, "<button>Abbestellen</button>") {
			t.Errorf("%s: %s", secret, body)
		}
		if kind := w.Header().Get("Content-Type"); kind != "text/html; charset=utf-8" {
			t.Error(kind)
		}
	}
}
