package request

import (
	"errors"
	"slices"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
)

// outdated reports whether a message was written about a position of the game that is no
// more. The author's own moves since then do not count: they are known to the author. A
// message that names no position is outdated if the last move came after it.
func outdated(req *Request, g *game.Game) bool {
	w := req.Msg.Written
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
	own := g.Colors(req.Player.ID)
	for ply, mover := len(g.Plies), g.Turn(); ply > w.Ply; ply-- {
		mover = mover.Other()
		if !slices.Contains(own, mover) {
			return true
		}
	}
	return w.Ply > len(g.Plies) // a move was taken back
}

// SetPly notes in an answer about a game how far that is, for transports where the reply
// to it may come late.
func SetPly(req *Request, r *chat.Reply) error {
	if req.Msg.Written == nil || r.Game == 0 || r.Ply != nil {
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

func PlyCount(g *game.Game) *int {
	n := len(g.Plies)
	return &n
}
