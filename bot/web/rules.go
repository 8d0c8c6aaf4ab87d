package web

import (
	"errors"
	"html/template"
	"net/http"
	"strings"

	"stackmate/bot/boards"
	"stackmate/bot/chat"
	"stackmate/bot/lesson"
	"stackmate/bot/lru"
	"stackmate/bot/words"
)

// maxFigures is how many bytes of figures are kept.
const maxFigures = 12 << 20

// rulesPages are the rules of the games, which everybody can read, with figures in which moves can be tried.
type rulesPages struct {
	*Server
	figures *lru.Cache[string, chat.File]
}

// handle registers the pages.
func (s rulesPages) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /rules", s.games)
	mux.HandleFunc("GET /rules/{variant}", s.rules)
	mux.HandleFunc("GET /rules/{variant}/{page}/picture", s.picture)
	mux.HandleFunc("GET /rules/{variant}/{page}/board", s.board)
}

// lessonLink leads to the rules of a game.
type lessonLink struct{ Path, Title, Author, Picture string }

// rulesPage is what the rules of a game show.
type rulesPage struct {
	Notice   template.HTML
	Sections []ruleSection
	Others   []lessonLink
	Texts    map[string]string
}

// ruleSection is a part of the rules, with a figure.
type ruleSection struct {
	Slug, Title string
	Text        template.HTML
	// Picture is the figure, and Board where its position is.
	Picture pictureView
	Board   string
}

// games lists the games whose rules there are.
func (s rulesPages) games(w http.ResponseWriter, r *http.Request) {
	p := s.newPage(r, "")
	p.Title, p.Content = p.Lang.Text("web.rules"), s.links(p.Lang, nil)
	s.public(w)
	s.write(w, r, http.StatusOK, "rules", p)
}

// public lets search engines show a page.
func (s rulesPages) public(w http.ResponseWriter) { w.Header().Del("X-Robots-Tag") }

// links returns links to the rules of all games but one.
func (s rulesPages) links(lang words.Language, but *lesson.Lesson) (list []lessonLink) {
	for _, l := range lesson.All() {
		if l != but {
			path := s.base + "/rules/" + l.Variant.Key()
			list = append(list, lessonLink{path, l.Variant.Name(), l.Variant.Author(), path + "/" + l.Pages[0].Slug() + "/picture"})
		}
	}
	return list
}

// rules shows the rules of a game.
func (s rulesPages) rules(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("variant")
	l := lesson.Named(name)
	switch {
	case l == nil:
		s.fail(w, r, http.StatusNotFound, "web.error.page")
		return
	case name != l.Variant.Key():
		http.Redirect(w, r, s.base+"/rules/"+l.Variant.Key(), http.StatusMovedPermanently)
		return
	}
	p := s.newPage(r, "")
	write := func(text string) template.HTML {
		return template.HTML(strings.TrimSpace(htmlSurface(p.Lang).Expand(text))) //nolint:gosec // the surface has escaped it
	}
	c := rulesPage{Notice: write(l.Notice(p.Lang)), Others: s.links(p.Lang, l), Texts: textsOf(p.Lang, append(forRules, forBrowsers...))}
	for _, page := range l.Pages {
		path := s.base + "/rules/" + l.Variant.Key() + "/" + page.Slug()
		c.Sections = append(c.Sections, ruleSection{page.Slug(), page.Title(p.Lang), write(l.Text(page, p.Lang)),
			pictureView{template.URL(path + "/picture"), l.Alt(page, p.Lang)}, path + "/board"}) //nolint:gosec // of the program
	}
	p.Title, p.Content, p.Board = p.Lang.Text("web.rules.title", "variant", l.Variant.Name()), c, true
	s.public(w)
	s.write(w, r, http.StatusOK, "lesson", p)
}

// figure returns the name of the figure that a request names. If ok is false, it has said that there is none.
func (s rulesPages) figure(w http.ResponseWriter, r *http.Request) (name string, ok bool) {
	if l := lesson.Named(r.PathValue("variant")); l != nil {
		name, ok = l.FigureName(r.PathValue("page"))
	}
	if !ok {
		s.fail(w, r, http.StatusNotFound, "web.error.page")
	}
	return name, ok
}

// picture answers with a figure.
func (s rulesPages) picture(w http.ResponseWriter, r *http.Request) {
	name, ok := s.figure(w, r)
	if !ok {
		return
	}
	v, _, _ := s.visitor(r)
	lang := languageOf(v, r)
	key := lang.Tag + " " + name
	f, ok := s.figures.Get(key)
	if !ok {
		var err error
		if f, err = s.opt.Draw(r.Context(), chat.Picture{Figure: name}, lang); err != nil {
			s.broken(w, r, err)
			return
		}
		s.figures.Add(key, f, len(f.Data))
	}
	w.Header().Set("Content-Type", f.Type)
	w.Header().Set("Cache-Control", "private, max-age=3600")
	_, _ = w.Write(f.Data) // fails if the browser has gone
}

// board answers with the position of a figure, after moves that the reader has tried.
func (s rulesPages) board(w http.ResponseWriter, r *http.Request) {
	name, ok := s.figure(w, r)
	if !ok {
		return
	}
	v, _, _ := s.visitor(r)
	f, err := boards.FigureOf(name, strings.Fields(r.URL.Query().Get("moves")), languageOf(v, r))
	switch {
	case errors.Is(err, boards.ErrNoFigure):
		s.fail(w, r, http.StatusBadRequest, "web.rules.again")
	case err != nil:
		s.broken(w, r, err)
	default:
		writeJSON(w, r, http.StatusOK, f)
	}
}

// forRules are keys as forBrowsers are, for the rules.
var forRules = []string{"web.rules.try", "web.rules.restart", "web.rules.close", "web.rules.again"}
