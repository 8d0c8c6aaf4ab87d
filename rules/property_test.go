package rules

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// TestMovesKeepTheKingSafe plays every legal move of random positions: the mover's king is
// safe, taking the move back restores the position, playing on a copy does not change the
// original, and the bitboards agree with the board.
func TestMovesKeepTheKingSafe(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		for seed := range uint64(2) {
			walk(v, 40+seed, 80, func(p *Position, legal []Move) {
				before := *p
				for _, m := range legal {
					next := p.Play(m)
					if *p != before {
						t.Fatalf("%s: Play(%s) changed the position", before.FEN(), v.LAN(m))
					}
					if next.attacked(next.kings[before.turn], next.turn, NoCell) {
						t.Fatalf("%s: %s leaves the king in check", before.FEN(), v.LAN(m))
					}
					if err := consistent(&next); err != "" {
						t.Fatalf("%s: after %s: %s", before.FEN(), v.LAN(m), err)
					}
					var u Undo
					p.Make(m, &u)
					if *p != next {
						t.Fatalf("%s: %s made twice differs", before.FEN(), v.LAN(m))
					}
					p.Unmake(m, &u)
					if *p != before {
						t.Fatalf("%s: %s taken back gives %s", before.FEN(), v.LAN(m), p.FEN())
					}
				}
			})
		}
	})
}

// consistent says what is contradictory in a position, "" when nothing is.
func consistent(p *Position) string {
	for c := range MaxCells {
		piece := p.board[c]
		for color := range p.occ {
			if p.occ[color].Has(Cell(c)) != (piece.Exists() && piece.Color() == Color(color)) {
				return "pieces of " + Color(color).String() + " on " + p.v.CellName(Cell(c))
			}
		}
		if p.pawns.Has(Cell(c)) != (piece.Role() == Pawn) {
			return "pawns on " + p.v.CellName(Cell(c))
		}
		if p.unmoved.Has(Cell(c)) && (piece.Role() != Pawn || !p.v.pawnHomes[piece.Color()].Has(Cell(c))) {
			return "first-move right of " + p.v.CellName(Cell(c))
		}
		if c < len(p.v.pinOf) && p.v.pinOf[c] >= 0 && (piece != Air) != p.pinOccupied(uint8(p.v.pinOf[c])) {
			return "air on " + p.v.CellName(Cell(c))
		}
	}
	if p.lines != p.linesAnew() {
		return "the lines"
	}
	if p.sum != p.sumAnew() {
		return "the number for Hash"
	}
	for color, king := range p.kings {
		if p.board[king] != NewPiece(Color(color), King) {
			return "king of " + Color(color).String()
		}
	}
	return ""
}

// TestOnlyLegalMovesAreAccepted tries pairs of cells.
func TestOnlyLegalMovesAreAccepted(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		rapid.Check(t, func(t *rapid.T) {
			p := drawPosition(t, v)
			legal := sortedTexts(v, p.Moves())
			cell := rapid.IntRange(0, v.Cells()-1)
			for range 10 {
				text := v.CellName(Cell(cell.Draw(t, "from"))) + "-" + v.CellName(Cell(cell.Draw(t, "to")))
				_, known := slices.BinarySearch(legal, text)
				if _, err := p.ParseLAN(text); (err == nil) != known {
					t.Fatalf("%s: %s: %v", p.FEN(), text, err)
				}
				var illegal *IllegalError
				if _, err := p.ParseMove(text); (err == nil) != known || err != nil && !errors.As(err, &illegal) {
					t.Fatalf("%s: %s: %v", p.FEN(), text, err)
				}
			}
		})
	})
}

// TestMovesFrom shows that the moves of all pieces and attack boards together are Moves.
func TestMovesFrom(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		walk(v, 9, 80, func(p *Position, legal []Move) {
			var parts []Move
			for c := range v.cells {
				parts = append(parts, p.MovesFrom(Cell(c))...)
			}
			if parts = append(parts, p.BoardMoves()...); !slices.Equal(parts, legal) {
				t.Fatalf("%s: %v, want %v", p.FEN(), parts, legal)
			}
			for _, m := range legal {
				if piece, from, to := p.Mover(m); piece.Exists() && m.Kind != BoardMove && (from != m.From || to != m.To) {
					t.Fatalf("%s: mover of %s", p.FEN(), v.LAN(m))
				}
			}
		})
	})
}

// TestMoveKinds shows that captures and quiet moves together are all legal moves, that
// nothing else counts as legal, and that a pass can be taken back.
func TestMoveKinds(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		var before []Move
		walk(v, 11, 80, func(p *Position, legal []Move) {
			var k KingState
			p.Inspect(&k)
			captures, quiets := p.AppendCaptures(nil, &k), p.AppendQuiets(nil, &k)
			for _, m := range captures {
				if _, takes := p.Captures(m); !takes && m.Promotion == NoRole || m.Kind == BoardMove {
					t.Fatalf("%s: %s is no capture", p.FEN(), v.LAN(m))
				}
			}
			for _, m := range quiets {
				if _, takes := p.Captures(m); takes || m.Promotion != NoRole && m.Kind != BoardMove {
					t.Fatalf("%s: %s is not quiet", p.FEN(), v.LAN(m))
				}
			}
			if len(captures)+len(quiets) != len(legal) {
				t.Fatalf("%s: %d captures, %d quiet moves, want %d together", p.FEN(), len(captures), len(quiets), len(legal))
			}
			for _, m := range append(append(before, captures...), quiets...) {
				if got, want := p.Legal(m, &k), slices.Contains(legal, m); got != want {
					t.Fatalf("%s: legal %s: %t", p.FEN(), v.LAN(m), got)
				}
			}
			before = legal
			if !k.InCheck() {
				was := *p
				var u Undo
				p.MakePass(&u)
				if err := consistent(p); err != "" || p.turn == was.turn {
					t.Fatalf("%s: after a pass: %s", p.FEN(), err)
				}
				if p.UnmakePass(&u); *p != was {
					t.Fatalf("%s: a pass taken back gives %s", was.FEN(), p.FEN())
				}
			}
		})
	})
}

// TestCheckers compares the pieces that give check with what the move generator counts.
func TestCheckers(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		checks := 0
		for seed := range uint64(10) {
			walk(v, seed, 120, func(p *Position, _ []Move) {
				var k KingState
				p.Inspect(&k)
				list := p.Checkers()
				if len(list) != k.checkers || (len(list) > 0) != p.InCheck() {
					t.Fatalf("%s: %d pieces give check, want %d", p.FEN(), len(list), k.checkers)
				}
				for _, c := range list {
					checks++
					if !k.checkMask.Has(c) {
						t.Fatalf("%s: %s gives no check", p.FEN(), v.CellName(c))
					}
				}
			})
		}
		if checks == 0 {
			t.Error("no check in any of these games")
		}
	})
}

// TestConcurrentUse lets the race detector watch everything that only reads.
func TestConcurrentUse(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		p := v.Start()
		var readers sync.WaitGroup
		for range 4 {
			readers.Go(func() {
				legal := p.Moves()
				for _, text := range p.SANs(legal[:5], legal) {
					if _, err := p.ParseMove(text); err != nil {
						t.Error(err)
					}
				}
				_, _ = p.ParseMove("nonsense")
				_, _ = v.ParseFEN(p.FEN())
				next := p.Play(legal[0])
				next.Status()
				p.Status()
				p.Hash()
			})
		}
		readers.Wait()
	})
}

// linesAnew computes what occupy and vacate keep up to date.
func (p *Position) linesAnew() Lines {
	next := *p
	next.lines = Lines{}
	for color := range Color(2) {
		for c := range p.occ[color].All {
			next.occupy(color, c)
		}
	}
	return next.lines
}
