package rules

import (
	"slices"
	"strings"
	"unicode"
)

// maxText bounds the length of a text that can be a move.
const maxText = 40

// reading is one way to understand a text: which piece, from where, to where.
type reading struct {
	role      Role   // NoRole: whatever stands on the origin
	hint      string // a part of the origin's name; all of it when whole
	level     string // the origin's level, written before the piece
	whole     Cell   // the origin if all of its name is given, else NoCell
	to        Cell
	promotion Role
	castle    string // normalized text of a castling
	pins      bool   // whole and to number pins
	fold      bool   // letters may differ in case
}

// ParseMove reads a move as people write it, or in machine notation. The error is a
// *SyntaxError, an *AmbiguousError, or an *IllegalError.
func (p *Position) ParseMove(text string) (Move, error) {
	found := p.resolve(text, p.Moves())
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return Move{}, p.explain(text)
	}
	return Move{}, &AmbiguousError{Text: text, Moves: found}
}

// ParseMachine reads exact machine notation, quickly: it looks at the moves of one
// piece only. Errors are as in ParseMove.
func (p *Position) ParseMachine(text string) (Move, error) {
	v := p.v
	body, promotion, _ := strings.Cut(text, "=")
	from, to, ok := strings.Cut(body, "-")
	var moves []Move
	if strings.HasPrefix(from, "@") {
		moves = p.BoardMoves()
	} else if c := v.CellNamed(from); ok && c != NoCell {
		target := v.CellNamed(to)
		for _, m := range p.MovesFrom(c) {
			if m.To == target && m.Promotion.Letters() == promotion {
				return m, nil
			}
		}
	}
	for _, m := range moves {
		if v.MachineText(m) == text {
			return m, nil
		}
	}
	return Move{}, p.explain(text)
}

// resolve returns the legal moves that a text fits. Capital and small letters are
// told apart first; only if nothing fits so, they count as the same.
func (p *Position) resolve(text string, legal []Move) []Move {
	for _, fold := range []bool{false, true} {
		var found []Move
		for _, r := range p.v.readings(text, fold) {
			for _, m := range legal {
				if p.fits(m, &r) && !slices.Contains(found, m) {
					found = append(found, m)
				}
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// fits reports whether a legal move is what a reading says.
func (p *Position) fits(m Move, r *reading) bool {
	v := p.v
	switch {
	case r.castle != "":
		return m.Kind == Castle && castleText(v.def.castles[p.castleOf(m)].text) == r.castle
	case r.pins != (m.Kind == BoardMove):
		return false
	case r.pins:
		return m.From == r.whole && m.To == r.to && m.Promotion == r.promotion
	case m.To != r.to || m.Promotion != r.promotion:
		return false
	case m.Kind == Castle && r.whole == NoCell:
		return false
	}
	return p.standsAt(m.From, r)
}

// standsAt reports whether the piece on a cell is one that a reading names.
func (p *Position) standsAt(c Cell, r *reading) bool {
	if r.role != NoRole && p.board[c].Role() != r.role {
		return false
	}
	if r.whole != NoCell {
		return r.whole == c
	}
	at := p.v.cells[c]
	if r.level != "" && !r.same(r.level, p.v.def.namePart('l', at)) {
		return false
	}
	if r.hint == "" {
		return true
	}
	order := p.v.def.nameOrder
	for i := range order {
		name := ""
		for j := i; j < len(order); j++ {
			name += p.v.def.namePart(order[j], at)
			if r.same(r.hint, name) {
				return true
			}
		}
	}
	return false
}

func (r *reading) same(a, b string) bool { return a == b || r.fold && strings.EqualFold(a, b) }

var figurines = strings.NewReplacer("♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "P",
	"♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "P",
	"–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-", "―", "-", "×", "x", "\ufe0f", "", "\ufe0e", "")

// clean undoes what phones, books and habit add to a move.
func clean(text string) string {
	s := figurines.Replace(strings.TrimSpace(text))
	s = strings.TrimRight(s, "+#!?.,;† ")
	for _, suffix := range []string{"e.p", "ep", "mate", "check"} {
		if rest, ok := strings.CutSuffix(s, suffix); ok {
			s = strings.TrimRight(rest, " +#!?(")
		}
	}
	number := strings.TrimLeft(s, "0123456789")
	if rest := strings.TrimLeft(number, ". "); len(number) < len(s) && strings.HasPrefix(number, ".") {
		s = rest
	}
	return s
}

// castleText makes the ways to write a castling alike: noughts and small letters
// are capital letters.
func castleText(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '0' || r == 'o':
			return 'O'
		case unicode.IsSpace(r):
			return -1
		}
		return r
	}, s)
}

// readings lists the ways to understand a text.
func (v *Variant) readings(text string, fold bool) []reading {
	s := clean(text)
	if s == "" || len(s) > maxText {
		return nil
	}
	for _, c := range v.def.castles {
		if c.text != "" && castleText(c.text) == castleText(s) {
			return []reading{{castle: castleText(s), whole: NoCell, to: NoCell}}
		}
	}
	drop := "-x:=() "
	if fold {
		drop = "-xX:=() "
	}
	board := len(v.pins) > 0 && (strings.HasPrefix(s, "@") || strings.HasPrefix(s, "A-") || fold && strings.HasPrefix(s, "a-"))
	if board {
		s = strings.TrimLeft(s, "@Aa-")
	}
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune(drop, r) {
			return -1
		}
		return r
	}, s)
	var list []reading
	for _, promotion := range append([]Role{NoRole}, v.def.promotions...) {
		rest, ok := cutSuffix(s, promotion.Letters(), fold)
		if !ok {
			continue
		}
		if board {
			list = append(list, v.boardReading(rest, promotion, fold)...)
			continue
		}
		for n := 2; n <= min(4, len(rest)); n++ {
			if to := v.cellWritten(rest[len(rest)-n:], fold); to != NoCell {
				list = append(list, v.origins(rest[:len(rest)-n], reading{to: to, promotion: promotion, fold: fold})...)
			}
		}
	}
	return list
}

// boardReading splits the names of two pins.
func (v *Variant) boardReading(s string, promotion Role, fold bool) []reading {
	pin := func(name string) Cell {
		return Cell(slices.IndexFunc(v.pins, func(p Pin) bool {
			return p.Name == name || fold && strings.EqualFold(p.Name, name)
		}))
	}
	if len(s) != 6 {
		return nil
	}
	from, to := pin(s[:3]), pin(s[3:])
	if from < 0 || to < 0 {
		return nil
	}
	return []reading{{pins: true, whole: from, to: to, promotion: promotion, fold: fold}}
}

// origins lists the ways to understand what stands before the target.
func (v *Variant) origins(s string, r reading) []reading {
	var list []reading
	add := func(role Role, level, hint string) {
		r.role, r.level, r.hint, r.whole = role, level, hint, v.cellWritten(hint, r.fold)
		if r.role == NoRole && r.whole == NoCell {
			r.role = Pawn
		}
		if v.partOfName(hint, r.fold) {
			list = append(list, r)
		}
	}
	add(NoRole, "", s)
	for _, role := range v.Roles() {
		if hint, ok := cutPrefix(s, role.Letters(), r.fold); ok {
			add(role, "", hint)
		}
		if v.def.notation.style == originTarget && s != "" && strings.Contains(v.def.levelNames, s[:1]) {
			if hint, ok := cutPrefix(s[1:], role.Letters(), r.fold); ok {
				add(role, s[:1], hint)
			}
		}
	}
	return list
}

// partOfName reports whether a text can be a part of a cell's name.
func (v *Variant) partOfName(s string, fold bool) bool {
	if fold {
		s = strings.ToLower(s)
	}
	for name := range v.byName {
		if fold {
			name = strings.ToLower(name)
		}
		if strings.Contains(name, s) {
			return true
		}
	}
	return false
}

// cellWritten returns the cell with a name, or NoCell.
func (v *Variant) cellWritten(name string, fold bool) Cell {
	if c := v.CellNamed(name); c != NoCell || !fold || name == "" || len(name) > 4 {
		return c
	}
	for i, n := range v.names {
		if strings.EqualFold(n, name) {
			return Cell(i)
		}
	}
	return NoCell
}

func cutPrefix(s, prefix string, fold bool) (string, bool) {
	if len(s) < len(prefix) || !(s[:len(prefix)] == prefix || fold && strings.EqualFold(s[:len(prefix)], prefix)) {
		return "", false
	}
	return s[len(prefix):], true
}

func cutSuffix(s, suffix string, fold bool) (string, bool) {
	at := len(s) - len(suffix)
	if at < 0 || !(s[at:] == suffix || fold && strings.EqualFold(s[at:], suffix)) {
		return "", false
	}
	return s[:at], true
}
