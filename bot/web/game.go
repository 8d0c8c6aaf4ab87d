package web

import (
	"context"
	"encoding/json"
	"errors"
	"html"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/words"
)

// gamePages are the pages of games.
type gamePages struct{ *Server }

// handle registers the pages.
func (s gamePages) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /g/{game}", s.game)
	mux.HandleFunc("GET /g/{game}/picture", s.picture)
	mux.HandleFunc("GET /g/{game}/small", s.small)
	mux.HandleFunc("GET /g/{game}/export/{format}", s.export)
}

// gamePage is what the page of a game shows.
type gamePage struct {
	// Board is the position for scripts, Info what the desk says about it. Picture is for browsers without scripts.
	Board   chat.Board
	Info    *replyView
	Picture pictureView
	Moves   []moveRow
	Actions []action
	panels
	// Analysis is the address of an analysis board with the position; empty where the game is played without help.
	Analysis string
	// Texts are sentences for scripts.
	Texts map[string]string
}

// moveRow is a line in the list of moves.
type moveRow struct {
	Number int
	// BlackFirst is whether the game begins with this row, and with a move of Black.
	BlackFirst bool
	Plies      []plyLink
}

// plyLink leads to the position after a move.
type plyLink struct {
	Ply     int
	Name    string
	Current bool
}

// action is a button of the page itself.
type action struct{ Command, Label string }

// game shows a game.
func (s gamePages) game(w http.ResponseWriter, r *http.Request) {
	if id := gameOf(r); id != 0 {
		s.show(w, r, id, nil)
		return
	}
	s.fail(w, r, http.StatusNotFound, "web.error.page")
}

// show answers with the page of a game, or with id 0 the home page, and perhaps a reply in it.
func (s *Server) show(w http.ResponseWriter, r *http.Request, id int64, said *bot.Answer) {
	p := s.newPage(r, "Stackmate")
	if said != nil {
		p.Reply = viewOf(said.Reply, said.Refused, p.Lang)
	}
	if id == 0 {
		homePages{s}.list(w, r, p)
		return
	}
	b, in, ok := s.boardAsked(w, r, id)
	if !ok {
		return
	}
	content, err := gamePages{s}.gamePage(r, b, in)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	if said != nil && said.Picture != nil && said.Picture.Game == id && len(p.Reply.Pictures) == 1 { // one board is enough
		content.Picture, p.Reply.Pictures = p.Reply.Pictures[0], nil
	}
	p.Title, p.Game, p.Here, p.Content = p.Lang.Text("web.game", "game", id, "variant", b.Title), id, s.gamePath(id)+"/say", content
	p.Seen = b.Entries
	s.write(w, r, http.StatusOK, "game", p)
}

// gamePage returns what the page of a game shows.
func (s gamePages) gamePage(r *http.Request, b chat.Board, in bool) (gamePage, error) {
	v, _, _ := s.visitor(r)
	lang := languageOf(v, r)
	c := gamePage{Board: b, Info: &replyView{Text: template.HTML(html.EscapeString(b.Status))}, Texts: browserTexts(lang), Actions: actions(b, lang)} //nolint:gosec // escaped
	c.Picture.URL = template.URL(s.gamePath(b.Game) + "/picture?ply=" + strconv.Itoa(b.Ply))                                                          //nolint:gosec // numbers
	for i, name := range b.Record {
		if ply := b.Before + i; i == 0 || ply%2 == 0 {
			c.Moves = append(c.Moves, moveRow{Number: ply/2 + 1, BlackFirst: ply%2 == 1})
		}
		row := &c.Moves[len(c.Moves)-1]
		row.Plies = append(row.Plies, plyLink{i + 1, name, b.Ply == i+1})
	}
	if b.Over || b.Hints {
		c.Analysis = s.base + "/analysis/" + b.Variant + "?game=" + strconv.FormatInt(b.Game, 10) + "&ply=" + strconv.Itoa(b.Ply)
	}
	if !in {
		return c, nil
	}
	info, err := s.look(r, v, b.Game, "board", boardArgs(b))
	if err == nil && !info.Refused {
		if len(info.Files) > 0 {
			c.Picture.Alt = info.Files[0].Alt
		}
		info.Files = nil
		c.Info = viewOf(info.Reply, false, lang)
	}
	if err == nil {
		c.panels, err = s.panels(r, b, lang)
	}
	return c, err
}

// boardArgs returns the arguments of /board for a position.
func boardArgs(b chat.Board) map[string]string {
	return map[string]string{"game": strconv.FormatInt(b.Game, 10), "ply": strconv.Itoa(b.Ply)}
}

// actions returns the buttons that the page of a game has for its reader.
func actions(b chat.Board, lang words.Language) (list []action) {
	add := func(when bool, command, key string, args ...any) {
		if when {
			list = append(list, action{command, lang.Text(key, args...)})
		}
	}
	one := len(b.Yours) == 1 && !b.Analysis
	asked := func(by string) bool { return by != "" && (len(b.Yours) == 2 || b.Yours[0] != by) }
	switch {
	case len(b.Yours) == 0:
	case b.Over:
		add(b.Plies > 1, "review", "button.review")
		add(true, "rematch", "button.rematch")
	case b.Analysis:
		add(b.Hints, "hint", "web.action.hint")
		add(b.Plies > 0, "takeback ask", "web.action.takeback")
		add(true, "abort", "web.action.close")
	default:
		add(b.Hints, "hint", "web.action.hint")
		add(asked(b.DrawOfferBy), "draw accept", "button.accept-draw")
		add(asked(b.DrawOfferBy), "draw decline", "button.decline-draw")
		add(asked(b.TakebackBy), "takeback accept", "button.accept-takeback")
		add(asked(b.TakebackBy), "takeback decline", "button.decline-takeback")
		add(b.DrawClaim != "", "draw claim", "web.action.claim", "reason", lang.Text("reason."+b.DrawClaim))
		add(b.TakebackBy == "" && b.Plies > 0, "takeback ask", "web.action.takeback")
		add(b.DrawOfferBy == "", "draw offer", "web.action.draw")
		add(b.DrawOfferBy != "" && one && !asked(b.DrawOfferBy), "draw withdraw", "web.action.withdraw")
		add(b.Plies < 2, "abort", "web.action.abort")
		add(true, "resign", "web.action.resign")
	}
	return list
}

// picture answers with a picture of a game.
func (s gamePages) picture(w http.ResponseWriter, r *http.Request) {
	b, in, ok := s.boardAsked(w, r, gameOf(r))
	if !ok {
		return
	}
	f, err := s.draw(r, b, in)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	w.Header().Set("Content-Type", f.Type)
	_, _ = w.Write(f.Data) // fails if the browser has gone
}

// draw returns a picture of a position, in the colors and the view that the visitor prefers.
func (s gamePages) draw(r *http.Request, b chat.Board, in bool) (chat.File, error) {
	v, _, _ := s.visitor(r)
	if in {
		a, err := s.look(r, v, b.Game, "board", boardArgs(b))
		switch {
		case err != nil:
			return chat.File{}, err
		case len(a.Files) > 0:
			return a.Files[0], nil
		}
	}
	return s.opt.Draw(r.Context(), chat.Picture{Game: b.Game, Ply: b.Ply}, languageOf(v, r))
}

// look has the desk carry out a command that changes nothing.
func (s *Server) look(r *http.Request, v Visitor, game int64, command string, args map[string]string) (*bot.Answer, error) {
	from, err := v.Speaker(r.Context(), game, command)
	if err != nil {
		return nil, err
	}
	a, err := s.ask(r.Context(), chat.Message{ID: "web:" + s.opt.Rand(), From: from, In: v.In, Views: v.Views, Game: game, Language: heard(v, r),
		AsData: true, Known: !v.Address.IsZero(), Call: &chat.Call{Path: strings.Fields(command), Args: args}})
	if err == nil && a == nil {
		err = errors.New("no answer to " + command)
	}
	return a, err
}

// ask has the desk handle a message. The page that shows the answer is its delivery: if that gets lost, the next page
// shows the game as it is.
func (s *Server) ask(ctx context.Context, m chat.Message) (*bot.Answer, error) {
	a, err := s.opt.Desk.Handle(ctx, m)
	if err != nil || a == nil || a.Queued {
		return a, err
	}
	return a, s.opt.Desk.Delivered(context.WithoutCancel(ctx), a, nil)
}

// gameOf returns the id of the game in the path of a request; 0 for anything else.
func gameOf(r *http.Request) int64 {
	text := r.PathValue("game")
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 || strconv.FormatInt(id, 10) != text {
		return 0
	}
	return id
}

// gamePath returns the path of the page of a game, with id 0 that of the home page.
func (s *Server) gamePath(id int64) string {
	if id == 0 {
		return s.base + "/"
	}
	return s.base + "/g/" + strconv.FormatInt(id, 10)
}

// back leads somebody who reloads an answer to the game, or to the home page if it is about none.
func (s *Server) back(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, s.gamePath(gameOf(r)), http.StatusSeeOther)
}

// wantsJSON reports whether a script asks, and not a browser for a page.
func wantsJSON(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "application/json")
}

// writeJSON answers a script.
func writeJSON(w http.ResponseWriter, r *http.Request, status int, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "Internal Server Error", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	send(w, r, status, data)
}
