package inbound

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/emersion/go-message/mail"

	"stackmate/bot/mailaddr"
)

// addresses returns the people in a header field, with their addresses in the canonical
// spelling. If the field breaks the standard, they are what stands in angle brackets, or
// the whole field; what stands around that may be anything. An address that cannot be
// written to stands for nobody, but is in the list.
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

// plausible reports whether an address can be written to without harm.
func plausible(a string) bool {
	local, domain, ok := strings.Cut(a, "@")
	unseen := strings.ContainsFunc(a, func(r rune) bool { return !unicode.IsPrint(r) })
	return ok && !unseen && local != "" && domain != "" && len(a) <= 254 && utf8.ValidString(a) &&
		!strings.ContainsAny(a, " \t\r\n<>\"(),;:\\\x00") && !strings.Contains(domain, "@") && !strings.ContainsRune(a, utf8.RuneError)
}
