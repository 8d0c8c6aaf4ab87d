package email

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"

	"stackmate/bot/email/inbound"
	"stackmate/bot/email/mailstore"
)

// commandTimeout is how long a server may take to answer a command.
const commandTimeout = time.Minute

// errNoAnswer says that a server took a command and did not answer in time.
var errNoAnswer = errors.New("no answer within " + commandTimeout.String())

// imapMailbox is an open mailbox.
type imapMailbox struct {
	*imapclient.Client
	conn     net.Conn
	newMail  chan struct{} // receives when mails have come
	canIdle  bool          // whether the server knows IDLE
	firstUID imap.UID      // mails with lower UIDs are not for the bot; 0 if only their dates tell
	opened   time.Time     // when the bot first opened it
	skipped  map[imap.UID]bool
}

// open waits for the server's greeting, logs in and opens the folder.
func (w *imapWatcher) open(ctx context.Context, conn net.Conn) (mailbox *imapMailbox, err error) {
	c := w.config
	mailbox = &imapMailbox{conn: conn, newMail: make(chan struct{}, 1), skipped: map[imap.UID]bool{}}
	options := &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{Mailbox: mailbox.changed}}
	var folder *imap.SelectData
	err = withTimeout(conn, func() error {
		if c.TLS == StartTLS {
			options.TLSConfig = w.dialer.tlsConfig(c.Server)
			if mailbox.Client, err = imapclient.NewStartTLS(conn, options); err != nil {
				return err
			}
		} else {
			mailbox.Client = imapclient.New(conn, options)
		}
		if err := mailbox.login(c.Server); err != nil {
			return err
		}
		if folder, err = mailbox.Select(c.Mailbox, nil).Wait(); err != nil {
			return fmt.Errorf("open folder %q: %w", c.Mailbox, err)
		}
		if c.Handled == MoveHandled {
			if err := mailbox.Create(c.HandledFolder, nil).Wait(); err != nil { // there mostly is one
				w.log.DebugContext(ctx, "email: folder", "name", c.HandledFolder, "error", err)
			}
		}
		return nil
	})
	if err == nil {
		err = w.store.UpdateMail(ctx, func(tx mailstore.Tx) error {
			first, opened, err := tx.Mailbox(c.Mailbox, folder.UIDValidity, uint32(folder.UIDNext), w.now())
			mailbox.firstUID, mailbox.opened = imap.UID(first), opened
			return err
		})
	}
	if err != nil {
		if mailbox.Client != nil {
			mailbox.Close()
		}
		return nil, err
	}
	mailbox.canIdle = mailbox.Caps().Has(imap.CapIdle)
	return mailbox, nil
}

// login returns an error that wraps ErrLogin if the server refuses the password.
func (m *imapMailbox) login(s Server) (err error) {
	if err := m.WaitGreeting(); err != nil {
		return err
	}
	if m.Caps().Has(imap.CapLoginDisabled) {
		err = m.Authenticate(sasl.NewPlainClient("", s.User, s.Password))
	} else {
		err = m.Login(s.User, s.Password).Wait()
	}
	if e := (*imap.Error)(nil); errors.As(err, &e) && e.Type == imap.StatusResponseTypeNo && e.Code != imap.ResponseCodeUnavailable {
		return fmt.Errorf("%w (%w)", ErrLogin, err)
	}
	return err
}

// withTimeout waits for a server's answer. A server that does not answer in time is
// disconnected; the error is errNoAnswer.
func withTimeout(conn net.Conn, wait func() error) error {
	timer := time.AfterFunc(commandTimeout, func() { conn.Close() })
	err := wait()
	if !timer.Stop() && err != nil {
		return errNoAnswer
	}
	return err
}

// changed is called when the server says that the mailbox has changed.
func (m *imapMailbox) changed(data *imapclient.UnilateralDataMailbox) {
	if data.NumMessages != nil {
		select {
		case m.newMail <- struct{}{}:
		default:
		}
	}
}

// search returns the UIDs of mails for the bot that meet criteria.
func (m *imapMailbox) search(which *imap.SearchCriteria) (list []imap.UID, err error) {
	var own imap.UIDSet
	own.AddRange(max(m.firstUID, 1), 0)
	which.UID = []imap.UIDSet{own}
	var found *imap.SearchData
	err = withTimeout(m.conn, func() (err error) {
		found, err = m.UIDSearch(which, nil).Wait()
		return err
	})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(found.AllUIDs(), func(uid imap.UID) bool { return uid < m.firstUID }), nil // the last mail is in every range
}

// fetch returns the beginning of a mail and when it came, without setting a flag; nil if it
// is gone.
func (m *imapMailbox) fetch(uid imap.UID) (raw []byte, date time.Time, err error) {
	section := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: inbound.MaxBytes + 1}}
	options := &imap.FetchOptions{UID: true, InternalDate: true, BodySection: []*imap.FetchItemBodySection{section}}
	var list []*imapclient.FetchMessageBuffer
	err = withTimeout(m.conn, func() (err error) {
		list, err = m.Fetch(imap.UIDSetNum(uid), options).Collect()
		return err
	})
	if err != nil {
		return nil, date, fmt.Errorf("fetch: %w", err)
	}
	for _, found := range list {
		if found.UID == uid {
			for _, s := range found.BodySection {
				return s.Bytes, found.InternalDate, nil
			}
		}
	}
	return nil, date, nil
}

// setFlags adds flags to mails.
func (m *imapMailbox) setFlags(mails imap.UIDSet, flags ...imap.Flag) error {
	add := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: flags}
	return withTimeout(m.conn, m.Store(mails, add, nil).Close)
}

// wait returns when mails may have come, at the latest after some time. The server has
// shown then that it still answers.
func (m *imapMailbox) wait(ctx context.Context, longest time.Duration) error {
	timer := time.NewTimer(longest)
	defer timer.Stop()
	if !m.canIdle {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-m.Closed():
			return errors.New("connection closed")
		case <-timer.C:
			return withTimeout(m.conn, m.Noop().Wait)
		}
	}
	var idle *imapclient.IdleCommand
	if err := withTimeout(m.conn, func() (err error) { idle, err = m.Idle(); return err }); err != nil {
		return fmt.Errorf("idle: %w", err)
	}
	select {
	case <-ctx.Done():
	case <-m.Closed():
	case <-m.newMail:
	case <-timer.C:
	}
	if err := withTimeout(m.conn, func() error { return errors.Join(idle.Close(), idle.Wait()) }); err != nil {
		return fmt.Errorf("idle: %w", err)
	}
	return ctx.Err()
}
