package email

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/emersion/go-imap/v2"

	"stackmate/bot/data"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/timeutil"
)

// maxIdle is how long a server may stay silent before it is asked for an answer: a peer
// that is gone is noticed within five minutes.
const maxIdle = 4 * time.Minute

// imapWatcher reads the mails in a mailbox as they come.
type imapWatcher struct {
	config  IMAP
	dialer  dialer
	store   mailstore.Store
	now     func() time.Time
	log     *slog.Logger
	status  *connStatus
	receive func(ctx context.Context, raw []byte, env envelope) error
	ready   func() // called when all mails have been read
	// Pauses after failures grow from minBackoff to maxBackoff.
	minBackoff, maxBackoff time.Duration

	wasReady bool
	oldest   oldest // of the mails that have not been handled
}

// run keeps a connection to the mailbox until the context ends, and returns the context's
// error. A login that is refused before any has succeeded ends it with ErrLogin.
func (w *imapWatcher) run(ctx context.Context) error {
	ctx = data.ForJob(ctx, "mail")
	pause := w.minBackoff
	for ctx.Err() == nil {
		worked, err := w.watch(ctx)
		if ctx.Err() != nil {
			break
		}
		if errors.Is(err, ErrLogin) && !w.wasReady {
			return err
		}
		w.status.record(w.now(), err)
		if worked {
			pause = w.minBackoff
		}
		w.log.WarnContext(ctx, "email: mailbox lost", "error", err, "again_in", pause)
		if timeutil.Sleep(ctx, pause) != nil {
			break
		}
		pause = min(2*pause, w.maxBackoff)
	}
	return ctx.Err()
}

// watch logs in and reads mails until the connection fails. worked is whether all mails
// could be read at least once.
func (w *imapWatcher) watch(ctx context.Context) (worked bool, err error) {
	conn, err := w.dialer.connect(ctx, w.config.Server, "imap")
	if err != nil {
		return false, err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	mailbox, err := w.open(ctx, conn)
	if err != nil {
		return false, err
	}
	defer mailbox.Close()
	w.log.InfoContext(ctx, "email: watching", "mailbox", w.config.Mailbox, "idle", mailbox.canIdle)
	pause := w.minBackoff
	for {
		failed, err := w.readUnseen(ctx, mailbox)
		if err != nil {
			return worked, err
		}
		worked, w.wasReady = true, true
		w.status.record(w.now(), nil)
		w.ready()
		wait := maxIdle
		if !mailbox.canIdle {
			wait = w.config.Poll
		}
		if failed > 0 {
			wait, pause = min(wait, pause), min(2*pause, w.maxBackoff)
		} else {
			pause = w.minBackoff
		}
		if err := mailbox.wait(ctx, wait); err != nil {
			return worked, err
		}
	}
}

// readUnseen handles the mails without the \Seen flag, and sets it on those that are done.
// It returns how many must be tried again.
func (w *imapWatcher) readUnseen(ctx context.Context, mailbox *imapMailbox) (failed int, err error) {
	unseen, err := mailbox.search(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen, imap.FlagDeleted}})
	if err != nil {
		return 0, fmt.Errorf("search: %w", err)
	}
	var waiting time.Time // when the first mail came that must be tried again
	for _, uid := range unseen {
		if ctx.Err() != nil {
			return failed, ctx.Err()
		}
		if mailbox.skipped[uid] {
			continue
		}
		raw, date, err := mailbox.fetch(uid)
		if err != nil {
			return failed, err
		}
		if raw == nil { // another program has removed it
			continue
		}
		if mailbox.firstUID == 0 && date.Before(mailbox.opened.Add(-time.Hour)) { // by clocks that may differ
			mailbox.skipped[uid] = true
			continue
		}
		w.oldest.set(waiting, date)
		flags := []imap.Flag{imap.FlagSeen}
		switch err := w.receive(ctx, raw, envelope{}); {
		case errors.Is(err, errSetAside):
			flags = append(flags, imap.FlagFlagged) // for the owner to look at
		case err != nil:
			failed++
			waiting = w.oldest.time()
			continue
		}
		if err := mailbox.setFlags(imap.UIDSetNum(uid), flags...); err != nil {
			return failed, fmt.Errorf("mark seen: %w", err)
		}
	}
	w.oldest.set(waiting)
	return failed, w.cleanUp(ctx, mailbox)
}
