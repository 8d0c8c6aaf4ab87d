package main

import (
	"math/rand/v2"

	"stackmate/rules"
)

// situation is a game to show, with what its last position is an example of.
type situation struct {
	name string
	game *rules.Game
}

// Games are played at random; so many are tried, of so many plies at most.
const (
	maxTries = 60
	maxPlies = 400
)

// situations returns games of a variant that end at the start, in the middle, with a check,
// a promotion, many captured pieces and checkmate. They are the same each time. Those that
// are not found are left out.
func situations(v *rules.Variant) []situation {
	list := []situation{{"start", rules.NewGame(v.Start(), 0)}, {"middle", nil}, {"check", nil}, {"promotion", nil}, {"many captured", nil}, {"checkmate", nil}}
	for try := range uint64(maxTries) {
		random := rand.New(rand.NewPCG(try, 1))
		g := rules.NewGame(v.Start(), 0)
		for range maxPlies {
			p := g.Position()
			moves := p.Moves()
			if len(moves) == 0 || p.Status() == rules.InsufficientMaterial {
				break
			}
			m := choose(random, &p, moves)
			g.Play(m)
			after := g.Position()
			for i, found := range []bool{false, g.Len() == 40, after.InCheck() && after.Status() != rules.Checkmate, m.Promotion != rules.NoRole,
				captured(g) >= startPieces(v)/3, after.Status() == rules.Checkmate} {
				if found && list[i].game == nil {
					list[i].game = copyOf(g)
				}
			}
		}
		missing := 0
		for _, s := range list {
			if s.game == nil {
				missing++
			}
		}
		if missing == 0 {
			break
		}
	}
	found := list[:0]
	for _, s := range list {
		if s.game != nil {
			found = append(found, s)
		}
	}
	return found
}

// choose returns a promotion or a capture more often than another move.
func choose(random *rand.Rand, p *rules.Position, moves []rules.Move) rules.Move {
	m := moves[random.IntN(len(moves))]
	for range 4 {
		if _, takes := p.Captures(m); takes || m.Promotion != rules.NoRole {
			break
		}
		m = moves[random.IntN(len(moves))]
	}
	return m
}

// captured returns the number of pieces captured in a game.
func captured(g *rules.Game) (n int) {
	for _, count := range g.Captured(g.Len()) {
		n += int(count)
	}
	return n
}

// startPieces returns the number of pieces at the start.
func startPieces(v *rules.Variant) (n int) {
	start := v.Start()
	for c := range rules.Cell(v.Cells()) {
		if start.At(c).Exists() {
			n++
		}
	}
	return n
}

// copyOf returns a game that does not change when the other goes on.
func copyOf(g *rules.Game) *rules.Game {
	to := rules.NewGame(g.Start(), 0)
	for _, m := range g.Moves() {
		to.Play(m)
	}
	return to
}
