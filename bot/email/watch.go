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

// longestIdle is how long a server may stay silent before it is asked.
const longestIdle = 5 * time.Minute

// watch keeps a connection to the mailbox until the context ends. A login that is
// refused before any has succeeded ends it.
func (b *Bot) watch(ctx context.Context) error {
	pause := b.soon
	for ctx.Err() == nil {
		began := time.Now()
		err := b.connected(ctx)
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
		if time.Since(began) > time.Minute {
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
	news chan struct{} // hears when mails have come
	idle bool          // whether the server tells by itself
}

// connected logs in and works through the mailbox until the connection fails.
func (b *Bot) connected(ctx context.Context) error {
	conn, err := b.dial(ctx, b.config.IMAP.Server, "imap")
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	box, err := b.open(conn)
	if err != nil {
		return err
	}
	defer box.Close()
	b.Log.Info("email: watching", "mailbox", b.config.IMAP.Mailbox, "idle", box.idle)
	b.isReady()
	pause := b.soon
	for {
		failed, err := b.sweep(ctx, box)
		if err != nil {
			return err
		}
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
			return err
		}
	}
}

// open greets the server, logs in and opens the folder.
func (b *Bot) open(conn net.Conn) (*mailbox, error) {
	s := b.config.IMAP
	box := &mailbox{news: make(chan struct{}, 1)}
	options := &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Mailbox: func(data *imapclient.UnilateralDataMailbox) {
			if data.NumMessages != nil {
				select {
				case box.news <- struct{}{}:
				default:
				}
			}
		}}}
	if s.TLS == StartTLS {
		options.TLSConfig = b.tlsConfig(s.Server)
		var err error
		if box.Client, err = imapclient.NewStartTLS(conn, options); err != nil {
			return nil, err
		}
	} else {
		box.Client = imapclient.New(conn, options)
	}
	if err := box.login(s.Server); err != nil {
		box.Close()
		return nil, err
	}
	if _, err := box.Select(s.Mailbox, nil).Wait(); err != nil {
		box.Close()
		return nil, fmt.Errorf("open folder %q: %w", s.Mailbox, err)
	}
	caps := box.Caps()
	box.idle = caps.Has(imap.CapIdle)
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
	found, err := box.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen, imap.FlagDeleted}}, nil).Wait()
	if err != nil {
		return 0, fmt.Errorf("search: %w", err)
	}
	for _, uid := range found.AllUIDs() {
		if ctx.Err() != nil {
			return failed, ctx.Err()
		}
		raw, err := box.fetch(uid)
		if err != nil {
			return failed, err
		}
		if raw == nil { // somebody else has removed it
			continue
		}
		if err := b.hear(ctx, raw, envelope{}); err != nil {
			b.Log.Error("email: mail failed", "uid", uid, "error", err)
			failed++
			continue
		}
		seen := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagSeen}}
		if err := box.Store(imap.UIDSetNum(uid), seen, nil).Close(); err != nil {
			return failed, fmt.Errorf("mark seen: %w", err)
		}
	}
	return failed, nil
}

// fetch returns the beginning of a mail without marking it; nil if it is gone.
func (box *mailbox) fetch(uid imap.UID) ([]byte, error) {
	section := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: inbound.MaxBytes + 1}}
	list, err := box.Fetch(imap.UIDSetNum(uid), &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}}).Collect()
	if err != nil {
		return nil, fmt.Errorf("fetch: %w", err)
	}
	for _, m := range list {
		if m.UID == uid {
			for _, s := range m.BodySection {
				return s.Bytes, nil
			}
		}
	}
	return nil, nil
}

// await returns when mails may have come, or after the time is over.
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
			return box.Noop().Wait()
		}
	}
	idle, err := box.Idle()
	if err != nil {
		return fmt.Errorf("idle: %w", err)
	}
	select {
	case <-ctx.Done():
	case <-box.Closed():
	case <-box.news:
	case <-timer.C:
	}
	if err := idle.Close(); err != nil {
		return fmt.Errorf("idle: %w", err)
	}
	if err := idle.Wait(); err != nil {
		return fmt.Errorf("idle: %w", err)
	}
	return ctx.Err()
}
