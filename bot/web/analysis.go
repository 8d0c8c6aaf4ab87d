package web

import (
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"stackmate/bot/boards"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/words"
)

// maxStudyText is how many bytes the moves of an analysis board have at most.
const maxStudyText = 32 << 10

// analysisPages are the analysis boards: everybody may move there for both sides, and nothing of them is stored. What the
// program thinks of a position it tells only people who are signed in.
type analysisPages struct{ *Server }

// handle registers the pages.
func (s analysisPages) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /analysis", s.choose)
	mux.HandleFunc("GET /analysis/{variant}", s.analysis)
	mux.HandleFunc("GET /analysis/{variant}/picture", s.picture)
	mux.HandleFunc("GET /analysis/{variant}/record", s.record)
	mux.HandleFunc("POST /analysis/{variant}", s.evaluate)
}

// analysisPage is what an analysis board shows.
type analysisPage struct {
	studyData
	// Evaluated is what the program has said, and Wrong what is wrong with the move that was typed; nil and empty for nothing.
	Evaluated *chat.Evaluation
	Wrong     string
	Picture   pictureView
	Rows      []studyRow
	// Import is the command that keeps the line among the games of the desk.
	Import string
	Texts  map[string]string
}

// studyData is what a script must know of an analysis board.
type studyData struct {
	chat.StudyBoard
	// Lines have the moves of the game from which the board comes, and those of the whole line of which the position is one.
	Lines [][]studyMove `json:"lines"`
	// Game is that game; 0 if none. Black is whether its reader is Black there.
	Game  int64 `json:"game,omitempty"`
	Black bool  `json:"black,omitempty"`
	// Evaluates is whether the program evaluates positions for the reader.
	Evaluates bool `json:"evaluates"`
	// Path is that of the board, and Home that of the home page.
	Path string `json:"path"`
	Home string `json:"home"`
}

// studyMove is a move of a line, as programs and as players write it.
type studyMove struct {
	Text string `json:"text"`
	Name string `json:"name"`
}

// studyRow is a line in the list of moves.
type studyRow struct {
	Number int
	Moves  []plyLink
}

// Data returns what a script must know.
func (c analysisPage) Data() studyData { return c.studyData }

// Line returns all moves of the line, with spaces between them, for forms.
func (c analysisPage) Line() string {
	var texts []string
	for _, m := range c.Lines[len(c.Lines)-1] {
		texts = append(texts, m.Text)
	}
	return strings.Join(texts, " ")
}

// Played returns the moves that led to the position, with spaces between them, for forms.
func (c analysisPage) Played() string { return strings.Join(c.Moves, " ") }

// RecordURL returns the address of the record of the moves that led to the position.
func (c analysisPage) RecordURL() string { return c.Path + "/record?" + query(c.Study).Encode() }

// choose shows which games can be analysed.
func (s analysisPages) choose(w http.ResponseWriter, r *http.Request) {
	p := s.newPage(r, "")
	p.Title, p.Content = p.Lang.Text("web.analysis.choose"), boards.Names()
	s.write(w, r, http.StatusOK, "analyses", p)
}

// asked returns the study that a request names, and the game that it comes from; a zero board if from none. If ok is false, it
// has said what is wrong.
func (s analysisPages) asked(w http.ResponseWriter, r *http.Request) (study chat.Study, game chat.Board, ok bool) {
	if err := r.ParseForm(); err != nil {
		s.fail(w, r, http.StatusBadRequest, "web.error.form")
		return study, game, false
	}
	study = chat.Study{Variant: r.PathValue("variant"), Start: r.Form.Get("start")}
	if max(len(r.Form.Get("moves")), len(r.Form.Get("line")), len(r.Form.Get("move"))) > maxStudyText || len(study.Start) > maxStudyText || len(study.Variant) > 100 {
		s.fail(w, r, http.StatusRequestEntityTooLarge, "web.error.large")
		return study, game, false
	}
	study.Moves = strings.Fields(r.Form.Get("moves"))
	if r.Form.Get("game") == "" {
		return study, game, true
	}
	id, err := strconv.ParseInt(r.Form.Get("game"), 10, 64)
	if err == nil {
		game, err = s.readBoard(r, id, boards.Latest)
	}
	switch _, _, in := s.visitor(r); {
	case err != nil && !in && (errors.Is(err, data.ErrNotFound) || errors.Is(err, strconv.ErrSyntax)):
		s.signedOut(w, r)
	case errors.Is(err, data.ErrNotFound), errors.Is(err, strconv.ErrSyntax), errors.Is(err, strconv.ErrRange):
		s.fail(w, r, http.StatusNotFound, "web.error.game")
	case err != nil:
		s.broken(w, r, err)
	case !game.Over && !game.Hints: // those are played without help
		s.fail(w, r, http.StatusForbidden, "web.analysis.running", "game", id)
	default:
		return study, game, true
	}
	return study, game, false
}

// analysis shows an analysis board, or answers a script with its position.
func (s analysisPages) analysis(w http.ResponseWriter, r *http.Request) {
	study, game, ok := s.asked(w, r)
	if !ok {
		return
	}
	p := s.newPage(r, "")
	if wantsJSON(r) {
		if move := strings.TrimSpace(r.Form.Get("move")); move != "" {
			study.Moves = append(study.Moves, move)
		}
		b, err := boards.Study(study, p.Lang)
		if err != nil {
			s.wrong(w, r, err)
			return
		}
		writeJSON(w, r, http.StatusOK, b)
		return
	}
	c := analysisPage{}
	var err error
	if game.Game != 0 {
		study.Variant, study.Start = game.Variant, game.Start
		record := game.Record[:min(len(game.Record), boards.MaxStudied)]
		if err = c.addLine(chat.Study{Variant: game.Variant, Start: game.Start, Moves: record}, p.Lang); err != nil {
			s.broken(w, r, err)
			return
		}
		if !r.Form.Has("moves") {
			study.Moves = c.Moves
		}
		if ply, err := strconv.Atoi(r.Form.Get("ply")); err == nil && ply > boards.MaxStudied && ply <= len(game.Record) {
			s.fail(w, r, http.StatusBadRequest, "study.long", "max", boards.MaxStudied)
			return
		}
		c.Game, c.Black = game.Game, slices.Equal(game.Yours, []string{"black"})
	}
	s.showLine(w, r, p, c, study)
}

// showLine shows a line, at the position that the request names or after all its moves, and plays the move that was typed.
func (s analysisPages) showLine(w http.ResponseWriter, r *http.Request, p page, c analysisPage, study chat.Study) {
	err := c.addLine(study, p.Lang)
	if err != nil {
		s.wrong(w, r, err)
		return
	}
	ply, all := len(c.Moves), c.Study
	if text := r.Form.Get("ply"); text != "" {
		if ply, err = strconv.Atoi(text); err != nil || ply < 0 || ply > len(c.Moves) {
			s.fail(w, r, http.StatusNotFound, "web.error.page")
			return
		}
	}
	at := all
	at.Moves = all.Moves[:ply]
	if move := strings.TrimSpace(r.Form.Get("move")); move != "" {
		typed := at
		typed.Moves = append(slices.Clone(at.Moves), move)
		wrong := (*boards.WrongError)(nil)
		switch played, err := boards.Study(typed, p.Lang); {
		case err == nil:
			http.Redirect(w, r, s.path(played.Study, c.Game), http.StatusSeeOther)
			return
		case errors.As(err, &wrong):
			c.Wrong = plainSurface(p.Lang).Expand(wrong.Text)
		default:
			s.broken(w, r, err)
			return
		}
	} else if c.Variant != r.PathValue("variant") {
		http.Redirect(w, r, s.path(all, c.Game), http.StatusSeeOther)
		return
	}
	if ply < len(all.Moves) {
		if c.StudyBoard, err = boards.Study(at, p.Lang); err != nil {
			s.broken(w, r, err)
			return
		}
	}
	s.showAnalysis(w, r, p, c)
}

// addLine adds a line to a page, and has the page show its last position.
func (c *analysisPage) addLine(study chat.Study, lang words.Language) (err error) {
	if c.StudyBoard, err = boards.Study(study, lang); err != nil {
		return err
	}
	line := []studyMove{}
	for i, name := range c.Board.Record {
		line = append(line, studyMove{c.Moves[i], name})
	}
	c.Lines = append(c.Lines, line)
	return nil
}

// showAnalysis answers with the page of an analysis board.
func (s analysisPages) showAnalysis(w http.ResponseWriter, r *http.Request, p page, c analysisPage) {
	record, err := boards.Record(c.Study, s.opt.Now(), p.Lang)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	_, _, in := s.visitor(r)
	c.Evaluates, c.Home, c.Path, c.Texts = in && s.opt.Evaluate != nil, s.base+"/", s.base+"/analysis/"+c.Variant, analysisTexts(p.Lang)
	c.Import = "import " + c.Variant + " " + record
	c.Picture = pictureView{URL: template.URL(c.Path + "/picture?" + query(c.Study).Encode()), Alt: c.Words} //nolint:gosec // encoded
	c.Rows = rows(c)
	p.Title, p.Content, p.Board = p.Lang.Text("web.analysis.title", "variant", c.Board.Title), c, true
	s.write(w, r, http.StatusOK, "analysis", p)
}

// rows returns the moves of a page's line.
func rows(c analysisPage) (list []studyRow) {
	before := 0
	if c.BlackFirst {
		before, list = 1, []studyRow{{Number: c.First}}
	}
	for i, m := range c.Lines[len(c.Lines)-1] {
		if (i+before)%2 == 0 {
			list = append(list, studyRow{Number: c.First + (i+before)/2})
		}
		row := &list[len(list)-1]
		row.Moves = append(row.Moves, plyLink{i + 1, m.Name, i+1 == len(c.Moves)})
	}
	return list
}

// query returns a study as the query of an address.
func query(study chat.Study) url.Values {
	q := url.Values{}
	if study.Start != "" {
		q.Set("start", study.Start)
	}
	if len(study.Moves) > 0 {
		q.Set("moves", strings.Join(study.Moves, " "))
	}
	return q
}

// path returns the address of an analysis board, which may come from a game.
func (s analysisPages) path(study chat.Study, game int64) string {
	path, q := s.base+"/analysis/"+study.Variant, query(study)
	if game != 0 {
		q.Set("game", strconv.FormatInt(game, 10))
		q.Set("moves", strings.Join(study.Moves, " "))
	}
	if text := q.Encode(); text != "" {
		path += "?" + text
	}
	return path
}

// wrong says what is wrong with a study.
func (s analysisPages) wrong(w http.ResponseWriter, r *http.Request, err error) {
	wrong := (*boards.WrongError)(nil)
	if !errors.As(err, &wrong) {
		s.broken(w, r, err)
		return
	}
	status := http.StatusBadRequest
	if wrong.Unknown {
		status = http.StatusNotFound
	}
	p := s.newPage(r, "")
	text := plainSurface(p.Lang).Expand(wrong.Text)
	if wantsJSON(r) {
		writeJSON(w, r, status, said{Refused: true, Text: text})
		return
	}
	p.Title, p.Content = text, text
	s.write(w, r, status, "error", p)
}

// picture answers with a picture of the last position.
func (s analysisPages) picture(w http.ResponseWriter, r *http.Request) {
	study, _, ok := s.asked(w, r)
	if !ok {
		return
	}
	v, _, _ := s.visitor(r)
	lang := languageOf(v, r)
	if _, err := boards.Study(study, lang); err != nil {
		s.wrong(w, r, err)
		return
	}
	f, err := s.opt.Draw(r.Context(), chat.Picture{Study: &study}, lang)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	w.Header().Set("Content-Type", f.Type)
	_, _ = w.Write(f.Data) // fails if the browser has gone
}

// record answers with the record of a line.
func (s analysisPages) record(w http.ResponseWriter, r *http.Request) {
	study, _, ok := s.asked(w, r)
	if !ok {
		return
	}
	v, _, _ := s.visitor(r)
	text, err := boards.Record(study, s.opt.Now(), languageOf(v, r))
	if err != nil {
		s.wrong(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="analysis.pgn"`)
	send(w, r, http.StatusOK, []byte(text))
}
