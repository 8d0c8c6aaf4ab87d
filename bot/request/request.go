// Package request holds what all command handlers need: the request with its answer,
// finding the game and the person that a command means, who may see what, refusals, and
// telling everybody who follows a game.
package request

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/words"
	"stackmate/rules"
)

// Policies are where people read how the bot treats them and their data. Each may be empty.
type Policies struct {
	// PrivacyURL and TermsURL are pages, Contact is how to reach the bot's owner.
	PrivacyURL, TermsURL, Contact string
}

// Env is what all requests share.
type Env struct {
	// Coin decides a random color.
	Coin func() bool
	// Code returns an unguessable code of twelve letters and digits (base 32).
	Code func() string
	// Policies are shown by help.
	Policies Policies
	// Mail is whether mail can be sent and received.
	Mail bool
	// Web is the URL of the pages for browsers, without a slash at the end; empty if there are none.
	Web string
	// Owner identifies this run of the bot, which holds leases on messages.
	Owner string
	// Restores are all restores of the database from a backup.
	Restores data.RestoreList
	// Rooms has the Rooms of each transport that can tell who sees its places.
	Rooms map[string]Rooms
	Log   *slog.Logger
	// Computer is how the program plays against people; nil if it does not.
	Computer *Computer
	// Status says how the bot is doing; nil if it cannot tell.
	Status func(tx data.Tx, now time.Time, lang words.Language) (string, error)

	owners atomic.Pointer[[]chat.Address]
}

// SetOwners says where the bot's owners write from.
func (e *Env) SetOwners(list []chat.Address) { e.owners.Store(&list) }

// IsOwner reports whether an address is that of one of the bot's owners.
func (e *Env) IsOwner(a chat.Address) bool {
	list := e.owners.Load()
	return list != nil && slices.Contains(*list, a)
}

// Request is one message while the bot handles it: who asks for what, and the answer.
type Request struct {
	Ctx    context.Context
	Env    *Env
	Tx     data.Tx
	Msg    chat.Message
	Player data.Player // the speaker
	Now    time.Time
	Lang   words.Language // the language of the reply that is being built

	// AudienceServer is the server in which the reply that is being built is read; empty
	// for a private one.
	AudienceServer string

	Cmd         command.Invocation // the command; zero until it has been parsed
	Secret      bool               // whether the answer is secret, even if the command's answers are not
	ByMail      bool               // whether the reply that is being built is read as a mail
	Confirming  bool               // whether the answer only asks the speaker to confirm the command
	ForWatchers bool               // whether the reply that is being built is for people who only watch

	fromBefore bool // whether a button was pressed that was sent before the last restore

	LastAttempt  bool           // whether the command goes on with rooms that are not known
	unknownRooms []chat.Address // rooms that the answer depends on and that are not known

	GameID int64       // the game that the command is about, for the log; 0 if none
	Reply  *chat.Reply // the direct answer; nil if there is none
	Saved  *game.Game  // the game that was saved last; nil if none was
	Awaits bool        // whether the program is about to reply to what was announced

	about *game.Game // the game that the answer is about; nil if none
}

// Answer sets the direct answer to the speaker. If it has a picture, the command says how
// that looks, else the speaker's preferences, else the server's settings.
func (req *Request) Answer(r chat.Reply) error {
	r.Audience = req.audience()
	req.Reply = &r
	return req.dressAnswer(req.Cmd)
}

// PublicPlace returns the place of the message if others can read it, else zero.
func (req *Request) PublicPlace() chat.Address {
	if req.Msg.In.Private {
		return chat.Address{}
	}
	return req.Msg.In.Address
}

// AnswerText answers with one sentence of the catalogue; args are the names and values of
// its gaps, in turn.
func (req *Request) AnswerText(key string, args ...any) error {
	return req.Answer(chat.Reply{Text: req.Lang.Text(key, args...)})
}

// Person returns the player with a number, or data.ErrNotFound.
func (req *Request) Person(id int64) (data.Player, error) {
	if id == req.Player.ID {
		return req.Player, nil
	}
	return req.Tx.Player(id)
}

// ExpiredError says that a player's time had already run out in the game that a command
// means. The game must end, and the command is not done.
type ExpiredError struct {
	Game *game.Game // as it ended; not stored yet
}

// Error implements error.
func (e *ExpiredError) Error() string { return fmt.Sprintf("the time is over in game %d", e.Game.ID) }

// OwnGame returns the game that a command means, which the speaker must play in, and the
// speaker's color. Somebody who plays both sides acts for the side to move. The error is an
// ExpiredError if a player's time has run out in the game, and a Refusal if there is no
// such game or more than one, or if it has gone on since the message was written.
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
	case undone(req):
		return nil, 0, refuseUndone(req, g)
	case outdated(req, g):
		return nil, 0, Refuse("game.moved-on", "game", g.ID).withBoard(g, req.Player.ID)
	case len(colors) == 2:
		return g, g.Turn(), nil
	}
	return g, colors[0], nil
}

// numberedGame returns the game whose number the command names, else the one that the
// message belongs to, else nil. A button also names the ply that it was made for; if the
// game has gone on since, the error is a Refusal.
func (req *Request) numberedGame() (*game.Game, error) {
	ref := req.Cmd.Game
	if ref.IsZero() {
		ref.ID = req.Msg.Game
	}
	if ref.IsZero() {
		return nil, nil
	}
	g, err := req.load(ref.ID)
	switch {
	case err != nil:
	case req.fromBefore && (ref.Undone(g, req.Env.Restores.Last().At) || !plyExists(req, g)):
		err = refuseUndone(req, g)
	case ref.Stale(g):
		err = Refuse("game.stale", "game", g.ID)
	}
	if err != nil {
		return nil, err
	}
	return g, nil
}

// plyExists reports whether a game has the position that a command shows.
func plyExists(req *Request, g *game.Game) bool {
	_, ok := req.Cmd.Ply.In(len(g.Plies))
	return ok
}

// load returns a game that the speaker may see. For every other number it returns the same
// Refusal, before it reads any moves, so that not even the time it takes shows whether
// the game exists.
func (req *Request) load(id int64) (*game.Game, error) {
	line, err := req.Tx.GameSummary(id)
	visible := false
	if err == nil {
		visible, err = req.MaySee(line)
	}
	switch {
	case errors.Is(err, data.ErrNotFound) || err == nil && !visible:
		return nil, refuseUnbegun(req, id)
	case err != nil:
		return nil, err
	}
	g, err := req.Tx.Game(id)
	if err == nil {
		req.NoteGame(g)
	}
	return g, err
}

// Confirm asks the speaker in private to confirm a command. The answer has a button that
// gives the command again, confirmed.
func (req *Request) Confirm(r chat.Reply, again command.Invocation, label string) error {
	req.Secret, req.Confirming = true, true
	r.Buttons = [][]chat.Button{{{Label: req.Lang.Text(label), Command: again.String(), Style: chat.Warn, For: chat.Only(req.Player.ID)}}}
	return req.Answer(r)
}

// Server returns the settings of the server that the message came from, the defaults if it
// came from none.
func (req *Request) Server() (data.Server, error) {
	return req.SettingsOf(req.Msg.In.Server)
}

// Variant returns the game that was named, else the one that a server usually plays.
func (req *Request) Variant(server data.Server) *rules.Variant {
	return cmp.Or(req.Cmd.Variant, rules.VariantByName(server.Variant), rules.VariantByKey(rules.DefaultKey))
}

// SettingsOf returns the settings of a server, the defaults for an empty ID.
func (req *Request) SettingsOf(id string) (data.Server, error) {
	if id == "" {
		return data.Server{}, nil
	}
	return req.Tx.Server(id)
}

// DescribeSpeaker describes the speaker to somebody who must recognise them: by the mail
// address, or by name and transport where addresses are only numbers.
func (req *Request) DescribeSpeaker() string {
	if req.Msg.From.Transport == MailTransport {
		return req.Msg.From.ID
	}
	return req.Player.Name + " (" + req.Lang.Text("choice."+req.Msg.From.Transport) + ")"
}

// Rooms tells who can see the places of a transport; the transport's front end implements
// it.
type Rooms interface {
	// Room asks the transport about a place. The error wraps data.ErrNotFound if the place
	// no longer exists; after any other error nothing is known of it.
	Room(ctx context.Context, a chat.Address) (data.Room, error)
}

// OnOff returns command.On or command.Off.
func OnOff(b bool) string {
	if b {
		return command.On
	}
	return command.Off
}
