package show

import (
	"context"
	"fmt"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/rules"
)

// record returns a file with the record of a game.
func (l *Illustrator) record(ctx context.Context, want chat.Picture) ([]chat.File, error) {
	var rec *rules.PGN
	err := l.store.View(ctx, func(tx data.Tx) (err error) {
		rec, err = recordOf(tx, want)
		return err
	})
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if err := rec.Write(&b); err != nil {
		return nil, err
	}
	return []chat.File{{Name: fmt.Sprintf("game-%d.pgn", want.Game), Type: "text/plain; charset=utf-8", Data: []byte(b.String())}}, nil
}

// RecordOf returns the whole record of a game.
func RecordOf(tx data.Tx, g *game.Game) (*rules.PGN, error) {
	return recordOf(tx, chat.Picture{Game: g.ID, Ply: len(g.Plies)})
}

// recordOf returns the record of a game up to a ply, with the interventions of admins as
// tags.
func recordOf(tx data.Tx, want chat.Picture) (*rules.PGN, error) {
	g, err := gameAt(tx, want)
	if err != nil {
		return nil, err
	}
	rec := &rules.PGN{Variant: g.Variant, Start: g.Rules().Start(), Moves: g.Rules().Moves()[:want.Ply]}
	rec.Tags = []rules.Tag{{Name: "Event", Value: fmt.Sprintf("Game %d", g.ID)}, {Name: "Site", Value: "Stackmate"},
		{Name: "Date", Value: g.Started.UTC().Format("2006.01.02")}, {Name: "Round", Value: "-"}}
	for color, tag := range []string{"White", "Black"} {
		p, err := tx.Player(g.Seats[color])
		if err != nil {
			return nil, err
		}
		rec.Tags = append(rec.Tags, rules.Tag{Name: tag, Value: textutil.Printable(NameInPGN(p))})
	}
	if g.Terms.Rated {
		rec.Tags = append(rec.Tags, rules.Tag{Name: "Rated", Value: "yes"})
	}
	if !g.Terms.Clock.IsZero() {
		rec.Tags = append(rec.Tags, rules.Tag{Name: "Clock", Value: g.Terms.Clock.String()})
	}
	if g.Over() && want.Ply == len(g.Plies) {
		rec.Result, rec.Reason = g.Outcome, string(g.Reason)
		rec.Tags = append(rec.Tags, rules.Tag{Name: "EndDate", Value: g.Ended.UTC().Format("2006.01.02")})
	}
	return rec, interventionTags(tx, g, rec)
}

// NameInPGN returns a player's name as records have it, which are in English.
func NameInPGN(p data.Player) string { return request.NameIn(words.In("en"), p) }

// interventionTags adds to a record a tag for each intervention of an admin, of which
// there may be 50.
func interventionTags(tx data.Tx, g *game.Game, rec *rules.PGN) error {
	list, err := tx.AdminActions(g.ID)
	if err != nil {
		return err
	}
	list = list[max(0, len(list)-50):]
	for i, n := range list {
		p, err := tx.Player(n.Player)
		if err != nil {
			return err
		}
		rec.Tags = append(rec.Tags, rules.Tag{Name: fmt.Sprintf("Intervention%d", i+1),
			Value: textutil.Printable(fmt.Sprintf("%s, %s: %s: %s", n.At.UTC().Format(time.RFC3339), NameInPGN(p), n.Action, n.Reason))})
	}
	return nil
}
