package email

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-message"
	"github.com/emersion/go-msgauth/authres"
	"github.com/emersion/go-msgauth/dkim"
	"golang.org/x/net/publicsuffix"

	"stackmate/bot/email/inbound"
	"stackmate/bot/mailaddr"
	"stackmate/bot/timeutil"
)

// Bounds of what a signature is believed for.
const (
	maxSignatureAge = 7 * timeutil.Day
	maxSignatures   = 5
	lookupTimeout   = 10 * time.Second
)

// requiredSigned must be under a signature, besides those that say to whom a mail is: one
// to somebody else, or the same one with another id, subject or date, could otherwise be
// sent here by anybody.
var requiredSigned = []string{"from", "subject", "date", "message-id"}

// authenticDomain reports whether the domain of a mail's author says that it is genuine, and was
// meant for the bot: by a signature of its own, or in the words of a server that is trusted.
func (b *Bot) authenticDomain(ctx context.Context, raw []byte, m inbound.Mail) bool {
	if !b.addressedToBot(m) {
		return false
	}
	e, err := message.Read(bytes.NewReader(raw))
	if e == nil {
		b.Log.Debug("email: unreadable", "error", err)
		return false
	}
	for _, key := range append([]string{"to", "cc"}, requiredSigned...) { // a signature is for the last of several
		if e.Header.FieldsByKey(key).Len() > 1 {
			return false
		}
	}
	_, domain, _ := strings.Cut(m.From, "@")
	return b.authResultsPass(e.Header, m, domain) || b.dkimValid(ctx, raw, m, domain)
}

// signedForBot reports whether a signature on some fields says that a mail was meant for the bot.
func (b *Bot) signedForBot(keys []string, m inbound.Mail) bool {
	has := func(key string) bool {
		return slices.ContainsFunc(keys, func(k string) bool { return strings.EqualFold(strings.TrimSpace(k), key) })
	}
	for _, key := range requiredSigned {
		if !has(key) {
			return false
		}
	}
	return has("to") && b.addressedToBot(inbound.Mail{To: m.To}) || has("cc") && b.addressedToBot(inbound.Mail{Cc: m.Cc})
}

// dkimValid checks signatures (DKIM, RFC 6376). Of a mail that is longer than what is read,
// the end is missing that they are about.
func (b *Bot) dkimValid(ctx context.Context, raw []byte, m inbound.Mail, domain string) bool {
	if len(raw) > inbound.MaxBytes {
		return false
	}
	if age := b.Now().Sub(m.Date); age > maxSignatureAge || age < -time.Hour {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	list, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{MaxVerifications: maxSignatures,
		LookupTXT: func(name string) ([]string, error) { return b.LookupTXT(ctx, dkimKeyName(name)) }})
	if err != nil && len(list) == 0 {
		b.Log.Debug("email: signature", "error", err)
	}
	return slices.ContainsFunc(list, func(v *dkim.Verification) bool {
		return v != nil && v.Err == nil && aligned(v.Domain, domain) && b.signedForBot(v.HeaderKeys, m)
	})
}

// authResultsPass reads what a trusted server found out (RFC 8601). Only its topmost field
// counts, and those next to it: what lies below may have come with the mail. Such a server
// does not say what a signature covers, so that all of the author's must cover enough,
// unless the mail came straight from the author's own server.
func (b *Bot) authResultsPass(h message.Header, m inbound.Mail, domain string) bool {
	if len(b.config.TrustedAuthserv) == 0 {
		return false
	}
	begun, passed, direct := false, false, false
	for f := h.Fields(); f.Next(); {
		if !strings.EqualFold(f.Key(), "Authentication-Results") {
			if begun {
				break
			}
			continue
		}
		server, results, err := authres.Parse(f.Value())
		if err != nil || !slices.ContainsFunc(b.config.TrustedAuthserv, func(s string) bool { return mailaddr.Domain(s) == mailaddr.Domain(server) }) {
			break
		}
		begun = true
		for _, r := range results {
			passed = passed || resultPasses(r, domain)
			spf, ok := r.(*authres.SPFResult)
			if ok && spf.Value == authres.ResultPass {
				from, ok := mailaddr.Canonical(spf.From)
				direct = direct || ok && from == m.From
			}
		}
	}
	return passed && (direct || b.dkimCoversAll(h, m, domain))
}

// dkimCoversAll reports whether a mail has signatures of a domain, and all cover enough of it.
func (b *Bot) dkimCoversAll(h message.Header, m inbound.Mail, domain string) bool {
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
		if _, cut := tags["l"]; cut || !b.signedForBot(strings.Split(tags["h"], ":"), m) { // with l, text may have been added
			return false
		}
		found = true
	}
	return found
}

// resultPasses reports whether one result says that a mail is genuinely from a domain.
func resultPasses(r authres.Result, domain string) bool {
	switch r := r.(type) {
	case *authres.DMARCResult:
		return r.Value == authres.ResultPass && mailaddr.Domain(r.From) == mailaddr.Domain(domain)
	case *authres.DKIMResult:
		signer := r.Domain
		if signer == "" {
			_, signer, _ = strings.Cut(r.Identifier, "@")
		}
		return r.Value == authres.ResultPass && aligned(signer, domain)
	}
	return false
}

// dkimKeyName returns the name at which the key of a signature is found, with the signer's
// domain in ASCII.
func dkimKeyName(name string) string {
	selector, domain, ok := strings.Cut(name, "._domainkey.")
	if !ok {
		return name
	}
	return selector + "._domainkey." + mailaddr.Domain(domain)
}

// aligned reports whether two domains belong to the same organisation (RFC 7489).
func aligned(signer, domain string) bool {
	signer, domain = mailaddr.Domain(strings.TrimSuffix(signer, ".")), mailaddr.Domain(domain)
	if signer == "" || signer == domain {
		return signer != ""
	}
	a, err := publicsuffix.EffectiveTLDPlusOne(signer)
	if err != nil {
		return false
	}
	b, err := publicsuffix.EffectiveTLDPlusOne(domain)
	return err == nil && a == b
}
