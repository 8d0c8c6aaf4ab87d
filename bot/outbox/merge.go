package outbox

import (
	"time"
	"unicode/utf8"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// maxMergedText is how many characters of moves one message may have.
const maxMergedText = 1000

// MergeWaiting merges messages that still wait for the same recipient into a reply, if the
// reply and they announce moves of the same game: the reply announces all of the moves, and
// the older messages, whose boards are out of date, are marked as delivered. It returns how
// many older messages about the game are left, which must be sent first.
func MergeWaiting(tx data.Outbox, to chat.Address, r *chat.Reply, now time.Time) (left int, err error) {
	if r.Game == 0 {
		return 0, nil
	}
	waiting, err := tx.Waiting(to, r.Game)
	if err != nil {
		return 0, err
	}
	for left = len(waiting); left > 0; left-- {
		m := waiting[left-1]
		if r.Played == "" || m.Reply.Played == "" || m.Reply.Language != r.Language || inDelivery(m, left == 1, now) ||
			utf8.RuneCountInString(m.Reply.Played)+utf8.RuneCountInString(r.Played) > maxMergedText {
			break
		}
		r.Text = m.Reply.Played + "\n" + r.Text
		r.Played = m.Reply.Played + "\n" + r.Played
		if r.Asker.IsZero() && m.Attempts == 0 { // else what was sent before might be taken for it
			r.Asker, r.InReplyTo = m.Reply.Asker, m.Reply.InReplyTo
		}
		if r.Thread == "" {
			r.Thread, r.Players = m.Reply.Thread, m.Reply.Players
		}
		if err := tx.MarkMerged(m.ID, now); err != nil {
			return 0, err
		}
	}
	return left, nil
}

// inDelivery reports whether a message may be on its way: a front end has a lease on it, or
// it is due and the oldest of its game, which a sender delivers first.
func inDelivery(m data.OutboxMessage, oldest bool, now time.Time) bool {
	return m.LeasedBy != "" || oldest && !m.NotBefore.After(now)
}

// SendNow makes messages about a game that failed before due now, because a new message has
// to follow them.
func SendNow(tx data.Outbox, to chat.Address, game int64, now time.Time) error {
	waiting, err := tx.Waiting(to, game)
	for _, m := range waiting {
		if err == nil && m.Attempts > 0 && m.NotBefore.After(now) {
			err = tx.Postpone(m.ID, now, "what follows is due")
		}
	}
	return err
}

// StopWaiting makes messages about a game due that wait for the program's reply, because a new message, which may be
// that reply, could not take them in and has to follow them.
func StopWaiting(tx data.Outbox, to chat.Address, game int64, now time.Time) error {
	waiting, err := tx.Waiting(to, game)
	for _, m := range waiting {
		if err == nil && m.Attempts == 0 && m.LeasedBy == "" && m.NotBefore.After(now) {
			err = tx.Postpone(m.ID, now, "what follows is due")
		}
	}
	return err
}
