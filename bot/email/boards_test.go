package email_test

import (
	"bytes"
	"image/png"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"stackmate/bot/email/mailtest"
	"stackmate/rules"
)

var shownImage = regexp.MustCompile(`<img src="cid:([^"]+)" alt="([^"]+)" width="(\d+)" style="display:inline-block;width:100%;max-width:(\d+)px`)

// A mail shows each main board as a picture of its own, which a phone puts one below the other,
// seen from the reader's side and with a description. The boards are in the plain text too, and
// the mail stays small.
func TestBoards(t *testing.T) {
	for _, v := range rules.Variants() {
		t.Run(v.Key(), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, mailtest.Options{}, nil)
			w.write(names[alice], "name Anna", "")
			w.answer(alice, 1, "challenge "+bob+" "+v.Key()+" white")
			w.last(alice, 2)
			raw := w.server.Wait(bob, 1)[0]
			m := mailtest.Read(t, raw)
			shown := shownImage.FindAllStringSubmatch(m.HTML, -1)
			boards, alts := len(v.Boards()), map[string]bool{}
			if len(shown) != boards || len(m.Pictures) != boards {
				t.Fatalf("%d of %d pictures for %d boards", len(shown), len(m.Pictures), boards)
			}
			for _, found := range shown {
				size, err := png.DecodeConfig(bytes.NewReader(m.Pictures[found[1]]))
				if err != nil {
					t.Fatal(err)
				}
				if boards > 1 && (size.Width > size.Height*11/10 || found[4] != "360") {
					t.Errorf("a picture of %d×%d is shown %s wide", size.Width, size.Height, found[4])
				}
				alts[found[2]] = true
			}
			if len(alts) != boards {
				t.Errorf("%d descriptions for %d boards", len(alts), boards)
			}
			board := m.Text[strings.LastIndex(m.Text[:strings.Index(m.Text, "Reply to this email")], ".\n\n"):]
			for line := range strings.SplitSeq(board[:strings.Index(board, "Reply to this email")], "\n") {
				if n := utf8.RuneCountInString(line); n > 79 {
					t.Errorf("%d columns: %s", n, line)
				}
			}
			if black := strings.Index(board, "k"); black < strings.Index(board, "K") {
				t.Errorf("Black is not at the bottom:\n%s", board)
			}
			if len(raw) > 400<<10 {
				t.Errorf("%d bytes", len(raw))
			}
		})
	}
}
