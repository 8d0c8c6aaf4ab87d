package store

import (
	"fmt"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/game"
	"stackmate/rules"
)

// TestPrune deletes old ids of received messages and old settled messages, and nothing else.
func TestPrune(t *testing.T) {
	s, _ := fresh(t)
	var old, waiting, refused, young int64
	update(t, s, func(tx data.Tx) error {
		for i := range 5 {
			for transport, at := range map[string]time.Time{"test": noon, "mail": noon.Add(time.Hour)} {
				if _, err := tx.MarkReceived(transport, fmt.Sprint(i), at); err != nil {
					return err
				}
			}
		}
		for _, id := range []*int64{&old, &waiting, &refused, &young} {
			var err error
			if *id, err = tx.Enqueue(message("a", 0, "hello")); err != nil {
				return err
			}
		}
		if err := tx.MarkDelivered(old, noon); err != nil {
			return err
		}
		if err := tx.MarkUndeliverable(refused, noon, "closed"); err != nil {
			return err
		}
		return tx.MarkDelivered(young, noon.Add(time.Hour))
	})
	rounds := 0
	for more := true; more; rounds++ {
		update(t, s, func(tx data.Tx) (err error) {
			more, err = tx.Prune(noon.Add(time.Minute), data.Retention{}, 2)
			return err
		})
	}
	if rounds != 3 {
		t.Errorf("%d rounds for five messages, two in each", rounds)
	}
	update(t, s, func(tx data.Tx) error {
		for transport, want := range map[string]bool{"test": true, "mail": false} {
			for i := range 5 {
				if isNew, err := tx.MarkReceived(transport, fmt.Sprint(i), noon); err != nil || isNew != want {
					t.Errorf("message %d of %s is new: %v, %v", i, transport, isNew, err)
				}
			}
		}
		messages, err := tx.Due("test", noon.Add(time.Hour), 10)
		if len(messages) != 1 || messages[0].ID != waiting {
			t.Errorf("due: %v", messages)
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
		t.Errorf("stored: %v, want %d and %d", left, waiting, young)
	}
}

// TestPruneOldestFirst deletes what is old among much that is not, in any order of settling.
func TestPruneOldestFirst(t *testing.T) {
	s, _ := fresh(t)
	const many = 7
	update(t, s, func(tx data.Tx) error {
		for i := range many {
			if _, err := tx.MarkReceived("test", fmt.Sprint("young", i), noon.Add(time.Hour)); err != nil {
				return err
			}
			if _, err := tx.MarkReceived("test", fmt.Sprint("old", i), noon); err != nil {
				return err
			}
		}
		for i := range 2 * many {
			id, err := tx.Enqueue(message("a", 0, "hello"))
			if err != nil {
				return err
			}
			at := noon
			if i%2 == 0 || i > many {
				at = noon.Add(time.Hour)
			}
			if err := tx.MarkDelivered(id, at); err != nil {
				return err
			}
		}
		return nil
	})
	prune(t, s, noon.Add(time.Minute), 2)
	for table, want := range map[string]int{"inbound": many, "outbox": 2*many - (many+1)/2} {
		if got := count(t, s, table); got != want {
			t.Errorf("%d rows are left in %s, want %d", got, table, want)
		}
	}
	for _, query := range []string{
		"SELECT count(*) FROM inbound WHERE id LIKE 'old%'",
		"SELECT count(*) FROM outbox WHERE settled < " + fmt.Sprint(toMillis(noon.Add(time.Minute))),
	} {
		var n int
		if err := s.read.QueryRow(query).Scan(&n); err != nil || n != 0 {
			t.Errorf("%s: %d (%v)", query, n, err)
		}
	}
}

// prune calls Prune until there is nothing more to delete.
func prune(t *testing.T, s *Store, before time.Time, limit int) {
	t.Helper()
	for more, rounds := true, 0; more; rounds++ {
		if rounds > 100 {
			t.Fatal("Prune always returns more")
		}
		update(t, s, func(tx data.Tx) (err error) {
			more, err = tx.Prune(before, data.Retention{}, limit)
			return err
		})
	}
}

// count returns the number of rows of a table.
func count(t *testing.T, s *Store, table string) (n int) {
	t.Helper()
	if err := s.read.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestPruneTables deletes old rows of the other tables, and keeps those that belong to running
// games and open challenges.
func TestPruneTables(t *testing.T) {
	s, _ := fresh(t)
	old, young := noon, noon.Add(time.Hour)
	var running, ended, open int64
	err := s.Update(t.Context(), func(b data.Tx) error {
		tx := b.(*tx)
		mail := mailTx{tx}
		g, err := newGame(tx, "orthodox")
		if err != nil {
			return err
		}
		running = g.ID
		over, err := newGame(tx, "orthodox")
		if err != nil {
			return err
		}
		ended = over.ID
		if err := tx.AnswerChallenge(ended, game.Accepted); err != nil {
			return err
		}
		if err := over.Resign(rules.White, noon); err != nil {
			return err
		}
		if err := tx.SaveGame(over); err != nil {
			return err
		}
		for _, state := range []game.State{game.Open, game.Accepted, game.Declined, game.Cancelled} {
			for _, at := range []time.Time{old, young} {
				ch := &game.Challenge{Variant: g.Variant, From: 1, To: 2, Color: game.AsWhite, State: state, Made: at}
				if err := tx.AddChallenge(ch); err != nil {
					return err
				}
				if state == game.Open {
					open = ch.ID
				}
			}
		}
		for i, at := range []time.Time{old, young} {
			address := fmt.Sprint(i, "@b.example")
			if err := tx.AddLinkCode(address, int64(i+1), chat.Address{}, at); err != nil {
				return err
			}
			if err := tx.AddLinkGuess(int64(i+1), at); err != nil {
				return err
			}
			reader := chat.Address{Transport: "test", ID: "Anna"}
			if err := tx.AddWebLink(fmt.Sprint("link ", i), data.WebLink{Address: reader, Until: at}, 100, at); err != nil {
				return err
			}
			if err := tx.AddWebSession(fmt.Sprint("session ", i), data.WebSession{Address: reader, Until: at}, 100); err != nil {
				return err
			}
			if _, err := mail.Received(address, at); err != nil {
				return err
			}
			if err := mail.CountEvent(address, "answer", at); err != nil {
				return err
			}
			for _, id := range []int64{running, ended, open, 1_000_000} {
				if err := mail.SetThread(address, id, mailstore.Thread{First: "1", Last: "x@y"}, at); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{
		"challenges":   10 - 2, // the old ones that were declined and cancelled
		"link_codes":   1,
		"link_guesses": 1,
		"web_links":    1,
		"web_sessions": 1,
		"mail_heard":   1,
		"mail_tally":   1,
		"mail_threads": 8 - 2, // those of the game that has ended, and of a game that does not exist
		"games":        2,
	}
	prune(t, s, noon.Add(time.Minute), 3)
	for table, n := range want {
		if got := count(t, s, table); got != n {
			t.Errorf("%d rows are left in %s, want %d", got, table, n)
		}
	}
}

// TestPruneKeepsWhatMessagesAreAbout declines a challenge about which a message waits: it is forgotten
// only after the message.
func TestPruneKeepsWhatMessagesAreAbout(t *testing.T) {
	s, _ := fresh(t)
	var ch *game.Challenge
	var waiting int64
	update(t, s, func(tx data.Tx) error {
		g, err := newGame(tx, "orthodox")
		if err != nil {
			return err
		}
		ch = &game.Challenge{Variant: g.Variant, From: g.Seats[0], To: g.Seats[1], Color: game.AsWhite, State: game.Declined, Made: noon}
		if err := tx.AddChallenge(ch); err != nil {
			return err
		}
		waiting, err = tx.Enqueue(message("a", ch.ID, "declined"))
		return err
	})
	for _, want := range []int{2, 1} {
		prune(t, s, noon.Add(time.Hour), 10)
		if n := count(t, s, "challenges"); n != want {
			t.Errorf("%d challenges are left, want %d", n, want)
		}
		update(t, s, func(tx data.Tx) error { return tx.MarkDelivered(waiting, noon.Add(2*time.Hour)) })
	}
}

// TestPruneKeepsWhatHeldMessagesAreAbout restores a backup with such a message.
func TestPruneKeepsWhatHeldMessagesAreAbout(t *testing.T) {
	onFile(t)
	s, _ := fresh(t)
	update(t, s, func(tx data.Tx) error {
		g, err := newGame(tx, "orthodox")
		if err != nil {
			return err
		}
		ch := &game.Challenge{Variant: g.Variant, From: g.Seats[0], To: g.Seats[1], Color: game.AsWhite, State: game.Declined, Made: noon}
		if err := tx.AddChallenge(ch); err != nil {
			return err
		}
		_, err = tx.Enqueue(message("a", ch.ID, "declined"))
		return err
	})
	s, _ = restored(t, backupOf(t, s), noon.Add(time.Hour))
	for _, want := range []int{2, 1} {
		prune(t, s, noon.Add(time.Hour), 10)
		if n := count(t, s, "challenges"); n != want {
			t.Errorf("%d challenges are left, want %d", n, want)
		}
		if _, err := s.DropHeld(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
