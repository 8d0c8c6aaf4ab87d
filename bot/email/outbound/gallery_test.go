package outbound

import (
	"bytes"
	"net/mail"
	"regexp"
	"strings"
	"testing"

	"stackmate/bot/chat"
)

// TestGallery sends several pictures and a record: the page shows each picture with its own
// description, and the record is attached.
func TestGallery(t *testing.T) {
	l := sample()
	l.Reply.Files = []chat.File{{Name: "level-1.png", Type: "image/png", Data: []byte("one"), Alt: "Level 1."},
		{Name: "game-12.pgn", Type: "text/plain; charset=utf-8", Data: []byte("1. e4")},
		{Name: "level-2.png", Type: "image/png", Data: []byte("two"), Alt: "Level 2."}}
	raw, err := l.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	got := parts(t, m.Body, m.Header.Get("Content-Type"))
	shown := regexp.MustCompile(`<img src="cid:([^"]+)" alt="([^"]+)"`).FindAllStringSubmatch(got["text/html"], -1)
	if len(shown) != 2 || shown[0][2] != "Level 1." || shown[1][2] != "Level 2." || shown[0][1] == shown[1][1] {
		t.Fatalf("the page shows %q", shown)
	}
	for _, picture := range shown {
		if strings.Count(string(raw), "Content-Id: <"+picture[1]+">") != 1 {
			t.Errorf("%s is not one part of the mail", picture[1])
		}
	}
	if text := string(raw); strings.Count(text, "Content-Disposition: inline") != 2 || strings.Count(text, "Content-Disposition: attachment") != 1 ||
		!strings.HasPrefix(m.Header.Get("Content-Type"), "multipart/mixed") {
		t.Errorf("parts:\n%s", got["order"])
	}
}
