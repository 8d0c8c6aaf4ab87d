package bot

import (
	"context"

	"stackmate/bot/bymail"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/words"
)

// FindPlayer returns the player at an address, or data.ErrNotFound.
func (d *Desk) FindPlayer(ctx context.Context, a chat.Address) (p data.Player, err error) {
	err = d.store.View(ctx, func(tx data.Tx) (err error) {
		p, err = tx.FindPlayer(a)
		return err
	})
	return p, err
}

// GameSummary returns a game without its moves, or data.ErrNotFound. It returns
// data.ErrNotFound also for the number of a challenge that was not accepted.
func (d *Desk) GameSummary(ctx context.Context, id int64) (g data.GameSummary, err error) {
	err = d.store.View(ctx, func(tx data.Tx) (err error) {
		g, err = tx.GameSummary(id)
		return err
	})
	return g, err
}

// GameTitle returns the title of messages about a game or challenge, such as
// "Game 12: Orthodox", or data.ErrNotFound.
func (d *Desk) GameTitle(ctx context.Context, id int64, lang words.Language) (title string, err error) {
	err = d.store.View(ctx, func(tx data.Tx) error {
		ch, err := tx.Challenge(id)
		if err == nil {
			title = lang.Text("game.title", "game", id, "variant", ch.Variant.Name())
		}
		return err
	})
	return title, err
}

// Forgotten reports whether the reply with a key was sent in a time that was lost when the
// database was restored from a backup.
func (d *Desk) Forgotten(key string) bool { return d.env.Forgotten(key) }

// MailNotes returns what a mail to a player says below a message about a game or challenge, or
// data.ErrNotFound.
func (d *Desk) MailNotes(ctx context.Context, reader data.Player, r chat.Reply, id int64, lang words.Language) (n bymail.Notes, err error) {
	err = d.store.View(ctx, func(tx data.Tx) (err error) {
		n, err = bymail.For(tx, reader, r, id, lang, d.now())
		return err
	})
	return n, err
}

// OutboxID returns the answer's ID in the outbox, 0 if it is not there.
func (a *Answer) OutboxID() int64 { return a.outboxID }
