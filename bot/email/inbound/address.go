package inbound

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/emersion/go-message/mail"

	"stackmate/bot/mailaddr"
)

// addresses returns the people in a header field such as From, with their addresses in
// canonical spelling. If the field breaks the standard (RFC 5322), the addresses are the
// texts in angle brackets, or else the whole field. An address that cannot be written to is
// empty in the list.
func addresses(field string) []*mail.Address {
	list, err := mail.ParseAddressList(field)
	if err != nil {
		list = lenientAddresses(field)
	}
	for _, a := range list {
		canonical, ok := mailaddr.Canonical(a.Address)
		if a.Address = canonical; !ok || !plausible(canonical) {
			a.Address = ""
		}
	}
	return list
}

// bracketed is an address as most programs write it.
var bracketed = regexp.MustCompile(`<([^<>]*)>`)

// lenientAddresses reads the addresses of a field that breaks the standard.
func lenientAddresses(field string) (list []*mail.Address) {
	field = strings.ToValidUTF8(field, string(utf8.RuneError))
	begin := 0
	for _, at := range bracketed.FindAllStringSubmatchIndex(field, maxAddresses) {
		name := strings.Trim(decodeHeader(field[begin:at[0]]), " \t\r\n,;\"")
		list = append(list, &mail.Address{Name: name, Address: strings.TrimSpace(field[at[2]:at[3]])})
		begin = at[1]
	}
	if len(list) == 0 && !strings.ContainsAny(field, "<>") {
		list = []*mail.Address{{Address: strings.TrimSpace(field)}}
	}
	return list
}

// plausible reports whether an address can be written to, and put into header fields and
// SMTP commands without changing their meaning.
func plausible(a string) bool {
	local, domain, ok := strings.Cut(a, "@")
	unprintable := strings.ContainsFunc(a, func(r rune) bool { return !unicode.IsPrint(r) })
	return ok && !unprintable && local != "" && domain != "" && len(a) <= 254 && utf8.ValidString(a) &&
		!strings.ContainsAny(a, " \t\r\n<>\"(),;:\\\x00") && !strings.Contains(domain, "@") && !strings.ContainsRune(a, utf8.RuneError)
}
