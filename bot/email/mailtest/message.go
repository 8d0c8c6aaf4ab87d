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

// Message is a mail as its reader sees it.
type Message struct {
	Header     mail.Header
	Text, HTML string
	// Picture is the inline picture's data.
	Picture []byte
}

// Read takes a mail apart.
func Read(tb testing.TB, raw []byte) Message {
	tb.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		tb.Fatal(err)
	}
	l := Message{Header: m.Header}
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
		switch {
		case kind == "text/plain":
			l.Text = strings.ReplaceAll(string(data), "\r\n", "\n")
		case kind == "text/html":
			l.HTML = strings.ReplaceAll(string(data), "\r\n", "\n")
		case strings.HasPrefix(kind, "image/"):
			l.Picture = data
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

// Field returns a header field on one line, without the brackets of ids.
func (l Message) Field(key string) string {
	return strings.Trim(strings.Join(strings.Fields(l.Header.Get(key)), " "), "<>")
}

// Subject returns the subject, decoded.
func (l Message) Subject() string {
	s, err := (&mime.WordDecoder{}).DecodeHeader(l.Header.Get("Subject"))
	if err != nil {
		return l.Header.Get("Subject")
	}
	return s
}

// ReplyTo returns where answers go.
func (l Message) ReplyTo() string {
	for _, key := range []string{"Reply-To", "From"} {
		if a, err := mail.ParseAddress(l.Header.Get(key)); err == nil {
			return a.Address
		}
	}
	return ""
}

// Reply writes an answer as Gmail would, with the letter quoted below what is said.
func (l Message) Reply(from, id, text string) []byte {
	answered, to := l.Header.Get("Message-Id"), l.ReplyTo()
	return fmt.Appendf(nil, "From: %s\nTo: Stackmate <%s>\nSubject: Re: %s\nMessage-ID: <%s>\nIn-Reply-To: %s\nReferences: %s %s\n"+
		"Date: %s\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n%s\n\nOn Sat, Nov 21, 2026 at 10:00 AM Stackmate <\n%s> wrote:\n\n> %s\n",
		from, to, l.Header.Get("Subject"), id, answered, l.Header.Get("References"), answered,
		l.Header.Get("Date"), text, to, strings.ReplaceAll(l.Text, "\n", "\n> "))
}

// New writes a mail that answers none.
func New(from, to, subject, id, text string, date time.Time) []byte {
	return fmt.Appendf(nil, "From: %s\nTo: %s\nSubject: %s\nMessage-ID: <%s>\nDate: %s\n"+
		"MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n%s\n", from, to, subject, id, date.Format(time.RFC1123Z), text)
}

var token = regexp.MustCompile(`g\d+-([a-z2-7]{26})`)

// Token returns the secret that a letter carries.
func (l Message) Token() string {
	if found := token.FindStringSubmatch(l.ReplyTo() + " " + l.Subject()); found != nil {
		return found[1]
	}
	return ""
}
