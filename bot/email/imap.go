package email

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"

	"stackmate/bot/email/inbound"
	"stackmate/bot/timeutil"
)

// How long a server may take for an answer, and how long it may stay silent before it is
// asked for one: a peer that is gone is noticed within five minutes.
const (
	commandTimeout = time.Minute
	maxIdle        = 4 * time.Minute
)

// runIMAP keeps a connection to the mailbox until the context ends. A login that is
// refused before any has succeeded ends it.
func (b *Bot) runIMAP(ctx context.Context) error {
	pause := b.minBackoff
	for ctx.Err() == nil {
		worked, err := b.watchMailbox(ctx)
		if ctx.Err() != nil {
			break
		}
		if errors.Is(err, ErrLogin) {
			select {
			case <-b.ready:
			default:
				return err
			}
		}
		b.incoming.record(b.Now(), err)
		if worked {
			pause = b.minBackoff
		}
		b.Log.Warn("email: mailbox lost", "error", err, "again_in", pause)
		if timeutil.Sleep(ctx, pause) != nil {
			break
		}
		pause = min(2*pause, b.maxBackoff)
	}
	return ctx.Err()
}

// imapConn is a connection with an open mailbox.
type imapConn struct {
	*imapclient.Client
	conn     net.Conn
	newMail  chan struct{} // hears when mails have come
	canIdle  bool          // whether the server tells by itself
	firstUID imap.UID      // mails with lower numbers are none of the bot's; 0 if only began tells
	since    time.Time     // when the bot first looked into it
	skipped  map[imap.UID]bool
}

// watchMailbox logs in and works through the mailbox until the connection fails. It reports
// whether all mails could be read.
func (b *Bot) watchMailbox(ctx context.Context) (worked bool, err error) {
	conn, err := b.dial(ctx, b.config.IMAP.Server, "imap")
	if err != nil {
		return false, err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	box, err := b.openMailbox(ctx, conn)
	if err != nil {
		return false, err
	}
	defer box.Close()
	b.Log.Info("email: watching", "mailbox", b.config.IMAP.Mailbox, "idle", box.canIdle)
	pause := b.minBackoff
	for {
		failed, err := b.readUnseen(ctx, box)
		if err != nil {
			return worked, err
		}
		worked = true
		b.incoming.record(b.Now(), nil)
		b.markReady()
		wait := maxIdle
		if !box.canIdle {
			wait = b.config.IMAP.Poll
		}
		if failed > 0 {
			wait, pause = min(wait, pause), min(2*pause, b.maxBackoff)
		} else {
			pause = b.minBackoff
		}
		if err := box.wait(ctx, wait); err != nil {
			return worked, err
		}
	}
}

// errNoAnswer says that a server took a command and did not answer.
var errNoAnswer = errors.New("no answer within " + commandTimeout.String())

// withTimeout waits for what a server says. One that says nothing in time is given up.
func withTimeout(conn net.Conn, wait func() error) error {
	timer := time.AfterFunc(commandTimeout, func() { conn.Close() })
	err := wait()
	if !timer.Stop() && err != nil {
		return errNoAnswer
	}
	return err
}

// openMailbox greets the server, logs in and opens the folder.
func (b *Bot) openMailbox(ctx context.Context, conn net.Conn) (box *imapConn, err error) {
	s := b.config.IMAP
	box = &imapConn{conn: conn, newMail: make(chan struct{}, 1), skipped: map[imap.UID]bool{}}
	options := &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Mailbox: func(data *imapclient.UnilateralDataMailbox) {
			if data.NumMessages != nil {
				select {
				case box.newMail <- struct{}{}:
				default:
				}
			}
		}}}
	var folder *imap.SelectData
	err = withTimeout(conn, func() error {
		if s.TLS == StartTLS {
			options.TLSConfig = b.tlsConfig(s.Server)
			if box.Client, err = imapclient.NewStartTLS(conn, options); err != nil {
				return err
			}
		} else {
			box.Client = imapclient.New(conn, options)
		}
		if err := box.login(s.Server); err != nil {
			return err
		}
		if folder, err = box.Select(s.Mailbox, nil).Wait(); err != nil {
			return fmt.Errorf("open folder %q: %w", s.Mailbox, err)
		}
		if s.Handled == MoveHandled {
			if err := box.Create(s.HandledFolder, nil).Wait(); err != nil { // there mostly is one
				b.Log.Debug("email: folder", "name", s.HandledFolder, "error", err)
			}
		}
		return nil
	})
	if err == nil {
		err = b.update(ctx, func(tx Tx) error {
			first, began, err := tx.MailBox(s.Mailbox, folder.UIDValidity, uint32(folder.UIDNext), b.Now())
			box.firstUID, box.since = imap.UID(first), began
			return err
		})
	}
	if err != nil {
		if box.Client != nil {
			box.Close()
		}
		return nil, err
	}
	box.canIdle = box.Caps().Has(imap.CapIdle)
	return box, nil
}

func (box *imapConn) login(s Server) (err error) {
	if err := box.WaitGreeting(); err != nil {
		return err
	}
	if box.Caps().Has(imap.CapLoginDisabled) {
		err = box.Authenticate(sasl.NewPlainClient("", s.User, s.Password))
	} else {
		err = box.Login(s.User, s.Password).Wait()
	}
	if e := (*imap.Error)(nil); errors.As(err, &e) && e.Type == imap.StatusResponseTypeNo && e.Code != imap.ResponseCodeUnavailable {
		return fmt.Errorf("%w (%w)", ErrLogin, err)
	}
	return err
}

// readUnseen handles the mails that nobody has seen, and marks those that are done. It
// returns how many must be tried again.
func (b *Bot) readUnseen(ctx context.Context, box *imapConn) (failed int, err error) {
	var own imap.UIDSet
	own.AddRange(max(box.firstUID, 1), 0)
	var found *imap.SearchData
	err = withTimeout(box.conn, func() (err error) {
		found, err = box.UIDSearch(&imap.SearchCriteria{UID: []imap.UIDSet{own}, NotFlag: []imap.Flag{imap.FlagSeen, imap.FlagDeleted}}, nil).Wait()
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("search: %w", err)
	}
	for _, uid := range found.AllUIDs() {
		if ctx.Err() != nil {
			return failed, ctx.Err()
		}
		if uid < box.firstUID || box.skipped[uid] { // the last mail is in every range
			continue
		}
		raw, date, err := box.fetch(uid)
		if err != nil {
			return failed, err
		}
		if raw == nil { // somebody else has removed it
			continue
		}
		if box.firstUID == 0 && date.Before(box.since.Add(-time.Hour)) { // by clocks that may differ
			box.skipped[uid] = true
			continue
		}
		flags := []imap.Flag{imap.FlagSeen}
		switch err := b.receive(ctx, raw, envelope{}); {
		case errors.Is(err, errSetAside):
			flags = append(flags, imap.FlagFlagged) // for the owner to look at
		case err != nil:
			b.Log.Error("email: mail failed", "uid", uid, "error", err)
			failed++
			continue
		}
		seen := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: flags}
		if err := withTimeout(box.conn, box.Store(imap.UIDSetNum(uid), seen, nil).Close); err != nil {
			return failed, fmt.Errorf("mark seen: %w", err)
		}
	}
	return failed, b.cleanUp(box)
}

// fetch returns the beginning of a mail, and when it came, without marking it; nil if it
// is gone.
func (box *imapConn) fetch(uid imap.UID) (raw []byte, date time.Time, err error) {
	section := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: inbound.MaxBytes + 1}}
	options := &imap.FetchOptions{UID: true, InternalDate: true, BodySection: []*imap.FetchItemBodySection{section}}
	var list []*imapclient.FetchMessageBuffer
	err = withTimeout(box.conn, func() (err error) {
		list, err = box.Fetch(imap.UIDSetNum(uid), options).Collect()
		return err
	})
	if err != nil {
		return nil, date, fmt.Errorf("fetch: %w", err)
	}
	for _, m := range list {
		if m.UID == uid {
			for _, s := range m.BodySection {
				return s.Bytes, m.InternalDate, nil
			}
		}
	}
	return nil, date, nil
}

// wait returns when mails may have come, or after the time is over. The server has
// answered then.
func (box *imapConn) wait(ctx context.Context, longest time.Duration) error {
	timer := time.NewTimer(longest)
	defer timer.Stop()
	if !box.canIdle {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-box.Closed():
			return errors.New("connection closed")
		case <-timer.C:
			return withTimeout(box.conn, box.Noop().Wait)
		}
	}
	var idle *imapclient.IdleCommand
	if err := withTimeout(box.conn, func() (err error) { idle, err = box.Idle(); return err }); err != nil {
		return fmt.Errorf("idle: %w", err)
	}
	select {
	case <-ctx.Done():
	case <-box.Closed():
	case <-box.newMail:
	case <-timer.C:
	}
	if err := withTimeout(box.conn, func() error { return errors.Join(idle.Close(), idle.Wait()) }); err != nil {
		return fmt.Errorf("idle: %w", err)
	}
	return ctx.Err()
}
