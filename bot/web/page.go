package web

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"stackmate/bot/words"
)

//go:embed templates
var templateFiles embed.FS

// pages are the templates, which write sentences of the catalogue as {{.T "key"}}.
var pages = template.Must(template.ParseFS(templateFiles, "templates/*.html"))

// page is what all pages show.
type page struct {
	Lang words.Language
	// Title is what the page is about.
	Title string
	// Base is the path of the home page without a slash at the end, Assets that of scripts and styles.
	Base, Assets string
	// CSRF is the token of forms, ID the number of the page, by which a form that is sent twice is done once.
	CSRF, ID string
	// Name is who is signed in; empty for nobody. Reader stands for the same in scripts, and Unsure is whether that could not be
	// found out.
	Name, Reader string
	Unsure       bool
	// Alone is whether only the people at this computer use the front end.
	Alone bool
	// Here is the path to which the forms of replies are sent, and Game the game of the page, 0 if none.
	Here string
	Game int64
	// Board is whether a page that is of no game has a board.
	Board bool
	// Seen is chat.Board.Entries of the game that the page shows; negative if it shows none.
	Seen int
	// Reply is what the desk has answered; nil for none.
	Reply *replyView
	// Content is what only this page shows.
	Content any
}

// T writes a sentence of the catalogue.
func (p page) T(key string, args ...any) string {
	args = slices.Clone(args)
	for i, a := range args {
		if name, ok := a.(string); ok {
			args[i] = isolated(name)
		}
	}
	return plainSurface(p.Lang).Expand(p.Lang.Text(key, args...))
}

// With returns the page with the reply whose buttons are written.
func (p page) With(v any) viewInPage {
	switch v := v.(type) {
	case *replyView:
		return viewInPage{p, v}
	case replyView:
		return viewInPage{p, &v}
	}
	return viewInPage{page: p}
}

// viewInPage is a reply, and the page that it is shown in.
type viewInPage struct {
	page
	View *replyView
}

// newPage returns a page for the visitor.
func (s *Server) newPage(r *http.Request, title string) page {
	v, session, _ := s.visitor(r)
	p := page{Lang: languageOf(v, r), Title: title, Base: s.base, Assets: s.base + s.assets.path, Alone: s.opt.Alone, Name: v.Name, Here: s.base + "/say", Seen: -1, ID: s.opt.Rand()}
	if session != "" {
		p.CSRF = csrf(session)
	}
	if !v.Address.IsZero() {
		sum := sha256.Sum256([]byte("reader " + v.Address.Transport + " " + v.Address.ID))
		p.Reader = base64.RawURLEncoding.EncodeToString(sum[:12])
	}
	who, _ := r.Context().Value(visitorKey{}).(*asking)
	p.Unsure = who == nil || s.identify(r) != nil
	return p
}

// write answers with a page.
func (s *Server) write(w http.ResponseWriter, r *http.Request, status int, name string, p page) {
	var b strings.Builder
	if err := pages.ExecuteTemplate(&b, name+".html", p); err != nil {
		s.opt.Log.ErrorContext(r.Context(), "web: page", "page", name, "error", err)
		http.Error(w, "Internal Server Error", http.StatusInternalServerError)
		return
	}
	if _, session, ok := s.visitor(r); ok { // which lasts as long as it is used
		s.setCookie(w, session)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	send(w, r, status, []byte(b.String()))
}

// fail answers with a page that says in a sentence what is wrong, or with the sentence in JSON.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, status int, key string, args ...any) {
	s.opt.Refused(strings.ReplaceAll(strings.TrimPrefix(key, "web.error."), "-", "_"))
	p := s.newPage(r, "")
	text := plainSurface(p.Lang).Expand(p.Lang.Text(key, args...))
	if wantsJSON(r) {
		writeJSON(w, r, status, said{Refused: true, Text: text})
		return
	}
	p.Title, p.Content = text, text
	s.write(w, r, status, "error", p)
}

// signedOut says how to sign in.
func (s *Server) signedOut(w http.ResponseWriter, r *http.Request) {
	if s.opt.Alone {
		s.fail(w, r, http.StatusForbidden, "web.error.local")
		return
	}
	s.fail(w, r, http.StatusForbidden, "web.error.signed-out")
}

// broken logs an error of the program itself, or of the store, and says sorry.
func (s *Server) broken(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // the browser has gone
	}
	s.opt.Log.ErrorContext(r.Context(), "web: request", "path", r.URL.Path, "error", err)
	s.fail(w, r, http.StatusInternalServerError, "failure")
}

// visitorKey is the key of who asks in the context of a request.
type visitorKey struct{}

// asking is who asks, once that was found out.
type asking struct {
	known   bool
	visitor Visitor
	session string
	failure error // of finding it out
}

// visitor returns who asks, and the session. Without a session, or with one that has ended, ok is false.
func (s *Server) visitor(r *http.Request) (v Visitor, session string, ok bool) {
	who, _ := r.Context().Value(visitorKey{}).(*asking)
	if who == nil {
		v, session, _ = s.findVisitor(r)
		return v, session, session != ""
	}
	if !who.known {
		who.visitor, who.session, who.failure = s.findVisitor(r)
		who.known = true
	}
	return who.visitor, who.session, who.session != ""
}

// identify finds out who asks. After an error of the store it is not known whether they have a session: they are no strangers then,
// who may be told that they are signed out.
func (s *Server) identify(r *http.Request) error {
	s.visitor(r)
	if who, _ := r.Context().Value(visitorKey{}).(*asking); who != nil {
		return who.failure
	}
	return nil
}

// forgetVisitor has the doors asked again who asks: a command may have ended the session.
func forgetVisitor(r *http.Request) {
	if who, _ := r.Context().Value(visitorKey{}).(*asking); who != nil {
		*who = asking{}
	}
}

// findVisitor asks the doors who has the session of a request; the empty one if nobody has.
func (s *Server) findVisitor(r *http.Request) (v Visitor, session string, err error) {
	c, err := r.Cookie(s.cookie)
	if err != nil || c.Value == "" || len(c.Value) > 100 {
		return v, "", nil
	}
	v, err = s.opt.Doors.Visitor(r.Context(), c.Value)
	switch {
	case errors.Is(err, ErrNobody):
		return Visitor{}, "", nil
	case err != nil:
		return Visitor{}, "", fmt.Errorf("session: %w", err)
	}
	return v, c.Value, nil
}

// setCookie has the browser keep a session; the empty one ends it.
func (s *Server) setCookie(w http.ResponseWriter, session string) {
	c := http.Cookie{Name: s.cookie, Value: session, Path: "/", HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteLaxMode}
	if session == "" {
		c.MaxAge = -1
	} else if !s.opt.Alone {
		c.MaxAge = int(SessionTime.Seconds())
	}
	http.SetCookie(w, &c)
}
