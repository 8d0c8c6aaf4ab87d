package request

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
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

// Request is one command being done: who asks for what, and what is answered.
type Request struct {
	Ctx    context.Context
	Env    *Env
	Tx     data.Tx
	Msg    chat.Message
	Player data.Player
	Now    time.Time
	Lang   words.Language

	AudienceServer string // the server that reads what is said now; empty for one person alone

	Cmd         command.Invocation // what is asked for; empty until it is known
	Secret      bool               // the answer is, whatever the command says
	Confirming  bool               // the answer asks once more, before anything is done
	ForWatchers bool               // what is said now is for people who only watch

	LastAttempt  bool           // what is not known of rooms stays unknown
	unknownRooms []chat.Address // rooms that mattered and are not known

	GameID int64 // for the log
	Reply  *chat.Reply
	Saved  *game.Game // the game that was stored last
}

// Answer sets the direct answer, for the speaker.
func (req *Request) Answer(r chat.Reply) error {
	if r.Picture != nil && r.Picture.Theme == "" {
		server, err := req.Server()
		if err != nil {
			return err
		}
		pic := *r.Picture
		pic.Theme = cmp.Or(req.Player.Settings.Theme, server.Theme)
		r.Picture = &pic
	}
	r.Audience = req.audience()
	req.Reply = &r
	return nil
}

// PublicPlace is where others hear the speaker; zero if nobody does.
func (req *Request) PublicPlace() chat.Address {
	if req.Msg.In.Private {
		return chat.Address{}
	}
	return req.Msg.In.Address
}

// AnswerText answers with one sentence.
func (req *Request) AnswerText(key string, args ...any) error {
	return req.Answer(chat.Reply{Text: req.Lang.Text(key, args...)})
}

// Person returns a seat's player.
func (req *Request) Person(id int64) (data.Player, error) {
	if id == req.Player.ID {
		return req.Player, nil
	}
	return req.Tx.Player(id)
}

// ExpiredError says that the time was over in the game that a command means, before anybody
// looked at its clock: the game has to end in place of what was asked for.
type ExpiredError struct {
	Game *game.Game // as it ended; it is not stored yet
}

// Error names the game.
func (e *ExpiredError) Error() string { return fmt.Sprintf("the time is over in game %d", e.Game.ID) }

// OwnGame returns the game that a command means, in which the speaker must have a
// seat, and the color that the speaker acts for: the one to move if both are his. The
// error is an ExpiredError if its time is over.
func (req *Request) OwnGame() (*game.Game, rules.Color, error) {
	g, err := req.numberedGame()
	if err != nil {
		return nil, 0, err
	}
	if g == nil {
		if g, err = req.impliedGame(); err != nil {
			return nil, 0, err
		}
	}
	colors := g.Colors(req.Player.ID)
	switch {
	case len(colors) == 0:
		return nil, 0, Refuse("game.not-yours", "game", g.ID)
	case g.FlagIfExpired(req.Now):
		return nil, 0, &ExpiredError{g}
	case outdated(req, g):
		return nil, 0, Refuse("game.moved-on", "game", g.ID).withBoard(g)
	case len(colors) == 2:
		return g, g.Turn(), nil
	}
	return g, colors[0], nil
}

// numberedGame returns the game named by number, nil if none is named. A button's
// number tells the ply it was made for; if the game has gone on, it is refused.
func (req *Request) numberedGame() (*game.Game, error) {
	ref := req.Cmd.Game
	if ref.IsZero() {
		ref.ID = req.Msg.Game
	}
	if ref.IsZero() {
		return nil, nil
	}
	g, err := req.load(ref.ID)
	if err == nil && ref.Stale(g) {
		err = Refuse("game.stale", "game", g.ID)
	}
	if err != nil {
		return nil, err
	}
	return g, nil
}

// load returns a game that the speaker may see; any other does not exist. The moves are
// read only afterwards, so that not even the time it takes tells them apart.
func (req *Request) load(id int64) (*game.Game, error) {
	line, err := req.Tx.GameSummary(id)
	seen := false
	if err == nil {
		seen, err = req.MaySee(line)
	}
	switch {
	case errors.Is(err, data.ErrNotFound) || err == nil && !seen:
		return nil, Refuse("game.unknown", "game", id)
	case err != nil:
		return nil, err
	}
	g, err := req.Tx.Game(id)
	if err == nil {
		req.NoteGame(g)
	}
	return g, err
}

// Confirm asks the speaker alone once more; typing or pressing the command with "yes" does it.
func (req *Request) Confirm(r chat.Reply, again command.Invocation, label string) error {
	req.Secret, req.Confirming = true, true
	r.Buttons = [][]chat.Button{{{Label: req.Lang.Text(label), Command: again.String(), Style: chat.Warn, For: chat.Only(req.Player.ID)}}}
	return req.Answer(r)
}

// Server returns the settings of the server in which something was said.
func (req *Request) Server() (data.Server, error) {
	return req.SettingsOf(req.Msg.In.Server)
}

// Variant returns the game that was named, else the one that a server usually plays.
func (req *Request) Variant(server data.Server) *rules.Variant {
	return cmp.Or(req.Cmd.Variant, rules.VariantByName(server.Variant), rules.VariantByKey(rules.DefaultKey))
}

// SettingsOf returns the settings of a server, the usual ones where there is none.
func (req *Request) SettingsOf(id string) (data.Server, error) {
	if id == "" {
		return data.Server{}, nil
	}
	return req.Tx.Server(id)
}

// DescribeSpeaker is the speaker as somebody is shown who may be the same: by the address, or by
// the name where addresses are only numbers.
func (req *Request) DescribeSpeaker() string {
	if req.Msg.From.Transport == MailTransport {
		return req.Msg.From.ID
	}
	return req.Player.Name + " (" + req.Lang.Text("choice."+req.Msg.From.Transport) + ")"
}

// Rooms is a front end that knows who can see the places of its transport.
type Rooms interface {
	// Room asks the transport about a place. The error wraps ErrNotFound if the place is
	// gone; with any other it is not known.
	Room(ctx context.Context, a chat.Address) (data.Room, error)
}

// OnOff returns the key of a choice that is on or off.
func OnOff(b bool) string {
	if b {
		return command.On
	}
	return command.Off
}
