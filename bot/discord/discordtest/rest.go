package discordtest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"
)

// serveREST logs the request, applies faults and rate limits, and routes it.
func (s *Server) serveREST(w http.ResponseWriter, r *http.Request) {
	path := "/" + strings.TrimPrefix(r.URL.Path, apiPrefix.FindString(r.URL.Path))
	c := &call{s: s, r: r, method: r.Method, path: path}
	if err := c.read(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	entry := &Request{Method: r.Method, Path: path, Query: r.URL.RawQuery, Header: r.Header.Clone(), Body: c.body}
	for _, f := range c.files {
		entry.Files = append(entry.Files, f.name)
	}
	s.mu.Lock()
	entry.Time = s.now()
	s.requests = append(s.requests, entry)
	outage := s.faults.outage
	if outage {
		s.excuseInteraction(path)
	}
	s.mu.Unlock()

	logged := &statusWriter{ResponseWriter: w, done: func(status int) {
		s.mu.Lock()
		entry.Status = status
		s.notify()
		s.mu.Unlock()
	}}
	if outage {
		writeJSON(logged, http.StatusServiceUnavailable, []byte(`{"message":"503: Service Unavailable","code":0}`))
		return
	}
	f := s.nextFault(c)
	if f == nil {
		s.route(logged, c)
		return
	}
	if f.Delay > 0 {
		select {
		case <-time.After(f.Delay):
		case <-s.done:
		case <-r.Context().Done():
		}
	}
	switch {
	case f.CutAfter:
		s.route(httptest.NewRecorder(), c)
		panic(http.ErrAbortHandler)
	case f.CutBefore:
		panic(http.ErrAbortHandler)
	case f.Status == http.StatusTooManyRequests && f.Body == "":
		s.writeRateLimited(logged, c, f.RetryAfter, f.Global)
	case f.Status != 0:
		body := f.Body
		if body == "" {
			body = `{"message":"` + http.StatusText(f.Status) + `","code":0}`
		}
		s.rateHeaders(w.Header(), c)
		writeJSON(logged, f.Status, []byte(body))
	default:
		s.route(logged, c)
	}
}

// route checks the rate limits and calls the handler of the path.
func (s *Server) route(w http.ResponseWriter, c *call) {
	if retry, global, over := s.overLimit(c); over {
		s.writeRateLimited(w, c, retry, global)
		return
	}
	s.rateHeaders(w.Header(), c)
	r := c.r.WithContext(context.WithValue(c.r.Context(), callKey{}, c))
	u := *c.r.URL
	u.Path, u.RawPath = c.path, ""
	r.URL = &u
	if _, pattern := s.mux.Handler(r); pattern == "" {
		s.mu.Lock()
		s.report(Violation{c.method, c.path, "", errNoRoute.Error()})
		s.mu.Unlock()
		writeJSON(w, http.StatusNotFound, []byte(`{"message":"404: Not Found","code":0}`))
		return
	}
	s.mux.ServeHTTP(w, r)
}

// statusWriter notes the status of the answer before the client can see it.
type statusWriter struct {
	http.ResponseWriter
	done func(status int)
}

func (w *statusWriter) WriteHeader(status int) {
	w.done(status)
	w.ResponseWriter.WriteHeader(status)
}
