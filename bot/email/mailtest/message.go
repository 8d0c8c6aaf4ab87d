package mailtest

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"net/mail"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message"
)

// Message is a mail as a mail program shows it.
type Message struct {
	Header     mail.Header
	Text, HTML string
	// Picture is the first image in the mail; nil if there is none.
	Picture []byte
	// Pictures are all images by their Content-ID, Attached the other files by their names.
	Pictures, Attached map[string][]byte
}

// Read parses a mail, or fails the test.
func Read(tb testing.TB, raw []byte) Message {
	tb.Helper()
	parsed, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		tb.Fatal(err)
	}
	m := Message{Header: parsed.Header, Pictures: map[string][]byte{}, Attached: map[string][]byte{}}
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		tb.Fatal(err)
	}
	err = e.Walk(func(_ []int, p *message.Entity, err error) error {
		kind, _, _ := p.Header.ContentType()
		if err != nil || strings.HasPrefix(kind, "multipart/") {
			return err
		}
		data, err := io.ReadAll(p.Body)
		disposition, file, _ := p.Header.ContentDisposition()
		switch {
		case disposition == "attachment":
			m.Attached[file["filename"]] = data
		case kind == "text/plain":
			m.Text = strings.ReplaceAll(string(data), "\r\n", "\n")
		case kind == "text/html":
			m.HTML = strings.ReplaceAll(string(data), "\r\n", "\n")
		case strings.HasPrefix(kind, "image/"):
			if m.Picture == nil {
				m.Picture = data
			}
			m.Pictures[strings.Trim(p.Header.Get("Content-Id"), "<>")] = data
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// Field returns a header field in one line, without angle brackets around it.
func (m Message) Field(key string) string {
	return strings.Trim(strings.Join(strings.Fields(m.Header.Get(key)), " "), "<>")
}

// Subject returns the decoded subject.
func (m Message) Subject() string {
	s, err := (&mime.WordDecoder{}).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		return m.Header.Get("Subject")
	}
	return s
}

// ReplyTo returns the address for replies; empty if there is none.
func (m Message) ReplyTo() string {
	for _, key := range []string{"Reply-To", "From"} {
		if a, err := mail.ParseAddress(m.Header.Get(key)); err == nil {
			return a.Address
		}
	}
	return ""
}

// Reply returns a reply as Gmail writes it, with the message quoted below a text.
func (m Message) Reply(from, id, text string) []byte {
	answered, to := m.Header.Get("Message-Id"), m.ReplyTo()
	return fmt.Appendf(nil, "From: %s\nTo: Stackmate <%s>\nSubject: Re: %s\nMessage-ID: <%s>\nIn-Reply-To: %s\nReferences: %s %s\n"+
		"Date: %s\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n%s\n\nOn Sat, Nov 21, 2026 at 10:00 AM Stackmate <\n%s> wrote:\n\n> %s\n",
		from, to, m.Header.Get("Subject"), id, answered, m.Header.Get("References"), answered,
		m.Header.Get("Date"), text, to, strings.ReplaceAll(m.Text, "\n", "\n> "))
}

// New returns a mail that answers no other.
func New(from, to, subject, id, text string, date time.Time) []byte {
	return fmt.Appendf(nil, "From: %s\nTo: %s\nSubject: %s\nMessage-ID: <%s>\nDate: %s\n"+
		"MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n%s\n", from, to, subject, id, date.Format(time.RFC1123Z), text)
}

var token = regexp.MustCompile(`g\d+-([a-z2-7]{26})`)

// Token returns the token in the reply address or the subject; empty if there is none.
func (m Message) Token() string {
	if found := token.FindStringSubmatch(m.ReplyTo() + " " + m.Subject()); found != nil {
		return found[1]
	}
	return ""
}
