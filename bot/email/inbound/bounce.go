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

// Bounce is a delivery status notification (RFC 3464) which says that a mail has failed for
// good.
type Bounce struct {
	// IDs are Message-IDs that the failed mail may have had, without angle brackets.
	IDs []string
	// Recipients are the addresses that the mail did not reach, in canonical spelling: the
	// original ones and those to which they were forwarded.
	Recipients []string
	// Status is the status code of the first failure (RFC 3463), such as 5.1.1.
	Status string
}

// maxReport is how many bytes of each part of a notice are read.
const maxReport = 64 << 10

// parseBounce reads a multipart/report; nil if it says of no mail that it has failed for good.
// references are the ids that the notice itself has in In-Reply-To and References.
func parseBounce(e *message.Entity, references []string) *Bounce {
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
	b.IDs = append(b.IDs, references...)
	if len(b.Recipients) == 0 || len(b.IDs) == 0 {
		return nil
	}
	return b
}

// readStatus reads the permanent failures from a message/delivery-status part.
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
