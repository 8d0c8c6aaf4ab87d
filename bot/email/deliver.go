package email

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/email/outbound"
	"stackmate/bot/outbox"
	"stackmate/bot/request"
	"stackmate/bot/timeutil"
	"stackmate/bot/words"
)

// delivery is a message on its way, with what is known about its recipient and its game.
type delivery struct {
	outbound.Message
	player data.Player // zero if nobody plays from that address
	lang   words.Language
	// conversation is the last one with the address, zero if that was long ago.
	conversation mailstore.Conversation
	game         int64 // whose thread the message belongs to; 0 if none
	over         bool  // whether that game has ended
	title        string
}

// Deliver implements outbox.FrontEnd. A reply that is delivered again has the same Message-ID.
func (b *Bot) Deliver(ctx context.Context, to chat.Address, r chat.Reply) error {
	d, err := b.newDelivery(ctx, to.ID, r)
	if err != nil {
		return err
	}
	if err := b.store.UpdateMail(ctx, func(tx mailstore.Tx) error { return b.prepare(tx, d) }); err != nil {
		return err
	}
	raw, err := d.Bytes()
	if err != nil {
		return fmt.Errorf("%w: %w", outbox.ErrUndeliverable, err)
	}
	err = b.smtp.submit(ctx, to.ID, raw)
	b.outgoing.record(b.now(), serverFault(err))
	b.count.out(err)
	if err != nil {
		return err
	}
	err = b.store.UpdateMail(context.WithoutCancel(ctx), func(tx mailstore.Tx) error { return b.recordSent(tx, d) })
	if err != nil { // the message must not be sent again because of that
		b.log.ErrorContext(ctx, "email: note delivery", "message", r.Key, "error", err)
	}
	return nil
}

// newDelivery asks the store and the desk what a delivery depends on.
func (b *Bot) newDelivery(ctx context.Context, to string, r chat.Reply) (*delivery, error) {
	d := &delivery{Message: outbound.Message{From: b.self.String(), Name: b.config.Name, To: to, Date: b.now(), Reply: r,
		UnsubscribeSubject: "stop"}, game: r.Game}
	err := b.store.ViewMail(ctx, func(tx mailstore.Tx) error {
		c, err := tx.LastConversation(to)
		if err == nil && b.now().Sub(c.At) < conversationTTL {
			d.conversation = c
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if d.player, err = b.player(ctx, to); err != nil {
		return nil, err
	}
	d.lang = request.LanguageOf(d.player, "")
	if r.Kind == kindConfirmation {
		d.lang = words.In(r.Language)
	}
	text, plain := command.TypedSurfaces(d.written(), d.written().Date)
	d.Reply = r.Expand(text, plain)
	if d.game == 0 && r.Asker.ID == to { // the answer to that mail
		d.game = d.conversation.Game
	}
	return d, b.describeGame(ctx, d, r)
}

// written returns the language that the message is written in.
func (d *delivery) written() words.Language {
	if d.Reply.Language == "" {
		return d.lang
	}
	return words.In(d.Reply.Language)
}

// prepare writes what the store decides about a message: whether it is sent at all, its
// footer, its thread and its token.
func (b *Bot) prepare(tx mailstore.Tx, d *delivery) error {
	c, err := tx.Contact(d.To)
	if err != nil {
		return err
	}
	if c.Muted && d.Reply.Kind != kindFarewell {
		return fmt.Errorf("%w: the address wants no mail", outbox.ErrDMsClosed)
	}
	if d.Reply.Forgotten { // without a token and a thread, which would be stored
		d.Subject, d.ID = d.Reply.Title, digest(d.To, d.Reply.Key)+"@"+b.self.domain
		return nil
	}
	asks := d.Reply.Kind == kindConfirmation
	if c.Dead && !asks {
		return fmt.Errorf("%w: mail to it bounces", outbox.ErrDMsClosed)
	}
	stranger := !asks && !hasConfirmed(c, d.player)
	text, _ := command.TypedSurfaces(d.lang, d.lang.Date)
	d.ExamplesIntro, d.Footer = text.Expand(d.lang.Text("email.answers")), text.Expand(footer(d.lang, stranger))
	if stranger || d.Reply.Unsolicited {
		n, err := tx.Events(baseAddress(d.To), eventUnanswered, b.now().Add(-timeutil.Day))
		if err != nil {
			return err
		}
		if n >= maxUnanswered {
			return fmt.Errorf("%w: the address has not answered %d messages", outbox.ErrUndeliverable, n)
		}
	}
	if !stranger && !d.Reply.Unsolicited && d.Reply.Kind == "" {
		if err := addLink(b, tx, d); err != nil {
			return err
		}
	}
	return b.setThread(tx, d)
}

// addLink gives a mail about a game a link that signs its reader in to the pages for browsers, once, as long as one can
// reply to it.
func addLink(b *Bot, tx mailstore.Tx, d *delivery) error {
	if b.config.Pages == "" || d.game == 0 || d.player.ID == 0 {
		return nil
	}
	secret, err := b.tokens.linkSecret()
	if err != nil {
		return err
	}
	d.Notes.Facts = append(slices.Clone(d.Notes.Facts), d.written().Text("email.web", "url", b.config.Pages+"/in/"+secret))
	return tx.AddWebLink(secret, data.WebLink{Address: chat.Address{Transport: Transport, ID: d.To}, Game: d.game, Until: b.now().Add(tokenTTL)}, maxTokens, b.now())
}

// recordSent notes that a message has been sent.
func (b *Bot) recordSent(tx mailstore.Tx, d *delivery) error {
	if d.Reply.Forgotten {
		return nil
	}
	if d.game > 0 {
		if err := tx.SetThread(d.To, d.game, mailstore.Thread{First: d.ID, Last: d.ID}, b.now()); err != nil {
			return err
		}
	}
	c, err := tx.Contact(d.To)
	if err != nil || hasConfirmed(c, d.player) && !d.Reply.Unsolicited || d.Reply.Kind == kindConfirmation {
		return err
	}
	return tx.CountEvent(baseAddress(d.To), eventUnanswered, b.now())
}

// baseAddress returns a mailbox's address without what may follow a plus: a mailbox can have
// any number of addresses that differ in that.
func baseAddress(address string) string {
	local, domain, _ := strings.Cut(address, "@")
	local, _, _ = strings.Cut(local, "+")
	return local + "@" + domain
}
