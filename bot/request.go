package bot

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/rules"
)

// Env is what every request may use.
type Env struct {
	// Coin decides a random color.
	Coin func() bool
	// Code makes an unguessable code of twelve letters and digits (base 32).
	Code func() string
	// Mail is whether mail can be sent and received.
	Mail bool
	// Owner names this run of the bot: it holds the leases of messages.
	Owner string
	// Rooms know who can see the places of a transport.
	Rooms map[string]Rooms
	Log   *slog.Logger
}

// request is one command being done: who asks for what, and what is answered.
type request struct {
	ctx    context.Context
	env    *Env
	tx     data.Tx
	msg    chat.Message
	player data.Player
	now    time.Time
	lang   words.Language

	where string // the server that reads what is said now; empty for one person alone

	command *command.Command // nil until it is known
	secret  bool             // the answer is, whatever the command says
	asked   bool             // the answer asks once more, before anything is done
	outside bool             // what is said now is for people who only watch

	last   bool           // what is not known of rooms stays unknown
	unsure []chat.Address // rooms that mattered and are not known

	path   string
	args   map[string]string
	gameID int64 // for the log
	reply  *chat.Reply
	saved  *game.Game // the game that was stored last
}

// answer sets the direct answer, for the speaker.
func (req *request) answer(r chat.Reply) error {
	if r.Picture != nil && r.Picture.Theme == "" {
		server, err := req.server()
		if err != nil {
			return err
		}
		pic := *r.Picture
		pic.Theme = cmp.Or(req.player.Settings.Theme, server.Theme)
		r.Picture = &pic
	}
	r.Audience = req.audience()
	req.reply = &r
	return nil
}

// place is where others hear the speaker; zero if nobody does.
func (req *request) place() chat.Address {
	if req.msg.In.Private {
		return chat.Address{}
	}
	return req.msg.In.Address
}

// answerText answers with one sentence.
func (req *request) answerText(key string, args ...any) error {
	return req.answer(chat.Reply{Text: req.lang.Text(key, args...)})
}

// person returns a seat's player.
func (req *request) person(id int64) (data.Player, error) {
	if id == req.player.ID {
		return req.player, nil
	}
	return req.tx.Player(id)
}

// errDone says that a command has been answered with something else.
var errDone = errors.New("done")

// ownGame returns the game that a command means, in which the speaker must have a
// seat, and the color that the speaker acts for: the one to move if both are his.
func (req *request) ownGame() (*game.Game, rules.Color, error) {
	g, err := req.numberedGame()
	if err != nil {
		return nil, 0, err
	}
	if g == nil {
		if g, err = req.impliedGame(); err != nil {
			return nil, 0, err
		}
	}
	colors := g.Colors(req.player.ID)
	switch {
	case len(colors) == 0:
		return nil, 0, refuse("game.not-yours", "game", g.ID)
	case g.FlagIfExpired(req.now): // the bot had not looked yet: nothing else can be done in it
		return nil, 0, cmp.Or(announceFlag(req, g), errDone)
	case late(req, g):
		return nil, 0, refuse("game.moved-on", "game", g.ID).shows(g)
	case len(colors) == 2:
		return g, g.Turn(), nil
	}
	return g, colors[0], nil
}

// numberedGame returns the game named by number, nil if none is named. A button's
// number tells the ply it was made for; if the game has gone on, it is refused.
func (req *request) numberedGame() (*game.Game, error) {
	word := req.args["game"]
	if word == "" && req.msg.Game > 0 {
		return req.load(req.msg.Game)
	}
	if word == "" {
		return nil, nil
	}
	ref, ok := command.ParseGameRef(word)
	if !ok {
		return nil, refuse("game.number", "text", textutil.Quote(word))
	}
	g, err := req.load(ref.Id)
	if err != nil {
		return nil, err
	}
	if ref.Ply >= 0 && (g.Over() || ref.Ply != len(g.Log)) {
		return nil, refuse("game.stale", "game", g.ID)
	}
	return g, nil
}

// load returns a game that the speaker may see; any other does not exist. The moves are
// read only afterwards, so that not even the time it takes tells them apart.
func (req *request) load(id int64) (*game.Game, error) {
	line, err := req.tx.GameSummary(id)
	seen := false
	if err == nil {
		seen, err = req.maySee(line)
	}
	switch {
	case errors.Is(err, data.ErrNotFound) || err == nil && !seen:
		return nil, refuse("game.unknown", "game", id)
	case err != nil:
		return nil, err
	}
	g, err := req.tx.Game(id)
	if err == nil {
		req.noteGame(g)
	}
	return g, err
}

// confirm asks the speaker alone once more; typing or pressing the command with "yes" does it.
func (req *request) confirm(r chat.Reply, command, label string) error {
	req.secret, req.asked = true, true
	r.Buttons = [][]chat.Button{{{Label: req.lang.Text(label), Command: command, Style: chat.Warn, For: chat.Only(req.player.ID)}}}
	return req.answer(r)
}

// server returns the settings of the server in which something was said.
func (req *request) server() (data.Server, error) {
	return req.settingsOf(req.msg.In.Server)
}

// settingsOf returns the settings of a server, the usual ones where there is none.
func (req *request) settingsOf(id string) (data.Server, error) {
	if id == "" {
		return data.Server{}, nil
	}
	return req.tx.Server(id)
}

// speaker is the speaker as somebody is shown who may be the same: by the address, or by
// the name where addresses are only numbers.
func (req *request) speaker() string {
	if req.msg.From.Transport == mailTransport {
		return req.msg.From.ID
	}
	return req.player.Name + " (" + req.lang.Text("choice."+req.msg.From.Transport) + ")"
}

// Rooms is a front end that knows who can see the places of its transport.
type Rooms interface {
	// Room asks the transport about a place. The error wraps ErrNotFound if the place is
	// gone; with any other it is not known.
	Room(ctx context.Context, a chat.Address) (data.Room, error)
}
