package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// slow is a second generator, obvious and slow: it walks from coordinate to
// coordinate by the vectors of the definition, tries every move on its own board
// and looks whether the king can be taken. It uses none of the compiled tables.
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

// reach lists where a piece that is no pawn could go or strike.
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

// slowMoves returns the legal moves in machine notation, sorted.
func slowMoves(p *Position) []string {
	s := newSlow(p, p.turn)
	for _, from := range s.pieces(p.turn) {
		if s.on(from).Role() == Pawn {
			s.pawn(p, from)
			continue
		}
		for _, to := range s.reach(from) {
			if target := *s.on(to); target == Empty || target.Color() != p.turn {
				s.step(from, to, nil)
			}
		}
	}
	s.castle(p)
	s.boards(p)
	slices.Sort(s.moves)
	return slices.Compact(s.moves)
}

func (s *slow) pawn(p *Position, from Coord) {
	m, sign := &s.v.def.pawn, forward(p.turn)
	empty := func(c Coord) bool { return s.inside(c) && *s.on(c) == Empty }
	for _, v := range m.steps {
		if to := from.plus(v.times(sign)); empty(to) {
			s.step(from, to, nil)
		}
	}
	for _, d := range m.doubles {
		via, to := from.plus(d.via.times(sign)), from.plus(d.to.times(sign))
		if p.Fresh(s.v.CellAt(from)) && empty(to) && !s.on(via).Exists() {
			s.step(from, to, nil)
		}
	}
	for _, to := range s.strikes(from) {
		if target := *s.on(to); target.Exists() && target.Color() != p.turn {
			s.step(from, to, nil)
		} else if p.ep != NoCell && s.v.cells[p.ep] == to {
			s.step(from, to, map[Coord]Piece{s.v.cells[p.epPawn]: Empty})
		}
	}
}

func (s *slow) castle(p *Position) {
	at := func(name string) Coord { return s.v.cells[s.v.CellNamed(name)] }
	for i, c := range s.v.def.castles {
		if c.color != p.turn || p.rights>>i&1 == 0 || s.kingTaken() {
			continue
		}
		ok := true
		for _, name := range c.empty {
			ok = ok && *s.on(at(name)) == Empty
		}
		king, partner := *s.on(at(c.king)), *s.on(at(c.partner))
		for _, name := range append(slices.Clone(c.safe), c.to) { // the king stands nowhere while it passes
			*s.on(at(c.king)) = Empty
			ok = ok && !s.attacked(at(name), p.turn.Other())
			*s.on(at(c.king)) = king
		}
		if ok {
			changes := map[Coord]Piece{at(c.king): Empty, at(c.partner): Empty}
			changes[at(c.to)], changes[at(c.by)] = king, partner
			s.try(c.king+"-"+c.to, changes)
		}
	}
}

// boards tries the moves of attack boards, by the names of their pins: rank 2 and 5
// belong to main board B, 4 and 7 to D, 6 and 9 to F.
func (s *slow) boards(p *Position) {
	type place struct {
		main, side, file int
		far              bool
	}
	placeOf := func(name string) place {
		main := map[byte]int{'2': 1, '5': 1, '4': 3, '7': 3, '6': 5, '9': 5}[name[1]]
		return place{main, int(name[2]-'A') - main, int(name[0]), strings.Contains("579", name[1:2])}
	}
	for _, from := range p.Pinned() {
		for to := range s.v.pins {
			if slices.Contains(p.Pinned(), to) {
				continue
			}
			a, b := placeOf(s.v.pins[from].Name), placeOf(s.v.pins[to].Name)
			across, along := b, b
			across.file, along.far = a.file, a.far
			over, next := b, b
			over.side, next.main = a.side, a.main
			turned := over == a
			if across != a && along != a && !turned && (next != a || b.main-a.main != 2 && a.main-b.main != 2) {
				continue
			}
			s.ride(from, to, turned)
		}
	}
}

func (s *slow) ride(from, to int, turned bool) {
	changes := map[Coord]Piece{}
	var riders []Coord
	var landing Coord
	for i, c := range s.v.pins[from].Cells {
		old, new := s.v.cells[c], s.v.cells[s.v.pins[to].Cells[i]]
		changes[old], changes[new] = Air, *s.on(old)
		if s.on(old).Exists() {
			riders, landing = append(riders, old), new
		}
	}
	text := "@" + s.v.pins[from].Name + "-" + s.v.pins[to].Name
	if len(riders) == 0 {
		s.try(text, changes)
		return
	}
	if len(riders) > 1 || *s.on(riders[0]) != NewPiece(s.turn, Pawn) || turned {
		return
	}
	if !s.v.def.promotesOn(s.turn, landing) {
		s.try(text, changes)
		return
	}
	for _, r := range s.v.def.promotions {
		changes[landing] = NewPiece(s.turn, r)
		s.try(text+"="+r.Letters(), changes)
	}
}

// TestSlowGeneratorAgrees compares both generators, attacks and pieces giving check
// included, in random games of every variant.
func TestSlowGeneratorAgrees(t *testing.T) {
	each(t, func(t *testing.T, v *Variant) {
		games, plies := uint64(3), 100
		switch {
		case len(v.cells) > 200:
			games, plies = 1, 50
		case len(v.pins) > 0:
			games = 12 // boards and kings that soon meet: short games
		}
		if slowTests() {
			games *= 20
		}
		for seed := range games {
			walk(v, 100+seed, plies, func(p *Position, legal []Move) {
				if slow, fast := slowMoves(p), sortedTexts(v, legal); !slices.Equal(slow, fast) {
					t.Fatalf("%s (-slow +fast):\n%s", p.FEN(), cmp.Diff(slow, fast))
				}
				if s := newSlow(p, p.turn); s.kingTaken() != p.InCheck() {
					t.Fatalf("%s: in check is %v", p.FEN(), p.InCheck())
				}
			})
		}
	})
}
