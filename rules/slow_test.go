package rules

import "slices"

// slow is a second move generator, simple and slow. It walks from coordinate to coordinate
// by the vectors of the definition, tries every move on its own board, and looks whether
// the king can be taken. It uses none of the compiled tables.
type slow struct {
	v     *Variant
	at    [10][10][10]Piece // by file, rank, level; Air where there is no cell
	turn  Color
	moves []string
}

func newSlow(p *Position, turn Color) *slow {
	s := &slow{v: p.v, turn: turn}
	for f := range s.at {
		for r := range s.at[f] {
			for l := range s.at[f][r] {
				s.at[f][r][l] = Air
			}
		}
	}
	for c, at := range p.v.cells {
		*s.on(at) = p.At(Cell(c))
	}
	return s
}

func (s *slow) on(c Coord) *Piece { return &s.at[c.File][c.Rank][c.Level] }

func (s *slow) inside(c Coord) bool {
	d := &s.v.def
	return c.File >= 0 && c.Rank >= 0 && c.Level >= 0 && int(c.File) < d.files && int(c.Rank) < d.ranks && int(c.Level) < d.levels
}

// reach lists the cells to which a piece other than a pawn could go or that it attacks.
func (s *slow) reach(from Coord) (list []Coord) {
	for _, m := range s.v.def.pieces {
		if m.role != s.on(from).Role() {
			continue
		}
		for _, v := range m.leaps {
			if to := from.plus(v); s.inside(to) && *s.on(to) != Air {
				list = append(list, to)
			}
		}
		for _, v := range m.slides {
			for to := from.plus(v); s.inside(to); to = to.plus(v) {
				if *s.on(to) != Air {
					list = append(list, to)
				}
				if s.on(to).Exists() {
					break
				}
			}
		}
	}
	return list
}

func (s *slow) strikes(from Coord) (list []Coord) {
	piece := *s.on(from)
	if piece.Role() != Pawn {
		return s.reach(from)
	}
	for _, v := range s.v.def.pawn.captures {
		if to := from.plus(v.times(forward(piece.Color()))); s.inside(to) {
			list = append(list, to)
		}
	}
	return list
}

func forward(c Color) int { return 1 - 2*int(c) }

func (s *slow) pieces(c Color) (list []Coord) {
	for f := range s.at {
		for r := range s.at[f] {
			for l, piece := range s.at[f][r] {
				if piece.Exists() && piece.Color() == c {
					list = append(list, Coord{int8(f), int8(r), int8(l)})
				}
			}
		}
	}
	return list
}

func (s *slow) attacked(target Coord, by Color) bool {
	for _, from := range s.pieces(by) {
		if slices.Contains(s.strikes(from), target) {
			return true
		}
	}
	return false
}

func (s *slow) kingTaken() bool {
	for _, c := range s.pieces(s.turn) {
		if s.on(c).Role() == King {
			return s.attacked(c, s.turn.Other())
		}
	}
	panic("no king")
}

// try adds a move if the king is safe after the changes it makes.
func (s *slow) try(text string, changes map[Coord]Piece) {
	before := s.at
	for c, piece := range changes {
		*s.on(c) = piece
	}
	if !s.kingTaken() {
		s.moves = append(s.moves, text)
	}
	s.at = before
}

func (s *slow) step(from, to Coord, also map[Coord]Piece) {
	piece := *s.on(from)
	changes := map[Coord]Piece{from: Empty, to: piece}
	for c, other := range also {
		changes[c] = other
	}
	text := s.v.def.nameOf(from) + "-" + s.v.def.nameOf(to)
	if piece.Role() == Pawn && s.v.def.promotesOn(s.turn, to) {
		for _, r := range s.v.def.promotions {
			changes[to] = NewPiece(s.turn, r)
			s.try(text+"="+r.Letters(), changes)
		}
		return
	}
	s.try(text, changes)
}
