package rules

import "slices"

// DefaultMoveLimit is the number of moves by each side after which the fifty-move rule
// allows a player to claim a draw.
const DefaultMoveLimit = 50

// Game is a sequence of legal moves from a first position. Unlike a Position it knows how
// often each position has occurred. The zero value is not usable: call NewGame.
type Game struct {
	start, now Position
	moves      []Move
	hashes     []uint64 // of every position so far, the first included
	limit      int
}

// NewGame returns a game without moves. The move limit is the number of moves by each side
// after which a draw may be claimed, which players may agree on (M7); 0 means
// DefaultMoveLimit.
func NewGame(start Position, moveLimit int) *Game {
	if moveLimit <= 0 {
		moveLimit = DefaultMoveLimit
	}
	return &Game{start: start, now: start, hashes: []uint64{start.Hash()}, limit: moveLimit}
}

// Play adds a move, which must be legal in the current position. Play does not check
// whether the game has ended; that is up to the caller.
func (g *Game) Play(m Move) {
	g.now.Make(m, new(Undo))
	g.moves = append(g.moves, m)
	g.hashes = append(g.hashes, g.now.Hash())
}

// PlayLAN plays moves in Long Algebraic Notation until one fails, whose error it returns.
// Errors are as in Position.ParseMove.
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

// MoveLimit returns the number of moves by each side without progress after which a draw
// may be claimed.
func (g *Game) MoveLimit() int { return g.limit }

// At returns the position after the first n plies, n from 0 to Len.
func (g *Game) At(n int) Position {
	p := g.start
	var u Undo
	for _, m := range g.moves[:n] {
		p.Make(m, &u)
	}
	return p
}

// SANs returns the moves played as the game's players write them, first to last.
func (g *Game) SANs() []string {
	texts := make([]string, len(g.moves))
	p := g.start
	var u Undo
	for i, m := range g.moves {
		texts[i] = p.SAN(m)
		p.Make(m, &u)
	}
	return texts
}

// Repetitions returns how often the current position has occurred, the present time
// included (M6).
func (g *Game) Repetitions() int { return g.occurrences(g.now.Hash()) }

func (g *Game) occurrences(hash uint64) int {
	n := 0
	for _, h := range g.hashes {
		if h == hash {
			n++
		}
	}
	return n
}

// ClaimRepetition reports whether either player may claim a draw because the current
// position has occurred at least three times (M6).
func (g *Game) ClaimRepetition() bool { return g.Repetitions() >= 3 }

// ClaimMoveLimit reports whether either player may claim a draw because the move
// limit has been reached (M7).
func (g *Game) ClaimMoveLimit() bool { return g.now.HalfmoveClock() >= 2*g.limit }

// EndsByRepetition reports whether the game is a draw without a claim because the current
// position has occurred at least five times. Only standard chess has that rule (FIDE 9.6.1).
func (g *Game) EndsByRepetition() bool { return g.now.v.def.fideDraws && g.Repetitions() >= 5 }

// EndsByMoveLimit reports whether the game is a draw without a claim because 75 moves by
// each side have passed without progress. Only standard chess has that rule (FIDE 9.6.2),
// unless the players agreed on a greater MoveLimit.
func (g *Game) EndsByMoveLimit() bool {
	const limit = 75
	return g.now.v.def.fideDraws && g.limit <= limit && g.now.HalfmoveClock() >= 2*limit
}

// StatusText returns the status of the current position for programs: Status as a word,
// followed by "+claim50" when ClaimMoveLimit and by "+claim3" when ClaimRepetition allow a
// draw to be claimed in a game that goes on.
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
