package web

import (
	"cmp"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/words"
)

// homePages are the home page of somebody who is signed in, and of everybody else.
type homePages struct{ *Server }

// homePage is what the home page of somebody who is signed in shows.
type homePage struct {
	Groups []cardGroup
	// Empty is what the desk says if there are no games, and More is whether there are games that are not listed.
	Empty   *replyView
	More    bool
	Actions []action
}

// cardGroup is a part of a list of games, with a heading.
type cardGroup struct {
	Title string
	Cards []card
}

// card is a game or a challenge in a list.
type card struct {
	// Path is that of its page; empty for a challenge.
	Path string
	// Piece is the picture of the side that the reader plays; empty for none.
	Piece string
	// Board is a picture of the position; without an address for a challenge.
	Board          pictureView
	Number         int64
	Title, Variant string
	// State says whose turn it is, or how the game ended, and Left how much time is left.
	State, Left string
	Mine        bool
	// Actions are what can be done with a challenge.
	Actions []action
}

// home shows the games of the visitor, or what this is.
func (s homePages) home(w http.ResponseWriter, r *http.Request) {
	v, _, ok := s.visitor(r)
	if !ok {
		s.write(w, r, http.StatusOK, "welcome", s.newPage(r, "Stackmate"))
		return
	}
	if v.Game != nil {
		id, err := v.Game(r.Context())
		if err != nil {
			s.broken(w, r, err)
			return
		}
		http.Redirect(w, r, s.gamePath(id), http.StatusSeeOther)
		return
	}
	s.show(w, r, 0, nil)
}

// list answers with the home page of somebody who is signed in.
func (s homePages) list(w http.ResponseWriter, r *http.Request, p page) {
	v, _, ok := s.visitor(r)
	if !ok {
		s.signedOut(w, r)
		return
	}
	list, err := s.look(r, v, 0, "games", nil)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	c := homePage{}
	for _, a := range []struct{ command, key string }{{"preferences", "web.action.preferences"}, {"profile", "web.action.profile"}, {"help", "web.action.help"}} {
		c.Actions = append(c.Actions, action{a.command, p.Lang.Text(a.key)})
	}
	if list.Games == nil || len(list.Games.Entries) == 0 { // or a refusal
		c.Empty = viewOf(list.Reply, list.Refused, p.Lang)
	} else {
		c.Groups, c.More = s.groups(list.Games.Entries, p.Lang), list.Games.More
	}
	p.Content = c
	s.write(w, r, http.StatusOK, "home", p)
}

// groups returns games and challenges in groups: first those that wait for the reader.
func (s homePages) groups(entries []chat.GameEntry, lang words.Language) (groups []cardGroup) {
	for _, g := range []struct {
		title string
		kinds []chat.EntryKind
	}{
		{"web.group.received", []chat.EntryKind{chat.ChallengeReceived}},
		{"web.group.yours", []chat.EntryKind{chat.YourTurn}},
		{"web.group.theirs", []chat.EntryKind{chat.TheirTurn, chat.ChallengeSent}},
		{"web.group.analyses", []chat.EntryKind{chat.AnalysisBoard}},
		{"web.group.over", []chat.EntryKind{chat.GameOver}},
	} {
		group := cardGroup{Title: lang.Text(g.title)}
		for _, e := range entries {
			if slices.Contains(g.kinds, e.Kind) {
				group.Cards = append(group.Cards, s.cardOf(e, lang))
			}
		}
		if group.Cards != nil {
			groups = append(groups, group)
		}
	}
	return groups
}

// cardOf returns the card of a game or challenge.
func (s homePages) cardOf(e chat.GameEntry, lang words.Language) card {
	c := card{Number: e.ID, Variant: e.Variant, Title: cmp.Or(e.Opponent, lang.Text("web.card.anybody"))}
	id := " #" + strconv.FormatInt(e.ID, 10)
	switch e.Kind {
	case chat.ChallengeReceived:
		c.State, c.Mine = lang.Text("web.card.received"), true
		c.Actions = []action{{"accept" + id, lang.Text("web.action.accept")}, {"decline" + id, lang.Text("web.action.decline")}}
		return c
	case chat.ChallengeSent:
		c.State, c.Actions = lang.Text("web.card.sent"), []action{{"cancel" + id, lang.Text("web.action.cancel")}}
		return c
	case chat.YourTurn:
		c.State, c.Mine = lang.Text("web.card.yours", "number", e.Move), true
	case chat.TheirTurn:
		c.State = lang.Text("web.card.theirs", "number", e.Move)
	case chat.AnalysisBoard:
		c.State = lang.Text("web.card.move", "number", e.Move)
	case chat.GameOver:
		c.State = e.Result
	}
	c.Path, c.Piece = s.gamePath(e.ID), e.Color+"-king"
	c.Board = pictureView{template.URL(c.Path + "/small"), lang.Text("web.card.board.white")} //nolint:gosec // a number
	switch {
	case e.Kind == chat.AnalysisBoard, e.Kind == chat.GameOver && e.Opponent == "":
		c.Title, c.Board.Alt = lang.Text("web.card.analysis"), lang.Text("web.card.board")
	case e.Color == "black":
		c.Board.Alt = lang.Text("web.card.board.black")
	}
	if !e.Deadline.IsZero() && e.Result == "" {
		c.Left = timeLeft(e.Deadline.Sub(s.opt.Now()), lang)
	}
	return c
}

// timeLeft says how much time is left, in whole days, hours or minutes.
func timeLeft(d time.Duration, lang words.Language) string {
	switch d = max(d, 0); {
	case d >= 48*time.Hour:
		return lang.Text("web.left.days", "days", int(d.Hours()/24))
	case d >= 2*time.Hour:
		return lang.Text("web.left.hours", "hours", int(d.Hours()))
	}
	return lang.Text("web.left.minutes", "minutes", int(d.Minutes()))
}
