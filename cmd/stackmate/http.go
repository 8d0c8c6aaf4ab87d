package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"stackmate/bot"
	"stackmate/bot/data"
	"stackmate/bot/metrics"
	"stackmate/bot/uptime"
	"stackmate/bot/words"
)

// serveHTTP serves a handler on an address until the context ends; it does nothing for an
// empty address. Key is the key of the address in the configuration, for errors.
func serveHTTP(group *errgroup.Group, ctx context.Context, key string, address hostPort, h http.Handler) error {
	if address == "" {
		return nil
	}
	l, err := net.Listen("tcp", string(address))
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	group.Go(func() error { return serveOn(ctx, l, h) })
	return nil
}

// Times that a server allows. A handler for which that is too little sets others.
const (
	readTimeout  = 5 * time.Second
	writeTimeout = 10 * time.Second
	idleTimeout  = 2 * time.Minute
	// stopTimeout is how long requests may go on after the context has ended.
	stopTimeout = 4 * time.Second
)

// stopper is a handler whose long requests must be told to end.
type stopper interface{ Stop() }

// newServer returns a server that bounds how much is sent to it, and how slowly.
func newServer(h http.Handler) *http.Server {
	return &http.Server{Handler: h, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: 8 << 10}
}

// serveOn serves a handler on a listener until the context ends.
func serveOn(ctx context.Context, l net.Listener, h http.Handler) error {
	server := newServer(h)
	if s, ok := h.(stopper); ok {
		server.RegisterOnShutdown(s.Stop)
	}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
		defer cancel()
		if server.Shutdown(grace) != nil {
			server.Close()
		}
	})
	err := server.Serve(l)
	if !stop() {
		<-ended
	}
	if !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// healthHandler answers on / and /live whether the bot works, and on /ready also whether
// its transports can be reached. The status is 200 or 503; the body is a report in JSON.
// On /metrics it answers with what Prometheus reads, on /status with what is given.
func healthHandler(desk *bot.Desk, m *metrics.Metrics, status http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", checkHandler(desk.Live))
	mux.HandleFunc("GET /live", checkHandler(desk.Live))
	mux.HandleFunc("GET /ready", checkHandler(desk.Ready))
	mux.Handle("GET /metrics", m.Handler())
	mux.Handle("GET /status", status)
	return mux
}

// report is the answer to a health check.
type report struct {
	OK     bool           `json:"ok"`
	Checks []uptime.Check `json:"checks"`
}

// checkHandler returns a handler that makes checks and answers with a report.
func checkHandler(ask func(context.Context) []uptime.Check) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		answer := report{OK: true, Checks: ask(r.Context())}
		for _, c := range answer.Checks {
			answer.OK = answer.OK && c.OK
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		if !answer.OK {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		json.NewEncoder(w).Encode(answer) // fails if the client has gone
	}
}

// unsubscribePage is the page with a sentence and a button that unsubscribe links lead to.
var unsubscribePage = template.Must(template.New("").Parse(`<!doctype html><html lang="{{.Tag}}"><meta charset="utf-8">` +
	`<meta name="viewport" content="width=device-width">
<title>Stackmate</title><body style="font-family:sans-serif;max-width:40em;margin:3em auto;padding:0 1em">
<p>{{.Text}}</p>{{with .Button}}
<form method="post"><button>{{.}}</button></form>{{end}}
`))

// writePage answers with a page that has a sentence of the catalogue and, unless button is
// empty, a button.
func writePage(w http.ResponseWriter, lang words.Language, status int, sentence, button string) {
	page := struct{ Tag, Text, Button string }{Tag: lang.Tag, Text: lang.Text(sentence)}
	if button != "" {
		page.Button = lang.Text(button)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Vary", "Accept-Language")
	w.WriteHeader(status)
	unsubscribePage.Execute(w, page) // fails if the browser has gone
}

// subscriptions can end mail to addresses; *email.Bot implements it.
type subscriptions interface {
	// Unsubscribe ends all mail to the address that got the secret in a link. The error is
	// data.ErrNotFound if no address did.
	Unsubscribe(ctx context.Context, secret string) error
	// UnsubscribeLanguage returns the language of the player at the address that got the
	// secret, else the browser's.
	UnsubscribeLanguage(ctx context.Context, secret string, browser words.Language) words.Language
}

// unsubscribeHandler ends mail to the address whose unsubscribe link is followed: at once
// when a mail program posts to it (RFC 8058), and after a question when somebody opens it,
// since virus scanners open every link. A proxy in front may keep the path of the public
// URL or remove it.
func unsubscribeHandler(public baseURL, s subscriptions) http.Handler {
	language := func(r *http.Request) words.Language {
		return s.UnsubscribeLanguage(r.Context(), r.URL.Query().Get("t"), words.Accepted(r.Header.Get("Accept-Language")))
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /unsubscribe", func(w http.ResponseWriter, r *http.Request) {
		writePage(w, language(r), http.StatusOK, "unsubscribe.question", "unsubscribe.button")
	})
	mux.HandleFunc("POST /unsubscribe", func(w http.ResponseWriter, r *http.Request) {
		lang := language(r)
		err := s.Unsubscribe(r.Context(), r.URL.Query().Get("t"))
		switch {
		case errors.Is(err, data.ErrNotFound):
			writePage(w, lang, http.StatusNotFound, "unsubscribe.unknown", "")
		case err != nil:
			writePage(w, lang, http.StatusInternalServerError, "unsubscribe.failed", "")
		default:
			writePage(w, lang, http.StatusOK, "unsubscribe.done", "")
		}
	})
	prefix := ""
	if u, err := url.Parse(string(public)); err == nil {
		prefix = strings.TrimSuffix(u.Path, "/")
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if prefix != "" && strings.HasPrefix(r.URL.Path, prefix+"/") {
			http.StripPrefix(prefix, mux).ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}
