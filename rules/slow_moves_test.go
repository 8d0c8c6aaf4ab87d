package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// slowMoves returns the legal moves in LAN, sorted.
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
		if p.unmoved.Has(s.v.CellAt(from)) && empty(to) && !s.on(via).Exists() {
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
	for i, c := range s.v.def.castlings {
		if c.color != p.turn || p.rights>>i&1 == 0 || s.kingTaken() {
			continue
		}
		ok := true
		for _, name := range c.empty {
			ok = ok && *s.on(at(name)) == Empty
		}
		king, partner := *s.on(at(c.king)), *s.on(at(c.partner))
		for _, name := range append(slices.Clone(c.safe), c.to) { // the king itself blocks no line
			*s.on(at(c.king)) = Empty
			ok = ok && !s.attacked(at(name), p.turn.Other())
			*s.on(at(c.king)) = king
		}
		if ok {
			changes := map[Coord]Piece{at(c.king): Empty, at(c.partner): Empty}
			changes[at(c.to)], changes[at(c.partnerTo)] = king, partner
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
	for _, from := range p.AttackBoardPins() {
		for to := range s.v.pins {
			if slices.Contains(p.AttackBoardPins(), to) {
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

// TestSlowGeneratorAgrees compares the moves, the attacks and the checks of both
// generators in random games of every variant.
func TestSlowGeneratorAgrees(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, v *Variant) {
		t.Parallel()
		games, plies := uint64(3), 100
		switch {
		case len(v.cells) > 200:
			games, plies = 1, 50
		case len(v.pins) > 0:
			games = 12 // boards and kings that soon meet: short games
		}
		games *= []uint64{1, 6, 20}[slowness()]
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
