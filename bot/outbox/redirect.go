package outbox

import (
	"errors"
	"slices"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// maxRedirects is how many other ways are tried for what one way does not take.
const maxRedirects = 3

// redirect sends what an address does not take another way: from a thread to the channel
// above it, from a channel to the people it is for, from a person to another address of
// the same person, or to the home of the game. Only if its thread is gone does the game
// move home. What is secret is never told where others are.
func (o *Outbox) redirect(tx data.Tx, m data.OutboxMessage, failure error, now time.Time) error {
	if m.Reply.Redirects >= maxRedirects || m.Reply.Unasked {
		return nil
	}
	m.Reply.Redirects++
	m.Reply.Answers = "" // which was asked somewhere else
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
		return enqueueFor(tx, m, g.above)
	case m.To != g.home && !g.home.IsZero() && m.Reply.Redirects == 1:
		return enqueueFor(tx, m, g.home)
	}
	return o.fallbackToPeople(tx, m, g)
}

func enqueueFor(tx data.Tx, m data.OutboxMessage, to chat.Address) error {
	m.To = to
	_, err := tx.Enqueue(m)
	return err
}

// fallbackFromPerson tells a person who takes no messages some other way. If there is none,
// whoever plays with that person hears of it, once a game.
func (o *Outbox) fallbackFromPerson(tx data.Tx, m data.OutboxMessage, p data.Player, g location, failure error) error {
	for _, a := range p.Addresses {
		if a == m.To {
			continue
		}
		if closed, err := tx.Unreachable(a, m.NotBefore); err != nil {
			return err
		} else if !closed {
			return enqueueFor(tx, m, a)
		}
	}
	seated := slices.Contains(g.seats[:], p.ID)
	asked := slices.ContainsFunc(m.Reply.Notify, func(n chat.Person) bool { return slices.Contains(p.Addresses, n.Address) })
	absent, err := tx.CannotSee(g.home, p.ID)
	if err != nil {
		return err
	}
	switch r := m.Reply; {
	case !r.Place.IsZero():
		return enqueueFor(tx, data.OutboxMessage{NotBefore: m.NotBefore, Reply: chat.Reply{Notify: []chat.Person{p.Person()}, Redirects: maxRedirects,
			Text: o.opt.Text(p, "letter.closed", "name", p.Name, "command", o.opt.CommandName(p, r.Command))}}, r.Place)
	case r.Audience != chat.Public || !seated:
		return nil
	case !absent && !g.home.IsZero() && r.Redirects < maxRedirects: // else it comes from there
		r.Notify = []chat.Person{p.Person()}
		return enqueueFor(tx, data.OutboxMessage{NotBefore: m.NotBefore, Reply: r}, g.home)
	case asked && errors.Is(failure, ErrDMsClosed):
		return o.tellUnreached(tx, m, p, g)
	}
	return nil
}

// tellUnreached tells those who play with a person that a message cannot be delivered to
// that person.
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
		if err := enqueueFor(tx, data.OutboxMessage{NotBefore: m.NotBefore, Reply: notice}, other.Person().Address); err != nil {
			return err
		}
	}
	return nil
}

// fallbackToPeople sends a message to the people it is for, each alone: those it notifies and
// whose message it answers, else those who play.
func (o *Outbox) fallbackToPeople(tx data.Tx, m data.OutboxMessage, g location) error {
	people := slices.Clone(m.Reply.Notify)
	if !m.Reply.Asked.IsZero() {
		people = append(people, m.Reply.Asked)
	}
	if len(people) == 0 {
		for _, seat := range g.seats {
			if seat == 0 { // nobody has taken it yet
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
		r.Redirects = maxRedirects - 1 // its home is closed: only the person's other addresses are left
		if err := enqueueFor(tx, data.OutboxMessage{NotBefore: m.NotBefore, Reply: r}, p.Address); err != nil {
			return err
		}
	}
	return nil
}

// location are where a game or a challenge is at home and who plays it. Above is
// where it was offered, if it has a thread of its own.
type location struct {
	home, above chat.Address
	seats       [2]int64
}

// locationOf returns the location of a game or a challenge; empty if there is neither.
func locationOf(tx data.Tx, id int64) (w location, err error) {
	ch, err := tx.Challenge(id)
	if errors.Is(err, data.ErrNotFound) {
		return w, nil
	}
	if err != nil {
		return w, err
	}
	w = location{ch.Home, ch.Home, [2]int64{ch.From, ch.To}}
	g, err := tx.GameSummary(id) // which can be read also if its moves are damaged
	if errors.Is(err, data.ErrNotFound) {
		return w, nil
	}
	if err == nil {
		w.home, w.seats = g.Home, g.Seats
	}
	return w, err
}
