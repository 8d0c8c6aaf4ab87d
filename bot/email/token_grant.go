package email

import (
	"context"
	"errors"

	"stackmate/bot/data"
	"stackmate/bot/email/inbound"
	"stackmate/bot/email/mailstore"
)

// tokenGrant is what a token permits.
type tokenGrant struct {
	game  int64    // the only game; 0 for all games of the address
	ply   int      // how many plies had been played in the mail that is answered; negative if unknown
	asked question // by the mail that is answered; zero if unknown
	// puzzle is the id of the puzzle that the mail shows; empty for none.
	puzzle string
	key    string // of the reply that is answered; empty if unknown
}

// findGrant returns what the tokens of a mail permit, nil if there is no valid one. A token
// counts only in a mail that claims to be from the address to which the token was sent, and
// while its game goes on.
func (b *Bot) findGrant(ctx context.Context, m inbound.Mail, envelope []string) (*tokenGrant, error) {
	var grants []tokenGrant
	err := b.store.ViewMail(ctx, func(tx mailstore.Tx) error {
		for _, c := range b.self.carriedTokens(m, envelope) {
			t, ok, err := b.tokens.redeem(tx, c)
			if err != nil {
				return err
			}
			if ok && t.Address == m.From {
				grants = append(grants, tokenGrant{t.Game, c.ply, c.asked, c.puzzle, c.key})
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, g := range grants {
		over, err := b.isOver(ctx, g.game)
		if err != nil {
			return nil, err
		}
		if !over {
			return &g, nil
		}
	}
	return nil, nil
}

// lostReply returns the game and the key of the reply that a mail answers, if it was forgotten that
// the reply was sent, because the database was restored from a backup. Its token may be unknown
// for the same reason.
func (b *Bot) lostReply(m inbound.Mail) (lost carriedToken, ok bool) {
	for _, c := range b.self.carriedTokens(m, nil) {
		if c.key != "" && b.desk.Forgotten(c.key) {
			return c, true
		}
	}
	return carriedToken{}, false
}

// isOver reports whether a game has ended; one that has not begun has not.
func (b *Bot) isOver(ctx context.Context, game int64) (bool, error) {
	if game == 0 {
		return false, nil
	}
	g, err := b.desk.GameSummary(ctx, game)
	if errors.Is(err, data.ErrNotFound) {
		return false, nil
	}
	return g.Over(), err
}
