package main

import (
	"context"
	"net/http"
	"net/http/pprof"
	"time"
)

// pprofHandler answers on /debug/pprof/ with profiles of the running program.
func pprofHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", unhurried(pprof.Profile))
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", unhurried(pprof.Trace))
	return mux
}

// unhurried lets a handler take as long as it is told to. Package pprof would refuse to take
// longer than the server allows other handlers.
func unhurried(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c := http.NewResponseController(w)
		if c.SetReadDeadline(time.Time{}) != nil || c.SetWriteDeadline(time.Time{}) != nil {
			http.Error(w, "this connection cannot wait", http.StatusInternalServerError)
			return
		}
		h(w, r.WithContext(context.WithValue(r.Context(), http.ServerContextKey, nil)))
	}
}
