package request

import (
	"errors"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// deletedUntil is how long it may take until a deletion is on disk, and by how much the clocks of processes may differ.
const deletedUntil = 500 * time.Millisecond

// Forget notes that everything about the person at some addresses is deleted in the transaction of a request: a message of theirs that
// came before that must not make a new player of them.
func Forget(req *Request, list []chat.Address) error {
	for _, a := range list {
		if err := req.Tx.MarkDeleted(a, req.Now.Add(deletedUntil)); err != nil {
			return err
		}
	}
	return nil
}

// Speaker returns the player who sent the message of a request, and stores a new one. The error is a Refusal if the data of
// that person was deleted since the message came.
func Speaker(req *Request) (data.Player, error) {
	m := req.Msg
	p, err := req.Tx.FindPlayer(m.From.Address)
	switch {
	case err == nil && !m.Known:
		return req.Tx.PlayerAt(m.From, req.Now) // perhaps by another name
	case !errors.Is(err, data.ErrNotFound):
		return p, err
	}
	if !m.Known {
		at, err := req.Tx.DeletedAt(m.From.Address)
		if err != nil {
			return p, err
		}
		if !at.After(m.Since) {
			return req.Tx.PlayerAt(m.From, req.Now)
		}
	}
	r := Refuse("mydata.gone")
	r.ForgetSpeaker, r.deleted, r.audience = true, true, chat.Quiet
	return p, r
}
