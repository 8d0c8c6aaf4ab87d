package email_test

import (
	"testing"
	"time"

	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

// TestHandledMails keeps, moves or deletes mails that have been handled, but none that are older than
// the bot or set aside.
func TestHandledMails(t *testing.T) {
	for _, how := range []email.Handled{"", email.KeepHandled, email.MoveHandled, email.DeleteHandled} {
		t.Run("handled "+string(how), func(t *testing.T) {
			t.Parallel()
			old := mailtest.New(bob, chess, "old", "old@example.org", "help", noon)
			w := newWorld(t, mailtest.Options{Initial: map[string][]byte{chess: old}}, func(c *email.Config) {
				c.IMAP.Handled, c.IMAP.HandledFolder, c.IMAP.HandledDays = how, "Done", 30
			})
			w.server.Seen(chess)
			w.panicOn.Store("resign")
			w.write(alice, "x", "help")
			w.answer(alice, 1, "games")
			w.answer(alice, 2, "resign") // fails for ever
			w.until("every mail is seen", func() bool { return w.server.Unseen(chess) == 0 })
			in, done := 5, 0
			switch how {
			case email.MoveHandled:
				in, done = 2, 3
			case email.DeleteHandled: // they are too young
				w.write(alice, "x", "board")
				w.until("it is seen", func() bool { return w.server.Unseen(chess) == 0 })
				if n := w.server.Count(chess, "INBOX"); n != 5 {
					t.Errorf("of 5 mails %d are left on the first day", n)
				}
				w.advance(max(0, time.Since(noon)) + 40*24*time.Hour)
				in = 2
			}
			w.write(alice, "x", "board") // it looks again; by the clock of the server this one is as old
			w.until("the mailbox is tidy", func() bool {
				return w.server.Unseen(chess) == 0 && w.server.Count(chess, "INBOX") == in && w.server.Count(chess, "Done") == done
			})
		})
	}
}
