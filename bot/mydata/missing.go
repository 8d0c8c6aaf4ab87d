package mydata

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/request"
	"stackmate/bot/timeutil"
	"stackmate/bot/words"
)

// Limits on finding accounts that no longer exist. A wrong guess would delete somebody's data, so the
// transport is asked twice, and never about many at once.
const (
	// missingFor is how much time lies at least between the two answers that an account is gone.
	missingFor = 7 * timeutil.Day
	// missingPause is the pause between two rounds.
	missingPause = time.Hour
	// maxLookups is how many accounts are asked for in a round, and maxForgotten how many are
	// forgotten in one: if a transport is mistaken about many, its owner has time to see that.
	maxLookups, maxForgotten = 20, 5
	// lookupTimeout is how long one question may take.
	lookupTimeout = 10 * time.Second
)

// Accounts tells whether accounts of a transport still exist; the transport's front end implements
// it.
type Accounts interface {
	// AccountExists asks the transport about a person. It returns an error unless the transport
	// itself has given a definite answer. That somebody has left a server, or refuses messages, says
	// nothing.
	AccountExists(ctx context.Context, a chat.Address) (bool, error)
}

// Watcher forgets people whose accounts no longer exist. It is safe for concurrent use.
type Watcher struct {
	opt WatcherOptions

	mu       sync.Mutex
	accounts map[string]Accounts
	suspects map[chat.Address]bool
}

// WatcherOptions are what a watcher needs. All are required.
type WatcherOptions struct {
	Store data.Store
	// Update runs fn in a transaction that may write, and passes it the current time.
	Update func(ctx context.Context, fn func(tx data.Tx, now time.Time) error) error
	// Now returns the current time, Wake is called when messages may be due.
	Now  func() time.Time
	Wake func()
	// Mine reports whether this process asks the second time.
	Mine func() bool
	Env  *request.Env
	Log  *slog.Logger
}

// NewWatcher returns a watcher.
func NewWatcher(o WatcherOptions) *Watcher {
	return &Watcher{opt: o, accounts: map[string]Accounts{}, suspects: map[chat.Address]bool{}}
}

// Use sets who tells about the accounts of a transport. Nobody of other transports is forgotten.
func (w *Watcher) Use(transport string, a Accounts) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.accounts[transport] = a
}

// Suspect has the watcher look whether a person, to whom nothing could be sent, is still there.
func (w *Watcher) Suspect(a chat.Address) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.accounts[a.Transport] != nil && len(w.suspects) < 1000 {
		w.suspects[a] = true
	}
}

// Run looks for accounts that no longer exist until the context ends.
func (w *Watcher) Run(ctx context.Context) {
	for timeutil.Sleep(ctx, missingPause) == nil {
		if err := w.Check(ctx); err != nil && ctx.Err() == nil {
			w.opt.Log.ErrorContext(ctx, "accounts that are gone", "error", err)
		}
	}
}

// Check asks the transports about those who are suspected for the first time, and about those who
// were missing a week ago. It forgets who is missing still.
func (w *Watcher) Check(ctx context.Context) error {
	w.mu.Lock()
	var suspects []chat.Address
	for a := range w.suspects {
		if len(suspects) < maxLookups {
			suspects = append(suspects, a)
			delete(w.suspects, a)
		}
	}
	w.mu.Unlock()
	for _, a := range suspects {
		if gone, err := w.isGone(ctx, a); err != nil || !gone {
			continue // nobody is known to be missing, and who cannot be reached is suspected again
		}
		if err := w.opt.Update(ctx, func(tx data.Tx, now time.Time) error { return tx.MarkMissing(a, now) }); err != nil {
			return err
		}
	}
	if !w.opt.Mine() {
		return nil
	}
	w.mu.Lock()
	var transports []string
	for name := range w.accounts {
		transports = append(transports, name)
	}
	w.mu.Unlock()
	for _, name := range transports {
		if err := w.checkMissing(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// checkMissing asks a transport the second time.
func (w *Watcher) checkMissing(ctx context.Context, transport string) error {
	var missing []chat.Address
	err := w.opt.Store.View(ctx, func(tx data.Tx) (err error) {
		missing, err = tx.Missing(transport, w.opt.Now().Add(-missingFor), maxLookups)
		return err
	})
	forgotten := 0
	for _, a := range missing {
		gone, unknown := w.isGone(ctx, a)
		switch {
		case unknown != nil:
			continue
		case gone && forgotten == maxForgotten:
			w.opt.Log.WarnContext(ctx, "more accounts are gone; they are deleted in the next hours", "transport", transport)
			return err
		case gone:
			forgotten++
		}
		err = errors.Join(err, w.opt.Update(ctx, func(tx data.Tx, now time.Time) error {
			if !gone {
				return tx.MarkFound(a)
			}
			return w.forget(ctx, tx, a, now)
		}))
	}
	if forgotten > 0 {
		w.opt.Wake()
	}
	return err
}

// isGone asks a transport about a person.
func (w *Watcher) isGone(ctx context.Context, a chat.Address) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	w.mu.Lock()
	accounts := w.accounts[a.Transport]
	w.mu.Unlock()
	exists, err := accounts.AccountExists(ctx, a)
	if err != nil {
		w.opt.Log.InfoContext(ctx, "account unknown", "transport", a.Transport, "error", err)
	}
	return !exists, err
}

// forget deletes everything about the player with an address that is gone, or the address alone if
// the player has another.
func (w *Watcher) forget(ctx context.Context, tx data.Tx, a chat.Address, now time.Time) error {
	p, err := tx.FindPlayer(a)
	if errors.Is(err, data.ErrNotFound) {
		return tx.MarkFound(a)
	}
	if err != nil {
		return err
	}
	w.opt.Log.WarnContext(ctx, "an account no longer exists", "transport", a.Transport, "player", p.ID, "linked", len(p.Addresses) > 1)
	if len(p.Addresses) > 1 {
		return errors.Join(scrubOutbox(tx, []chat.Address{a}, nil), tx.RemoveAddress(a))
	}
	return Forget(&request.Request{Ctx: ctx, Env: w.opt.Env, Tx: tx, Now: now, Lang: words.In("en"), LastAttempt: true}, p)
}
