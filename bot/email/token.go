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
	"time"

	"stackmate/bot/data"
	"stackmate/bot/email/inbound"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/timeutil"
	"stackmate/bot/words"
)

// An address has one token for each of its games, which dies with the game, and one for
// all of them, which is replaced by another after every tokenTTL.
const (
	tokenBytes = 16
	maxTokens  = 30
	tokenTTL   = 30 * timeutil.Day // of a token for all games, after it was last sent
)

var encoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// tokenIssuer makes tokens and recognises them.
type tokenIssuer struct {
	rand io.Reader
	now  func() time.Time
	// secrets go into every token, so that the store alone does not reveal them: they are
	// the passwords of the mailbox and of the SMTP server.
	secrets [2]string
}

// issue returns the token for an address in a game, and stores that it is sent now.
func (i tokenIssuer) issue(tx mailstore.Tx, address string, game int64) (string, error) {
	token, err := i.token(tx, address, game)
	if err != nil {
		return "", err
	}
	return token, tx.SaveToken(mailstore.Token{Hash: hashToken(token), StopHash: hashToken(unsubscribeSecret(token)),
		Address: address, Game: game, Sent: i.now()}, maxTokens)
}

// token returns the secret by which an address may act in a game, or in all its games if
// the number is 0: 26 lower-case letters and digits that survive a change of case. It stays
// the same from mail to mail, so that all mails of a game can have one subject.
func (i tokenIssuer) token(tx mailstore.Tx, address string, game int64) (string, error) {
	fresh := make([]byte, sha256.Size)
	if _, err := io.ReadFull(i.rand, fresh); err != nil {
		return "", fmt.Errorf("new key: %w", err)
	}
	key, err := tx.TokenKey(fresh)
	if err != nil {
		return "", err
	}
	renewals, err := tx.Renewals(address)
	if err != nil {
		return "", err
	}
	period := int64(0)
	if game == 0 {
		period = i.now().Unix() / int64(tokenTTL/time.Second)
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%q %q %q %d %d %d", i.secrets[0], i.secrets[1], address, game, renewals, period)
	return encoding.EncodeToString(mac.Sum(nil)[:tokenBytes]), nil
}

// linkSecret returns the secret of a link to the pages for browsers, which works once. Links are seen by more people than
// tokens, and it reveals none.
func (i tokenIssuer) linkSecret() (string, error) {
	secret := make([]byte, tokenBytes)
	if _, err := io.ReadFull(i.rand, secret); err != nil {
		return "", fmt.Errorf("new link: %w", err)
	}
	return encoding.EncodeToString(secret), nil
}

// redeem returns what is stored of a token that a mail carries; ok is false if it is not valid.
func (i tokenIssuer) redeem(tx mailstore.Tx, c carriedToken) (t mailstore.Token, ok bool, err error) {
	t, err = tx.Token(hashToken(c.token))
	if errors.Is(err, data.ErrNotFound) {
		return t, false, nil
	}
	return t, t.Game == c.game && (t.Game > 0 || i.now().Sub(t.Sent) <= tokenTTL), err
}

// hashToken is what is stored of a token.
func hashToken(token string) string {
	sum := sha256.Sum256([]byte("seat " + token))
	return hex.EncodeToString(sum[:])
}

// unsubscribeSecret derives from a token the secret for unsubscribe links. It ends mail and
// plays no move, since links are seen by more people than tokens.
func unsubscribeSecret(token string) string {
	sum := sha256.Sum256([]byte("stop " + token))
	return encoding.EncodeToString(sum[:tokenBytes])
}

// renew makes all tokens invalid that an address has been sent, and answers with another.
func (b *Bot) renew(ctx context.Context, m inbound.Mail) error {
	b.log.InfoContext(ctx, "email: tokens renewed")
	return b.finish(ctx, m, func(tx mailstore.Tx, lang words.Language) error {
		if err := tx.RevokeTokens(m.From); err != nil {
			return err
		}
		silent, err := b.overLimit(tx, lang, m.From, false)
		if err != nil || silent {
			return err
		}
		return b.enqueue(tx, m.From, renewalNotice(lang))
	})
}
