package inbound

import (
	"bufio"
	"bytes"
	"io"
	"net/textproto"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"

	"stackmate/bot/mailaddr"
)

// Bounce is a notice that a mail could not be delivered for good (RFC 3464).
type Bounce struct {
	// IDs are what the mail may have been called, without brackets.
	IDs []string
	// Recipients are the addresses that it did not reach, in lower case, both as they were
	// written to and where that led.
	Recipients []string
	// Status is the first failure's code, such as 5.1.1.
	Status string
}

// maxReport bounds how much of a part of a notice is looked at.
const maxReport = 64 << 10

// parseBounce reads a report; nil if it tells of no failure for good. answers are the ids that
// the notice itself says that it answers.
func parseBounce(e *message.Entity, answers []string) *Bounce {
	parts := e.MultipartReader()
	if parts == nil {
		return nil
	}
	b := &Bounce{}
	for range maxParts {
		p, err := parts.NextPart()
		if p == nil || err != nil && !message.IsUnknownCharset(err) {
			break
		}
		data, _ := io.ReadAll(io.LimitReader(p.Body, maxReport))
		switch kind, _, _ := p.Header.ContentType(); strings.ToLower(kind) {
		case "message/delivery-status", "message/global-delivery-status":
			b.readStatus(data)
		case "message/rfc822", "message/rfc822-headers", "text/rfc822-headers", "message/global", "message/global-headers":
			inner, err := message.Read(bytes.NewReader(append(data, "\r\n\r\n"...)))
			if inner == nil || err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
				continue
			}
			h := mail.Header{Header: inner.Header}
			if id, err := h.MessageID(); err == nil && id != "" {
				b.IDs = append(b.IDs, id)
			}
		}
	}
	b.IDs = append(b.IDs, answers...)
	if len(b.Recipients) == 0 || len(b.IDs) == 0 {
		return nil
	}
	return b
}

// readStatus takes the failures out of the part that is for programs.
func (b *Bounce) readStatus(data []byte) {
	r := textproto.NewReader(bufio.NewReader(bytes.NewReader(append(data, "\r\n\r\n"...))))
	for range maxAddresses {
		h, err := r.ReadMIMEHeader()
		status := strings.TrimSpace(h.Get("Status"))
		if strings.EqualFold(strings.TrimSpace(h.Get("Action")), "failed") && strings.HasPrefix(status, "5.") {
			for _, key := range []string{"Original-Recipient", "Final-Recipient"} {
				if _, a, ok := strings.Cut(h.Get(key), ";"); ok {
					if to, ok := mailaddr.Canonical(strings.Trim(a, " <>")); ok {
						b.Recipients = append(b.Recipients, to)
					}
				}
			}
			if b.Status == "" {
				b.Status, _, _ = strings.Cut(status, " ")
			}
		}
		if err != nil {
			return
		}
	}
}
