// Package inbound parses raw mails: who wrote which commands in reply to what, and whether
// it was a person or a program. It is pure: it sends, stores and looks up nothing.
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

// Bounds of what is read, in bytes unless they count something. The rest is ignored.
const (
	// MaxBytes is how much of a raw mail is read.
	MaxBytes      = 1 << 20
	maxHeader     = 256 << 10
	maxText       = 64 << 10 // of one decoded text part
	maxParts      = 50
	maxDepth      = 8
	maxAddresses  = 100
	maxReferences = 20 // ids in one field
)

// Mail is a parsed mail.
type Mail struct {
	// ID is the Message-ID without angle brackets; for a mail without one, the hash of its
	// bytes.
	ID string
	// From is the author's address as mailaddr.Canonical writes it; empty unless there is
	// exactly one author.
	From string
	// Name is the author's name in From, in one line of at most 200 characters.
	Name string
	// To and Cc are the recipients that the author named, written like From.
	To, Cc []string
	// DeliveredTo are the addresses in Delivered-To and similar fields, which mail servers
	// add. The author may have forged them.
	DeliveredTo []string
	// References are the ids of the mails that this one answers, without angle brackets, the
	// latest first.
	References []string
	// Subject is decoded, in one line of at most 200 characters.
	Subject string
	// Date is when the author says that the mail was written; zero if it says nothing.
	Date time.Time
	// Language is the language in which the author writes or reads mail, such as "de"; empty
	// if the mail does not say.
	Language string
	// IsReply is whether the mail answers or forwards another one.
	IsReply bool
	// Lines are the lines that the author wrote, without quoted mails and signatures.
	Lines []string
	// Attachment is the text of the first attached file that may be the record of a game
	// (.pgn or .txt); empty if there is none.
	Attachment string
	// AutomaticSign names what shows that a program wrote the mail; empty if a person did.
	AutomaticSign string
	// Bounce is set if the mail is a notice that another one could not be delivered.
	Bounce *Bounce
	// LoopAddresses are the addresses in X-Loop fields, by which robots mark their mails.
	LoopAddresses []string
}

// Parse parses a raw mail with LF or CRLF at the line ends. A mail that cannot be parsed has
// an AutomaticSign, so that it is not answered.
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

// fieldAddresses returns the addresses in the fields with given names, each once.
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

// referencedIDs returns the ids of the mails that a mail answers, the latest first.
func referencedIDs(h mail.Header) []string {
	list, _ := h.MsgIDList("In-Reply-To")
	chain, _ := h.MsgIDList("References")
	slices.Reverse(chain)
	return slices.Concat(list[:min(len(list), maxReferences)], chain[:min(len(chain), maxReferences)])
}

// languageTag matches the language at the beginning of a list of tags.
var languageTag = regexp.MustCompile(`^[A-Za-z]{2,3}\b`)

// replySubject matches the beginnings of subjects of replies and forwarded mails.
var replySubject = regexp.MustCompile(`(?i)^\s*(re|aw|antw|antwort|sv|vs|ref|rif|fw|fwd|wg|tr)\s*(\[\d+\])?\s*:`)

// decodeHeader decodes encoded words (RFC 2047); what cannot be decoded stays as it is.
func decodeHeader(s string) string {
	d := mime.WordDecoder{CharsetReader: message.CharsetReader}
	if out, err := d.DecodeHeader(s); err == nil {
		return out
	}
	return s
}

// singleLine makes a header value safe to repeat: printable, in one line of at most 200
// characters.
func singleLine(s string) string {
	return textutil.Truncate(textutil.Printable(normalize(s)), 200)
}
