package request

import (
	"encoding/json"
	"errors"
	"maps"
	"sync"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// Deleted knows the addresses of people whose data was deleted a short while ago: a message of theirs that came before that
// must not make new players of them. The zero value is ready, and safe for concurrent use.
type Deleted struct {
	mu sync.Mutex
	at map[chat.Address]time.Time

	others func(text string)
}

// deletion is what processes tell one another.
type deletion struct {
	People []chat.Address
	At     time.Time
}

// UseOthers sets what tells other processes a text, which is for their Hear. Call it first.
func (d *Deleted) UseOthers(tell func(text string)) { d.others = tell }

// Hear notes what another process has noted.
func (d *Deleted) Hear(text string) {
	var n deletion
	if json.Unmarshal([]byte(text), &n) == nil {
		d.note(n.People, n.At)
	}
}

const (
	// deletedKept is longer than anybody takes to handle a message.
	deletedKept = time.Hour
	// deletedUntil is how long a deletion may take until it is on disk.
	deletedUntil = time.Minute
)

// Note notes when the data of somebody was deleted.
func (d *Deleted) Note(list []chat.Address, at time.Time) {
	d.note(list, at)
	if text, err := json.Marshal(deletion{list, at}); err == nil && d.others != nil {
		d.others(string(text))
	}
}

func (d *Deleted) note(list []chat.Address, at time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.at == nil {
		d.at = map[chat.Address]time.Time{}
	}
	maps.DeleteFunc(d.at, func(_ chat.Address, old time.Time) bool { return old.Before(at.Add(-deletedKept)) })
	for _, a := range list {
		d.at[a] = at
	}
}

// Since reports whether the data of somebody was deleted after a time.
func (d *Deleted) Since(a chat.Address, began time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.at[a].After(began)
}

// Forget notes that everything about the person at some addresses is deleted in the transaction of a request.
func Forget(req *Request, list []chat.Address) {
	req.forgot = append(req.forgot, list...)
	req.Env.Deleted.Note(list, req.Now.Add(deletedUntil)) // until it is known when that is on disk
}

// Forgot notes that the transaction of a request is on disk.
func Forgot(req *Request, now time.Time) {
	if len(req.forgot) > 0 {
		req.Env.Deleted.Note(req.forgot, now)
	}
}

// Speaker returns the player who sent the message of a request, and stores a new one. The error is a Refusal if the data of
// that person was deleted since the message came.
func Speaker(req *Request) (data.Player, error) {
	m := req.Msg
	if !m.Known && !req.Env.Deleted.Since(m.From.Address, m.Since) {
		return req.Tx.PlayerAt(m.From, req.Now)
	}
	p, err := req.Tx.FindPlayer(m.From.Address)
	if errors.Is(err, data.ErrNotFound) {
		r := Refuse("mydata.gone")
		r.ForgetSpeaker, r.deleted, r.audience = true, true, chat.Quiet
		return p, r
	}
	return p, err
}
