package bot

import (
	"time"
	"unicode/utf8"

	"stackmate/bot/chat"
)

// maxFolded bounds what one message says of moves that could not be told before.
const maxFolded = 1000

// mergeWaiting has a reply that tells a move say the moves, too, that still wait to be told in
// the same place, and strikes these letters off: nobody needs a board that is no more.
// It returns how many older letters about the game are left, and have to go first.
func mergeWaiting(tx Outbox, to chat.Address, r *chat.Reply, now time.Time) (left int, err error) {
	if r.Game == 0 {
		return 0, nil
	}
	waiting, err := tx.Waiting(to, r.Game)
	if err != nil {
		return 0, err
	}
	for left = len(waiting); left > 0; left-- {
		l := waiting[left-1]
		if r.Played == "" || l.Reply.Played == "" || l.Reply.Language != r.Language || beingDelivered(l, left == 1, now) ||
			utf8.RuneCountInString(l.Reply.Played)+utf8.RuneCountInString(r.Played) > maxFolded {
			break
		}
		r.Text = l.Reply.Played + "\n" + r.Text
		r.Played = l.Reply.Played + "\n" + r.Played
		if err := tx.MarkDelivered(l.ID, now); err != nil {
			return 0, err
		}
	}
	return left, nil
}

// beingDelivered reports whether somebody may be delivering a letter: a front end, which
// has a lease, or the sender, which takes the oldest one of a game when it is due.
func beingDelivered(l OutboxMessage, oldest bool, now time.Time) bool {
	return l.LeasedBy != "" || oldest && !l.NotBefore.After(now)
}

// enqueue posts a letter about a game to those who are not answered at once.
func (c *request) enqueue(to chat.Address, r chat.Reply) error {
	if _, err := mergeWaiting(c.tx, to, &r, c.now); err != nil {
		return err
	}
	_, err := c.tx.Enqueue(OutboxMessage{To: to, Reply: r, NotBefore: c.now})
	return err
}

// sendNow has the letters about a game that failed tried again now: something is to be
// said after them.
func sendNow(tx Outbox, to chat.Address, game int64, now time.Time) error {
	waiting, err := tx.Waiting(to, game)
	for _, l := range waiting {
		if err == nil && l.Attempts > 0 && l.NotBefore.After(now) {
			err = tx.Postpone(l.ID, now, "what follows is due")
		}
	}
	return err
}
