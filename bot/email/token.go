package email

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"stackmate/bot"
	"stackmate/bot/email/inbound"
)

// How long and how many tokens live. Every letter has one of its own, so that none
// need be kept; those of a game die with it.
const (
	tokenBytes = 16
	keepTokens = 30
	talkLife   = 30 * 24 * time.Hour // of a token that is about no game
)

var encoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// newToken returns a secret of 26 letters and digits that survives a change of case.
func newToken(r io.Reader) (string, error) {
	secret := make([]byte, tokenBytes)
	if _, err := io.ReadFull(r, secret); err != nil {
		return "", fmt.Errorf("new token: %w", err)
	}
	return encoding.EncodeToString(secret), nil
}

// hash is what is kept of a token.
func hash(token string) string {
	sum := sha256.Sum256([]byte("seat " + token))
	return hex.EncodeToString(sum[:])
}

// stopSecret follows from a token and ends mail, but moves nothing: it stands in a
// link that more people may see.
func stopSecret(token string) string {
	sum := sha256.Sum256([]byte("stop " + token))
	return encoding.EncodeToString(sum[:tokenBytes])
}

var (
	tokenDetail  = regexp.MustCompile(`^g(\d{1,15})-([a-z2-7]{26})$`)
	tokenSubject = regexp.MustCompile(`(?i)\[g(\d{1,15})-([a-z2-7]{26})\]`)
)

// replyAddress returns the address that carries a token.
func (b *Bot) replyAddress(game int64, token string) string {
	return fmt.Sprintf("%s+g%d-%s@%s", b.user, game, token, b.domain)
}

// detail returns what follows the plus in one of the bot's own addresses; ok is
// false for an address of somebody else.
func (b *Bot) detail(address string) (detail string, ok bool) {
	local, domain, _ := strings.Cut(strings.ToLower(address), "@")
	if domain != b.domain {
		return "", false
	}
	if local == b.user {
		return "", true
	}
	return strings.CutPrefix(local, b.user+"+")
}

// seat is what a token stands for: an address that may act in a game, or in all of
// its games if the number is 0.
type seat struct {
	game int64
}

// seatOf returns what the tokens of a mail stand for, nil if nothing. A token counts
// only in a mail that says it is from the address to which it was sent.
func (b *Bot) seatOf(ctx context.Context, m inbound.Mail, to []string) (found *seat, err error) {
	var tries [][]string
	for _, a := range append(to, m.To...) {
		if detail, ok := b.detail(a); ok {
			tries = append(tries, tokenDetail.FindStringSubmatch(detail))
		}
	}
	tries = append(tries, tokenSubject.FindAllStringSubmatch(m.Subject, 3)...)
	err = b.view(ctx, func(tx Tx) error {
		for _, try := range tries[:min(len(tries), 10)] {
			if try == nil {
				continue
			}
			address, game, issued, err := tx.MailSeat(hash(strings.ToLower(try[2])))
			if errors.Is(err, bot.ErrNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			if address != m.From || strconv.FormatInt(game, 10) != try[1] || game == 0 && b.Now().Sub(issued) > talkLife {
				continue
			}
			if game > 0 {
				if dead, err := over(tx, game); err != nil || dead {
					return err
				}
			}
			found = &seat{game: game}
			return nil
		}
		return nil
	})
	return found, err
}

// over reports whether a game has ended; one that has not begun has not.
func over(tx Tx, game int64) (bool, error) {
	g, err := tx.Game(game)
	if errors.Is(err, bot.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return g.Over(), nil
}

// Unsubscribe ends all mail to the address to which a link was sent. It returns
// bot.ErrNotFound for a secret that means nobody.
func (b *Bot) Unsubscribe(ctx context.Context, secret string) error {
	return b.update(ctx, func(tx Tx) error {
		address, err := tx.MailStopper(hash(strings.ToLower(secret)))
		if err != nil {
			return err
		}
		return tx.MailMute(address, 0)
	})
}
