// Package outbound writes mails. It is pure: the same letter becomes the same bytes.
package outbound

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"mime"
	"net/url"
	"strings"
	"time"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"

	"stackmate/bot/chat"
)

// Message is everything that becomes a mail.
type Message struct {
	// From is the robot's own address, Name what it is called.
	From, Name string
	To         string
	// ReplyTo is where answers go, if not to From.
	ReplyTo string
	Subject string
	// ID, InReplyTo and References are message ids without brackets; the last two may be empty.
	ID, InReplyTo string
	References    []string
	Date          time.Time
	// UnsubscribeURL is the link that ends all mail with one click; it may be empty.
	UnsubscribeURL string
	// UnsubscribeSubject is the subject of a mail to ReplyTo that ends all mail.
	UnsubscribeSubject string
	// ButtonsIntro introduces the typed words for the buttons, Footer ends the mail.
	ButtonsIntro, Footer string
	Reply                chat.Reply
}

// Bytes returns the mail with CRLF at the line ends: a plain text with the board in
// letters first, and HTML with the picture in it.
func (l Message) Bytes() ([]byte, error) {
	for _, a := range []string{l.From, l.To, l.ReplyTo, l.ID, l.InReplyTo, l.UnsubscribeURL, strings.Join(l.References, "")} {
		if strings.ContainsAny(a, "\r\n\x00 <>") {
			return nil, fmt.Errorf("compose mail: %q does not belong in a header", a)
		}
	}
	var out bytes.Buffer
	if err := l.write(&out); err != nil {
		return nil, fmt.Errorf("compose mail: %w", err)
	}
	return out.Bytes(), nil
}

// hasPicture reports whether the file is shown; any other is attached.
func (l Message) hasPicture() bool {
	return l.Reply.File != nil && strings.HasPrefix(l.Reply.File.Type, "image/")
}

func (l Message) write(out io.Writer) error {
	h := l.header()
	alternative := map[string]string{"boundary": l.boundary("alternative")}
	if l.Reply.File == nil || l.hasPicture() {
		h.SetContentType("multipart/alternative", alternative)
		w, err := message.CreateWriter(out, h.Header)
		if err != nil {
			return err
		}
		return l.writeBody(w)
	}
	h.SetContentType("multipart/mixed", map[string]string{"boundary": l.boundary("mixed")})
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
	if err := l.writeBody(body); err != nil {
		return err
	}
	if err := l.writeFile(w, "attachment"); err != nil {
		return err
	}
	return w.Close()
}

// writeBody writes the same thing twice, the plainer first, and closes the writer.
func (l Message) writeBody(w *message.Writer) error {
	if err := writeText(w, "text/plain", []byte(l.text())); err != nil {
		return err
	}
	page, err := l.html()
	if err != nil {
		return err
	}
	if !l.hasPicture() {
		if err := writeText(w, "text/html", page); err != nil {
			return err
		}
		return w.Close()
	}
	var rh message.Header
	rh.SetContentType("multipart/related", map[string]string{"boundary": l.boundary("related"), "type": "text/html"})
	related, err := w.CreatePart(rh)
	if err != nil {
		return err
	}
	if err := writeText(related, "text/html", page); err != nil {
		return err
	}
	if err := l.writeFile(related, "inline"); err != nil {
		return err
	}
	if err := related.Close(); err != nil {
		return err
	}
	return w.Close()
}

// header returns the fields of the whole mail.
func (l Message) header() mail.Header {
	var h mail.Header
	h.SetDate(l.Date)
	h.SetAddressList("From", []*mail.Address{{Name: l.Name, Address: l.From}})
	h.SetAddressList("To", []*mail.Address{{Address: l.To}})
	if l.ReplyTo != "" {
		h.SetAddressList("Reply-To", []*mail.Address{{Name: l.Name, Address: l.ReplyTo}})
	}
	h.SetSubject(strings.Join(strings.Fields(l.Subject), " "))
	h.SetMessageID(l.ID)
	if l.InReplyTo != "" {
		h.SetMsgIDList("In-Reply-To", []string{l.InReplyTo})
	}
	if len(l.References) > 0 {
		h.SetMsgIDList("References", l.References)
	}
	h.Set("Auto-Submitted", "auto-replied")
	h.Set("X-Auto-Response-Suppress", "All")
	h.Set("X-Loop", l.From)
	stop := "<" + mailto(l.replyAddress(), l.UnsubscribeSubject, "") + ">"
	if l.UnsubscribeURL != "" {
		h.Set("List-Unsubscribe", stop+", <"+l.UnsubscribeURL+">")
		h.Set("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	} else {
		h.Set("List-Unsubscribe", stop)
	}
	return h
}

func (l Message) replyAddress() string {
	if l.ReplyTo != "" {
		return l.ReplyTo
	}
	return l.From
}

// writeText writes a text.
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

// writeFile writes the reply's file.
func (l Message) writeFile(w *message.Writer, disposition string) error {
	f := l.Reply.File
	kind, params, err := mime.ParseMediaType(f.Type)
	if err != nil {
		kind, params = "application/octet-stream", map[string]string{}
	}
	params["name"] = f.Name
	var h message.Header
	h.SetContentType(kind, params)
	h.SetContentDisposition(disposition, map[string]string{"filename": f.Name})
	h.Set("Content-ID", "<"+l.cid()+">")
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

// boundary names something in the mail, the same whenever it is written.
func (l Message) boundary(what string) string {
	sum := sha256.Sum256([]byte(what + " " + l.ID))
	return hex.EncodeToString(sum[:12])
}

func (l Message) cid() string {
	_, domain, _ := strings.Cut(l.From, "@")
	return "board-" + l.boundary("board") + "@" + domain
}

// mailto returns a link that begins a mail.
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
