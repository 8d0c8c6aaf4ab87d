package email

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/emersion/go-imap/v2"
)

// maxCleanUp is how many mails one command moves or deletes.
const maxCleanUp = 200

// cleanUp moves or deletes the mails that have been handled, as the owner has configured:
// those that are seen, not flagged and for the bot. If the server refuses, they stay until
// the next mail comes.
func (w *imapWatcher) cleanUp(ctx context.Context, mailbox *imapMailbox) error {
	c := w.config
	if c.Handled != MoveHandled && c.Handled != DeleteHandled {
		return nil
	}
	which := &imap.SearchCriteria{Flag: []imap.Flag{imap.FlagSeen}, NotFlag: []imap.Flag{imap.FlagFlagged}}
	if mailbox.firstUID == 0 { // only their dates tell whether they are for the bot
		which.Since = mailbox.opened.AddDate(0, 0, 1)
	}
	if c.Handled == DeleteHandled {
		which.Before = w.now().AddDate(0, 0, -c.HandledDays)
	}
	list, err := mailbox.search(which)
	if err != nil {
		return fmt.Errorf("search handled mails: %w", err)
	}
	for some := range slices.Chunk(list, maxCleanUp) {
		err := withTimeout(mailbox.conn, func() error { return mailbox.moveOrDelete(c, imap.UIDSetNum(some...)) })
		if e := (*imap.Error)(nil); errors.As(err, &e) {
			w.log.WarnContext(ctx, "email: handled mails stay", "mails", len(list), "error", err)
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s handled mails: %w", c.Handled, err)
		}
		w.log.InfoContext(ctx, "email: handled mails", "done", string(c.Handled), "mails", len(some))
	}
	return nil
}

// moveOrDelete moves or deletes some mails.
func (m *imapMailbox) moveOrDelete(c IMAP, mails imap.UIDSet) error {
	if c.Handled == MoveHandled {
		_, err := m.Move(mails, c.HandledFolder).Wait()
		return err
	}
	gone := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
	if err := m.Store(mails, gone, nil).Close(); err != nil {
		return err
	}
	if m.Caps().Has(imap.CapUIDPlus) {
		return m.UIDExpunge(mails).Close()
	}
	return m.Expunge().Close()
}
