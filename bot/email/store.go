package email

import (
	"context"
	"fmt"
	"stackmate/bot/data"
	"time"
)

// Tx is a transaction of a store that also keeps what mail needs.
type Tx interface {
	data.Tx

	// MailPerson returns what is known of an address: whether it has ever answered a
	// mail, whether it wants none, and the last letter that it gets nevertheless.
	MailPerson(address string) (confirmed, muted bool, farewell int64, err error)
	// MailConfirm notes that an address has answered, and that it wants mail.
	MailConfirm(address string, at time.Time) error
	// MailMute notes that an address wants no mail after the letter with a number.
	MailMute(address string, farewell int64) error
	// MailDead notes that mail to an address comes back, until MailConfirm.
	MailDead(address string, at time.Time) error
	// IsMailDead reports whether mail to an address comes back.
	IsMailDead(address string) (bool, error)
	// MailTalk returns what the last mail from an address was about.
	MailTalk(address string) (game int64, id, subject string, at time.Time, err error)
	// SetMailTalk replaces that.
	SetMailTalk(address string, game int64, id, subject string, at time.Time) error

	// MailCount returns how often something of a kind was said to an address since then.
	MailCount(address, kind string, since time.Time) (int, error)
	// MailTally notes that something was said.
	MailTally(address, kind string, at time.Time) error
	// MailForget forgets what was said to an address of a kind.
	MailForget(address, kind string) error

	// MailThread returns the id of the mail that began a game's thread in a mailbox and
	// that of the latest mail in it; both are empty if there is none.
	MailThread(address string, game int64) (first, last string, err error)
	// SetMailThread replaces the ids of a thread. The first one stays what it is once it is known.
	SetMailThread(address string, game int64, first, last string, at time.Time) error

	// MailSubject returns the subject of a game's thread in a mailbox: the one given,
	// unless there is one already.
	MailSubject(address string, game int64, subject string, at time.Time) (kept string, err error)
	// MailBox returns from which number on the mails in a mailbox are the bot's, and when
	// it first looked there; see the store.
	MailBox(name string, validity, next uint32, now time.Time) (first uint32, began time.Time, err error)

	// MailHeard notes that a mail was let in, and returns how far it was done before.
	MailHeard(id string, at time.Time) (done int, ended bool, err error)
	// MailDone notes how many commands of a mail have been done, and whether that is all.
	MailDone(id string, done int, ended bool) error
	// MailFailed notes that a mail could not be handled, unless that was noted less than span
	// ago, and returns how often it was noted.
	MailFailed(id string, at time.Time, span time.Duration) (times int, err error)
	// MailRelease lets a letter go out that was kept back for a direct answer.
	MailRelease(letter int64, at time.Time) error

	// MailKey returns the key of which tokens are made: the one given, unless there is one already.
	MailKey(fresh []byte) ([]byte, error)
	// MailRenewals returns how often the tokens of an address have been revoked.
	MailRenewals(address string) (int, error)
	// MailIssue stores the hashes of a token for an address in a game, and of the secret
	// that ends all mail, or notes that they were sent once more. Those sent longest ago
	// beyond keep are forgotten.
	MailIssue(address string, game int64, hash, stop string, at time.Time, keep int) error
	// MailSeat returns for whom, in which game and when a token was last sent, or data.ErrNotFound.
	MailSeat(hash string) (address string, game int64, issued time.Time, err error)
	// MailStopper returns whose mail a secret ends, or data.ErrNotFound.
	MailStopper(stop string) (address string, err error)
	// MailRevoke forgets every token of an address, so that others are made from now on.
	MailRevoke(address string) error
	// MailBury forgets the tokens of a game.
	MailBury(game int64) error
}

func (b *Bot) update(ctx context.Context, fn func(Tx) error) error {
	return b.Store.Update(ctx, func(tx data.Tx) error { return b.with(tx, fn) })
}

func (b *Bot) view(ctx context.Context, fn func(Tx) error) error {
	return b.Store.View(ctx, func(tx data.Tx) error { return b.with(tx, fn) })
}

func (b *Bot) with(tx data.Tx, fn func(Tx) error) error {
	t, ok := tx.(Tx)
	if !ok {
		return fmt.Errorf("the store %T keeps nothing for mail", tx)
	}
	return fn(t)
}
