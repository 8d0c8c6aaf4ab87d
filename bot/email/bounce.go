package email

import (
	"context"
	"errors"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/email/inbound"
)

// deadStatuses begin the codes of failures that say that an address does not work at all.
// Others, such as a full mailbox, are about one mail.
var deadStatuses = []string{"5.0.0", "5.1.", "5.2.1", "5.4."}

// handleBounce notes that a letter came back. Only a notice that brings the id of a letter is
// believed, and only about the address to which that went: the token in it is a secret.
func (b *Bot) handleBounce(ctx context.Context, m inbound.Mail) error {
	now := b.Now()
	return b.update(ctx, func(tx Tx) error {
		fresh, err := tx.MarkReceived(Transport, "bounce/"+m.From+"/"+m.ID, now)
		if err != nil || !fresh {
			return err
		}
		address, game, err := b.bouncedAddress(tx, *m.Bounce)
		dead := slices.ContainsFunc(deadStatuses, func(code string) bool { return strings.HasPrefix(m.Bounce.Status, code) })
		b.Log.Info("email: bounce", "status", m.Bounce.Status, "ours", address != "", "dead", dead, "game", game)
		if err != nil || address == "" || !dead {
			return err
		}
		before, err := tx.IsMailDead(address)
		if err != nil || before {
			return err
		}
		if err := tx.MailDead(address, now); err != nil {
			return err
		}
		return b.notifyElsewhere(tx, address, game)
	})
}

// bouncedAddress finds the letter that a notice is about: to whom it went, empty if it is none of
// ours, and in which game.
func (b *Bot) bouncedAddress(tx Tx, n inbound.Bounce) (address string, game int64, err error) {
	for _, id := range n.IDs[:min(len(n.IDs), maxTokensRead)] {
		g, token, ply, ok := b.parseMessageID(id)
		if !ok {
			continue
		}
		address, game, ok, err = b.redeem(tx, presentedToken{g, token, ply})
		if err != nil || ok && slices.Contains(n.Recipients, address) {
			return address, game, err
		}
	}
	return "", 0, nil
}

// notifyElsewhere tells the player behind a dead address at another one, if there is any,
// and shows the game about which nothing came.
func (b *Bot) notifyElsewhere(tx Tx, dead string, game int64) error {
	p, err := tx.FindPlayer(chat.Address{Transport: Transport, ID: dead})
	if err != nil {
		return ignore(err, data.ErrNotFound)
	}
	say, err := languageOf(tx, dead, "")
	if err != nil {
		return err
	}
	r := chat.Reply{Audience: chat.Secret, Text: say.Text("email.dead", "address", dead, "bot", b.config.Address)}
	if g, err := tx.Game(game); err == nil {
		r.Game, r.Picture = game, &chat.Picture{Game: game, Ply: len(g.Plies), Black: g.Seats[1] == p.ID}
		r.Text += " " + say.Text("email.dead.game", "game", game)
	} else if !errors.Is(err, data.ErrNotFound) {
		return err
	}
	for _, a := range p.Addresses {
		if a.ID != dead || a.Transport != Transport {
			_, err := tx.Enqueue(data.OutboxMessage{To: a, NotBefore: b.Now(), Reply: r})
			return err
		}
	}
	return nil
}
