package email_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stackmate/bot/email/mailtest"
)

var regen = flag.Bool("regen", false, "write the transcripts in testdata anew")

// A newcomer's mails from the invitation to the end of the game, as the newcomer reads and
// answers them. They are kept in testdata for people to read.
func TestNewcomer(t *testing.T) {
	for tag, lines := range map[string][]string{
		"en": {"name Anna", "challenge " + bob + " millennium white 3d", "accept", "1e4", "e5", "3e5", "offer a draw", "decline draw",
			"N2g3", "N2g6\n\nNice to play you!", "takeback", "accept takeback", "N2c6", "I resign", "yes"},
		"de": {"name Anna", "herausfordern " + bob + " millennium white 3d", "annehmen", "1e4", "e5", "3e5", "remis anbieten", "remis ablehnen",
			"N2g3", "N2g6\n\nSchön, mit dir zu spielen!", "rücknahme", "rücknahme annehmen", "N2c6", "ich gebe auf", "ja"},
	} {
		t.Run(tag, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, mailtest.Options{}, nil)
			b := &strings.Builder{}
			header := "Content-Language: " + tag + "\n"
			w.send(append([]byte(header), mailtest.New(names[alice], chess, "", w.id(), lines[0], w.now())...))
			w.last(alice, 1)
			tell := func(who, text string) {
				if who == bob {
					fmt.Fprintf(b, "======== The newcomer replies\n\n%s\n\n", text)
				}
			}
			read := 0
			say := func(who, text string) {
				t.Helper()
				n := w.counts()[map[string]int{alice: 0, bob: 1}[who]]
				tell(who, text)
				raw := w.last(who, n).Reply(names[who], w.id(), text)
				if who == alice {
					raw = append([]byte(header), raw...)
				}
				w.send(raw)
				w.settled()
				for _, raw := range w.server.Mails(bob)[read:] {
					m := mailtest.Read(t, raw)
					fmt.Fprintf(b, "======== Subject: %s\n\n%s\n", m.Subject(), m.Text)
					for name, data := range m.Attached {
						fmt.Fprintf(b, "-------- Attached: %s\n\n%s\n", name, data)
					}
					read++
				}
			}
			speakers := []string{alice, alice, bob, alice, bob, bob, alice, bob, alice, bob, bob, alice, bob, bob, bob}
			for i, text := range lines {
				say(speakers[i], text)
			}
			for _, bad := range []string{"button", "channel", "server", "knopf", "kanal", "pick #", "#1@", "/resign"} {
				if strings.Contains(strings.ToLower(b.String()), bad) {
					t.Errorf("a mail speaks of %q", bad)
				}
			}
			file := filepath.Join("testdata", "newcomer-"+tag+".txt")
			if *regen {
				if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got := b.String(); got != string(want) {
				t.Errorf("the transcript differs from %s; look at it with -regen:\n%s", file, got)
			}
		})
	}
}
