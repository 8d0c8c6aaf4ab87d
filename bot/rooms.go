package bot

import (
	"context"
	"errors"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/request"
)

// UseRooms sets how the desk finds out who can see the places of a transport. Without it,
// everybody in a server is taken to see all of its places. Call it before Handle.
func (d *Desk) UseRooms(transport string, r request.Rooms) {
	d.env.Rooms[transport] = r
}

// whenKnown calls work and, while that returns an UnknownRoomsError, looks the rooms up and calls
// it again. Last is whether work must go on without knowing them. While work returns an
// UnansweredError, whenKnown waits for the answer; waited is how long that took.
func (d *Desk) whenKnown(ctx context.Context, work func(last bool) error) (waited time.Duration, err error) {
	for round := 0; ; {
		err := work(round == request.MaxRoomLookups)
		unsure, unanswered := (*request.UnknownRoomsError)(nil), (*request.UnansweredError)(nil)
		switch {
		case errors.As(err, &unsure):
			round++
			err = lookUpRooms(ctx, d, unsure.Places)
		case errors.As(err, &unanswered):
			began := d.now()
			err = unanswered.Wait(ctx)
			waited += d.now().Sub(began)
		default:
			return waited, err
		}
		if err != nil {
			return waited, err
		}
	}
}

// lookUpRooms asks the transports about rooms and stores the answers. A room that no
// longer exists keeps what was last known of it, or counts as closed. A room whose
// transport fails stays unknown.
func lookUpRooms(ctx context.Context, d *Desk, places []chat.Address) error {
	limited, cancel := context.WithTimeout(ctx, request.RoomTimeout)
	defer cancel()
	found := map[chat.Address]data.Room{}
	gone := map[chat.Address]bool{}
	for _, a := range places[:min(len(places), request.MaxRoomsPerLookup)] {
		if _, done := found[a]; done || gone[a] {
			continue
		}
		r, err := d.env.Rooms[a.Transport].Room(limited, a)
		switch {
		case errors.Is(err, data.ErrNotFound):
			gone[a] = true
		case err != nil:
			d.log.WarnContext(ctx, "room unknown", "error", err)
		default:
			found[a] = r
		}
	}
	if len(found)+len(gone) == 0 {
		return nil
	}
	now := d.now()
	return d.store.Update(ctx, func(tx data.Tx) error {
		for a := range gone {
			r, err := tx.Room(a)
			if errors.Is(err, data.ErrNotFound) {
				r, err = data.Room{Restricted: true}, nil
			}
			if err != nil {
				return err
			}
			found[a] = r
		}
		for a, r := range found {
			r.Checked = now
			if err := tx.SetRoom(a, r); err != nil {
				return err
			}
		}
		return nil
	})
}
