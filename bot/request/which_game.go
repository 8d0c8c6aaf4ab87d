package request

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/rules"
)

// Limits of lists.
const (
	// MaxListed is how many games of each kind are read for a list.
	MaxListed = 25
	// maxListLength is how long a list may be, in characters, to fit into a Discord message.
	maxListLength = 1400
)

// impliedGame returns the running game that the speaker means without naming it: the only
// one of theirs in this place, or the only one here that waits for their move. Without a
// game here, those everywhere count; without any, the only analysis. The error is a Refusal
// if there is no such game or more than one.
func (req *Request) impliedGame() (*game.Game, error) {
	for _, home := range slices.Compact([]chat.Address{req.PublicPlace(), {}}) { // no game is at home in private
		running, err := req.Tx.FindGames(data.GameFilter{Player: req.Player.ID, Home: home, Limit: MaxListed})
		if err != nil {
			return nil, err
		}
		if l, ok := running.Only(); ok {
			return req.load(l.ID)
		}
		if len(running.Games) == 0 {
			continue
		}
		waiting, err := req.Tx.FindGames(data.GameFilter{Player: req.Player.ID, Kind: data.Waiting, Home: home, Limit: MaxListed})
		if err != nil {
			return nil, err
		}
		if l, ok := waiting.Only(); ok {
			return req.load(l.ID)
		}
		return nil, whichGame(req, waiting, running)
	}
	own, err := req.Tx.FindGames(data.GameFilter{Player: req.Player.ID, Kind: data.Analyses, Limit: MaxListed})
	if err != nil {
		return nil, err
	}
	if l, ok := own.Only(); ok {
		return req.load(l.ID)
	}
	if len(own.Games) > 0 {
		return nil, whichGame(req, own)
	}
	return nil, Refuse("game.none")
}

// ShownGame returns the game that the speaker wants to look at: any visible game by number,
// else the only running game of this place, else the speaker's own, else the last one that
// ended. The error is a Refusal if there is no such game or more than one.
func (req *Request) ShownGame() (*game.Game, error) {
	g, err := req.numberedGame()
	if g != nil || err != nil {
		return g, err
	}
	here, err := req.Tx.FindGames(data.GameFilter{Everyone: true, Home: req.Msg.In.Address, Limit: MaxListed})
	if err != nil {
		return nil, err
	}
	if l, ok := here.Only(); ok {
		return req.load(l.ID)
	}
	g, err = req.impliedGame()
	switch {
	case !isRefusal(err, "game.none"):
		return g, err
	case len(here.Games) > 0:
		return nil, whichGame(req, here)
	}
	here, err = req.Tx.FindGames(data.GameFilter{Everyone: true, Kind: data.Ended, Home: req.Msg.In.Address, Limit: 1})
	if err != nil {
		return nil, err
	}
	own, err := req.Tx.FindGames(data.GameFilter{Player: req.Player.ID, Kind: data.Ended, Limit: 1})
	if err != nil {
		return nil, err
	}
	for _, l := range append(here.Games, own.Games...) {
		return req.load(l.ID)
	}
	return nil, Refuse("game.none")
}

// whichGame returns a Refusal that asks which of several games is meant. A game may be in
// more than one list.
func whichGame(req *Request, lists ...data.GameList) error {
	lines, more, err := GameLines(req, lists...)
	if err != nil {
		return err
	}
	block, more := Listing(lines, more)
	r := Refuse("game.which", "example", command.GameID(lists[slices.IndexFunc(lists, func(l data.GameList) bool { return len(l.Games) > 0 })].Games[0].ID))
	if more {
		r = r.And("games.more")
	}
	r.block = block
	return r
}

// GameLines describes each game of some lists in a line, each game once. More is whether
// any of the lists was cut.
func GameLines(req *Request, lists ...data.GameList) (lines []string, more bool, err error) {
	listed := map[int64]bool{}
	for _, list := range lists {
		more = more || list.More
		for _, l := range list.Games {
			if listed[l.ID] {
				continue
			}
			listed[l.ID] = true
			line, err := GameLine(req, l)
			if err != nil {
				return nil, false, err
			}
			req.NoteHome(l.Home, l.Server)
			lines = append(lines, line)
		}
	}
	return lines, more, nil
}

// Listing joins as many lines as fit into a message. Cut is whether some were left out, here
// or before.
func Listing(lines []string, more bool) (block string, cut bool) {
	length := 0
	for i, line := range lines {
		if length += utf8.RuneCountInString(line) + 1; length > maxListLength {
			return strings.Join(lines[:i], "\n"), true
		}
	}
	return strings.Join(lines, "\n"), more
}

// GameLine describes a game in one line, such as "#12  Anna – Ben  Orthodox: your move 4",
// as the speaker sees it.
func GameLine(req *Request, l data.GameSummary) (string, error) {
	var names [2]string
	for i, id := range l.Seats {
		p, err := req.Person(id)
		if err != nil {
			return "", err
		}
		names[i] = req.NameOf(p)
	}
	state := ""
	switch {
	case l.Over():
		state = l.Outcome.String() + ", " + req.Lang.Text("reason."+string(l.Reason))
	case l.ToMove() == req.Player.ID:
		state = req.Lang.Text("games.your-move", "number", l.Plies/2+1)
	default:
		state = req.Lang.Text("games.their-move", "number", l.Plies/2+1, "name", names[l.Turn])
	}
	return fmt.Sprintf("#%d  %s – %s  %s: %s", l.ID, names[0], names[1], l.Variant.Name(), state), nil
}

// LastGame returns the game that a rematch is for: the one that is named or talked about, else the
// speaker's last.
func LastGame(req *Request) (*game.Game, rules.Color, error) {
	if req.Cmd.Game.IsZero() && req.Msg.Game == 0 {
		ended, err := req.Tx.FindGames(data.GameFilter{Player: req.Player.ID, Kind: data.Ended, Limit: 1})
		if err != nil {
			return nil, 0, err
		}
		if len(ended.Games) == 0 {
			return nil, 0, Refuse("rematch.none")
		}
		req.Cmd.Game = command.GameID(ended.Games[0].ID)
	}
	return req.OwnGame()
}
