package email

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"stackmate/bot/email/inbound"
	"stackmate/bot/mailaddr"
)

// ownAddress is the bot's mail address, with the ways in which addresses, subjects and
// Message-IDs of the bot carry tokens.
type ownAddress struct{ user, domain string }

func newOwnAddress(canonical string) ownAddress {
	user, domain, _ := strings.Cut(canonical, "@")
	return ownAddress{user, domain}
}

// String returns the address.
func (a ownAddress) String() string { return a.user + "@" + a.domain }

// subaddress returns what follows the plus in one of the bot's addresses, user+x@domain
// (RFC 5233); ok is false for an address of somebody else.
func (a ownAddress) subaddress(address string) (detail string, ok bool) {
	address, _ = mailaddr.Canonical(address)
	user, domain, _ := strings.Cut(address, "@")
	if domain != a.domain {
		return "", false
	}
	if user == a.user {
		return "", true
	}
	return strings.CutPrefix(user, a.user+"+")
}

// owns reports whether mail to an address is for the bot.
func (a ownAddress) owns(address string) bool {
	_, ok := a.subaddress(address)
	return ok
}

// isPostmaster reports whether an address is the postmaster's of the domain, for whom every
// server takes mail (RFC 5321, section 4.5.1).
func (a ownAddress) isPostmaster(address string) bool {
	user, domain, _ := strings.Cut(address, "@")
	return strings.EqualFold(user, "postmaster") && mailaddr.Domain(domain) == a.domain
}

// isRecipient reports whether the author of a mail addressed it to the bot.
func (a ownAddress) isRecipient(m inbound.Mail) bool {
	return slices.ContainsFunc(m.To, a.owns) || slices.ContainsFunc(m.Cc, a.owns)
}

// maxTokensRead is how many tokens in the ids of a mail are looked at; in the whole mail it is
// twice as many.
const maxTokensRead = 10

// carriedToken is a token that a mail carries.
type carriedToken struct {
	game  int64
	token string
	ply   int      // how many plies had been played in the mail that is answered; negative if unknown
	asked question // by the mail that is answered; zero if unknown
	// puzzle is the id of the puzzle that the mail shows; empty for none.
	puzzle string
	key    string // of the reply that is answered, as chat.Reply.Key; empty if unknown
}

var (
	tokenDetail  = regexp.MustCompile(`^g(\d{1,15})-([a-z2-7]{26})$`)
	tokenSubject = regexp.MustCompile(`(?i)\[g(\d{1,15})-([a-z2-7]{26})\]`)
	tokenID      = regexp.MustCompile(`^g(\d{1,15})-(\d{1,6}|x)\.(?:y([a-z]))?(?:z([0-9a-z]{1,12})-)?([0-9a-z]{1,30})\.([a-z2-7]{26})$`)
)

// replyAddress returns the address for replies that carries a token.
func (a ownAddress) replyAddress(game int64, token string) string {
	return fmt.Sprintf("%s+g%d-%s@%s", a.user, game, token, a.domain)
}

// subjectTag is how a token is written in a subject.
func subjectTag(game int64, token string) string { return fmt.Sprintf("[g%d-%s]", game, token) }

// withoutTags returns a subject without tokens.
func withoutTags(subject string) string {
	return strings.TrimSpace(tokenSubject.ReplaceAllString(subject, ""))
}

// messageID returns a Message-ID, which answers bring back. It carries a token, its game,
// how many plies have been played there (nil if unknown), the letter of the question that the mail
// asks, the id of the puzzle that it shows, and a key that tells the mail from others.
func (a ownAddress) messageID(game int64, ply *int, asks, puzzle, key, token string) string {
	if puzzle != "" {
		key = "z" + puzzle + "-" + key
	}
	if asks != "" {
		key = "y" + asks + key
	}
	played := "x"
	if ply != nil && game > 0 {
		played = strconv.Itoa(*ply)
	}
	return fmt.Sprintf("g%d-%s.%s.%s@%s", game, played, key, token, a.domain)
}

// parseMessageID reads what messageID has written; ok is false for the id of another mail.
func (a ownAddress) parseMessageID(id string) (t carriedToken, ok bool) {
	local, domain, _ := strings.Cut(strings.ToLower(id), "@")
	found := tokenID.FindStringSubmatch(local)
	if found == nil || domain != a.domain {
		return carriedToken{}, false
	}
	ply, err := strconv.Atoi(found[2])
	if err != nil { // an x
		ply = -1
	}
	return carriedToken{gameNumber(found[1]), found[6], ply, questions[found[3]], found[4], found[5]}, true
}

// gameNumber reads digits that one of the patterns has found.
func gameNumber(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64) // at most 15 digits
	return n
}

// carriedTokens returns the tokens that a mail carries. The ids of mails that it answers
// come first, since they name a position. They and the subject count only if the author
// addressed the mail to the bot, which is not so if it was passed on to somebody else.
func (a ownAddress) carriedTokens(m inbound.Mail, envelope []string) (list []carriedToken) {
	references, subject := m.References, m.Subject
	if !a.isRecipient(m) {
		references, subject = nil, ""
	}
	for _, id := range references {
		if t, ok := a.parseMessageID(id); ok {
			list = append(list, t)
		}
	}
	list = list[:min(len(list), maxTokensRead)]
	for _, to := range slices.Concat(envelope, m.To, m.Cc, m.DeliveredTo) {
		detail, _ := a.subaddress(to)
		if found := tokenDetail.FindStringSubmatch(detail); found != nil {
			list = append(list, carriedToken{game: gameNumber(found[1]), token: found[2], ply: -1})
		}
	}
	for _, found := range tokenSubject.FindAllStringSubmatch(subject, 3) {
		list = append(list, carriedToken{game: gameNumber(found[1]), token: strings.ToLower(found[2]), ply: -1})
	}
	return list[:min(len(list), 2*maxTokensRead)]
}
