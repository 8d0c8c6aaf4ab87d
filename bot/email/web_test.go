package email_test

import (
	"regexp"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
)

var webLink = regexp.MustCompile(`https://chess\.example\.test/in/([a-z2-7]{26})\b`)

// TestWebLinks checks that mails about a game have a link that signs their reader in, each another one, and that other
// mails have none: invitations, which nobody may have asked for, and those to strangers.
func TestWebLinks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, func(c *email.Config) { c.Pages = "https://chess.example.test" })
	w.begin()
	if found := webLink.FindString(mailtest.Read(t, w.server.Mails(bob)[0]).Text); found != "" {
		t.Errorf("an invitation has the link %s", found)
	}
	w.answer(alice, 3, "e4")
	w.last(bob, 3)
	w.answer(bob, 3, "e5")
	w.last(alice, 5)
	w.last(bob, 4)
	seen := map[string]bool{}
	for who, mails := range map[string][][]byte{alice: w.server.Mails(alice), bob: w.server.Mails(bob)} {
		last := mailtest.Read(t, mails[len(mails)-1])
		found := webLink.FindStringSubmatch(last.Text)
		if found == nil {
			t.Fatalf("%s gets no link: %s", who, last.Text)
		}
		if seen[found[1]] || found[1] == last.Token() {
			t.Errorf("the secret of %s is not its own", who)
		}
		seen[found[1]] = true
		if err := w.db.View(t.Context(), func(tx data.Tx) error {
			l, err := tx.WebLink(found[1], w.now().Add(29*24*time.Hour))
			if err == nil && (l.Address != (chat.Address{Transport: email.Transport, ID: who}) || l.Game == 0) {
				t.Errorf("the link of %s leads to %+v", who, l)
			}
			return err
		}); err != nil {
			t.Errorf("the link of %s: %v", who, err)
		}
	}
}
