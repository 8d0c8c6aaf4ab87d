package email

import (
	"context"
	"errors"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/email/inbound"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/request"
)

// deadStatuses begin the status codes (RFC 3463) which say that an address does not work at
// all. Others, such as that of a full mailbox, are about one mail.
var deadStatuses = []string{"5.0.0", "5.1.", "5.2.1", "5.4."}

// handleBounce notes that a message came back. A notice is believed only if it contains the id
// of a message, since the token in it is a secret, and only about the address to which that
// message was sent.
func (b *Bot) handleBounce(ctx context.Context, m inbound.Mail) error {
	var address string
	var game int64
	err := b.store.ViewMail(ctx, func(tx mailstore.Tx) (err error) {
		address, game, err = b.bouncedAddress(tx, *m.Bounce)
		return err
	})
	dead := slices.ContainsFunc(deadStatuses, func(code string) bool { return strings.HasPrefix(m.Bounce.Status, code) })
	b.log.InfoContext(ctx, "email: bounce", "status", m.Bounce.Status, "ours", address != "", "dead", dead, "game", game)
	if err != nil || address == "" || !dead {
		return err
	}
	notice, err := b.deadNotice(ctx, address, game)
	if err != nil {
		return err
	}
	now := b.now()
	return b.store.UpdateMail(ctx, func(tx mailstore.Tx) error {
		fresh, err := tx.MarkReceived(Transport, "bounce/"+mailKey(m), now)
		if err != nil || !fresh {
			return err
		}
		c, err := tx.Contact(address)
		if err != nil || c.Dead {
			return err
		}
		if err := tx.MarkDead(address, now); err != nil || notice == nil {
			return err
		}
		_, err = tx.Enqueue(*notice)
		return err
	})
}

// bouncedAddress finds the message that a notice is about: to which address it was sent, empty
// if it is none of ours, and about which game.
func (b *Bot) bouncedAddress(tx mailstore.Tx, n inbound.Bounce) (address string, game int64, err error) {
	for _, id := range n.IDs[:min(len(n.IDs), maxTokensRead)] {
		carried, ok := b.self.parseMessageID(id)
		if !ok {
			continue
		}
		t, ok, err := b.tokens.redeem(tx, carried)
		if err != nil {
			return "", 0, err
		}
		if ok && slices.Contains(n.Recipients, t.Address) {
			return t.Address, t.Game, nil
		}
	}
	return "", 0, nil
}

// deadNotice tells the player behind a dead address at another address, and shows the game
// about which mail came back. It returns nil if there is no other address.
func (b *Bot) deadNotice(ctx context.Context, dead string, game int64) (*data.OutboxMessage, error) {
	p, err := b.player(ctx, dead)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(p.Addresses, func(a chat.Address) bool { return a != chat.Address{Transport: Transport, ID: dead} })
	if i < 0 {
		return nil, nil
	}
	lang := request.LanguageOf(p, "")
	r := chat.Reply{Audience: chat.Secret, Text: lang.Text("email.dead", "address", dead, "bot", b.self.String())}
	switch g, err := b.desk.GameSummary(ctx, game); {
	case err == nil:
		r.Game, r.Picture = game, &chat.Picture{Game: game, Ply: g.Plies, Black: g.Seats[1] == p.ID}
		r.Text += " " + lang.Text("email.dead.game", "game", game)
	case !errors.Is(err, data.ErrNotFound):
		return nil, err
	}
	return &data.OutboxMessage{To: p.Addresses[i], NotBefore: b.now(), Reply: r}, nil
}
