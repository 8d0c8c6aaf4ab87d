package request

import (
	"errors"
	"slices"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
)

// outdated reports whether a message was written about an earlier position of a game.
// Moves that its author made since then do not count unless it is exact: the author knows them. Takebacks count.
// A message that names no position is outdated if the last move came after it.
func outdated(req *Request, g *game.Game) bool {
	w := req.Msg.Seen
	if w == nil || g.Over() {
		return false
	}
	if w.Ply < 0 || g.ID != req.Msg.Game {
		last := g.Started
		if n := len(g.Log); n > 0 {
			last = g.Log[n-1].At
		}
		return w.At.Before(last.Truncate(time.Second)) // mails tell no fractions
	}
	seen := w.Ply
	if w.Entries != nil {
		switch n := *w.Entries; {
		case n > len(g.Log), w.Exact && n < len(g.Log), slices.ContainsFunc(g.Log[n:], game.Ply.Takeback):
			return true
		default:
			seen = len(g.Plies) - len(g.Log[n:])
		}
	}
	own := g.Colors(req.Player.ID)
	for ply, mover := len(g.Plies), g.Turn(); ply > seen; ply-- {
		mover = mover.Other()
		if !slices.Contains(own, mover) {
			return true
		}
	}
	return seen > len(g.Plies) // a move was taken back
}

// SetPly adds the current ply of the game to an answer, for transports on which people may
// reply to it much later.
func SetPly(req *Request, r *chat.Reply) error {
	if req.Msg.Seen == nil || r.Game == 0 || r.Ply != nil {
		return nil
	}
	g, err := req.Tx.Game(r.Game)
	if errors.Is(err, data.ErrNotFound) { // a challenge
		return nil
	}
	if err != nil {
		return err
	}
	r.Ply = PlyCount(g)
	return nil
}

// PlyCount returns the number of plies that were played in a game, as chat.Reply wants it.
func PlyCount(g *game.Game) *int {
	n := len(g.Plies)
	return &n
}
