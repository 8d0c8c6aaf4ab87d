package store

import (
	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// Room implements data.Rooms.
func (t *tx) Room(a chat.Address) (r data.Room, err error) {
	var above, channel string
	var checked int64
	err = orNotFound(t.row("SELECT above, channel, closed, checked FROM rooms WHERE transport = ? AND id = ?", a.Transport, a.ID).
		Scan(&above, &channel, &r.Restricted, &checked))
	if above != "" {
		r.PublicParent = chat.Address{Transport: a.Transport, ID: above}
	}
	if channel != "" {
		r.Parent = chat.Address{Transport: a.Transport, ID: channel}
	}
	r.Checked = fromMillis(checked)
	return r, err
}

// SetRoom implements data.Rooms.
func (t *tx) SetRoom(a chat.Address, r data.Room) error {
	_, err := t.exec(`INSERT INTO rooms (transport, id, above, channel, closed, checked) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (transport, id) DO UPDATE SET above = excluded.above, channel = excluded.channel,
			closed = excluded.closed, checked = excluded.checked`,
		a.Transport, a.ID, r.PublicParent.ID, r.Parent.ID, r.Restricted, toMillis(r.Checked))
	return err
}

// SetCannotSee implements data.Rooms.
func (t *tx) SetCannotSee(place chat.Address, player int64, hidden bool) error {
	_, err := t.setRow(hidden, "INSERT INTO absences (transport, place, player) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
		"DELETE FROM absences WHERE transport = ? AND place = ? AND player = ?", place.Transport, place.ID, player)
	return err
}

// CannotSee implements data.Rooms.
func (t *tx) CannotSee(place chat.Address, player int64) (yes bool, err error) {
	type key struct {
		place  chat.Address
		player int64
	}
	return recall(t, "absences", key{place, player}, func() (yes bool, err error) {
		err = t.row("SELECT EXISTS (SELECT 1 FROM absences WHERE transport = ? AND place = ? AND player = ?)",
			place.Transport, place.ID, player).Scan(&yes)
		return yes, err
	})
}
