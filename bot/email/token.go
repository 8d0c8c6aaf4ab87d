package email

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/email/inbound"
	"stackmate/bot/email/outbound"
	"stackmate/bot/mailaddr"
	"stackmate/bot/timeutil"
)

// How long and how many tokens live. An address has one token in a game, which dies with
// the game; one that is about no game is replaced by another from time to time.
const (
	tokenBytes = 16
	maxTokens  = 30
	tokenTTL   = 30 * timeutil.Day // of a token that is about no game, after it was last sent
)

var encoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// issueToken returns the token of an address in a game, and has the store know it.
func (b *Bot) issueToken(tx Tx, address string, game int64) (string, error) {
	token, err := b.token(tx, address, game)
	if err != nil {
		return "", err
	}
	return token, tx.MailIssue(address, game, hashToken(token), hashToken(unsubscribeSecret(token)), b.Now(), maxTokens)
}

// token returns the secret by which an address may act in a game, or in all of its games
// if the number is 0: 26 letters and digits that survive a change of case. It is the same
// for every letter, so that all of them can have one subject. The store alone does not
// tell it: the passwords of the mailbox are in it, too.
func (b *Bot) token(tx Tx, address string, game int64) (string, error) {
	fresh := make([]byte, sha256.Size)
	if _, err := io.ReadFull(b.Rand, fresh); err != nil {
		return "", fmt.Errorf("new key: %w", err)
	}
	key, err := tx.MailKey(fresh)
	if err != nil {
		return "", err
	}
	renewals, err := tx.MailRenewals(address)
	if err != nil {
		return "", err
	}
	period := int64(0)
	if game == 0 {
		period = b.Now().Unix() / int64(tokenTTL/time.Second)
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%q %q %q %d %d %d", b.config.IMAP.Password, b.config.SMTP.Password, address, game, renewals, period)
	return encoding.EncodeToString(mac.Sum(nil)[:tokenBytes]), nil
}

// hashToken is what is kept of a token.
func hashToken(token string) string {
	sum := sha256.Sum256([]byte("seat " + token))
	return hex.EncodeToString(sum[:])
}

// unsubscribeSecret follows from a token and ends mail, but moves nothing: it stands in a
// link that more people may see.
func unsubscribeSecret(token string) string {
	sum := sha256.Sum256([]byte("stop " + token))
	return encoding.EncodeToString(sum[:tokenBytes])
}

var (
	tokenDetail  = regexp.MustCompile(`^g(\d{1,15})-([a-z2-7]{26})$`)
	tokenSubject = regexp.MustCompile(`(?i)\[g(\d{1,15})-([a-z2-7]{26})\]`)
	tokenID      = regexp.MustCompile(`^g(\d{1,15})-(\d{1,6}|x)\.[0-9a-z]{1,30}\.([a-z2-7]{26})$`)
)

// messageID is the Message-ID of a letter, which answers bring back: it names the game, how
// many plies had been played, the letter and the token.
func (b *Bot) messageID(l *outbound.Message, game int64, token string) string {
	ply, key := "x", l.Reply.Key
	if l.Reply.Ply != nil && game > 0 {
		ply = strconv.Itoa(*l.Reply.Ply)
	}
	if key == "" {
		key = digest(l.To, l.Reply.Title, l.Reply.Text)
	}
	return fmt.Sprintf("g%d-%s.%s.%s@%s", game, ply, key, token, b.domain)
}

// parseMessageID takes the id of one of our letters apart; ply is -1 if it names none. ok is false
// for the id of another mail.
func (b *Bot) parseMessageID(id string) (game, token string, ply int, ok bool) {
	local, domain, _ := strings.Cut(strings.ToLower(id), "@")
	found := tokenID.FindStringSubmatch(local)
	if found == nil || domain != b.domain {
		return "", "", 0, false
	}
	ply, err := strconv.Atoi(found[2])
	if err != nil {
		ply = -1
	}
	return found[1], found[3], ply, true
}

// subjectTag is how a token is written in a subject.
func subjectTag(game int64, token string) string { return fmt.Sprintf("[g%d-%s]", game, token) }

// replyAddress returns the address that carries a token.
func (b *Bot) replyAddress(game int64, token string) string {
	return fmt.Sprintf("%s+g%d-%s@%s", b.user, game, token, b.domain)
}

// subaddress returns what follows the plus in one of the bot's own addresses; ok is
// false for an address of somebody else.
func (b *Bot) subaddress(address string) (detail string, ok bool) {
	address, _ = mailaddr.Canonical(address)
	local, domain, _ := strings.Cut(address, "@")
	if domain != b.domain {
		return "", false
	}
	if local == b.user {
		return "", true
	}
	return strings.CutPrefix(local, b.user+"+")
}

// tokenGrant is what a token stands for: an address that may act in a game, or in all of
// its games if the number is 0.
type tokenGrant struct {
	game int64
	ply  int // of the position that is answered; negative if the mail names none
}

// presentedToken is a token that a mail brings, for a game, perhaps with a position.
type presentedToken struct {
	game, token string
	ply         int
}

// maxTokensRead bounds how many tokens of one mail are looked at.
const maxTokensRead = 10

// presentedTokens returns the tokens that a mail brings. The ids of mails that it answers come
// first, since they name a position; they and the subject count only if the mail is
// addressed to the bot, as one that was passed on to somebody else is not.
func (b *Bot) presentedTokens(m inbound.Mail, envelope []string) (list []presentedToken) {
	answers, subject := m.References, m.Subject
	if !b.addressedToBot(m) {
		answers, subject = nil, ""
	}
	for _, id := range answers {
		if game, token, ply, ok := b.parseMessageID(id); ok {
			list = append(list, presentedToken{game, token, ply})
		}
	}
	list = list[:min(len(list), maxTokensRead)]
	for _, a := range slices.Concat(envelope, m.To, m.Cc, m.DeliveredTo) {
		if detail, ok := b.subaddress(a); ok {
			if found := tokenDetail.FindStringSubmatch(detail); found != nil {
				list = append(list, presentedToken{found[1], found[2], -1})
			}
		}
	}
	for _, found := range tokenSubject.FindAllStringSubmatch(subject, 3) {
		list = append(list, presentedToken{found[1], strings.ToLower(found[2]), -1})
	}
	return list[:min(len(list), 2*maxTokensRead)]
}

// addressedToBot reports whether the author of a mail addressedToBot it to the bot.
func (b *Bot) addressedToBot(m inbound.Mail) bool {
	own := func(a string) bool { _, ok := b.subaddress(a); return ok }
	return slices.ContainsFunc(m.To, own) || slices.ContainsFunc(m.Cc, own)
}

// findGrant returns what the tokens of a mail stand for, nil if nothing. A token counts
// only in a mail that says it is from the address to which it was sent.
func (b *Bot) findGrant(ctx context.Context, m inbound.Mail, envelope []string) (found *tokenGrant, err error) {
	err = b.view(ctx, func(tx Tx) error {
		for _, g := range b.presentedTokens(m, envelope) {
			address, game, ok, err := b.redeem(tx, g)
			if err != nil {
				return err
			}
			if !ok || address != m.From {
				continue
			}
			if game > 0 {
				if ended, err := over(tx, game); err != nil {
					return err
				} else if ended {
					continue
				}
			}
			found = &tokenGrant{game: game, ply: g.ply}
			return nil
		}
		return nil
	})
	return found, err
}

// redeem returns to whom a token was sent and for which game; ok is false if it is void.
func (b *Bot) redeem(tx Tx, g presentedToken) (address string, game int64, ok bool, err error) {
	address, game, issued, err := tx.MailSeat(hashToken(g.token))
	if errors.Is(err, data.ErrNotFound) {
		return "", 0, false, nil
	}
	ok = strconv.FormatInt(game, 10) == g.game && (game > 0 || b.Now().Sub(issued) <= tokenTTL)
	return address, game, ok, err
}

// over reports whether a game has ended; one that has not begun has not.
func over(tx Tx, game int64) (bool, error) {
	g, err := tx.Game(game)
	if errors.Is(err, data.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return g.Over(), nil
}

// Unsubscribe ends all mail to the address to which a link was sent. It returns
// data.ErrNotFound for a secret that means nobody.
func (b *Bot) Unsubscribe(ctx context.Context, secret string) error {
	return b.update(ctx, func(tx Tx) error {
		address, err := tx.MailStopper(hashToken(strings.ToLower(secret)))
		if err != nil {
			return err
		}
		return tx.MailMute(address, 0)
	})
}
