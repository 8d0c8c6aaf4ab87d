package outbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// MissedError says that something was posted in a place, and that it did not reach some of
// the people whom it was to notify: they cannot see the place. It is delivered all the same.
type MissedError struct {
	Place  chat.Address
	People []chat.Person
}

// Error implements error.
func (e *MissedError) Error() string {
	return fmt.Sprintf("%d people cannot see %s", len(e.People), e.Place.ID)
}

// Missed notes that people cannot see a place, and tells each alone what was said there,
// unless that is nil.
func (o *Outbox) Missed(ctx context.Context, m *MissedError, said *chat.Reply) error {
	err := o.opt.Update(ctx, func(tx data.Tx, now time.Time) error { return o.NotifyMissed(tx, m, said, now) })
	o.Wake()
	return err
}

// NotifyMissed is Missed in a transaction.
func (o *Outbox) NotifyMissed(tx data.Tx, m *MissedError, said *chat.Reply, now time.Time) error {
	for _, who := range m.People {
		p, err := tx.FindPlayer(who.Address)
		if errors.Is(err, data.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if err := tx.SetCannotSee(m.Place, p.ID, true); err != nil {
			return err
		}
		if said == nil {
			continue
		}
		r := *said
		r.Notify = []chat.Person{p.Person()}
		r.Text += " " + o.opt.Text(p, "letter.absent")
		r.Thread, r.Players, r.Close = "", nil, false
		r.Asked, r.Answers, r.Place, r.Command = chat.Person{}, "", chat.Address{}, ""
		r.Redirects = maxRedirects - 1 // only the person's other addresses are left
		if err := enqueueFor(tx, data.OutboxMessage{NotBefore: now, Reply: r}, p.Person().Address); err != nil {
			return err
		}
	}
	return nil
}
