package web

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"stackmate/bot"
	"stackmate/bot/boards"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/words"
)

// said is the answer to a script that has sent a form.
type said struct {
	// Refused is whether the command was not done.
	Refused bool `json:"refused"`
	// Repeated is whether the same form came before, so that nothing was done now.
	Repeated bool `json:"repeated,omitempty"`
	// Text is the answer without markup, HTML the same as it is in a page.
	Text string `json:"text"`
	HTML string `json:"html,omitempty"`
	// Game is the game that the answer leads to; 0 if none.
	Game int64 `json:"game,omitempty"`
	shownBoard
	// Review is how a game went; nil for other answers.
	Review *reviewData `json:"review,omitempty"`
}

// reviewData is a review of a game for scripts.
type reviewData struct {
	// White is how likely White was to win at first and after each ply, in percent.
	White []int `json:"white"`
	// Marks say how bad each ply was, from 0 to 3, and Best has the best moves in the places of bad ones, by ply.
	Marks []int              `json:"marks"`
	Best  map[int]chat.Arrow `json:"best"`
}

// reviewIn returns the review that a reply shows; nil if it shows none.
func reviewIn(r chat.Reply) *reviewData {
	if r.Picture == nil || r.Picture.Curve == nil {
		return nil
	}
	c := r.Picture.Curve
	d := &reviewData{Best: c.Best}
	for _, win := range c.Win {
		d.White = append(d.White, (int(win)*100+127)/255)
	}
	for _, m := range c.Marks {
		d.Marks = append(d.Marks, int(m))
	}
	return d
}

// shownBoard is the position that an answer shows on the board of its page.
type shownBoard struct {
	// Board is the position; nil for the one that is there. Black is whether Black is at the bottom.
	Board *chat.Board `json:"board,omitempty"`
	Black bool        `json:"black,omitempty"`
	// Arrows are arrows on the board.
	Arrows []chat.Arrow `json:"arrows,omitempty"`
}

// boardIn returns the position that a reply shows.
func (s *Server) boardIn(r *http.Request, reply chat.Reply, lang words.Language) (b shownBoard, err error) {
	pic := reply.Picture
	switch {
	case pic == nil, pic.Format != chat.Still, pic.Figure != "":
	case pic.Puzzle != "":
		b.Board, b.Black = new(chat.Board), pic.Black
		*b.Board, b.Arrows, err = boards.Puzzle(reply, lang)
	case pic.Game != 0 && pic.Game == gameOf(r):
		var game chat.Board
		if game, err = s.readBoard(r, pic.Game, boards.Latest); err == nil {
			b.Board, b.Arrows, err = boards.Tried(reply, game, lang)
		}
	}
	return b, err
}

// say gives the desk what somebody typed or pressed, and shows the answer in the page of a game or in the home page.
func (s *Server) say(w http.ResponseWriter, r *http.Request) { s.sayIn(w, r, s.show) }

// sayIn is say in another page, which show answers with.
func (s *Server) sayIn(w http.ResponseWriter, r *http.Request, show func(http.ResponseWriter, *http.Request, int64, *bot.Answer)) {
	v, session, ok := s.visitor(r)
	if !ok {
		s.signedOut(w, r)
		return
	}
	if r.PathValue("game") != "" && gameOf(r) == 0 {
		s.fail(w, r, http.StatusNotFound, "web.error.page")
		return
	}
	if err := r.ParseForm(); err != nil {
		status, key := http.StatusBadRequest, "web.error.form"
		if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
			status, key = http.StatusRequestEntityTooLarge, "web.error.large"
		}
		s.fail(w, r, status, key)
		return
	}
	if !fromOwnForm(r, session) {
		s.fail(w, r, http.StatusForbidden, "web.error.form")
		return
	}
	m := s.message(r, v)
	if m.Text == "" && m.Call == nil {
		s.fail(w, r, http.StatusBadRequest, "web.error.empty")
		return
	}
	if s.again(w, r, v, m) {
		return
	}
	var err error
	text := m.Text
	if m.Call != nil {
		text = strings.Join(m.Call.Path, " ")
	}
	if m.From, err = v.Speaker(r.Context(), m.Game, text); err != nil {
		s.broken(w, r, err)
		return
	}
	a, err := s.ask(r.Context(), m)
	if err == nil && a != nil && !a.Refused {
		err = s.share(r.Context(), v, m, words.In(a.Language))
	}
	if err != nil {
		s.broken(w, r, err)
		return
	}
	if a == nil { // sent twice
		if wantsJSON(r) {
			writeJSON(w, r, http.StatusOK, said{Repeated: true})
			return
		}
		http.Redirect(w, r, s.base+cmp.Or(strings.TrimSuffix(r.URL.Path, "/say"), "/"), http.StatusSeeOther)
		return
	}
	if forgetVisitor(r); !wantsJSON(r) && farewell(s, w, r, v, a) {
		return
	}
	id := s.leadsTo(r, m.Game, a)
	if wantsJSON(r) {
		if pic := a.Picture; pic != nil && pic.Game == m.Game && pic.Format == chat.Still && pic.Figure == "" { // there is a board
			a.Files = nil
		}
		s.answerScript(w, r, a, languageOf(v, r), id)
		return
	}
	show(w, r, id, a)
}

// share gives the preferences that a message sets to all who share them. Lang is that of the answer.
func (s *Server) share(ctx context.Context, v Visitor, m chat.Message, lang words.Language) error {
	if in, err := command.Parse(m, nil); v.Seats == nil || m.Pressed || err != nil || in.Path != command.Preferences || in.Bare() {
		return nil
	}
	for _, p := range v.Seats(lang) { // the speaker, too, whose name was in another language
		theirs := m
		theirs.ID, theirs.From, theirs.In, theirs.Game = m.ID+" "+p.Address.Transport+" "+p.ID, p, chat.Place{Address: p.Address, Private: true}, 0
		if _, err := s.ask(ctx, theirs); err != nil {
			return err
		}
	}
	return nil
}

// farewell shows the answer to a command that has ended the session, such as one that deletes the account: the page of a game
// and the list of games ask the desk as somebody whom it must not know any more. It reports whether it has answered.
func farewell(s *Server, w http.ResponseWriter, r *http.Request, v Visitor, a *bot.Answer) bool {
	if _, _, in := s.visitor(r); in || s.identify(r) != nil {
		return false
	}
	p := s.newPage(r, "Stackmate")
	p.Lang = languageOf(v, r)
	p.Reply = viewOf(a.Reply, a.Refused, p.Lang)
	s.setCookie(w, "")
	s.write(w, r, http.StatusOK, "said", p)
	return true
}

// again begins another game for people who sit alone at a board, if they ask for a rematch. It reports whether it has
// answered.
func (s *Server) again(w http.ResponseWriter, r *http.Request, v Visitor, m chat.Message) bool {
	if v.Again == nil {
		return false
	}
	text := m.Text
	if m.Pressed {
		_, text = chat.ReadCode(text)
	}
	in, err := command.Parse(chat.Message{Text: text, Game: m.Game}, nil)
	if err != nil || in.Path != command.Rematch {
		return false
	}
	level := in.Strength
	if in.MayBeLevel {
		level = int(in.Game.ID)
	}
	id, err := v.Again(r.Context(), m.Game, level)
	switch {
	case err != nil:
		s.broken(w, r, err)
	case id == 0:
		return false
	case wantsJSON(r):
		writeJSON(w, r, http.StatusOK, said{Game: id})
	default:
		http.Redirect(w, r, s.gamePath(id), http.StatusSeeOther)
	}
	return true
}

// leadsTo returns the game whose page shows an answer: the page's own, unless the answer is about another one that the
// visitor can see, such as a rematch.
func (s *Server) leadsTo(r *http.Request, page int64, a *bot.Answer) int64 {
	if a.Refused || a.Game == 0 || a.Game == page {
		return page
	}
	if _, err := s.readBoard(r, a.Game, boards.Latest); err != nil { // a challenge
		return page
	}
	return a.Game
}

// message returns what a form says. Its id is that of the form and what it says: the same form sent twice is done once,
// two buttons of a page are not the same.
func (s *Server) message(r *http.Request, v Visitor) chat.Message {
	m := chat.Message{In: v.In, Views: v.Views, Text: strings.TrimSpace(r.PostFormValue("text")), Game: gameOf(r), Language: heard(v, r), Known: !v.Address.IsZero()}
	if press := r.PostFormValue("press"); press != "" {
		m.Text, m.Pressed = press, true
	}
	if m.Call = callOf(r); m.Call != nil {
		m.Text, m.Pressed = "", false
	}
	chosen := r.PostFormValue("chosen")                                                                            // of a move that was chosen on the board
	if seen, err := strconv.Atoi(cmp.Or(chosen, r.PostFormValue("seen"))); err == nil && seen >= 0 && !m.Pressed { // buttons know their own
		m.Seen = &chat.Seen{Entries: &seen, At: s.opt.Now(), Exact: chosen != ""}
	}
	said := m.Text
	if m.Call != nil {
		said = fmt.Sprint(*m.Call)
	}
	sum := sha256.Sum256([]byte(v.In.ID + "\n" + r.PostFormValue("id") + "\n" + said))
	m.ID = "web:" + base64.RawURLEncoding.EncodeToString(sum[:18])
	return m
}

// answerScript answers a script with a reply.
func (s *Server) answerScript(w http.ResponseWriter, r *http.Request, a *bot.Answer, lang words.Language, game int64) {
	shown, err := s.boardIn(r, a.Reply, lang)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	review := reviewIn(a.Reply)
	if shown.Board != nil || review != nil { // scripts draw it
		a.Files = nil
	}
	view := viewOf(a.Reply, a.Refused, lang)
	p := s.newPage(r, "")
	p.Game, p.Here = gameOf(r), s.base+r.URL.Path
	p.Reply = view
	var b strings.Builder
	if err := pages.ExecuteTemplate(&b, "reply", p); err != nil {
		s.broken(w, r, err)
		return
	}
	writeJSON(w, r, http.StatusOK, said{Refused: view.Refused, Text: view.Plain, HTML: b.String(), Game: game, shownBoard: shown, Review: review})
}
