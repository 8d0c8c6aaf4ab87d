package email

import (
	"stackmate/bot/chat"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/timeutil"
	"stackmate/bot/words"
)

// Events that are counted for an address. The store has them under these names.
const (
	eventAnswered   = "answer"  // a mail was answered
	eventRefused    = "refused" // a mail in which nothing was understood, since the last one that was
	eventAsked      = "ask"     // the address was asked whether a mail was from there
	eventUnanswered = "invite"  // a message that the address did not ask for, since it last answered
)

// Limits of such events within a day, next to Config.MaxAnswersPerDay. They end a loop with
// another robot: what it writes is refused, and soon no longer answered.
const (
	maxRefused    = 10
	maxAsked      = 1
	maxUnanswered = 3
)

// overLimit counts an answer, and reports whether there have been too many. In place of the
// first answer that is not given, it enqueues a message that says so.
func (b *Bot) overLimit(tx mailstore.Tx, lang words.Language, address string, isRefused bool) (bool, error) {
	yesterday := b.now().Add(-timeutil.Day)
	n, err := tx.Events(address, eventAnswered, yesterday)
	if err != nil {
		return false, err
	}
	over, notice := n-b.config.MaxAnswersPerDay, lang.Text("email.limit", "count", b.config.MaxAnswersPerDay)
	if isRefused {
		row, err := tx.Events(address, eventRefused, yesterday)
		if err != nil {
			return false, err
		}
		if row-maxRefused > over {
			over, notice = row-maxRefused, lang.Text("email.limit.refused", "count", maxRefused)
		}
		if err := tx.CountEvent(address, eventRefused, b.now()); err != nil {
			return false, err
		}
	} else if err := tx.ResetEvents(address, eventRefused); err != nil {
		return false, err
	}
	if over > 0 {
		return true, nil
	}
	if over == 0 {
		if err := b.enqueue(tx, address, chat.Reply{Title: lang.Text("email.limit.title"), Text: notice}); err != nil {
			return false, err
		}
	}
	return over == 0, tx.CountEvent(address, eventAnswered, b.now())
}
