package inbound

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// ownText returns the commands of a reply with a text.
func ownText(text string) []string {
	list, _ := Parse([]byte("From: a@example.org\nIn-Reply-To: <x@example.test>\nContent-Type: text/plain; charset=utf-8\n\n"+text)).Commands(isKnown, nil)
	return list
}

// TestReplies reads replies by many mail programs in many languages: the move is found above or below
// the quotation, and never one that is quoted.
func TestReplies(t *testing.T) {
	replies, err := txtar.ParseFile("testdata/replies.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if len(replies.Files) < 80 {
		t.Fatalf("only %d answers", len(replies.Files))
	}
	for _, f := range replies.Files {
		t.Run(f.Name, func(t *testing.T) {
			move, rest, _ := strings.Cut(string(f.Data), "\n")
			if move != "N2g3" || !strings.Contains(rest, "resign yes") {
				t.Fatalf("it says %q", f.Data)
			}
			for text, want := range map[string][]string{
				string(f.Data): {move}, rest: nil, "Hi Bob,\n\n" + rest: nil,
				"Hello,\n\n" + string(f.Data): {move}, move + "\nboard\n" + rest: {move, "board"},
			} {
				if diff := cmp.Diff(want, ownText(text)); diff != "" {
					t.Errorf("%s\n(-want +got):\n%s", text, diff)
				}
			}
			if !strings.Contains(rest, "\nresign yes") { // the history is marked line by line
				for _, below := range []string{rest + move, rest + "\n" + move + "\n\nNice game!", "Hallo,\n" + rest + "\n\n" + move} {
					if diff := cmp.Diff([]string{move}, ownText(below)); diff != "" {
						t.Errorf("%s\n(-want +got):\n%s", below, diff)
					}
				}
			}
		})
	}
}

// TestOwnText keeps lines that only look like the beginning of an older mail.
func TestOwnText(t *testing.T) {
	for _, text := range []string{
		"N2g3\nAm besten einigen wir uns auf Remis", "N2g3\nOn to the endgame!", "N2g3\n\nI wrote: have fun", "N2g3\nTo: the winner",
		"> Your move.\nN2g3", "> Which one?\n> a\nN2g3", "Sent from my iPhone\n\n> Your move.\n\nN2g3", "-- \nAlice\n\n> Your move.\n\nN2g3",
		"This email was sent late, sorry\n", "N2g3\n-\nfirst",
	} {
		want := "This email was sent late, sorry"
		if strings.Contains(text, "N2g3") {
			want = "N2g3"
		}
		if diff := cmp.Diff([]string{want}, ownText(text)); diff != "" {
			t.Errorf("%s\n(-want +got):\n%s", text, diff)
		}
	}
}

// TestSignatures ends the text at a signature, also below a dash into which a phone has turned two.
func TestSignatures(t *testing.T) {
	for _, dash := range []string{"--", "-- ", "—", "— ", "–", "\u00a0—"} {
		for _, text := range []string{"N2g3\n" + dash + "\nboard", "N2g3\n\n" + dash + "\n\nboard\nresign\n"} {
			if got := Parse([]byte("From: a@example.org\nContent-Type: text/plain; charset=utf-8\n\n" + text)).Lines; len(got) != 1 || got[0] != "N2g3" {
				t.Errorf("%q is read as %q", text, got)
			}
		}
	}
	if got := ownText("N2g3 — good luck"); len(got) != 1 || got[0] != "N2g3 - good luck" {
		t.Errorf("a dash within a line: %q", got)
	}
}
