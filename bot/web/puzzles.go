package web

import (
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/lesson"
)

// puzzlePages are puzzles to solve on a board. The desk gives them and judges every move, as it does everywhere: no page has more
// than the position, the legal moves, and what was solved.
type puzzlePages struct{ *Server }

// handle registers the pages.
func (s puzzlePages) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /puzzle", s.puzzle)
	mux.HandleFunc("GET /puzzle/{variant}", s.puzzle)
	mux.HandleFunc("GET /puzzle/say", s.puzzle) // somebody reloads an answer
	mux.HandleFunc("POST /puzzle/say", func(w http.ResponseWriter, r *http.Request) { s.sayIn(w, r, s.answered) })
	mux.HandleFunc("GET /puzzle/picture", s.picture)
}

// puzzlePage is what the page of a puzzle shows.
type puzzlePage struct {
	Shown   shownBoard
	Picture pictureView
	Games   []lessonLink
	Texts   map[string]string
}

// puzzle gives the visitor a puzzle: of the game that is named, else of the last one.
func (s puzzlePages) puzzle(w http.ResponseWriter, r *http.Request) {
	v, _, ok := s.visitor(r)
	if !ok {
		s.signedOut(w, r)
		return
	}
	args := map[string]string{}
	if name := r.PathValue("variant"); name != "" {
		l := lesson.Named(name)
		if l == nil {
			s.fail(w, r, http.StatusNotFound, "web.error.page")
			return
		}
		args["variant"] = l.Variant.Key()
	}
	a, err := s.look(r, v, 0, "puzzle", args)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	s.answered(w, r, 0, a)
}

// answered shows an answer of the desk in the page of its puzzle; the answer to anything else in the page that it leads to.
func (s puzzlePages) answered(w http.ResponseWriter, r *http.Request, id int64, a *bot.Answer) {
	if a.Picture == nil || a.Picture.Puzzle == "" {
		s.show(w, r, id, a)
		return
	}
	p := s.newPage(r, "")
	shown, err := s.boardIn(r, a.Reply, p.Lang)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	c := puzzlePage{Shown: shown, Texts: browserTexts(p.Lang)}
	q := url.Values{"puzzle": {a.Picture.Puzzle}, "line": {a.Picture.Line}, "try": {a.Picture.Preview}, "square": {a.Picture.Square}}
	if a.Picture.Black {
		q.Set("black", "1")
	}
	c.Picture = pictureView{URL: template.URL(s.base + "/puzzle/picture?" + q.Encode())} //nolint:gosec // encoded
	if len(a.Files) > 0 {
		c.Picture.Alt = a.Files[0].Alt
	}
	a.Files = nil
	for _, l := range lesson.All() {
		c.Games = append(c.Games, lessonLink{Path: s.base + "/puzzle/" + l.Variant.Key(), Title: l.Variant.Name()})
	}
	p.Reply = viewOf(a.Reply, a.Refused, p.Lang)
	p.Title, p.Here, p.Content, p.Board = p.Lang.Text("web.puzzles"), s.base+"/puzzle/say", c, true
	s.write(w, r, http.StatusOK, "puzzle", p)
}

// maxLine is how many bytes the moves in the address of a picture have at most.
const maxLine = 500

// picture answers with a picture of a puzzle after some moves, for browsers without scripts.
func (s puzzlePages) picture(w http.ResponseWriter, r *http.Request) {
	v, _, ok := s.visitor(r)
	if !ok {
		s.signedOut(w, r)
		return
	}
	q := r.URL.Query()
	want := chat.Picture{Puzzle: q.Get("puzzle"), Line: q.Get("line"), Preview: q.Get("try"), Square: q.Get("square"), Black: q.Get("black") != ""}
	want.Ply = len(strings.Fields(want.Line))
	if len(r.URL.RawQuery) > maxLine {
		s.fail(w, r, http.StatusNotFound, "web.error.page")
		return
	}
	f, err := s.opt.Draw(r.Context(), want, languageOf(v, r))
	if err != nil { // of a puzzle or a move that does not exist
		s.fail(w, r, http.StatusNotFound, "web.error.page")
		return
	}
	w.Header().Set("Content-Type", f.Type)
	_, _ = w.Write(f.Data) // fails if the browser has gone
}
