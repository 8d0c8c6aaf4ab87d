package store

import (
	"fmt"
	"testing"
	"time"

	"stackmate/bot"
)

// TestPrune forgets old messages and old letters that have gone, and nothing else.
func TestPrune(t *testing.T) {
	s, _ := fresh(t)
	var old, waiting, refused, young int64
	update(t, s, func(tx bot.Tx) error {
		for i := range 5 {
			for transport, at := range map[string]time.Time{"test": noon, "mail": noon.Add(time.Hour)} {
				if _, err := tx.Receive(transport, fmt.Sprint(i), at); err != nil {
					return err
				}
			}
		}
		for _, id := range []*int64{&old, &waiting, &refused, &young} {
			var err error
			if *id, err = tx.Post(letter("a", 0, "hello")); err != nil {
				return err
			}
		}
		if err := tx.Delivered(old, noon); err != nil {
			return err
		}
		if err := tx.Refused(refused, noon, "closed"); err != nil {
			return err
		}
		return tx.Delivered(young, noon.Add(time.Hour))
	})
	rounds := 0
	for more := true; more; rounds++ {
		update(t, s, func(tx bot.Tx) (err error) {
			more, err = tx.Prune(noon.Add(time.Minute), 2)
			return err
		})
	}
	if rounds != 3 {
		t.Errorf("%d rounds for five messages, two at once", rounds)
	}
	update(t, s, func(tx bot.Tx) error {
		for transport, want := range map[string]bool{"test": true, "mail": false} {
			for i := range 5 {
				if isNew, err := tx.Receive(transport, fmt.Sprint(i), noon); err != nil || isNew != want {
					t.Errorf("message %d of %s is new: %v, %v", i, transport, isNew, err)
				}
			}
		}
		letters, err := tx.Due("test", noon.Add(time.Hour), 10)
		if len(letters) != 1 || letters[0].ID != waiting {
			t.Errorf("due are %v", letters)
		}
		return err
	})
	rows, err := s.read.QueryContext(t.Context(), "SELECT id FROM outbox ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var left []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		left = append(left, id)
	}
	if fmt.Sprint(left) != fmt.Sprint([]int64{waiting, young}) {
		t.Errorf("left are %v, want %d and %d", left, waiting, young)
	}
}
