package discord_test

import (
	"context"
	"errors"
	"strings"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/discord"
)

// dump returns all that the database has about games, for comparisons.
func (tb *testbed) dump() string {
	tb.t.Helper()
	var b strings.Builder
	err := tb.db.View(tb.t.Context(), func(tx data.Tx) error {
		for id := int64(1); ; id++ {
			ch, err := tx.Challenge(id)
			if errors.Is(err, data.ErrNotFound) {
				return nil
			}
			if err != nil {
				return err
			}
			b.WriteString(strings.Join([]string{"challenge", string(ch.State), ch.Variant.Key(), ch.Home.ID}, " ") + "\n")
			g, err := tx.Game(id)
			if errors.Is(err, data.ErrNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			p := g.Position()
			b.WriteString(strings.Join(append(g.Rules().SANs(), p.FEN(), g.Outcome.String(), string(g.Reason)), " ") + "\n")
			if g.DrawOfferBy != nil {
				b.WriteString("draw offered by " + g.DrawOfferBy.String() + "\n")
			}
		}
	})
	if err != nil {
		tb.t.Fatal(err)
	}
	return b.String()
}

// waitDelivered waits until the outbox is empty.
func (tb *testbed) waitDelivered() {
	tb.t.Helper()
	tb.eventually("the outbox is empty", func() bool { return tb.owed() == 0 })
}

// owed counts the messages in the outbox that would be due within a year.
func (tb *testbed) owed() int {
	var due []data.OutboxMessage
	err := tb.db.View(context.Background(), func(tx data.Tx) (err error) {
		due, err = tx.Due(discord.Transport, time.Now().AddDate(1, 0, 0), 1000)
		return err
	})
	if err != nil {
		tb.t.Fatal(err)
	}
	return len(due)
}
