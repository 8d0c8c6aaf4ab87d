package store

import (
	"slices"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// TestRecall reads players, names and places again and again in one transaction, with changes in between. Every change is seen, and
// what has not changed is read once.
func TestRecall(t *testing.T) {
	s, _ := fresh(t)
	anna, ben, hall := somebody("Anna"), somebody("Ben"), chat.Address{Transport: "test", ID: "hall"}
	var id, other int64
	update(t, s, func(tx data.Tx) error {
		a, err := tx.PlayerAt(anna, noon)
		if err != nil {
			return err
		}
		b, err := tx.PlayerAt(ben, noon)
		id, other = a.ID, b.ID
		return err
	})
	type seen struct {
		name, nickname string
		addresses      []chat.Address
		german, hidden bool
	}
	look := func(tx data.Tx) (v seen) {
		t.Helper()
		for range 3 {
			p, err := tx.Player(id)
			if err != nil {
				t.Fatal(err)
			}
			v.name, v.addresses, v.german = p.Name, slices.Clone(p.Addresses), p.Settings.Language == "de"
			for i := range p.Addresses { // it is a copy
				p.Addresses[i] = hall
			}
			v.nickname, _ = tx.Nickname("house", id)
			if v.hidden, err = tx.CannotSee(hall, id); err != nil {
				t.Fatal(err)
			}
		}
		return v
	}
	update(t, s, func(t1 data.Tx) error {
		want := seen{name: "Anna", addresses: []chat.Address{anna.Address}}
		for _, change := range []func() error{
			func() error { return nil },
			func() error { want.name = "Anne"; return t1.Rename(id, "test", "Anne") },
			func() error {
				want.german = true
				return t1.SavePlayer(data.Player{ID: id, Settings: data.PlayerSettings{Language: "de"}})
			},
			func() error { want.nickname = "Annie"; return t1.SetNickname("house", id, "Annie") },
			func() error { want.hidden = true; return t1.SetCannotSee(hall, id, true) },
			func() error { want.addresses = append(want.addresses, ben.Address); return t1.Merge(other, id) },
			func() error {
				slices.Reverse(want.addresses)
				return t1.SetUnreachable(anna.Address, noon.Add(time.Hour))
			},
			func() error { want.nickname = ""; return t1.SetNickname("house", id, "") },
		} {
			if err := change(); err != nil {
				return err
			}
			got := look(t1)
			if got.name != want.name || got.nickname != want.nickname || got.german != want.german || got.hidden != want.hidden || !slices.Equal(got.addresses, want.addresses) {
				t.Errorf("%+v, want %+v", got, want)
			}
		}
		return nil
	})
	view(t, s, func(t1 data.Tx) error {
		look(t1)
		if n := t1.(*tx).statements; n != 3 {
			t.Errorf("%d statements", n)
		}
		return nil
	})
}
