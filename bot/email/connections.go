package email

import (
	"cmp"
	"errors"
	"sync"
	"time"

	"github.com/emersion/go-smtp"

	"stackmate/bot"
	"stackmate/bot/outbox"
)

// Connections returns how mail can come in and go out.
func (b *Bot) Connections() []bot.Connection {
	name := "imap"
	if b.config.Listen.Addr != "" {
		name = "listen"
	}
	return []bot.Connection{b.incoming.connection(name), b.outgoing.connection("smtp")}
}

// connStatus remembers whether a way works. The zero value says that it does not yet.
type connStatus struct {
	mu    sync.Mutex
	up    bool
	since time.Time
	last  time.Time // when it last worked
	why   string
}

// record notes what became of using the way; nil if it worked.
func (l *connStatus) record(now time.Time, failure error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if failure == nil {
		if !l.up || l.since.IsZero() {
			l.since = now
		}
		l.up, l.last, l.why = true, now, ""
		return
	}
	if l.up || l.since.IsZero() {
		l.since = cmp.Or(l.last, now) // it may have been down since then
	}
	l.up, l.why = false, failure.Error()
}

func (l *connStatus) connection(name string) bot.Connection {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bot.Connection{Name: name, Up: l.up, Since: l.since, Why: l.why}
}

// serverFault returns the error of a delivery if it is the server's fault: what it said
// about one mail shows that it works.
func serverFault(err error) error {
	if answer := (*smtp.SMTPError)(nil); errors.Is(err, outbox.ErrUndeliverable) || errors.As(err, &answer) && answer.Code/10 != 53 && answer.Code != 421 {
		return nil
	}
	return err
}
