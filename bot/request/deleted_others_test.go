package request

import (
	"testing"
	"time"

	"stackmate/bot/chat"
)

// TestDeletedElsewhere checks that a deletion in one process is known in another one.
func TestDeletedElsewhere(t *testing.T) {
	var here, there Deleted
	here.UseOthers(there.Hear)
	at := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	gone, other := chat.Address{Transport: "test", ID: "anna"}, chat.Address{Transport: "test", ID: "ben"}
	here.Note([]chat.Address{gone}, at)
	there.Hear("")
	if !there.Since(gone, at.Add(-time.Second)) || there.Since(gone, at) || there.Since(other, at.Add(-time.Second)) {
		t.Errorf("%v", there.at)
	}
}
