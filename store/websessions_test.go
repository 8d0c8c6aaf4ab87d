package store

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
)

// TestWebSessions signs a browser in with a link, and out again.
func TestWebSessions(t *testing.T) {
	onFile(t)
	s, _ := fresh(t)
	anna, ben := chat.Address{Transport: "test", ID: "Anna"}, chat.Address{Transport: "test", ID: "Ben"}
	var player int64
	update(t, s, func(tx data.Tx) error {
		p, err := tx.PlayerAt(somebody("Anna"), noon)
		player = p.ID
		return err
	})
	link := data.WebLink{Address: anna, Game: 7, Until: noon.Add(time.Minute)}
	update(t, s, func(tx data.Tx) error { return tx.AddWebLink("secret", link, 2, noon) })
	update(t, s, func(tx data.Tx) error {
		if got, err := tx.WebLink("secret", noon); err != nil || got.Address != anna || got.Game != 7 || !got.Until.Equal(link.Until) {
			t.Errorf("link %+v, %v", got, err)
		}
		if _, err := tx.WebLink("guess", noon); !errors.Is(err, data.ErrNotFound) {
			t.Errorf("a guess: %v", err)
		}
		if _, err := tx.WebLink("secret", link.Until); !errors.Is(err, data.ErrNotFound) {
			t.Errorf("an expired link: %v", err)
		}
		if err := tx.DeleteWebLink("secret"); err != nil {
			t.Error(err)
		}
		if err := tx.DeleteWebLink("secret"); !errors.Is(err, data.ErrNotFound) {
			t.Errorf("a link that was used: %v", err)
		}
		return nil
	})
	for _, row := range column(t, s.read, "SELECT hash FROM web_links UNION ALL SELECT hash FROM web_sessions") {
		if row == "secret" {
			t.Error("the secret is stored")
		}
	}
	session := func(n int, of chat.Address) data.WebSession {
		at := noon.Add(time.Duration(n) * time.Minute)
		return data.WebSession{Address: of, Browser: "Firefox", Began: at, Used: at, Until: at.Add(time.Hour)}
	}
	update(t, s, func(tx data.Tx) error {
		for n, secret := range []string{"a", "b", "c"} {
			if err := tx.AddWebSession(secret, session(n, anna), 2); err != nil {
				return err
			}
		}
		return tx.AddWebSession("ben's", session(0, ben), 2)
	})
	at := noon.Add(10 * time.Minute)
	update(t, s, func(tx data.Tx) error {
		if _, err := tx.WebSession("a", at); !errors.Is(err, data.ErrNotFound) {
			t.Errorf("the oldest of too many sessions: %v", err)
		}
		if got, err := tx.WebSession("b", at); err != nil || got.Address != anna || got.Browser != "Firefox" {
			t.Errorf("session %+v, %v", got, err)
		}
		if _, err := tx.WebSession("b", noon.Add(2*time.Hour)); !errors.Is(err, data.ErrNotFound) {
			t.Errorf("a session that has ended: %v", err)
		}
		if err := tx.UseWebSession("b", at, noon.Add(3*time.Hour)); err != nil {
			return err
		}
		if _, err := tx.WebSession("b", noon.Add(2*time.Hour)); err != nil {
			t.Errorf("a session that was used: %v", err)
		}
		if list, err := tx.WebSessionsOf(player, at); err != nil || len(list) != 2 || !list[0].Used.Equal(at) {
			t.Errorf("sessions %+v, %v", list, err)
		}
		return tx.EndWebSession("c")
	})
	update(t, s, func(tx data.Tx) error { return tx.AddWebLink("unused", link, 2, noon) })
	update(t, s, func(tx data.Tx) error { return tx.EndWebSessionsOf(player) })
	if n := count(t, s, "web_links"); n != 0 {
		t.Errorf("%d links are left", n)
	}
	if n := count(t, s, "web_sessions"); n != 1 {
		t.Errorf("%d sessions are left, want Ben's", n)
	}
	update(t, s, func(tx data.Tx) error {
		_, err := tx.WebSession("ben's", at)
		return err
	})
	s, _ = restored(t, backupOf(t, s), noon.Add(time.Hour))
	if n := count(t, s, "web_sessions"); n != 0 {
		t.Errorf("%d sessions survive a restore", n)
	}
}

// TestWebLinksOfTwoKinds checks that the many links in mails, which last long, do not displace one that somebody has just
// asked for, nor the other way round, and that neither are kept without end.
func TestWebLinksOfTwoKinds(t *testing.T) {
	s, _ := fresh(t)
	anna := chat.Address{Transport: "email", ID: "anna@example.org"}
	add := func(kind string, n int, lasts time.Duration) {
		update(t, s, func(tx data.Tx) error {
			for i := range n {
				l := data.WebLink{Address: anna, Until: noon.Add(lasts + time.Duration(i)*time.Second)}
				if err := tx.AddWebLink(fmt.Sprint(kind, i), l, 3, noon); err != nil {
					return err
				}
			}
			return nil
		})
	}
	add("mailed ", 5, 30*24*time.Hour)
	add("asked ", 5, 10*time.Minute)
	add("mailed again ", 1, 31*24*time.Hour)
	update(t, s, func(tx data.Tx) error {
		for _, secret := range []string{"asked 2", "asked 3", "asked 4", "mailed 3", "mailed 4", "mailed again 0"} {
			if _, err := tx.WebLink(secret, noon); err != nil {
				t.Errorf("link %q: %v", secret, err)
			}
		}
		return nil
	})
	if n := count(t, s, "web_links"); n != 6 {
		t.Errorf("%d links are kept", n)
	}
}
