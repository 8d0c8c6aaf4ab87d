package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
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
func (d *Desk) Missed(ctx context.Context, m *MissedError, said *chat.Reply) error {
	err := d.update(ctx, func(tx data.Tx, now time.Time) error { return notifyMissed(tx, m, said, now) })
	d.wake()
	return err
}

// notifyMissed is Missed in a transaction.
func notifyMissed(tx data.Tx, m *MissedError, said *chat.Reply, now time.Time) error {
	for _, who := range m.People {
		p, err := tx.FindPlayer(who.Address)
		if errors.Is(err, data.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if err := tx.SetAbsent(m.Place, p.ID, true); err != nil {
			return err
		}
		if said == nil {
			continue
		}
		r := *said
		r.Notify = []chat.Person{p.Person()}
		r.Text += " " + languageOf(p).Text("letter.absent")
		r.Thread, r.Players, r.Close = "", nil, false
		r.Asked, r.Answers, r.Place, r.Command = chat.Person{}, "", chat.Address{}, ""
		r.Redirects = maxRedirects - 1 // only the person's other addresses are left
		if err := repost(tx, data.OutboxMessage{NotBefore: now, Reply: r}, p.Person().Address); err != nil {
			return err
		}
	}
	return nil
}

// sees reports whether a player can see a place, as far as is known.
func sees(req *request, p data.Player, place chat.Address) (bool, error) {
	if place.IsZero() || !reachable(p, place) {
		return false, nil
	}
	absent, err := req.tx.Absent(place, p.ID)
	return !absent, err
}

// playersWhoSee returns those of a game's players, among some people, who see its home.
func playersWhoSee(req *request, g *game.Game, people []chat.Person) (seen []chat.Person, err error) {
	var absent []chat.Address
	for _, id := range g.Seats {
		away, err := req.tx.Absent(g.Home, id)
		if err != nil {
			return nil, err
		}
		if away {
			p, err := req.person(id)
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
