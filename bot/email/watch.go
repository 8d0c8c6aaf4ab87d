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
)

// How long a server may take for an answer, and how long it may stay silent before it is
// asked for one: a peer that is gone is noticed within five minutes.
const (
	patience    = time.Minute
	longestIdle = 4 * time.Minute
)

// watch keeps a connection to the mailbox until the context ends. A login that is
// refused before any has succeeded ends it.
func (b *Bot) watch(ctx context.Context) error {
	pause := b.soon
	for ctx.Err() == nil {
		worked, err := b.connected(ctx)
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
		b.in.is(b.Now(), err)
		if worked {
			pause = b.soon
		}
		b.Log.Warn("email: mailbox lost", "error", err, "again_in", pause)
		if sleep(ctx, pause) != nil {
			break
		}
		pause = min(2*pause, b.seldom)
	}
	return ctx.Err()
}

// mailbox is a connection to a mailbox that is open.
type mailbox struct {
	*imapclient.Client
	conn  net.Conn
	news  chan struct{} // hears when mails have come
	idle  bool          // whether the server tells by itself
	first imap.UID      // mails with lower numbers are none of the bot's; 0 if only began tells
	began time.Time     // when the bot first looked into it
	old   map[imap.UID]bool
}

// connected logs in and works through the mailbox until the connection fails. It reports
// whether all mails could be read.
func (b *Bot) connected(ctx context.Context) (worked bool, err error) {
	conn, err := b.dial(ctx, b.config.IMAP.Server, "imap")
	if err != nil {
		return false, err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	box, err := b.open(ctx, conn)
	if err != nil {
		return false, err
	}
	defer box.Close()
	b.Log.Info("email: watching", "mailbox", b.config.IMAP.Mailbox, "idle", box.idle)
	pause := b.soon
	for {
		failed, err := b.sweep(ctx, box)
		if err != nil {
			return worked, err
		}
		worked = true
		b.in.is(b.Now(), nil)
		b.isReady()
		wait := longestIdle
		if !box.idle {
			wait = b.config.IMAP.Poll
		}
		if failed > 0 {
			wait, pause = min(wait, pause), min(2*pause, b.seldom)
		} else {
			pause = b.soon
		}
		if err := box.await(ctx, wait); err != nil {
			return worked, err
		}
	}
}

// errSilent says that a server took a command and did not answer.
var errSilent = errors.New("no answer within " + patience.String())

// answer waits for what a server says. One that says nothing in time is given up.
func answer(conn net.Conn, wait func() error) error {
	timer := time.AfterFunc(patience, func() { conn.Close() })
	err := wait()
	if !timer.Stop() && err != nil {
		return errSilent
	}
	return err
}

// open greets the server, logs in and opens the folder.
func (b *Bot) open(ctx context.Context, conn net.Conn) (box *mailbox, err error) {
	s := b.config.IMAP
	box = &mailbox{conn: conn, news: make(chan struct{}, 1), old: map[imap.UID]bool{}}
	options := &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Mailbox: func(data *imapclient.UnilateralDataMailbox) {
			if data.NumMessages != nil {
				select {
				case box.news <- struct{}{}:
				default:
				}
			}
		}}}
	var folder *imap.SelectData
	err = answer(conn, func() error {
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
			box.first, box.began = imap.UID(first), began
			return err
		})
	}
	if err != nil {
		if box.Client != nil {
			box.Close()
		}
		return nil, err
	}
	box.idle = box.Caps().Has(imap.CapIdle)
	return box, nil
}

func (box *mailbox) login(s Server) (err error) {
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

// sweep handles the mails that nobody has seen, and marks those that are done. It
// returns how many must be tried again.
func (b *Bot) sweep(ctx context.Context, box *mailbox) (failed int, err error) {
	var own imap.UIDSet
	own.AddRange(max(box.first, 1), 0)
	var found *imap.SearchData
	err = answer(box.conn, func() (err error) {
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
		if uid < box.first || box.old[uid] { // the last mail is in every range
			continue
		}
		raw, date, err := box.fetch(uid)
		if err != nil {
			return failed, err
		}
		if raw == nil { // somebody else has removed it
			continue
		}
		if box.first == 0 && date.Before(box.began.Add(-time.Hour)) { // by clocks that may differ
			box.old[uid] = true
			continue
		}
		flags := []imap.Flag{imap.FlagSeen}
		switch err := b.hear(ctx, raw, envelope{}); {
		case errors.Is(err, errSetAside):
			flags = append(flags, imap.FlagFlagged) // for the owner to look at
		case err != nil:
			b.Log.Error("email: mail failed", "uid", uid, "error", err)
			failed++
			continue
		}
		seen := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: flags}
		if err := answer(box.conn, box.Store(imap.UIDSetNum(uid), seen, nil).Close); err != nil {
			return failed, fmt.Errorf("mark seen: %w", err)
		}
	}
	return failed, b.tidy(box)
}

// fetch returns the beginning of a mail, and when it came, without marking it; nil if it
// is gone.
func (box *mailbox) fetch(uid imap.UID) (raw []byte, date time.Time, err error) {
	section := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: inbound.MaxBytes + 1}}
	options := &imap.FetchOptions{UID: true, InternalDate: true, BodySection: []*imap.FetchItemBodySection{section}}
	var list []*imapclient.FetchMessageBuffer
	err = answer(box.conn, func() (err error) {
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

// await returns when mails may have come, or after the time is over. The server has
// answered then.
func (box *mailbox) await(ctx context.Context, longest time.Duration) error {
	timer := time.NewTimer(longest)
	defer timer.Stop()
	if !box.idle {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-box.Closed():
			return errors.New("connection closed")
		case <-timer.C:
			return answer(box.conn, box.Noop().Wait)
		}
	}
	var idle *imapclient.IdleCommand
	if err := answer(box.conn, func() (err error) { idle, err = box.Idle(); return err }); err != nil {
		return fmt.Errorf("idle: %w", err)
	}
	select {
	case <-ctx.Done():
	case <-box.Closed():
	case <-box.news:
	case <-timer.C:
	}
	if err := answer(box.conn, func() error { return errors.Join(idle.Close(), idle.Wait()) }); err != nil {
		return fmt.Errorf("idle: %w", err)
	}
	return ctx.Err()
}
