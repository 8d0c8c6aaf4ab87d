package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"stackmate/rules"
	"stackmate/rules/engine"
	"stackmate/rules/engine/puzzle"
)

// composer makes positions where games from the starting position have too few puzzles, as in
// 3D-8L Chess. It takes most pieces off the starting position. For mates it then moves at
// random, but so that one side hunts the other's king: of some random moves it plays the one
// that leaves the king the fewest ways out. For material the engine plays on.
type composer struct {
	random *rand.Rand
	seed   uint64
	hunter rules.Color
}

// longestHunt is how many plies are played from a position with few pieces, and hunted how
// many of the hunter's moves are compared.
const longestHunt, hunted = 60, 40

// cornered is how many moves the hunted king has at most where a mate is looked for.
const cornered = 1

// compose returns the puzzles that come from one position with few pieces.
func compose(ctx context.Context, e *engine.Engine, v *rules.Variant, seed uint64, o options) (list []*puzzle.Puzzle) {
	r := rand.New(rand.NewPCG(seed, 1))
	c := &composer{random: r, seed: seed, hunter: rules.Color(r.IntN(2))}
	var start rules.Position
	var err error
	if o.theme == puzzle.Mate {
		start, err = c.reduced(v)
	} else {
		start, err = c.even(v)
	}
	switch {
	case err != nil: // a king is in check that is not to move
	case o.theme == puzzle.Mate:
		list = c.mate(ctx, start)
	default:
		list = newSelfPlay(e, start, seed, o).puzzles(ctx)
	}
	for _, p := range list {
		p.Origin, p.Seed = puzzle.Composed, seed
	}
	return list
}

// mate hunts a king and returns the first mate in two moves that it finds.
func (c *composer) mate(ctx context.Context, before rules.Position) []*puzzle.Puzzle {
	for range longestHunt {
		if before.Status().Over() || ctx.Err() != nil {
			break
		}
		if before.Turn() == c.hunter {
			before = before.Play(c.hunt(&before))
			continue
		}
		led := c.anyMove(&before)
		if kingMoves(&before) <= cornered {
			if p, _ := findMate(ctx, before, led, false); p != nil {
				return []*puzzle.Puzzle{p}
			}
		}
		before = before.Play(led)
	}
	return nil
}

// hunt returns the best of some moves at random.
func (c *composer) hunt(p *rules.Position) (best rules.Move) {
	moves, fewest := p.Moves(), 1000
	for range hunted {
		m := moves[c.random.IntN(len(moves))]
		next := p.Play(m)
		if n := kingMoves(&next); n < fewest {
			best, fewest = m, n
		}
	}
	return best
}

// anyMove returns a move at random, but if two moves at random are a capture, the greatest.
func (c *composer) anyMove(p *rules.Position) (best rules.Move) {
	moves, most := p.Moves(), engine.Score(-1)
	for range 4 {
		m := moves[c.random.IntN(len(moves))]
		value := engine.Score(0)
		if taken, ok := p.Captures(m); ok {
			value = engine.Value(p.Variant(), taken.Role())
		}
		if value > most {
			best, most = m, value
		}
	}
	return best
}

// reduced returns the starting position with few pieces, with the hunted king at a random
// place of its side. Around it more pieces stay.
func (c *composer) reduced(v *rules.Variant) (rules.Position, error) {
	start, board := v.Start(), make([]rules.Piece, v.Cells())
	king := start.King(c.hunter.Other())
	for cell := range board {
		board[cell] = start.At(rules.Cell(cell))
	}
	home := c.anyCell(board, func(p rules.Piece) bool {
		return p.Exists() && p.Color() != c.hunter && p.Role() != rules.Pawn
	})
	board[king], board[home] = board[home], board[king]
	keep := [2]float64{0.08 + 0.2*c.random.Float64(), 0.05 + 0.15*c.random.Float64()} // the hunter's pieces, the others
	shelter := 0.3 + 0.6*c.random.Float64()
	for cell, p := range board {
		if !p.Exists() || p.Role() == rules.King {
			continue
		}
		chance := keep[0]
		if p.Color() != c.hunter {
			chance = keep[1]
			if near(v, rules.Cell(cell), rules.Cell(home)) {
				chance = shelter
			}
		}
		if c.random.Float64() >= chance {
			board[cell] = rules.Empty
		}
	}
	return parse(v, board, c.hunter)
}

// even returns the starting position with few pieces, for both sides the same.
func (c *composer) even(v *rules.Variant) (rules.Position, error) {
	start, board := v.Start(), make([]rules.Piece, v.Cells())
	_, ranks, _ := v.Size()
	keep := 0.08 + 0.15*c.random.Float64()
	for cell := range board {
		p := start.At(rules.Cell(cell))
		if p.Exists() && p.Color() == rules.White && (p.Role() == rules.King || c.random.Float64() < keep) {
			at := v.Coord(rules.Cell(cell))
			at.Rank = int8(ranks) - 1 - at.Rank
			board[cell], board[v.CellAt(at)] = p, rules.NewPiece(rules.Black, p.Role())
		}
	}
	return parse(v, board, rules.White)
}

// parse returns the position with these pieces.
func parse(v *rules.Variant, board []rules.Piece, turn rules.Color) (rules.Position, error) {
	return v.ParseFEN(placement(v, board) + " " + turn.String()[:1] + " - - 0 1")
}

func (c *composer) anyCell(board []rules.Piece, ok func(rules.Piece) bool) int {
	for {
		if cell := c.random.IntN(len(board)); ok(board[cell]) {
			return cell
		}
	}
}

// near reports whether a king could go from one cell to the other.
func near(v *rules.Variant, a, b rules.Cell) bool {
	p, q := v.Coord(a), v.Coord(b)
	return max(distance(p.File, q.File), distance(p.Rank, q.Rank), distance(p.Level, q.Level)) <= 1
}

func distance(a, b int8) int8 { return max(a-b, b-a) }

// placement writes the first field of a position string of a game in which all levels are
// boards of one size.
func placement(v *rules.Variant, board []rules.Piece) string {
	var text strings.Builder
	files, ranks, levels := v.Size()
	for level := range levels {
		if level > 0 {
			text.WriteByte('|')
		}
		for rank := ranks - 1; rank >= 0; rank-- {
			if rank < ranks-1 {
				text.WriteByte('/')
			}
			empty := 0
			for file := range files {
				p := board[v.CellAt(rules.Coord{File: int8(file), Rank: int8(rank), Level: int8(level)})]
				if !p.Exists() {
					empty++
					continue
				}
				if empty > 0 {
					fmt.Fprint(&text, empty)
					empty = 0
				}
				letters := p.Role().Letters()
				if p.Color() == rules.Black {
					letters = strings.ToLower(letters)
				}
				if len(letters) > 1 {
					letters = "(" + letters + ")"
				}
				text.WriteString(letters)
			}
			if empty > 0 {
				fmt.Fprint(&text, empty)
			}
		}
	}
	return text.String()
}
