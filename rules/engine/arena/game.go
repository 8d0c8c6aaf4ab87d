package main

import (
	"context"
	"errors"
	"time"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// ground says how games are played.
type ground struct {
	variant *rules.Variant
	margin  time.Duration // by how much a player may be late who has a time for each move
	plies   int           // after which a game is a draw
	// Games are adjudicated only where these are not 0: won when both players have said for
	// adjudged plies that one side is better by resign, drawn when both have said that
	// neither is better by draw.
	resign, draw engine.Score
}

// adjudged is for how many plies both players must agree.
const adjudged = 8

// noDrawBefore is the ply before which no game is adjudicated to be a draw.
const noDrawBefore = 60

// result is how a game ended.
type result struct {
	outcome rules.Outcome
	reason  string
	game    *rules.Game
}

// usage adds up what a player used.
type usage struct {
	moves    int
	deep     int // moves with a known depth
	depths   int // the sum of these depths
	searched int // moves with known nodes
	nodes    uint64
	took     time.Duration // for the moves with known nodes
}

func (u *usage) add(t thought) {
	u.moves++
	if t.depth > 0 {
		u.deep++
		u.depths += t.depth
	}
	if t.nodes > 0 {
		u.searched++
		u.nodes += t.nodes
		u.took += t.took
	}
}

// play plays a game from an opening between the players of White and Black. The error is
// that of the context or of a player who cannot play at all.
func (gr *ground) play(ctx context.Context, opening []rules.Move, players [2]player, used [2]*usage) (result, error) {
	g := rules.NewGame(gr.variant.Start(), 0)
	for _, m := range opening {
		g.Play(m)
	}
	var agreed agreement
	for i, p := range players {
		if err := p.begin(ctx, gr.variant); err != nil {
			return gr.forfeit(g, rules.Color(i), err)
		}
	}
	for {
		if outcome, reason := gr.over(g); outcome != rules.Undecided {
			return result{outcome, reason, g}, nil
		}
		if outcome := agreed.adjudicate(gr, g.Len()); outcome != rules.Undecided {
			return result{outcome, "adjudication", g}, nil
		}
		p := g.Position()
		turn := p.Turn()
		t, err := players[turn].choose(ctx, g)
		if err == nil && t.late > gr.margin {
			err = failTime
		}
		if err != nil {
			return gr.forfeit(g, turn, err)
		}
		used[turn].add(t)
		agreed.add(gr, turn, t)
		g.Play(t.move)
	}
}

// forfeit ends a game that a player has lost by a failure.
func (gr *ground) forfeit(g *rules.Game, loser rules.Color, err error) (result, error) {
	var f failure
	if errors.As(err, &f) {
		return result{rules.WinFor(loser.Other()), string(f), g}, nil
	}
	return result{}, err
}

// over returns how a game has ended by its rules, in which every draw that can be claimed is
// claimed, or by its length.
func (gr *ground) over(g *rules.Game) (rules.Outcome, string) {
	p := g.Position()
	switch s := p.Status(); {
	case s == rules.Checkmate:
		return rules.WinFor(p.Turn().Other()), s.String()
	case s.Over():
		return rules.Draw, s.String()
	case g.ClaimRepetition():
		return rules.Draw, "repetition"
	case g.ClaimMoveLimit():
		return rules.Draw, "move limit"
	case g.Len() >= gr.plies:
		return rules.Draw, "length"
	}
	return rules.Undecided, ""
}

// agreement counts for how many plies in a row the players have agreed on how they stand.
type agreement struct{ white, black, even int }

// add counts what the player to move says.
func (a *agreement) add(gr *ground, turn rules.Color, t thought) {
	score := t.score
	if turn == rules.Black {
		score = -score
	}
	count := func(n *int, agreed bool) {
		if *n++; !t.rated || !agreed {
			*n = 0
		}
	}
	count(&a.white, score >= gr.resign)
	count(&a.black, score <= -gr.resign)
	count(&a.even, max(score, -score) <= gr.draw)
}

// adjudicate returns who wins a game of some plies if it is to be adjudicated.
func (a *agreement) adjudicate(gr *ground, plies int) rules.Outcome {
	switch {
	case gr.resign > 0 && a.white >= adjudged:
		return rules.WhiteWins
	case gr.resign > 0 && a.black >= adjudged:
		return rules.BlackWins
	case gr.draw > 0 && a.even >= adjudged && plies >= noDrawBefore:
		return rules.Draw
	}
	return rules.Undecided
}
