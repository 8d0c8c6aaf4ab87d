package email

import (
	"errors"
	"fmt"
	"slices"

	"github.com/emersion/go-imap/v2"
)

// Handled is what becomes of mails in the mailbox that have been handled.
type Handled string

// The zero value is KeepHandled.
const (
	KeepHandled   Handled = "keep"
	MoveHandled   Handled = "move"
	DeleteHandled Handled = "delete"
)

// maxCleanUp is how many mails one command moves or deletes.
const maxCleanUp = 200

// cleanUp moves or deletes the mails that have been handled, as the owner wishes: those that
// are seen, and neither older than the bot nor flagged. A server that refuses is tried again
// when mail has come.
func (b *Bot) cleanUp(box *imapConn) error {
	c := b.config.IMAP
	if c.Handled != MoveHandled && c.Handled != DeleteHandled {
		return nil
	}
	var own imap.UIDSet
	own.AddRange(max(box.firstUID, 1), 0)
	which := &imap.SearchCriteria{UID: []imap.UIDSet{own}, Flag: []imap.Flag{imap.FlagSeen}, NotFlag: []imap.Flag{imap.FlagFlagged}}
	if box.firstUID == 0 { // only their dates tell
		which.Since = box.since.AddDate(0, 0, 1)
	}
	if c.Handled == DeleteHandled {
		which.Before = b.Now().AddDate(0, 0, -c.HandledDays)
	}
	var found *imap.SearchData
	if err := withTimeout(box.conn, func() (err error) { found, err = box.UIDSearch(which, nil).Wait(); return err }); err != nil {
		return fmt.Errorf("search handled mails: %w", err)
	}
	list := slices.DeleteFunc(found.AllUIDs(), func(uid imap.UID) bool { return uid < box.firstUID }) // the last mail is in every range
	for some := range slices.Chunk(list, maxCleanUp) {
		err := withTimeout(box.conn, func() error { return box.moveOrDelete(c, imap.UIDSetNum(some...)) })
		if e := (*imap.Error)(nil); errors.As(err, &e) {
			b.Log.Warn("email: handled mails stay", "mails", len(list), "error", err)
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s handled mails: %w", c.Handled, err)
		}
		b.Log.Info("email: handled mails", "done", string(c.Handled), "mails", len(some))
	}
	return nil
}

// moveOrDelete moves or deletes some mails.
func (box *imapConn) moveOrDelete(c IMAP, mails imap.UIDSet) error {
	if c.Handled == MoveHandled {
		_, err := box.Move(mails, c.HandledFolder).Wait()
		return err
	}
	gone := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
	if err := box.Store(mails, gone, nil).Close(); err != nil {
		return err
	}
	if box.Caps().Has(imap.CapUIDPlus) {
		return box.UIDExpunge(mails).Close()
	}
	return box.Expunge().Close()
}
