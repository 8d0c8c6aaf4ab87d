package email

import (
	"context"
	"strings"

	"stackmate/bot/email/inbound"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/words"
)

// stop ends all mail to the author of a mail, after one last message.
func (b *Bot) stop(ctx context.Context, m inbound.Mail) error {
	b.log.InfoContext(ctx, "email: muted")
	return b.finish(ctx, m, func(tx mailstore.Tx, lang words.Language) error {
		if err := tx.Mute(m.From); err != nil {
			return err
		}
		return b.enqueue(tx, m.From, farewell(lang))
	})
}

// Unsubscribe ends all mail to the address to which an unsubscribe link with a secret was
// sent. It returns data.ErrNotFound if there is no such secret, or not any more.
func (b *Bot) Unsubscribe(ctx context.Context, secret string) error {
	return b.store.UpdateMail(ctx, func(tx mailstore.Tx) error {
		address, err := tx.StopAddress(hashToken(strings.ToLower(secret)))
		if err != nil {
			return err
		}
		return tx.Mute(address)
	})
}

// UnsubscribeLanguage returns the language for the page behind an unsubscribe link: the one
// that the player to whom the link was sent chose, else the browser's.
func (b *Bot) UnsubscribeLanguage(ctx context.Context, secret string, browser words.Language) words.Language {
	var address string
	err := b.store.ViewMail(ctx, func(tx mailstore.Tx) (err error) {
		address, err = tx.StopAddress(hashToken(strings.ToLower(secret)))
		return err
	})
	if err != nil { // the page says so
		return browser
	}
	lang, err := b.language(ctx, address, browser.Tag)
	if err != nil {
		return browser
	}
	return lang
}
