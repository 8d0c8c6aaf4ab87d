package outbox

import (
	"time"
	"unicode/utf8"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// maxMergedText bounds what one message says of moves that could not be told before.
const maxMergedText = 1000

// MergeWaiting has a reply that tells a move say the moves, too, that still wait to be told in
// the same place, and strikes these messages off: nobody needs a board that is no more.
// It returns how many older messages about the game are left, and have to go first.
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
		if err := tx.MarkDelivered(m.ID, now); err != nil {
			return 0, err
		}
	}
	return left, nil
}

// inDelivery reports whether somebody may be delivering a message: a front end, which
// has a lease, or the sender, which takes the oldest one of a game when it is due.
func inDelivery(m data.OutboxMessage, oldest bool, now time.Time) bool {
	return m.LeasedBy != "" || oldest && !m.NotBefore.After(now)
}

// SendNow has the messages about a game that failed tried again now: something is to be
// said after them.
func SendNow(tx data.Outbox, to chat.Address, game int64, now time.Time) error {
	waiting, err := tx.Waiting(to, game)
	for _, m := range waiting {
		if err == nil && m.Attempts > 0 && m.NotBefore.After(now) {
			err = tx.Postpone(m.ID, now, "what follows is due")
		}
	}
	return err
}
