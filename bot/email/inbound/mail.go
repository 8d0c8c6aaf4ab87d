// Package inbound makes sense of raw mails: who wrote what, in answer to what, and
// whether it was a person. It is pure: it neither sends, stores nor looks anything up.
package inbound

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"mime"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // decodes what is not UTF-8
	"github.com/emersion/go-message/mail"

	"stackmate/bot/textutil"
)

// Bounds of what is looked at. What lies beyond is as if it were not there.
const (
	// MaxBytes of a raw mail are read.
	MaxBytes     = 1 << 20
	maxHeader    = 256 << 10
	maxText      = 64 << 10 // of one text part, decoded
	maxParts     = 50
	maxDepth     = 8
	maxAddresses = 100
	// maxReferences of the ids in one field are looked at.
	maxReferences = 20
)

// Mail is what a raw mail says.
type Mail struct {
	// ID is the Message-ID without brackets; a mail without one gets a number made
	// of its bytes.
	ID string
	// From is the one author's address as mailaddr.Canonical writes it; empty if there is
	// none or several.
	From string
	// Name is what the author is called; it may be anything.
	Name string
	// To and Cc are whom the author addressed it to, written like From.
	To, Cc []string
	// DeliveredTo are the addresses to which mail servers say that they brought it. Anybody
	// may have written them.
	DeliveredTo []string
	// References are the ids of the mails that it answers, without brackets: the nearest first.
	References []string
	Subject    string
	Date       time.Time
	// Language is the author's, as far as the mail tells it, such as "de".
	Language string
	// IsReply is whether it answers or forwards another mail.
	IsReply bool
	// Lines are the lines that the author wrote, without quoted mails and signatures.
	Lines []string
	// Attachment is the text of the first file that can be a record of a game; empty if there
	// is none.
	Attachment string
	// AutomaticSign says by what sign the mail comes from a program; empty if from a person.
	AutomaticSign string
	// Bounce is what a mail server says became of a mail; nil if it says nothing.
	Bounce *Bounce
	// LoopAddresses are the addresses of robots that have handled the mail before.
	LoopAddresses []string
}

// Parse reads a raw mail with either kind of line ends. A mail that cannot be read
// counts as automatic, so that nobody answers it.
func Parse(raw []byte) Mail {
	sum := sha256.Sum256(raw)
	m := Mail{ID: "sha256-" + hex.EncodeToString(sum[:])}
	raw = raw[:min(len(raw), MaxBytes)]
	entity, err := message.ReadWithOptions(bytes.NewReader(raw), &message.ReadOptions{MaxHeaderBytes: maxHeader})
	if entity == nil || err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
		m.AutomaticSign = "unreadable"
		return m
	}
	h := mail.Header{Header: entity.Header}
	m.readHeader(h)
	m.AutomaticSign = automaticSign(h, m)
	if kind, _, _ := h.ContentType(); strings.EqualFold(kind, "multipart/report") {
		m.Bounce = parseBounce(entity, m.References)
		return m
	}
	body, attached := bodyText(entity)
	m.Lines, m.Attachment = ownLines(strings.Split(body, "\n")), attached
	return m
}

// readHeader reads the header fields.
func (m *Mail) readHeader(h mail.Header) {
	if id, err := h.MessageID(); err == nil && id != "" && len(id) < 500 {
		m.ID = id
	}
	if from := h.FieldsByKey("From"); from.Len() == 1 && from.Next() {
		if list := addresses(from.Value()); len(list) == 1 {
			m.From, m.Name = list[0].Address, singleLine(list[0].Name)
		}
	}
	m.To, m.Cc = fieldAddresses(h, "To"), fieldAddresses(h, "Cc")
	m.DeliveredTo = fieldAddresses(h, "Delivered-To", "X-Original-To", "Envelope-To")
	m.References = referencedIDs(h)
	for f := h.FieldsByKey("X-Loop"); f.Next() && len(m.LoopAddresses) < maxAddresses; {
		m.LoopAddresses = append(m.LoopAddresses, strings.ToLower(strings.TrimSpace(f.Value())))
	}
	m.Subject = singleLine(decodeHeader(h.Get("Subject")))
	m.Date, _ = h.Date()
	if tag := languageTag.FindString(h.Get("Content-Language") + h.Get("Accept-Language")); tag != "" {
		m.Language = strings.ToLower(tag)
	}
	m.IsReply = h.Get("In-Reply-To") != "" || h.Get("References") != "" || replySubject.MatchString(m.Subject)
}

// fieldAddresses returns the addresses in the fields with some names, as many as are looked at.
func fieldAddresses(h mail.Header, keys ...string) (list []string) {
	for _, key := range keys {
		for f := h.FieldsByKey(key); f.Next(); {
			for _, a := range addresses(f.Value()) {
				if len(list) == maxAddresses {
					return list
				}
				if a.Address != "" && !slices.Contains(list, a.Address) {
					list = append(list, a.Address)
				}
			}
		}
	}
	return list
}

// referencedIDs returns the ids of the mails that a mail answers, the nearest first.
func referencedIDs(h mail.Header) []string {
	list, _ := h.MsgIDList("In-Reply-To")
	chain, _ := h.MsgIDList("References")
	slices.Reverse(chain)
	return slices.Concat(list[:min(len(list), maxReferences)], chain[:min(len(chain), maxReferences)])
}

// languageTag is a language at the beginning of a list of tags.
var languageTag = regexp.MustCompile(`^[A-Za-z]{2,3}\b`)

// replySubject begins the subjects of answers and forwarded mails.
var replySubject = regexp.MustCompile(`(?i)^\s*(re|aw|antw|antwort|sv|vs|ref|rif|fw|fwd|wg|tr)\s*(\[\d+\])?\s*:`)

// decodeHeader reads encoded words, as far as they can be read.
func decodeHeader(s string) string {
	d := mime.WordDecoder{CharsetReader: message.CharsetReader}
	if out, err := d.DecodeHeader(s); err == nil {
		return out
	}
	return s
}

// singleLine makes a header value safe to repeat: printable, on one line, not long.
func singleLine(s string) string {
	return textutil.Truncate(textutil.Printable(normalize(s)), 200)
}
