package email

import (
	"crypto/sha256"
	"errors"
	"runtime/debug"
	"sync"

	"stackmate/bot"
)

// Bounds of mails that cannot be handled.
const (
	// maxPanics is how often handling a mail may end in a panic.
	maxPanics = 3
	// maxFailing is how many such mails are remembered.
	maxFailing = 1000
)

// failing counts how often handling a mail has ended in a panic.
type failing struct {
	mu    sync.Mutex
	times map[[sha256.Size]byte]int
}

// add counts one more for a mail.
func (f *failing) add(raw []byte) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.times == nil || len(f.times) >= maxFailing {
		f.times = map[[sha256.Size]byte]int{}
	}
	id := sha256.Sum256(raw)
	f.times[id]++
	return f.times[id]
}

// contain handles a mail. A panic becomes an error, so that the mail comes again; one
// that has come too often is set aside, as if it had been handled.
func (b *Bot) contain(raw []byte, handle func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &bot.PanicError{Value: r, Stack: debug.Stack()}
		}
		failed := (*bot.PanicError)(nil)
		if !errors.As(err, &failed) {
			return
		}
		if n := b.failing.add(raw); n >= maxPanics {
			b.Log.Error("email: mail set aside", "attempts", n, "error", err)
			err = nil
		}
	}()
	return handle()
}
