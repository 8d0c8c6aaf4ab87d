// Package mygames answers the command games: the speaker's games and challenges, as lines of text and, for a front end that
// lists them itself, as data.
package mygames

import (
	"slices"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/rules"
)

// maxEnded is how many games that are over are listed as data.
const maxEnded = 10

// list is what the speaker has.
type list struct {
	waiting, running, analyses data.GameList
	received, sent             []*game.Challenge
}

// Handle lists the speaker's games and challenges. Games and challenges that wait for the speaker come first, those
// that have waited longest at the top.
func Handle(req *request.Request) error {
	l, err := read(req)
	if err != nil {
		return err
	}
	r := chat.Reply{}
	if req.Msg.AsData {
		if r.Games, err = l.entries(req); err != nil {
			return err
		}
	}
	if r.Text, r.Block, err = l.write(req); err != nil {
		return err
	}
	return req.Answer(r)
}

// read reads what the speaker has.
func read(req *request.Request) (l list, err error) {
	for kind, into := range map[data.GameKind]*data.GameList{data.Waiting: &l.waiting, data.Running: &l.running, data.Analyses: &l.analyses} {
		if *into, err = find(req, kind, request.MaxListed); err != nil {
			return l, err
		}
	}
	open, err := req.Tx.OpenChallenges(req.Player.ID)
	for _, ch := range open {
		req.NoteHome(ch.Home, ch.Server)
		if ch.To == req.Player.ID {
			l.received = append(l.received, ch)
		} else {
			l.sent = append(l.sent, ch)
		}
	}
	return l, err
}

func find(req *request.Request, kind data.GameKind, limit int) (data.GameList, error) {
	return req.Tx.FindGames(data.GameFilter{Player: req.Player.ID, Kind: kind, Limit: limit})
}

// write writes the list as a text and lines.
func (l list) write(req *request.Request) (text, block string, err error) {
	waiting, _, err := request.GameLines(req, l.waiting)
	if err != nil {
		return "", "", err
	}
	others, more, err := request.GameLines(req, l.waiting, l.running, l.analyses)
	if err != nil {
		return "", "", err
	}
	received, err := challengeLines(req, l.received)
	if err != nil {
		return "", "", err
	}
	sent, err := challengeLines(req, l.sent)
	if err != nil {
		return "", "", err
	}
	lines := slices.Concat(waiting, received, others[len(waiting):], sent)
	if len(lines) == 0 {
		return req.Lang.Text("games.none"), "", nil
	}
	text = req.Lang.Text("games")
	block, more = request.Listing(lines, more)
	if more {
		text += " " + req.Lang.Text("games.more")
	}
	return text, block, nil
}

// challengeLines describes challenges in a line each.
func challengeLines(req *request.Request, open []*game.Challenge) (lines []string, err error) {
	for _, ch := range open {
		if ch.To == 0 {
			lines = append(lines, req.Lang.Text("games.open", "id", ch.ID, "variant", ch.Variant.Name()))
			continue
		}
		name, err := otherName(req, ch)
		if err != nil {
			return nil, err
		}
		key := "games.sent"
		if ch.To == req.Player.ID {
			key = "games.received"
		}
		lines = append(lines, req.Lang.Text(key, "id", ch.ID, "name", name, "variant", ch.Variant.Name()))
	}
	return lines, nil
}

// otherName returns the name of who is challenged, or challenges the speaker.
func otherName(req *request.Request, ch *game.Challenge) (string, error) {
	other := ch.To
	if other == req.Player.ID {
		other = ch.From
	}
	p, err := req.Person(other)
	return request.ChallengedName(req, ch, p), err
}

// entries returns the list as data, and the last games that are over.
func (l list) entries(req *request.Request) (*chat.GameList, error) {
	entries := []chat.GameEntry{}
	ended, err := find(req, data.Ended, maxEnded)
	if err != nil {
		return nil, err
	}
	for _, ch := range slices.Concat(l.received, l.sent) {
		e := chat.GameEntry{ID: ch.ID, Kind: chat.ChallengeSent, Variant: ch.Variant.Name()}
		if ch.To == req.Player.ID {
			e.Kind = chat.ChallengeReceived
		}
		if ch.To != 0 {
			if e.Opponent, err = otherName(req, ch); err != nil {
				return nil, err
			}
		}
		entries = append(entries, e)
	}
	listed := map[int64]bool{}
	for _, g := range slices.Concat(l.waiting.Games, l.running.Games, l.analyses.Games, ended.Games) {
		if listed[g.ID] {
			continue
		}
		listed[g.ID] = true
		e, err := entry(req, g)
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return &chat.GameList{Entries: entries, More: l.waiting.More || l.running.More || l.analyses.More}, nil
}

// entry returns a game as data.
func entry(req *request.Request, g data.GameSummary) (e chat.GameEntry, err error) {
	e = chat.GameEntry{ID: g.ID, Variant: g.Variant.Name(), Move: g.Plies/2 + 1, Kind: chat.TheirTurn, Color: rules.White.String()}
	other := g.Seats[rules.Black]
	if other == req.Player.ID && !g.Analysis() {
		other, e.Color = g.Seats[rules.White], rules.Black.String()
	}
	if !g.Analysis() {
		p, err := req.Person(other)
		if err != nil {
			return e, err
		}
		e.Opponent = req.NameOf(p)
	}
	switch {
	case g.Over():
		e.Kind, e.Result = chat.GameOver, g.Outcome.String()+", "+req.Lang.Text("reason."+string(g.Reason))
	case g.Analysis():
		e.Kind = chat.AnalysisBoard
	case g.ToMove() == req.Player.ID:
		e.Kind = chat.YourTurn
	}
	if g.Clocked {
		whole, err := req.Tx.Game(g.ID)
		if err != nil {
			return e, err
		}
		e.Deadline, _ = whole.Deadline()
	}
	return e, nil
}
