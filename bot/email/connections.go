package email

import (
	"cmp"
	"errors"
	"sync"
	"time"

	"github.com/emersion/go-smtp"

	"stackmate/bot/outbox"
	"stackmate/bot/uptime"
)

// connStatus remembers whether a connection works. It is safe for concurrent use; the
// zero value has never worked.
type connStatus struct {
	mu    sync.Mutex
	up    bool
	since time.Time
	last  time.Time // when it last worked
	why   string
}

// record notes how using the connection went; nil if it worked.
func (s *connStatus) record(now time.Time, failure error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if failure == nil {
		if !s.up || s.since.IsZero() {
			s.since = now
		}
		s.up, s.last, s.why = true, now, ""
		return
	}
	if s.up || s.since.IsZero() {
		s.since = cmp.Or(s.last, now) // it may have been down since then
	}
	s.up, s.why = false, failure.Error()
}

func (s *connStatus) connection(name string) uptime.Connection {
	s.mu.Lock()
	defer s.mu.Unlock()
	return uptime.Connection{Name: name, Up: s.up, Since: s.since, Why: s.why}
}

// serverFault returns the error of a delivery if the server is at fault, else nil: an
// answer about one mail shows that the server works.
func serverFault(err error) error {
	if answer := (*smtp.SMTPError)(nil); errors.Is(err, outbox.ErrUndeliverable) || errors.As(err, &answer) && answer.Code/10 != 53 && answer.Code != 421 {
		return nil
	}
	return err
}
