package inbound

import (
	"regexp"
	"strings"
)

// own returns the lines that the author wrote. It rather cuts too much than too
// little: once something of one's own has been read, the first sign of an older
// mail or a signature ends it. Below a quotation that stands first, the text begins
// after an empty line, since long quoted lines are often wrapped without a mark.
func own(lines []string) []string {
	var out []string
	quoted, gap := false, false
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		if line == "" {
			gap = true
			continue
		}
		if quotation(line) {
			if len(out) > 0 {
				break
			}
			quoted, gap = true, false
			continue
		}
		if signature(line) || olderMail(lines[i:]) {
			break
		}
		if n := attribution(lines[i:]); n > 0 {
			if len(out) > 0 || !quotationFollows(lines[i+n:]) {
				break
			}
			quoted, gap = true, false
			i += n - 1
			continue
		}
		if quoted && !gap {
			continue
		}
		quoted = false
		if gap && len(out) > 0 {
			out = append(out, "")
		}
		out, gap = append(out, line), false
	}
	return out
}

// quotation reports whether a line is marked as quoted.
func quotation(line string) bool {
	return strings.HasPrefix(line, ">") || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "»") ||
		initials.MatchString(line)
}

// initials mark quoted lines in some old clients, as in "AB> text".
var initials = regexp.MustCompile(`^[\p{L}]{1,3}>`)

func quotationFollows(lines []string) bool {
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" {
			return quotation(l)
		}
	}
	return false
}

// Separators that clients put above an older mail.
var separator = regexp.MustCompile(`(?i)^(` +
	`-{2,}\s*(original message|original appointment|forwarded message|reply message|ursprüngliche nachricht|` +
	`originalnachricht|urspr\.? ?nachricht|weitergeleitete nachricht|message d'origine|message transféré|mensaje original|` +
	`messaggio originale|oorspronkelijk bericht|weitergeleitet)\b.*` +
	`|begin forwarded message:?|anfang der weitergeleiteten (nachricht|e-mail):?` +
	`|_{10,}|={20,}|-{20,}|\*{20,})$`)

// headerLine is a line of the header block that Outlook puts above an older mail.
var (
	headerFirst = regexp.MustCompile(`(?i)^[*_]*(from|von|de|da|van|från|fra|od)\s*:[*_]*\s*\S`)
	headerNext  = regexp.MustCompile(`(?i)^[*_]*(sent|date|to|cc|subject|reply-to|gesendet( am)?|datum|an|betreff|antwort an|` +
		`envoyé|à|objet|enviado|para|asunto|inviato|oggetto|verzonden|aan|onderwerp)\s*:[*_]*\s*\S`)
)

// olderMail reports whether an older mail begins here that is not marked line by line.
func olderMail(lines []string) bool {
	line := strings.TrimSpace(lines[0])
	if separator.MatchString(line) {
		return true
	}
	if !headerFirst.MatchString(line) {
		return false
	}
	for _, next := range lines[1:min(len(lines), 7)] {
		if headerNext.MatchString(strings.TrimSpace(next)) {
			return true
		}
	}
	return false
}

// Lines of attribution. Only the anchored ones may go over several lines.
const wrote = `(wrote|writes|schrieb|a écrit|escribió|escreveu|ha scritto|schreef|skrev|napisał|napisał\(a\)|kirjoitti)`

var (
	anchored  = regexp.MustCompile(`(?i)^[*_]*(on|am|le|el|il|op|den|em|w dniu|dne|dnia)\s.*\s` + wrote + `\b.*:[*_]*$`)
	addressed = regexp.MustCompile(`^[^<>]{0,80}<?[^<>\s@]+@[^<>\s@]+>?.*(` + wrote + `|\d{1,2}[:.]\d{2}).*:$` +
		`|^.{0,80}\d{1,2}[:.]\d{2}.*<[^<>\s@]+@[^<>\s@]+>\s*:$`)
	loose = regexp.MustCompile(`(?i)^.{1,200}\s` + wrote + `(\s[^:]{0,60})?:$|^(quoting|zitat von|zitiere)\s.*:$|^[*_]*(on|am) .*\d{4}.*:$`)
	// opening is how the first of several lines of attribution begins.
	opening = regexp.MustCompile(`(?i)^[*_]*(on|am|le|el|il|op|den|em|w dniu|dne|dnia)\s.*\d|^[^<>]{0,80}<\S+@\S+|^\S{0,12}\d{4}-\d\d-\d\d`)
)

// attribution returns how many lines say who wrote the mail quoted below, 0 if none do.
func attribution(lines []string) int {
	joined := ""
	for n := 1; n <= min(4, len(lines)); n++ {
		line := strings.TrimSpace(lines[n-1])
		if line == "" || quotation(line) || len(joined)+len(line) > 600 || n > 1 && !opening.MatchString(strings.TrimSpace(lines[0])) {
			return 0
		}
		joined = strings.TrimSpace(joined + " " + line)
		if anchored.MatchString(joined) || addressed.MatchString(joined) || n == 1 && loose.MatchString(joined) {
			return n
		}
	}
	return 0
}
