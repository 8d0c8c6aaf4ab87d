package bot

import (
	"context"
	"errors"
	"fmt"

	"stackmate/bot/boards"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/panics"
	"stackmate/bot/request"
)

// Board returns a position of a game as data, for a reader in a place, who alone sees it; ply is the number
// of plies played in it, or boards.Latest. Language is the tag of the reader's language
// according to the transport, empty if unknown. The error wraps data.ErrNotFound if the reader
// may not see such a game, or it has no such ply. A reader whom the desk does not know sees what
// anybody may see.
func (d *Desk) Board(ctx context.Context, reader chat.Person, in chat.Place, language string, game int64, ply int) (b chat.Board, err error) {
	defer panics.Catch(&err)
	ctx = data.ForJob(ctx, "board")
	m := chat.Message{From: reader, In: in, Language: language}
	_, err = d.whenKnown(ctx, func(last bool) error {
		return d.store.View(ctx, func(tx data.Tx) (err error) {
			req := newRequest(ctx, d, tx, m, d.now(), last)
			if req.Player, err = tx.FindPlayer(reader.Address); err != nil && !errors.Is(err, data.ErrNotFound) {
				return err
			}
			req.Lang = req.Language()
			b, err = boards.Of(req, game, ply)
			return request.RequireRooms(req, err)
		})
	})
	if err != nil {
		return chat.Board{}, fmt.Errorf("board of game %d: %w", game, err)
	}
	return b, nil
}
