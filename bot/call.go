package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/words"
	"stackmate/rules"
)

// call is one command being done: who asks for what, and what is answered.
type call struct {
	ctx    context.Context
	desk   *Desk
	tx     Tx
	msg    chat.Message
	player Player
	now    time.Time
	say    words.Language

	command *Command // nil until it is known
	secret  bool     // the answer is, whatever the command says
	asked   bool     // the answer asks once more, before anything is done
	outside bool     // what is said now is for people who only watch

	last   bool           // what is not known of rooms stays unknown
	unsure []chat.Address // rooms that mattered and are not known

	path   string
	args   map[string]string
	gameID int64 // for the log
	reply  *chat.Reply
	saved  *game.Game // the game that was stored last
}

// answer sets the direct answer, for the speaker.
func (c *call) answer(r chat.Reply) error {
	if r.Picture != nil && r.Picture.Theme == "" {
		server, err := c.server()
		if err != nil {
			return err
		}
		pic := *r.Picture
		pic.Theme = first(c.player.Settings.Theme, server.Theme)
		r.Picture = &pic
	}
	r.Audience = c.audience()
	c.reply = &r
	return nil
}

// place is where others hear the speaker; zero if nobody does.
func (c *call) place() chat.Address {
	if c.msg.In.Private {
		return chat.Address{}
	}
	return c.msg.In.Address
}

// answerText answers with one sentence.
func (c *call) answerText(key string, args ...any) error {
	return c.answer(chat.Reply{Text: c.say.Text(key, args...)})
}

// person returns a seat's player.
func (c *call) person(id int64) (Player, error) {
	if id == c.player.ID {
		return c.player, nil
	}
	return c.tx.Player(id)
}

// games returns the games a command without a number may mean, the likeliest first:
// those of this place, else the player's own.
func (c *call) candidates(running bool) (here, own []GameLine, err error) {
	if here, err = c.tx.GamesIn(c.msg.In.Address, running, 50); err != nil {
		return nil, nil, err
	}
	own, err = c.tx.GamesOf(c.player.ID, running, 50)
	if slices.ContainsFunc(own, func(l GameLine) bool { return !l.Analysis() }) { // an analysis is meant only if there is nothing else
		own = slices.DeleteFunc(own, GameLine.Analysis)
	}
	return here, own, err
}

// errDone says that a command has been answered with something else.
var errDone = errors.New("done")

// ownGame returns the game that a command means, in which the speaker must have a
// seat, and the color that the speaker acts for: the one to move if both are his.
func (c *call) ownGame() (*game.Game, rules.Color, error) {
	g, err := c.numberedGame()
	if err != nil {
		return nil, 0, err
	}
	if g == nil {
		if g, err = c.impliedGame(); err != nil {
			return nil, 0, err
		}
	}
	colors := g.Colors(c.player.ID)
	switch {
	case len(colors) == 0:
		return nil, 0, refuse("game.not-yours", "game", g.ID)
	case g.Flag(c.now): // the bot had not looked yet: nothing else can be done in it
		return nil, 0, cmp.Or(c.announceFlag(g), errDone)
	case c.late(g):
		return nil, 0, refuse("game.moved-on", "game", g.ID).shows(g)
	case len(colors) == 2:
		return g, g.Turn(), nil
	}
	return g, colors[0], nil
}

// impliedGame finds the running game that a player means without naming it.
func (c *call) impliedGame() (*game.Game, error) {
	here, own, err := c.candidates(true)
	if err != nil {
		return nil, err
	}
	here = slices.DeleteFunc(here, func(l GameLine) bool { return !l.Has(c.player.ID) })
	for _, list := range [][]GameLine{here, own} {
		if len(list) == 1 {
			return c.load(list[0].ID)
		}
		mine := slices.DeleteFunc(slices.Clone(list), func(l GameLine) bool { return l.ToMove() != c.player.ID })
		switch {
		case len(mine) == 1:
			return c.load(mine[0].ID)
		case len(list) > 0:
			return nil, c.whichGame(list)
		}
	}
	return nil, refuse("game.none")
}

// shownGame returns the game that a player wants to look at: any game by number,
// else the game of this place or of one's own, running or the last one ended.
func (c *call) shownGame() (*game.Game, error) {
	g, err := c.numberedGame()
	if g != nil || err != nil {
		return g, err
	}
	for _, running := range []bool{true, false} {
		here, own, err := c.candidates(running)
		if err != nil {
			return nil, err
		}
		if len(here) == 1 || !running && len(here) > 0 {
			return c.load(here[0].ID)
		}
		if running && len(here)+len(own) > 0 {
			if g, err := c.impliedGame(); err == nil || len(own) > 0 {
				return g, err
			}
			return nil, c.whichGame(here)
		}
		if len(own) > 0 {
			return c.load(own[0].ID)
		}
	}
	return nil, refuse("game.none")
}

// numberedGame returns the game named by number, nil if none is named. A button's
// number tells the ply it was made for; if the game has gone on, it is refused.
func (c *call) numberedGame() (*game.Game, error) {
	word := c.args["game"]
	if word == "" && c.msg.Game > 0 {
		return c.load(c.msg.Game)
	}
	if word == "" {
		return nil, nil
	}
	ref, ok := gameRef(word)
	if !ok {
		return nil, refuse("game.number", "text", quote(word))
	}
	g, err := c.load(ref.id)
	if err != nil {
		return nil, err
	}
	if ref.ply >= 0 && (g.Over() || ref.ply != len(g.Log)) {
		return nil, refuse("game.stale", "game", g.ID)
	}
	return g, nil
}

// load returns a game that the speaker may see; any other does not exist. The moves are
// read only afterwards, so that not even the time it takes tells them apart.
func (c *call) load(id int64) (*game.Game, error) {
	line, err := c.tx.GameLine(id)
	seen := false
	if err == nil {
		seen, err = c.maySee(line)
	}
	switch {
	case errors.Is(err, ErrNotFound) || err == nil && !seen:
		return nil, refuse("game.unknown", "game", id)
	case err != nil:
		return nil, err
	}
	g, err := c.tx.Game(id)
	if err == nil {
		c.about(g)
	}
	return g, err
}

// whichGame asks which of several games is meant.
func (c *call) whichGame(list []GameLine) error {
	block := ""
	for i, l := range list {
		if i == 15 {
			block += "…\n"
			break
		}
		line, err := c.gameLine(l)
		if err != nil {
			return err
		}
		c.tells(l.Home, l.Server)
		block += line + "\n"
	}
	r := refuse("game.which", "example", fmt.Sprintf("#%d", list[0].ID))
	r.block = block
	return r
}

// gameLine describes a game in one line, as its player sees it.
func (c *call) gameLine(l GameLine) (string, error) {
	var names [2]string
	for i, id := range l.Seats {
		p, err := c.person(id)
		if err != nil {
			return "", err
		}
		names[i] = p.Name
	}
	state := ""
	switch {
	case l.Over():
		state = l.Outcome.String() + ", " + c.say.Text("reason."+string(l.Reason))
	case l.ToMove() == c.player.ID:
		state = c.say.Text("games.your-move", "number", l.Plies/2+1)
	default:
		state = c.say.Text("games.their-move", "number", l.Plies/2+1, "name", names[l.Turn])
	}
	return fmt.Sprintf("#%d  %s – %s  %s: %s", l.ID, names[0], names[1], l.Variant.Name(), state), nil
}
