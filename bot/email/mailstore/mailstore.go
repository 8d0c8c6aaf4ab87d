// Package mailstore says what the front end for mail keeps: an interface a noun, and the
// types that pass through them. Addresses are spelled as mailaddr.Canonical spells them;
// ids of mails are Message-IDs without angle brackets.
package mailstore

import (
	"context"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// Store keeps what mail needs in the same database as the desk's data.
type Store interface {
	// UpdateMail runs fn in one transaction, the only one that may write at that time.
	// What fn did is on disk when UpdateMail returns nil, and undone when fn returns an error.
	UpdateMail(ctx context.Context, fn func(Tx) error) error
	// ViewMail runs fn on one unchanging state of the store. Methods that write return
	// data.ErrReadOnly there.
	ViewMail(ctx context.Context, fn func(Tx) error) error
}

// Tx is a transaction. It is not safe for concurrent use.
type Tx interface {
	Contacts
	Counters
	Threads
	Tokens
	WebLinks
	Inbox
	Outbox
}

// WebLinks keeps the links by which readers of mails sign in to the pages for browsers.
type WebLinks interface {
	// AddWebLink stores a link with a secret. It keeps the given number of links of its address that end within an hour, and
	// as many that last longer, the last to end: neither kind displaces the other.
	AddWebLink(secret string, l data.WebLink, keep int, now time.Time) error
}

// Contact is what is known of a mail address. The zero value is an address that nobody
// has written from.
type Contact struct {
	// Confirmed is whether somebody has answered a mail from there.
	Confirmed bool
	// Muted is whether the address wants no mail.
	Muted bool
	// Dead is whether mail to the address bounces.
	Dead bool
}

// Conversation is what the last mail from an address was about.
type Conversation struct {
	Game        int64 // 0 if none
	ID, Subject string
	At          time.Time // when it was received
}

// Contacts keeps what is known of mail addresses.
type Contacts interface {
	// Contact returns what is known of an address.
	Contact(address string) (Contact, error)
	// Confirm notes that an address has answered a mail: it is neither muted nor dead.
	Confirm(address string, at time.Time) error
	// Mute notes that an address wants no mail until it is confirmed again.
	Mute(address string) error
	// MarkDead notes that mail to an address bounces until it is confirmed again.
	MarkDead(address string, at time.Time) error
	// LastConversation returns the last conversation with an address, the zero value if
	// there was none.
	LastConversation(address string) (Conversation, error)
	// SetLastConversation replaces the last conversation with an address.
	SetLastConversation(address string, c Conversation) error
}

// Counters counts events by address, for limits per day. An event is forgotten two days
// after it was counted.
type Counters interface {
	// CountEvent counts an event.
	CountEvent(address, event string, at time.Time) error
	// Events returns how many events were counted after a time.
	Events(address, event string, after time.Time) (int, error)
	// ResetEvents forgets all events of one kind of an address.
	ResetEvents(address, event string) error
}

// Thread is a game's thread in a mailbox, by the ids of its mails; an empty id is not known.
type Thread struct {
	First, Last string
}

// Threads keeps the threads of games, one for each address.
type Threads interface {
	// Thread returns a game's thread at an address, the zero value if there is none.
	Thread(address string, game int64) (Thread, error)
	// SetThread stores a thread. A first id that is known already stays.
	SetThread(address string, game int64, t Thread, at time.Time) error
	// ThreadSubject returns the subject of a game's thread at an address. If there is none
	// yet, it stores the given one and returns that.
	ThreadSubject(address string, game int64, subject string, at time.Time) (string, error)
}

// Token is what is kept of a token: who may use it, and for what.
type Token struct {
	// Hash is the hash of the token, StopHash that of the secret in unsubscribe links.
	Hash, StopHash string
	Address        string
	// Game is the only game that the token is for, 0 for all games of the address.
	Game int64
	// Sent is when a mail last carried the token.
	Sent time.Time
}

// Tokens keeps the secrets by which mails prove where they come from.
type Tokens interface {
	// TokenKey returns the key from which tokens are made. If there is none yet, it stores
	// the given one and returns that.
	TokenKey(fresh []byte) ([]byte, error)
	// Renewals returns how often the tokens of an address have been revoked.
	Renewals(address string) (int, error)
	// SaveToken stores a token, or the time at which a known one was sent again. Of the
	// address's tokens for that game it keeps the given number, the last sent.
	SaveToken(t Token, keep int) error
	// Token returns the token with a hash, or data.ErrNotFound.
	Token(hash string) (Token, error)
	// StopAddress returns whose mail an unsubscribe link ends, or data.ErrNotFound.
	StopAddress(stopHash string) (address string, err error)
	// RevokeTokens forgets all tokens of an address and counts a renewal.
	RevokeTokens(address string) error
	// RevokeGameTokens forgets everybody's tokens for a game.
	RevokeGameTokens(game int64) error
}

// Progress is how far the commands of a mail have been run.
type Progress struct {
	Commands int // that have been run
	Done     bool
}

// Inbox keeps which mails have been received.
type Inbox interface {
	// MarkReceived notes a message by the transport's id for it. It returns false if that
	// was noted before.
	MarkReceived(transport, id string, at time.Time) (fresh bool, err error)
	// DeletedAt returns when everything about the person at an address was last deleted; the zero time if that is long ago.
	DeletedAt(a chat.Address) (time.Time, error)
	// Received notes a mail whose commands are to be run, and returns how far that got before.
	Received(id string, at time.Time) (Progress, error)
	// Began reports whether a mail's commands have been begun, whether they are done or not.
	Began(id string) (bool, error)
	// SetProgress stores how far a mail that was received has got, or returns data.ErrNotFound.
	SetProgress(id string, p Progress) error
	// CountFailure counts that a mail could not be handled, unless one was counted less
	// than span ago. It returns how many were counted.
	CountFailure(id string, at time.Time, span time.Duration) (int, error)
	// Mailbox returns the first IMAP UID in a mailbox that is the bot's to read, and when
	// the bot first opened the mailbox. The first time that is next, the UID of the next
	// mail to come, and now; or 1 if mails were received before mailboxes were noted. When
	// the UIDVALIDITY has changed the UID is 0: then only dates tell old mails from new.
	Mailbox(name string, validity, next uint32, now time.Time) (firstUID uint32, opened time.Time, err error)
}

// Outbox is the part of the desk's outbox that belongs into one transaction with what
// is kept of a mail: an answer is sent if and only if the mail counts as done.
type Outbox interface {
	// Enqueue stores a message and returns its number.
	Enqueue(m data.OutboxMessage) (int64, error)
	// Release lets a message be sent now that was held back for a direct answer.
	Release(id int64, at time.Time) error
	// MarkDelivered takes a message out of the outbox as sent.
	MarkDelivered(id int64, at time.Time) error
	// SetUnreachable notes until when an address takes no messages; the zero time means
	// that it does.
	SetUnreachable(a chat.Address, until time.Time) error
}
