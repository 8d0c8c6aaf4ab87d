// Package outbound writes mails. It is pure: the same message becomes the same bytes.
package outbound

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"mime"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"

	"stackmate/bot/bymail"
	"stackmate/bot/chat"
)

// Message is everything that goes into a mail.
type Message struct {
	// From is the bot's own address, Name the name that mail programs show for it.
	From, Name string
	To         string
	// ReplyTo is the address for replies; empty for From.
	ReplyTo string
	Subject string
	// ID, InReplyTo and References are Message-IDs without angle brackets; the last two may be
	// empty.
	ID, InReplyTo string
	References    []string
	Date          time.Time
	// UnsubscribeURL ends all mail when it is posted to (RFC 8058); it may be empty.
	UnsubscribeURL string
	// UnsubscribeSubject is the subject of a mail to the address for replies that ends all mail.
	UnsubscribeSubject string
	Reply              chat.Reply
	// Notes are below the reply: sentences about the game and examples of replies.
	Notes bymail.Notes
	// ExamplesIntro is the sentence above the examples, Footer the mail's end.
	ExamplesIntro, Footer string
}

// Bytes returns the mail with CRLF at the line ends: first as plain text with the board as
// characters, then as HTML with the picture. It fails if an address or id contains what may
// not be in a header field.
func (m Message) Bytes() ([]byte, error) {
	for _, a := range []string{m.From, m.To, m.ReplyTo, m.ID, m.InReplyTo, m.UnsubscribeURL, strings.Join(m.References, "")} {
		if strings.ContainsAny(a, "\r\n\x00 <>") {
			return nil, fmt.Errorf("compose mail: %q does not belong in a header", a)
		}
	}
	var out bytes.Buffer
	if err := m.write(&out); err != nil {
		return nil, fmt.Errorf("compose mail: %w", err)
	}
	return out.Bytes(), nil
}

// inline reports whether a file is an image, which is shown; others are attached.
func inline(f chat.File) bool { return strings.HasPrefix(f.Type, "image/") }

// files returns the files of all pages.
func (m Message) files() (list []chat.File) {
	for _, page := range m.pages() {
		list = append(list, page.Files...)
	}
	return list
}

// pages returns the reply and the pages that follow it.
func (m Message) pages() []chat.Reply { return append([]chat.Reply{m.Reply}, m.Reply.More...) }

// hasPicture reports whether the mail shows an image.
func (m Message) hasPicture() bool { return slices.ContainsFunc(m.files(), inline) }

// hasAttachment reports whether the mail has a file that it does not show.
func (m Message) hasAttachment() bool {
	return slices.ContainsFunc(m.files(), func(f chat.File) bool { return !inline(f) })
}

func (m Message) write(out io.Writer) error {
	h := m.header()
	alternative := map[string]string{"boundary": m.boundary("alternative")}
	if !m.hasAttachment() {
		h.SetContentType("multipart/alternative", alternative)
		w, err := message.CreateWriter(out, h.Header)
		if err != nil {
			return err
		}
		return m.writeBody(w)
	}
	h.SetContentType("multipart/mixed", map[string]string{"boundary": m.boundary("mixed")})
	w, err := message.CreateWriter(out, h.Header)
	if err != nil {
		return err
	}
	var bh message.Header
	bh.SetContentType("multipart/alternative", alternative)
	body, err := w.CreatePart(bh)
	if err != nil {
		return err
	}
	if err := m.writeBody(body); err != nil {
		return err
	}
	if err := m.writeFiles(w, false); err != nil {
		return err
	}
	return w.Close()
}

// writeBody writes the plain text and the HTML, and closes the writer.
func (m Message) writeBody(w *message.Writer) error {
	if err := writeText(w, "text/plain", []byte(m.text())); err != nil {
		return err
	}
	page, err := m.html()
	if err != nil {
		return err
	}
	if !m.hasPicture() {
		if err := writeText(w, "text/html", page); err != nil {
			return err
		}
		return w.Close()
	}
	var rh message.Header
	rh.SetContentType("multipart/related", map[string]string{"boundary": m.boundary("related"), "type": "text/html"})
	related, err := w.CreatePart(rh)
	if err != nil {
		return err
	}
	if err := writeText(related, "text/html", page); err != nil {
		return err
	}
	if err := m.writeFiles(related, true); err != nil {
		return err
	}
	if err := related.Close(); err != nil {
		return err
	}
	return w.Close()
}

// header returns the header fields of the mail.
func (m Message) header() mail.Header {
	var h mail.Header
	h.SetDate(m.Date)
	h.SetAddressList("From", []*mail.Address{{Name: m.Name, Address: m.From}})
	h.SetAddressList("To", []*mail.Address{{Address: m.To}})
	if m.ReplyTo != "" {
		h.SetAddressList("Reply-To", []*mail.Address{{Name: m.Name, Address: m.ReplyTo}})
	}
	h.SetSubject(strings.Join(strings.Fields(m.Subject), " "))
	h.SetMessageID(m.ID)
	if m.InReplyTo != "" {
		h.SetMsgIDList("In-Reply-To", []string{m.InReplyTo})
	}
	if len(m.References) > 0 {
		h.SetMsgIDList("References", m.References)
	}
	h.Set("Auto-Submitted", "auto-replied")
	h.Set("X-Auto-Response-Suppress", "All")
	h.Set("X-Loop", m.From)
	stop := "<" + mailto(m.replyAddress(), m.UnsubscribeSubject, "") + ">"
	if m.UnsubscribeURL != "" {
		h.Set("List-Unsubscribe", stop+", <"+m.UnsubscribeURL+">")
		h.Set("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	} else {
		h.Set("List-Unsubscribe", stop)
	}
	return h
}

func (m Message) replyAddress() string {
	if m.ReplyTo != "" {
		return m.ReplyTo
	}
	return m.From
}

// writeText writes a part of a text type.
func writeText(w *message.Writer, kind string, text []byte) error {
	var h message.Header
	h.SetContentType(kind, map[string]string{"charset": "utf-8"})
	h.Set("Content-Transfer-Encoding", "quoted-printable")
	p, err := w.CreatePart(h)
	if err != nil {
		return err
	}
	if _, err := p.Write(bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))); err != nil {
		return err
	}
	return p.Close()
}

// writeFiles writes those of the reply's files that are shown, or those that are attached, as
// parts.
func (m Message) writeFiles(w *message.Writer, shown bool) error {
	for i, f := range m.files() {
		if inline(f) != shown {
			continue
		}
		if err := writeFile(w, f, m.cid(i)); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a file as a part with a Content-ID.
func writeFile(w *message.Writer, f chat.File, cid string) error {
	disposition := "attachment"
	if inline(f) {
		disposition = "inline"
	}
	kind, params, err := mime.ParseMediaType(f.Type)
	if err != nil {
		kind, params = "application/octet-stream", map[string]string{}
	}
	params["name"] = f.Name
	var h message.Header
	h.SetContentType(kind, params)
	h.SetContentDisposition(disposition, map[string]string{"filename": f.Name})
	h.Set("Content-ID", "<"+cid+">")
	h.Set("Content-Transfer-Encoding", "base64")
	p, err := w.CreatePart(h)
	if err != nil {
		return err
	}
	if _, err := p.Write(f.Data); err != nil {
		return err
	}
	return p.Close()
}

// boundary returns a name for a part that is the same whenever the mail is written.
func (m Message) boundary(what string) string {
	sum := sha256.Sum256([]byte(what + " " + m.ID))
	return hex.EncodeToString(sum[:12])
}

// cid returns the Content-ID of the file with an index.
func (m Message) cid(i int) string {
	_, domain, _ := strings.Cut(m.From, "@")
	return fmt.Sprintf("board-%s-%d@%s", m.boundary("board"), i, domain)
}

// mailto returns a URL that begins a mail (RFC 6068).
func mailto(to, subject, body string) string {
	query := []string{}
	for _, p := range [][2]string{{"subject", subject}, {"body", body}} {
		if p[1] != "" {
			query = append(query, p[0]+"="+strings.ReplaceAll(url.QueryEscape(p[1]), "+", "%20"))
		}
	}
	link := "mailto:" + to
	if len(query) > 0 {
		link += "?" + strings.Join(query, "&")
	}
	return link
}
