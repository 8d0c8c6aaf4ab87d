package outbox

import (
	"errors"
	"slices"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// maxRedirects is how often a message that cannot be delivered is redirected.
const maxRedirects = 3

// redirect puts a message that cannot be delivered to its address into the outbox for
// another one: the channel above a thread, the people a channel's message is for, another
// address of the same person, or the home of the game. If a game's thread no longer exists,
// the game's home becomes the channel. A secret message never goes to a public place.
func (o *Outbox) redirect(tx data.Tx, m data.OutboxMessage, failure error, now time.Time) error {
	if m.Reply.Redirects >= maxRedirects || m.Reply.Unsolicited {
		return nil
	}
	m.Reply.Redirects++
	m.Reply.InReplyTo = "" // the question is in another place
	m.NotBefore = now
	g, err := locationOf(tx, m.Reply.Game)
	if err != nil {
		return err
	}
	p, err := tx.FindPlayer(m.To)
	switch {
	case err == nil:
		return o.fallbackFromPerson(tx, m, p, g, failure)
	case !errors.Is(err, data.ErrNotFound):
		return err
	case m.Reply.Audience != chat.Public:
		return nil
	case m.To == g.home && g.above != g.home && !g.above.IsZero():
		if errors.Is(failure, ErrGone) {
			if err := tx.SetHome(m.Reply.Game, g.above); err != nil {
				return err
			}
		}
		m.Reply.Close = false
		return enqueueTo(tx, m, g.above)
	case m.To != g.home && !g.home.IsZero() && m.Reply.Redirects == 1:
		return enqueueTo(tx, m, g.home)
	}
	return o.fallbackToPeople(tx, m, g)
}

// enqueueTo puts a message into the outbox for another address.
func enqueueTo(tx data.Tx, m data.OutboxMessage, to chat.Address) error {
	m.To = to
	_, err := tx.Enqueue(m)
	return err
}

// fallbackFromPerson redirects a message to a person who does not accept direct messages.
// If nothing else reaches that person, the opponents are told, once a game.
func (o *Outbox) fallbackFromPerson(tx data.Tx, m data.OutboxMessage, p data.Player, g location, failure error) error {
	for _, a := range p.Addresses {
		if a == m.To {
			continue
		}
		if closed, err := tx.Unreachable(a, m.NotBefore); err != nil {
			return err
		} else if !closed {
			return enqueueTo(tx, m, a)
		}
	}
	plays := slices.Contains(g.seats[:], p.ID)
	notified := slices.ContainsFunc(m.Reply.Notify, func(n chat.Person) bool { return slices.Contains(p.Addresses, n.Address) })
	absent, err := tx.CannotSee(g.home, p.ID)
	if err != nil {
		return err
	}
	switch r := m.Reply; {
	case !r.Place.IsZero():
		return enqueueTo(tx, data.OutboxMessage{NotBefore: m.NotBefore, Reply: chat.Reply{Notify: []chat.Person{p.Person()}, Redirects: maxRedirects,
			Text: o.opt.Text(p, "letter.closed", "name", p.Name, "command", chat.Command(r.Command))}}, r.Place)
	case r.Audience != chat.Public || !plays:
		return nil
	case !absent && !g.home.IsZero() && r.Redirects < maxRedirects: // at maxRedirects the message may come from there
		r.Notify = []chat.Person{p.Person()}
		return enqueueTo(tx, data.OutboxMessage{NotBefore: m.NotBefore, Reply: r}, g.home)
	case notified && errors.Is(failure, ErrDMsClosed):
		return o.tellUnreached(tx, m, p, g)
	}
	return nil
}

// tellUnreached tells the opponents of a player, once a game, that the player cannot be
// reached.
func (o *Outbox) tellUnreached(tx data.Tx, m data.OutboxMessage, p data.Player, g location) error {
	if first, err := tx.MarkReportedUnreachable(m.Reply.Game, p.ID); err != nil || !first {
		return err
	}
	for _, seat := range g.seats {
		if seat == p.ID || seat == 0 {
			continue
		}
		other, err := tx.Player(seat)
		if err != nil {
			return err
		}
		notice := chat.Reply{Game: m.Reply.Game, Redirects: maxRedirects, Title: m.Reply.Title,
			Text: o.opt.Text(other, "letter.unreachable", "name", p.Name)}
		if err := enqueueTo(tx, data.OutboxMessage{NotBefore: m.NotBefore, Reply: notice}, other.Person().Address); err != nil {
			return err
		}
	}
	return nil
}

// fallbackToPeople sends a message for a place to people in private instead: to those it
// notifies and to the person it answers, or to the players if it has neither.
func (o *Outbox) fallbackToPeople(tx data.Tx, m data.OutboxMessage, g location) error {
	people := slices.Clone(m.Reply.Notify)
	if !m.Reply.Asker.IsZero() {
		people = append(people, m.Reply.Asker)
	}
	if len(people) == 0 {
		for _, seat := range g.seats {
			if seat == 0 { // an open challenge
				continue
			}
			p, err := tx.Player(seat)
			if err != nil {
				return err
			}
			people = append(people, p.Person())
		}
	}
	told := map[chat.Address]bool{m.To: true}
	for _, p := range people {
		if told[p.Address] {
			continue
		}
		told[p.Address] = true
		known, err := tx.FindPlayer(p.Address)
		if err != nil && !errors.Is(err, data.ErrNotFound) {
			return err
		}
		r := m.Reply
		r.Notify = []chat.Person{p}
		r.Text += " " + o.opt.Text(known, "letter.redirected")
		r.Redirects = maxRedirects - 1 // leaves one redirect, to another address of the person
		if err := enqueueTo(tx, data.OutboxMessage{NotBefore: m.NotBefore, Reply: r}, p.Address); err != nil {
			return err
		}
	}
	return nil
}

// location is the home of a game or challenge and who plays it. Above is the place where
// the challenge was offered: the channel above home if the game has a thread.
type location struct {
	home, above chat.Address
	seats       [2]int64
}

// locationOf returns the location of a game or challenge; zero if there is none with this
// ID.
func locationOf(tx data.Tx, id int64) (w location, err error) {
	ch, err := tx.Challenge(id)
	if errors.Is(err, data.ErrNotFound) {
		return w, nil
	}
	if err != nil {
		return w, err
	}
	w = location{ch.Home, ch.Home, [2]int64{ch.From, ch.To}}
	g, err := tx.GameSummary(id) // can be read even if the game's moves are damaged
	if errors.Is(err, data.ErrNotFound) {
		return w, nil
	}
	if err == nil {
		w.home, w.seats = g.Home, g.Seats
	}
	return w, err
}
