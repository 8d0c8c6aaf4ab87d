package email

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-message"
	"github.com/emersion/go-msgauth/dkim"

	"stackmate/bot/email/inbound"
	"stackmate/bot/mailaddr"
	"stackmate/bot/timeutil"
)

// Bounds of checking DKIM signatures.
const (
	maxSignatureAge = 7 * timeutil.Day
	maxSignatures   = 5
	lookupTimeout   = 10 * time.Second
)

// requiredSigned are the header fields that a signature must cover, besides To or Cc.
// Otherwise anybody could send the bot a signed mail to somebody else, or the same mail
// again with another id, subject or date.
var requiredSigned = []string{"from", "subject", "date", "message-id"}

// signedForBot reports whether a signature that covers some fields shows that a mail was
// meant for the bot.
func (v verifier) signedForBot(fields []string, m inbound.Mail) bool {
	has := func(key string) bool {
		return slices.ContainsFunc(fields, func(k string) bool { return strings.EqualFold(strings.TrimSpace(k), key) })
	}
	for _, key := range requiredSigned {
		if !has(key) {
			return false
		}
	}
	return has("to") && v.self.isRecipient(inbound.Mail{To: m.To}) || has("cc") && v.self.isRecipient(inbound.Mail{Cc: m.Cc})
}

// dkimValid reports whether a mail has a valid signature of a domain (DKIM, RFC 6376) that
// covers enough. A mail that is longer than inbound.MaxBytes never has: its end, which is
// signed too, was not read.
func (v verifier) dkimValid(ctx context.Context, raw []byte, m inbound.Mail, domain string) bool {
	if len(raw) > inbound.MaxBytes {
		return false
	}
	if age := v.now().Sub(m.Date); age > maxSignatureAge || age < -time.Hour {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	list, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{MaxVerifications: maxSignatures,
		LookupTXT: func(name string) ([]string, error) { return v.lookupTXT(ctx, dkimKeyName(name)) }})
	if err != nil && len(list) == 0 {
		v.log.DebugContext(ctx, "email: signature", "error", err)
	}
	return slices.ContainsFunc(list, func(s *dkim.Verification) bool {
		return s != nil && s.Err == nil && aligned(s.Domain, domain) && v.signedForBot(s.HeaderKeys, m)
	})
}

// dkimKeyName returns the name of the TXT record with the key of a signature: the given one
// with the signer's domain in ASCII.
func dkimKeyName(name string) string {
	selector, domain, ok := strings.Cut(name, "._domainkey.")
	if !ok {
		return name
	}
	return selector + "._domainkey." + mailaddr.Domain(domain)
}

// dkimCoversAll reports whether a mail has signatures of a domain and each of them covers
// enough. It does not check the signatures.
func (v verifier) dkimCoversAll(h message.Header, m inbound.Mail, domain string) bool {
	found := false
	for f := h.FieldsByKey("DKIM-Signature"); f.Next(); {
		tags := map[string]string{}
		for _, tag := range strings.Split(f.Value(), ";") {
			key, value, _ := strings.Cut(tag, "=")
			tags[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
		if !aligned(tags["d"], domain) {
			continue
		}
		if _, cut := tags["l"]; cut || !v.signedForBot(strings.Split(tags["h"], ":"), m) { // with l, text may have been added
			return false
		}
		found = true
	}
	return found
}
