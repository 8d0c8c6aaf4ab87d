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

// Bounds of asking about rooms.
const (
	// roomTTL is how long an answer holds; that a thread belongs to a channel holds for good.
	roomTTL = time.Minute
	// RoomTimeout is how long asking may take for one command.
	RoomTimeout = 2 * time.Second
	// MaxRoomsPerLookup is about how many rooms is asked at once.
	MaxRoomsPerLookup = 10
	// MaxRoomLookups is how often a command is begun anew after asking: for the home of a
	// game, the channel above it, and the place of the speaker.
	MaxRoomLookups = 3
)

// MaySee reports whether the speaker may see a game or challenge: who plays it, watches
// it or is invited may, everywhere; a game of a server is seen in that server, or by
// everybody if the server opens its games; one that is at home in a closed room is seen
// only in that room and its threads.
func (req *Request) MaySee(l data.GameSummary) (bool, error) {
	switch here := req.Msg.In.Address; {
	case l.Has(req.Player.ID):
		return true, nil
	case l.Analysis(): // thoughts are private
		return false, nil
	case !l.Home.IsZero() && here == l.Home:
		return true, nil
	}
	if guest, err := req.Tx.Invited(l.ID, req.Player.ID); err != nil || guest || l.Server == "" {
		return guest, err
	}
	inside := req.Msg.In.Server == l.Server
	if !inside {
		if s, err := req.SettingsOf(l.Server); err != nil || !s.OpenGames {
			return false, err
		}
	}
	home, closed, err := req.room(l.Home)
	if err != nil || !closed || !inside {
		return err == nil && !closed, err
	}
	here, _, err := req.room(req.Msg.In.Address)
	return err == nil && here == home, err
}

// Visible keeps of a list the games against others that the speaker may see.
func Visible(req *Request, list []data.GameSummary) (seen []data.GameSummary, err error) {
	for _, l := range list {
		ok, err := req.MaySee(l)
		if err != nil {
			return nil, err
		}
		if ok && !l.Analysis() {
			seen = append(seen, l)
		}
	}
	return seen, nil
}

// room returns the channel to which a place belongs, the place itself if it is none of
// a channel's open threads, and whether it is closed. What is not known is closed, and
// noted in c.unsure.
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

// ChannelOf returns the channel of a thread, and every other place as it is. What is not
// known is noted in c.unsure.
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

// UnknownRoomsError says that a command depends on rooms about which the transport must be
// asked first. Nothing has been done.
type UnknownRoomsError struct{ Places []chat.Address }

// Error implements error.
func (e *UnknownRoomsError) Error() string {
	return fmt.Sprintf("%d rooms are not known", len(e.Places))
}

// RequireRooms returns the error of a command, or what must be known before it counts.
func RequireRooms(req *Request, err error) error {
	if len(req.unknownRooms) > 0 && !req.LastAttempt {
		return &UnknownRoomsError{req.unknownRooms}
	}
	return err
}

// canSee reports whether a player can see a place, as far as is known.
func canSee(req *Request, p data.Player, place chat.Address) (bool, error) {
	if place.IsZero() || !Reachable(p, place) {
		return false, nil
	}
	absent, err := req.Tx.CannotSee(place, p.ID)
	return !absent, err
}

// dropAbsent returns those of a game's players, among some people, who see its home.
func dropAbsent(req *Request, g *game.Game, people []chat.Person) (seen []chat.Person, err error) {
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
			seen = append(seen, p)
		}
	}
	return seen, nil
}
