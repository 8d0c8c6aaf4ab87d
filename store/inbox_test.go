package store

import (
	"testing"

	"stackmate/bot/data"
)

func TestInbound(t *testing.T) {
	s, path := fresh(t)
	receive := func(transport, id string) (isNew bool) {
		update(t, s, func(tx data.Tx) (err error) {
			isNew, err = tx.MarkReceived(transport, id, noon)
			return err
		})
		return isNew
	}
	if !receive("test", "1") || receive("test", "1") || !receive("mail", "1") || !receive("test", "2") {
		t.Error("MarkReceived is wrong")
	}
	s.Close()
	s = opened(t, path)
	if receive("test", "1") {
		t.Error("the message is new after a restart")
	}
}
