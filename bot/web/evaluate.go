package web

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/words"
)

// evaluate has the program say what the last position is worth. It ends when the browser does not wait any more.
func (s analysisPages) evaluate(w http.ResponseWriter, r *http.Request) {
	study, game, ok := s.asked(w, r)
	if !ok {
		return
	}
	v, session, in := s.visitor(r)
	switch {
	case !in:
		s.signedOut(w, r)
		return
	case !fromOwnForm(r, session):
		s.fail(w, r, http.StatusForbidden, "web.error.form")
		return
	case s.opt.Evaluate == nil:
		s.fail(w, r, http.StatusNotImplemented, "advice.off")
		return
	}
	who, err := v.Speaker(r.Context(), game.Game, "analyse")
	var e chat.Evaluation
	var refused bool
	if err == nil {
		e, refused, err = s.opt.Evaluate(r.Context(), who, languageOf(v, r), study)
	}
	switch {
	case errors.Is(err, data.ErrNotFound):
		s.signedOut(w, r)
		return
	case err != nil:
		s.broken(w, r, err)
		return
	}
	p := s.newPage(r, "")
	e.Text = plainSurface(p.Lang).Expand(e.Text)
	switch {
	case wantsJSON(r) && refused:
		writeJSON(w, r, http.StatusConflict, said{Refused: true, Text: e.Text})
		return
	case wantsJSON(r):
		writeJSON(w, r, http.StatusOK, e)
		return
	}
	c := analysisPage{Evaluated: &e}
	c.Game = game.Game
	if line := strings.Fields(r.Form.Get("line")); len(line) > 0 { // all of the line, of which the position may be an earlier one
		if err := c.addLine(chat.Study{Variant: study.Variant, Start: study.Start, Moves: line}, p.Lang); err != nil {
			s.wrong(w, r, err)
			return
		}
	}
	lines := c.Lines
	if err := c.addLine(study, p.Lang); err != nil {
		s.wrong(w, r, err)
		return
	}
	if len(lines) > 0 && slices.EqualFunc(c.Moves, lines[0][:min(len(c.Moves), len(lines[0]))], func(text string, m studyMove) bool { return text == m.Text }) {
		c.Lines = lines
	}
	s.showAnalysis(w, r, p, c)
}

// analysisTexts returns the sentences for the scripts of an analysis board.
func analysisTexts(lang words.Language) map[string]string {
	texts := textsOf(lang, forAnalysis)
	maps.Copy(texts, browserTexts(lang))
	return texts
}

// forAnalysis are keys as forBrowsers are, for analysis boards.
var forAnalysis = []string{
	"web.analysis.thinking", "web.analysis.queue", "web.analysis.best", "web.analysis.chance", "web.analysis.line", "web.analysis.each",
	"web.analysis.variation", "web.analysis.promote", "web.analysis.delete", "web.analysis.deleted", "web.analysis.undo", "web.analysis.link",
	"web.analysis.link-main", "web.analysis.copied", "web.analysis.not-copied", "web.analysis.unkept", "web.analysis.start", "web.analysis.keys",
	"web.analysis.promoted",
}
