package email_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/email/mailtest"
	"stackmate/store"
)

// restore ends the bot, restores a backup, and starts the bot on that.
func (w *world) restore(backup string) {
	w.t.Helper()
	w.end()
	w.db.Close()
	path := filepath.Join(w.t.TempDir(), "restored.db")
	if _, err := store.Restore(w.t.Context(), backup, path, w.now(), store.Check{}); err != nil {
		w.t.Fatal(err)
	}
	db, err := store.Open(w.t.Context(), path)
	if err != nil {
		w.t.Fatal(err)
	}
	w.db = db
	w.start()
	w.desk.TellRestored(w.t.Context())
}

// TestRestored answers mails of a time that was lost when the bot was restored: they do nothing and
// say why, also when the game has got to the same number of moves again, and when the bot does not
// know the token. Mails from before the backup, and from after the restore, can be answered.
func TestRestored(t *testing.T) {
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	w.answer(alice, 3, "e4")
	w.settled()
	w.answer(bob, 3, "e5")
	w.settled()
	before := w.last(alice, len(w.server.Mails(alice)))
	backup := filepath.Join(t.TempDir(), "backup.db")
	if err := w.db.Update(t.Context(), func(tx data.Tx) error { return tx.SetHeartbeat(w.now()) }); err != nil {
		t.Fatal(err)
	}
	if _, err := w.db.Backup(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	last := func(who string) mailtest.Message {
		w.settled()
		list := w.server.Mails(who)
		return mailtest.Read(t, list[len(list)-1])
	}

	w.advance(time.Hour)
	w.send(before.Reply(names[alice], w.id(), "Nf3"))
	lost := last(bob)
	w.send(lost.Reply(names[bob], w.id(), "challenge "+alice+" orthodox none"))
	invitation := last(alice)
	if !strings.Contains(invitation.Header.Get("Subject"), "hess") || w.plies(1) != 3 {
		t.Fatalf("after the backup: %v", invitation.Header)
	}

	w.advance(48 * time.Hour)
	w.restore(backup)
	for _, who := range []string{alice, bob} {
		if m := last(who); !strings.Contains(m.Text, "Game 1 is back at move 2; anything later was lost.") || m.Picture == nil {
			t.Errorf("%s is told: %s", who, m.Text)
		}
	}
	w.send(before.Reply(names[alice], w.id(), "Bc4")) // its position is that of the backup
	w.settled()
	if w.plies(1) != 3 {
		t.Fatalf("an answer to a mail from before the backup was not played: %s", last(alice).Text)
	}
	now := last(bob)
	w.send(lost.Reply(names[bob], w.id(), "Nc6"))
	if m := last(bob); w.plies(1) != 3 || !strings.Contains(m.Text, "in game 1 was lost. This is the position now.") {
		t.Errorf("a mail of the lost time was answered: %s", m.Text)
	}
	w.send(invitation.Reply(names[alice], w.id(), "accept"))
	if m := last(alice); !strings.Contains(m.Text, "answers one of mine that I do not know any more") {
		t.Errorf("the token of a lost game: %s", m.Text)
	}
	w.send(now.Reply(names[bob], w.id(), "Nc6"))
	if w.settled(); w.plies(1) != 4 {
		t.Errorf("an answer to the newest mail was not played: %s", last(bob).Text)
	}
}
