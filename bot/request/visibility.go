package request

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
)

// Limits on asking transports about rooms.
const (
	// roomTTL is how long an answer is valid. That a thread belongs to a channel is valid
	// for ever.
	roomTTL = time.Minute
	// RoomTimeout is how long one lookup may take.
	RoomTimeout = 2 * time.Second
	// MaxRoomsPerLookup is how many rooms one lookup asks about.
	MaxRoomsPerLookup = 10
	// MaxRoomLookups is how often a command may be restarted after a lookup: for the home
	// of a game, for the channel above it, and for the place of the speaker.
	MaxRoomLookups = 3
)

// MaySee reports whether the speaker may see a game or challenge here, or from where chat.Message.Views lets them look. Its players,
// watchers and invited guests may see it everywhere. Others see a game of a server in that
// server, or everywhere if the server opens its games, but one whose home is a closed room
// only in that room and its threads. An analysis is for its owner alone.
func (req *Request) MaySee(l data.GameSummary) (bool, error) {
	in := req.Msg.In
	if from, ok := req.Msg.Views[l.ID]; ok {
		in = from
	}
	switch {
	case l.Has(req.Player.ID):
		return true, nil
	case l.Analysis():
		return false, nil
	case !l.Home.IsZero() && in.Address == l.Home:
		return true, nil
	}
	if guest, err := req.Tx.Invited(l.ID, req.Player.ID); err != nil || guest || l.Server == "" {
		return guest, err
	}
	inside := in.Server == l.Server
	if !inside {
		if s, err := req.SettingsOf(l.Server); err != nil || !s.OpenGames {
			return false, err
		}
	}
	home, closed, err := req.room(l.Home)
	if err != nil || !closed || !inside {
		return err == nil && !closed, err
	}
	here, _, err := req.room(in.Address)
	return err == nil && here == home, err
}

// Visible returns the games of a list that the speaker may see, without analyses.
func Visible(req *Request, list []data.GameSummary) (visible []data.GameSummary, err error) {
	for _, l := range list {
		ok, err := req.MaySee(l)
		if err != nil {
			return nil, err
		}
		if ok && !l.Analysis() {
			visible = append(visible, l)
		}
	}
	return visible, nil
}

// room returns the channel of an open thread, or any other place itself, and whether that
// is closed. A room of which nothing is known counts as closed and is added to
// req.unknownRooms.
func (req *Request) room(a chat.Address) (root chat.Address, closed bool, err error) {
	if req.Env.Rooms[a.Transport] == nil {
		return a, false, nil
	}
	for {
		r, err := req.Tx.Room(a)
		switch {
		case err != nil && !errors.Is(err, data.ErrNotFound):
			return a, true, err
		case err == nil && !r.PublicParent.IsZero() && r.PublicParent != a:
			a = r.PublicParent
			continue
		case err != nil, req.Now.Sub(r.Checked) >= roomTTL:
			req.unknownRooms = append(req.unknownRooms, a)
			return a, true, nil
		}
		return a, r.Restricted, nil
	}
}

// ChannelOf returns the channel of a thread, open or closed, or any other place itself. A
// room of which nothing is known is added to req.unknownRooms.
func ChannelOf(req *Request, a chat.Address) (chat.Address, error) {
	if req.Env.Rooms[a.Transport] == nil {
		return a, nil
	}
	r, err := req.Tx.Room(a)
	switch {
	case err != nil && !errors.Is(err, data.ErrNotFound):
		return a, err
	case err == nil && !r.Parent.IsZero():
		return r.Parent, nil
	case err == nil && !r.PublicParent.IsZero():
		return r.PublicParent, nil
	case err != nil, req.Now.Sub(r.Checked) >= roomTTL:
		req.unknownRooms = append(req.unknownRooms, a)
	}
	return a, nil
}

// UnknownRoomsError says that a command was not done because it depends on rooms that the
// transport must be asked about first.
type UnknownRoomsError struct{ Places []chat.Address }

// Error implements error.
func (e *UnknownRoomsError) Error() string {
	return fmt.Sprintf("%d rooms are not known", len(e.Places))
}

// RequireRooms returns err, the result of a command, or an UnknownRoomsError if that result
// depends on rooms that are not known. On the last attempt it always returns err.
func RequireRooms(req *Request, err error) error {
	if len(req.unknownRooms) > 0 && !req.LastAttempt {
		return &UnknownRoomsError{req.unknownRooms}
	}
	return err
}

// canSee reports whether a player can see a place, as far as the bot knows.
func canSee(req *Request, p data.Player, place chat.Address) (bool, error) {
	if place.IsZero() || !Reachable(p, place) {
		return false, nil
	}
	absent, err := req.Tx.CannotSee(place, p.ID)
	return !absent, err
}

// dropAbsent returns people without the players of a game who cannot see its home.
func dropAbsent(req *Request, g *game.Game, people []chat.Person) (present []chat.Person, err error) {
	var absent []chat.Address
	for _, id := range g.Seats {
		away, err := req.Tx.CannotSee(g.Home, id)
		if err != nil {
			return nil, err
		}
		if away {
			p, err := req.Person(id)
			if err != nil {
				return nil, err
			}
			absent = append(absent, p.Addresses...)
		}
	}
	for _, p := range people {
		if !slices.Contains(absent, p.Address) {
			present = append(present, p)
		}
	}
	return present, nil
}
