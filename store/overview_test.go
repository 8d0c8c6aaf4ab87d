package store

import (
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/logging"
)

// TestOverview checks the numbers about messages, and that a message keeps the trace of what caused
// it.
func TestOverview(t *testing.T) {
	s, _ := fresh(t)
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	ctx := logging.WithTrace(t.Context(), "0123456789")
	to := func(transport, id string) chat.Address { return chat.Address{Transport: transport, ID: id} }
	err := s.Update(ctx, func(tx data.Tx) error {
		for i, m := range []data.OutboxMessage{
			{To: to("discord", "a"), NotBefore: now.Add(-time.Hour)},
			{To: to("discord", "b"), NotBefore: now.Add(-time.Minute)},
			{To: to("discord", "c"), NotBefore: now.Add(time.Hour)},
			{To: to("email", "d"), NotBefore: now.Add(-time.Minute), Trace: "another"},
		} {
			id, err := tx.Enqueue(m)
			if err != nil {
				return err
			}
			if i == 1 {
				if err := tx.Postpone(id, now.Add(time.Minute), "no network"); err != nil {
					return err
				}
			}
		}
		return tx.SetHeartbeat(now)
	})
	if err != nil {
		t.Fatal(err)
	}
	err = s.View(t.Context(), func(tx data.Tx) error {
		o, err := tx.Overview(now, []string{"discord", "email", "console"})
		if err != nil {
			return err
		}
		if o.Schema != o.Newest || o.Bytes < 1000 || !o.Heartbeat.Equal(now) || o.Games != 0 || o.Alarms != 0 || o.Held != 0 || len(o.Outbox) != 3 {
			t.Errorf("the overview is %+v", o)
		}
		if d := o.Outbox[0]; d.Due != 1 || !d.Oldest.Equal(now.Add(-time.Hour)) || len(d.Failures) != 1 || d.Failures["no network"] != 1 {
			t.Errorf("Discord has %+v", d)
		}
		if c := o.Outbox[2]; c.Due != 0 || !c.Oldest.IsZero() {
			t.Errorf("the console has %+v", c)
		}
		for _, transport := range []string{"discord", "email"} {
			due, err := tx.Due(transport, now, 10)
			if err != nil {
				return err
			}
			if want := map[string]string{"discord": "0123456789", "email": "another"}[transport]; len(due) != 1 || due[0].Trace != want {
				t.Errorf("%s: due are %+v, want the trace %s", transport, due, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
