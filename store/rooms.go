package store

import (
	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// Room implements data.Tx.
func (t *tx) Room(a chat.Address) (r data.Room, err error) {
	var above, channel string
	var checked int64
	err = found(t.row("SELECT above, channel, closed, checked FROM rooms WHERE transport = ? AND id = ?", a.Transport, a.ID).
		Scan(&above, &channel, &r.Closed, &checked))
	if above != "" {
		r.Above = chat.Address{Transport: a.Transport, ID: above}
	}
	if channel != "" {
		r.Channel = chat.Address{Transport: a.Transport, ID: channel}
	}
	r.Checked = unstamp(checked)
	return r, err
}

// SetRoom implements data.Tx.
func (t *tx) SetRoom(a chat.Address, r data.Room) error {
	_, err := t.exec(`INSERT INTO rooms (transport, id, above, channel, closed, checked) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (transport, id) DO UPDATE SET above = excluded.above, channel = excluded.channel, closed = excluded.closed, checked = excluded.checked`,
		a.Transport, a.ID, r.Above.ID, r.Channel.ID, r.Closed, stamp(r.Checked))
	return err
}
