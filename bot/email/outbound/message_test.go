package outbound

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"
	"time"

	"stackmate/bot/bymail"
	"stackmate/bot/chat"
)

func sample() Message {
	return Message{From: "chess@example.test", Name: "Stackmate", To: "alice@example.org",
		ReplyTo: "chess+g12-abc@example.test", Subject: "Game 12 · Orthodox", ID: "message-7@example.test",
		InReplyTo: "m1@example.org", References: []string{"game-12@example.test", "m1@example.org"},
		Date: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC), UnsubscribeSubject: "stop",
		UnsubscribeURL: "https://chess.example.test/unsubscribe?t=xyz", ExamplesIntro: "Reply with one of these lines:", Footer: "Bye.\nStop.",
		Notes: bymail.Notes{Facts: []string{"Last moves: 1. e4 e5"}, Examples: []bymail.Example{{Reply: "accept <draw> & end", Effect: "ends it"}, {Reply: "e4", Effect: "plays"}}},
		Reply: chat.Reply{Text: "Bob <b>offers</b> a draw.", Board: "8 r n b\n1 R N B\n", Block: "1. e4 e5",
			Buttons: [][]chat.Button{{{Label: "Accept & end", Command: "draw accept #12", Style: chat.Warn}}},
			Files:   []chat.File{{Name: "game-12-3.png", Type: "image/png", Data: []byte("\x89PNG bytes"), Alt: "White: king \"e1\"."}}}}
}

// parts reads a mail back with the standard library.
func parts(t *testing.T, body io.Reader, kind string) map[string]string {
	t.Helper()
	found := map[string]string{}
	media, params, err := mime.ParseMediaType(kind)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(media, "multipart/") {
		data, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		found[media] = string(data)
		return found
	}
	for r := multipart.NewReader(body, params["boundary"]); ; {
		p, err := r.NextRawPart()
		if err == io.EOF {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		var in io.Reader = p
		if p.Header.Get("Content-Transfer-Encoding") == "quoted-printable" {
			in = quotedprintable.NewReader(p)
		}
		found["order"] += p.Header.Get("Content-Type") + "\n"
		for k, v := range parts(t, in, p.Header.Get("Content-Type")) {
			found[k] += v
		}
		if id := p.Header.Get("Content-Id"); id != "" {
			found["cid"] = strings.Trim(id, "<>")
		}
	}
}

func TestMessage(t *testing.T) {
	raw, err := sample().Bytes()
	if err != nil {
		t.Fatal(err)
	}
	again, _ := sample().Bytes()
	if !bytes.Equal(raw, again) {
		t.Error("the same message is written in two ways")
	}
	if bytes.Contains(bytes.ReplaceAll(raw, []byte("\r\n"), nil), []byte("\n")) {
		t.Error("a line does not end with CRLF")
	}
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"From": `"Stackmate" <chess@example.test>`, "To": "<alice@example.org>", "Reply-To": `"Stackmate" <chess+g12-abc@example.test>`,
		"Message-Id": "<message-7@example.test>", "In-Reply-To": "<m1@example.org>",
		"References":     "<game-12@example.test> <m1@example.org>",
		"Auto-Submitted": "auto-replied", "X-Loop": "chess@example.test", "Mime-Version": "1.0",
		"List-Unsubscribe":      "<mailto:chess+g12-abc@example.test?subject=stop>, <https://chess.example.test/unsubscribe?t=xyz>",
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click", "Date": "Sat, 21 Nov 2026 10:00:00 +0000",
	} {
		if got := strings.Join(strings.Fields(m.Header.Get(key)), " "); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
	got := parts(t, m.Body, m.Header.Get("Content-Type"))
	if !strings.HasPrefix(got["order"], "text/plain") {
		t.Errorf("parts in order: %s", got["order"])
	}
	for part, wants := range map[string][]string{
		"text/plain": {"Bob <b>offers</b> a draw.", "8 r n b\r\n1 R N B", "1. e4 e5", "Last moves: 1. e4 e5\r\n", "    accept <draw> & end   ends it\r\n    e4                    plays", "-- \r\nBye."},
		"text/html": {"Bob &lt;b&gt;offers&lt;/b&gt; a draw.", `src="cid:` + got["cid"] + `"`, `alt="White: king &#34;e1&#34;."`,
			`href="mailto:chess&#43;g12-abc@example.test?subject=Game%2012%20%C2%B7%20Orthodox&amp;body=accept%20%3Cdraw%3E%20%26%20end"`,
			">accept &lt;draw&gt; &amp; end</a> ends it", "<p>Last moves: 1. e4 e5</p>"},
	} {
		for _, want := range wants {
			if !strings.Contains(got[part], want) {
				t.Errorf("%s lacks %q:\n%s", part, want, got[part])
			}
		}
	}
	if strings.Contains(got["text/html"], "8 r n b") {
		t.Error("the page shows the board twice")
	}
}

func TestNoPicture(t *testing.T) {
	l := sample()
	l.Reply.Files, l.UnsubscribeURL = nil, ""
	raw, err := l.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	m, _ := mail.ReadMessage(bytes.NewReader(raw))
	got := parts(t, m.Body, m.Header.Get("Content-Type"))
	if !strings.Contains(got["text/html"], "<pre style=\"font-size:14px;line-height:1.2\">8 r n b") || strings.Contains(got["order"], "related") {
		t.Errorf("got %v", got)
	}
	if m.Header.Get("List-Unsubscribe-Post") != "" {
		t.Error("one click without a link")
	}
}

// TestRecord sends a file that is no picture.
func TestRecord(t *testing.T) {
	l := sample()
	l.Reply.Files = []chat.File{{Name: "game-12.pgn", Type: "text/plain; charset=utf-8", Data: []byte("1. e4 é")}}
	raw, err := l.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	m, _ := mail.ReadMessage(bytes.NewReader(raw))
	got := parts(t, m.Body, m.Header.Get("Content-Type"))
	if !strings.HasPrefix(m.Header.Get("Content-Type"), "multipart/mixed") || !strings.Contains(got["order"], "name=game-12.pgn") ||
		strings.Contains(got["text/html"], "<img") || !strings.Contains(string(raw), "Content-Disposition: attachment; filename=game-12.pgn") {
		t.Errorf("parts %s in %s", got["order"], raw)
	}
	if text := got["text/plain"] + got["text/html"]; strings.Contains(text, "#12") || strings.Contains(text, "Accept") {
		t.Errorf("a mail shows a button: %s", text)
	}
}

func TestNoInjection(t *testing.T) {
	l := sample()
	l.Subject = "x\r\nBcc: mallory@example.org"
	raw, err := l.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if m, _ := mail.ReadMessage(bytes.NewReader(raw)); m.Header.Get("Bcc") != "" {
		t.Error("a subject became a header field")
	}
	for _, change := range []func(*Message){
		func(l *Message) { l.To = "a@b.example\r\nBcc: m@example.org" }, func(l *Message) { l.InReplyTo = "x>\r\nBcc: <m" },
		func(l *Message) { l.References = []string{"a b"} }, func(l *Message) { l.UnsubscribeURL = "https://x>" },
	} {
		l := sample()
		change(&l)
		if _, err := l.Bytes(); err == nil {
			t.Errorf("%+v was written", l)
		}
	}
}

// A mail shows times in UTC, in the recipient's language: the bot knows no time zone.
func TestTimesInMail(t *testing.T) {
	deadline := chat.When(time.Date(2026, 11, 24, 9, 5, 0, 0, time.UTC))
	for tag, want := range map[string]string{"": "Time until Tuesday 24 November 09:05 UTC.", "de": "Time until Dienstag, 24. November, 09:05 UTC."} {
		l := sample()
		l.Reply.Text, l.Reply.Language = "Time until "+deadline+".", tag
		page, err := l.html()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(l.text(), want+"\n") || !strings.Contains(string(page), "<p>"+want+"</p>") {
			t.Errorf("%q: %s, %s", tag, l.text(), page)
		}
	}
}
