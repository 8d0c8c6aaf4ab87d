package store

import (
	"testing"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// TestPlayers finds players by address and by name.
func TestPlayers(t *testing.T) {
	s, _ := fresh(t)
	update(t, s, func(tx data.Tx) error {
		anna, err := tx.PlayerAt(somebody("Anna"), noon)
		if err != nil {
			return err
		}
		renamed := somebody("Anna")
		renamed.Name = "Änna"
		again, err := tx.PlayerAt(renamed, noon)
		if err != nil {
			return err
		}
		if again.ID != anna.ID || again.Name != "Änna" {
			t.Errorf("Anna became %+v", again)
		}
		nameless := somebody("Änna2")
		nameless.Name = ""
		if p, err := tx.PlayerAt(nameless, noon); err != nil || p.Name != data.NumberedName(p.ID) {
			t.Errorf("without a name: %+v (%v)", p, err)
		}
		elsewhere := chat.Person{Address: chat.Address{Transport: "mail", ID: "Anna"}, Name: "ANNA"}
		if p, err := tx.PlayerAt(elsewhere, noon); err != nil || p.ID == anna.ID {
			t.Errorf("the same id on another transport is the same player (%v)", err)
		}
		if list, err := tx.PlayersNamed("mail", "anna"); err != nil || len(list) != 1 || list[0].Addresses[0] != elsewhere.Address {
			t.Errorf("named: %+v (%v)", list, err)
		}
		list, err := tx.PlayersNamed("test", "Anna")
		if len(list) != 0 {
			t.Errorf("under the old name: %+v", list)
		}
		return err
	})
}
