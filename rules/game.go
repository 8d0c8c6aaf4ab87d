package rules

import "slices"

// DefaultMoveLimit is the number of moves by each side of the fifty-move rule.
const DefaultMoveLimit = 50

// Game is a sequence of legal moves from a position. Unlike a position it knows how
// often each position has occurred. The zero value is not usable; see NewGame.
type Game struct {
	start, now Position
	moves      []Move
	keys       []uint64 // key of every position so far, the first included
	limit      int
}

// NewGame returns a game at its beginning. The move limit is the number of the
// fifty-move rule, which players may change by agreement (M7); zero means the default.
func NewGame(start Position, moveLimit int) *Game {
	if moveLimit <= 0 {
		moveLimit = DefaultMoveLimit
	}
	return &Game{start: start, now: start, keys: []uint64{start.Hash()}, limit: moveLimit}
}

// Play adds a legal move of the current position. Moves after the end of the game
// are the caller's to refuse.
func (g *Game) Play(m Move) {
	g.now.make(m, new(undo))
	g.moves = append(g.moves, m)
	g.keys = append(g.keys, g.now.Hash())
}

// PlayLAN plays moves in machine notation until one fails.
func (g *Game) PlayLAN(texts ...string) error {
	for _, t := range texts {
		m, err := g.now.ParseLAN(t)
		if err != nil {
			return err
		}
		g.Play(m)
	}
	return nil
}

// Position returns the current position.
func (g *Game) Position() Position { return g.now }

// Start returns the position before the first move.
func (g *Game) Start() Position { return g.start }

// Moves returns the moves played, first to last.
func (g *Game) Moves() []Move { return slices.Clone(g.moves) }

// Len returns the number of plies played.
func (g *Game) Len() int { return len(g.moves) }

// MoveLimit returns the number of moves by each side after which a draw may be claimed.
func (g *Game) MoveLimit() int { return g.limit }

// At returns the position after the first n plies; n is at most Len.
func (g *Game) At(n int) Position {
	p := g.start
	var u undo
	for _, m := range g.moves[:n] {
		p.make(m, &u)
	}
	return p
}

// SANs returns the moves played in the notation of the game.
func (g *Game) SANs() []string {
	texts := make([]string, len(g.moves))
	p := g.start
	var u undo
	for i, m := range g.moves {
		texts[i] = p.SAN(m)
		p.make(m, &u)
	}
	return texts
}

// Repetitions returns how often the current position has occurred, this time included (M6).
func (g *Game) Repetitions() int { return g.occurrences(g.now.Hash()) }

func (g *Game) occurrences(key uint64) int {
	n := 0
	for _, k := range g.keys {
		if k == key {
			n++
		}
	}
	return n
}

// ClaimRepetition reports whether either player may claim a draw because the
// position on the board has occurred for the third time.
func (g *Game) ClaimRepetition() bool { return g.Repetitions() >= 3 }

// ClaimMoveLimit reports whether either player may claim a draw because the move
// limit has been reached (M7).
func (g *Game) ClaimMoveLimit() bool { return g.now.HalfmoveClock() >= 2*g.limit }

// StatusText returns the status of the current position as tools print it: the
// word of Status, then "+claim50" and "+claim3" while the game goes on and a draw
// may be claimed.
func (g *Game) StatusText() string {
	status := g.now.Status()
	words := status.String()
	if !status.Over() && g.ClaimMoveLimit() {
		words += "+claim50"
	}
	if !status.Over() && g.ClaimRepetition() {
		words += "+claim3"
	}
	return words
}
