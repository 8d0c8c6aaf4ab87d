package email

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-message"
	"golang.org/x/net/publicsuffix"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/email/inbound"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/mailaddr"
	"stackmate/bot/timeutil"
)

// authentic reports whether a mail is from the address that it claims to be from, as far
// as its commands need that. A token for one game is enough for commands about that game;
// it is not for other games, nor for linking. For those the author's domain must vouch for
// the mail.
func (b *Bot) authentic(ctx context.Context, raw []byte, m inbound.Mail, g *tokenGrant, commands []string) (bool, error) {
	if g != nil && (g.game == 0 || !slices.ContainsFunc(commands, func(c string) bool { return !command.Within(c, g.game) })) {
		return true, nil
	}
	if g == nil { // a stranger is asked first: the domain may vouch for somebody who never wanted to play
		confirmed, err := b.isConfirmed(ctx, m.From)
		if err != nil || !confirmed {
			return false, err
		}
	}
	return b.auth.authenticDomain(ctx, raw, m), nil
}

// isConfirmed asks the store and the desk whether the owner of an address has confirmed it.
func (b *Bot) isConfirmed(ctx context.Context, address string) (bool, error) {
	var c mailstore.Contact
	err := b.store.ViewMail(ctx, func(tx mailstore.Tx) (err error) {
		c, err = tx.Contact(address)
		return err
	})
	if err != nil {
		return false, err
	}
	p, err := b.player(ctx, address)
	return hasConfirmed(c, p), err
}

// hasConfirmed reports whether somebody has answered a mail from an address, or the player
// there has linked it with another address.
func hasConfirmed(c mailstore.Contact, p data.Player) bool {
	return c.Confirmed || len(p.Addresses) > 1
}

// askToConfirm asks an address whether a mail was from there, and does nothing else. The
// question repeats nothing of the mail: otherwise anybody could send any text to anybody.
func (b *Bot) askToConfirm(ctx context.Context, m inbound.Mail) error {
	confirmed, err := b.isConfirmed(ctx, m.From)
	if err != nil {
		return err
	}
	lang, err := b.language(ctx, m.From, m.Language)
	if err != nil {
		return err
	}
	now := b.now()
	return b.store.UpdateMail(ctx, func(tx mailstore.Tx) error {
		fresh, err := tx.MarkReceived(Transport, "ask/"+mailKey(m), now)
		if err != nil || !fresh {
			return err
		}
		c, err := tx.Contact(m.From)
		if err != nil {
			return err
		}
		n, err := tx.Events(m.From, eventAsked, now.Add(-timeutil.Day))
		if err != nil || c.Muted || n >= maxAsked {
			b.log.InfoContext(ctx, "email: not confirmed, not asked", "muted", c.Muted, "asked", n)
			return err
		}
		if !confirmed { // for a known address, the thread stays where it is
			if err := b.rememberConversation(tx, m, 0); err != nil {
				return err
			}
		}
		b.log.InfoContext(ctx, "email: asked to confirm", "known", confirmed)
		if err := tx.SetUnreachable(chat.Address{Transport: Transport, ID: m.From}, time.Time{}); err != nil { // it may work again
			return err
		}
		if err := tx.CountEvent(m.From, eventAsked, now); err != nil {
			return err
		}
		_, lost := b.lostReply(m)
		return b.enqueue(tx, m.From, confirmation(lang, lost))
	})
}

// verifier finds out whether the domain of a mail's author vouches for the mail, by DKIM
// (dkim.go) or by the word of a trusted server (auth_results.go).
type verifier struct {
	self      ownAddress
	trusted   []string // the servers whose Authentication-Results are believed
	lookupTXT func(ctx context.Context, name string) ([]string, error)
	now       func() time.Time
	log       *slog.Logger
}

// authenticDomain reports whether the domain of a mail's author vouches that the mail is
// genuine and meant for the bot.
func (v verifier) authenticDomain(ctx context.Context, raw []byte, m inbound.Mail) bool {
	if !v.self.isRecipient(m) {
		return false
	}
	e, err := message.Read(bytes.NewReader(raw))
	if e == nil {
		v.log.DebugContext(ctx, "email: unreadable", "error", err)
		return false
	}
	for _, key := range append([]string{"to", "cc"}, requiredSigned...) { // a signature is for the last of several
		if e.Header.FieldsByKey(key).Len() > 1 {
			return false
		}
	}
	_, domain, _ := strings.Cut(m.From, "@")
	return v.authResultsPass(e.Header, m, domain) || v.dkimValid(ctx, raw, m, domain)
}

// aligned reports whether two domains belong to the same organisation (RFC 7489, section 3.1).
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
