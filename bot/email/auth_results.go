package email

import (
	"slices"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-msgauth/authres"

	"stackmate/bot/email/inbound"
	"stackmate/bot/mailaddr"
)

// authResultsPass reports whether a trusted server has found a mail to be from a domain
// (Authentication-Results, RFC 8601). Only the topmost field counts, and those right
// below it: others may have come with the mail. The server does not say what a signature
// covers, so all signatures of the domain must cover enough, unless the mail came
// straight from the domain's own server.
func (v verifier) authResultsPass(h message.Header, m inbound.Mail, domain string) bool {
	if len(v.trusted) == 0 {
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
		if err != nil || !slices.ContainsFunc(v.trusted, func(s string) bool { return mailaddr.Domain(s) == mailaddr.Domain(server) }) {
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
	return passed && (direct || v.dkimCoversAll(h, m, domain))
}

// resultPasses reports whether one result says that a mail is from a domain.
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
