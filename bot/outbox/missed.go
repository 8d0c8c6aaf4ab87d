package outbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// MissedError says that a message was delivered to a place, but that some of the people it
// notifies cannot see that place.
type MissedError struct {
	Place  chat.Address
	People []chat.Person
}

// Error implements error.
func (e *MissedError) Error() string {
	return fmt.Sprintf("%d people cannot see %s", len(e.People), e.Place.ID)
}

// Missed stores that people cannot see a place, and sends each of them the message said in
// private, unless said is nil.
func (o *Outbox) Missed(ctx context.Context, m *MissedError, said *chat.Reply) error {
	err := o.opt.Update(ctx, func(tx data.Tx, now time.Time) error { return o.NotifyMissed(tx, m, said, now) })
	o.Wake()
	return err
}

// NotifyMissed is Missed within a transaction that the caller has begun. It does not wake
// the senders.
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
		r.Asker, r.InReplyTo, r.Place, r.Command = chat.Person{}, "", chat.Address{}, ""
		r.Redirects = maxRedirects - 1 // leaves one redirect, to another address of the person
		if err := enqueueTo(tx, data.OutboxMessage{NotBefore: now, Reply: r}, p.Person().Address); err != nil {
			return err
		}
	}
	return nil
}
