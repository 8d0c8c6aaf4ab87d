package bot

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"stackmate/bot/chat"
	"stackmate/bot/game"
)

// Bounds of lists.
const (
	// listed is how many games of a kind are looked up for a list.
	listed = 25
	// listLength is how long a list may be, in characters: Discord shows no more.
	listLength = 1400
)

// impliedGame finds the running game that a player means without naming it: the only one
// here, or the only one here that waits for a move; if there is none here, anywhere. An
// analysis is meant only if there is nothing else.
func (c *request) impliedGame() (*game.Game, error) {
	for _, where := range []chat.Address{c.msg.In.Address, {}} {
		running, err := c.tx.GamesOf(c.player.ID, Running, where, listed)
		if err != nil {
			return nil, err
		}
		if l, ok := running.Only(); ok {
			return c.load(l.ID)
		}
		waiting, err := c.tx.GamesOf(c.player.ID, Waiting, where, listed)
		if err != nil {
			return nil, err
		}
		if l, ok := waiting.Only(); ok {
			return c.load(l.ID)
		}
		if len(running.Games) > 0 {
			return nil, c.whichGame(waiting, running)
		}
	}
	own, err := c.tx.GamesOf(c.player.ID, Analyses, chat.Address{}, listed)
	if err != nil {
		return nil, err
	}
	if l, ok := own.Only(); ok {
		return c.load(l.ID)
	}
	if len(own.Games) > 0 {
		return nil, c.whichGame(own)
	}
	return nil, refuse("game.none")
}

// shownGame returns the game that a player wants to look at: any game by number,
// else the game of this place or of one's own, running or the last one ended.
func (c *request) shownGame() (*game.Game, error) {
	g, err := c.numberedGame()
	if g != nil || err != nil {
		return g, err
	}
	here, err := c.tx.GamesIn(c.msg.In.Address, Running, listed)
	if err != nil {
		return nil, err
	}
	if l, ok := here.Only(); ok {
		return c.load(l.ID)
	}
	g, err = c.impliedGame()
	switch {
	case !isRefusal(err, "game.none"):
		return g, err
	case len(here.Games) > 0:
		return nil, c.whichGame(here)
	}
	here, err = c.tx.GamesIn(c.msg.In.Address, Ended, 1)
	if err != nil {
		return nil, err
	}
	own, err := c.tx.GamesOf(c.player.ID, Ended, chat.Address{}, 1)
	if err != nil {
		return nil, err
	}
	for _, l := range append(here.Games, own.Games...) {
		return c.load(l.ID)
	}
	return nil, refuse("game.none")
}

// whichGame asks which of several games is meant. A game may be in several lists.
func (c *request) whichGame(lists ...GameList) error {
	lines, more, err := c.gameLines(lists...)
	if err != nil {
		return err
	}
	block, more := listing(lines, more)
	r := refuse("game.which", "example", fmt.Sprintf("#%d", lists[slices.IndexFunc(lists, func(l GameList) bool { return len(l.Games) > 0 })].Games[0].ID))
	if more {
		r = r.and("games.more")
	}
	r.block = block
	return r
}

// gameLines describes the games of some lists, each once, and reports whether there are more.
func (c *request) gameLines(lists ...GameList) (lines []string, more bool, err error) {
	seen := map[int64]bool{}
	for _, list := range lists {
		more = more || list.More
		for _, l := range list.Games {
			if seen[l.ID] {
				continue
			}
			seen[l.ID] = true
			line, err := c.gameLine(l)
			if err != nil {
				return nil, false, err
			}
			c.noteHome(l.Home, l.Server)
			lines = append(lines, line)
		}
	}
	return lines, more, nil
}

// listing joins as many lines as can be shown, and reports whether there are more.
func listing(lines []string, more bool) (block string, cut bool) {
	length := 0
	for i, line := range lines {
		if length += utf8.RuneCountInString(line) + 1; length > listLength {
			return strings.Join(lines[:i], "\n"), true
		}
	}
	return strings.Join(lines, "\n"), more
}

// gameLine describes a game in one line, as its player sees it.
func (c *request) gameLine(l GameSummary) (string, error) {
	var names [2]string
	for i, id := range l.Seats {
		p, err := c.person(id)
		if err != nil {
			return "", err
		}
		names[i] = c.nameOf(p)
	}
	state := ""
	switch {
	case l.Over():
		state = l.Outcome.String() + ", " + c.lang.Text("reason."+string(l.Reason))
	case l.ToMove() == c.player.ID:
		state = c.lang.Text("games.your-move", "number", l.Plies/2+1)
	default:
		state = c.lang.Text("games.their-move", "number", l.Plies/2+1, "name", names[l.Turn])
	}
	return fmt.Sprintf("#%d  %s – %s  %s: %s", l.ID, names[0], names[1], l.Variant.Name(), state), nil
}
