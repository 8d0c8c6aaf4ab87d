package rules

import (
	"slices"
	"strings"
	"unicode"
)

// maxText is the length in bytes of the longest text that can be a move.
const maxText = 40

// candidate is one way to read a text as a move: which piece goes from where to where.
type candidate struct {
	role       Role   // NoRole when the text does not name it
	fromPart   string // the part of the origin's name that is given; it may be empty
	fromLevel  string // the origin's level where the text has it before the piece
	from       Cell   // the origin if its whole name is given, else NoCell
	to         Cell
	lands      Cell // where the piece is said to land, which for en passant may differ from to; else NoCell
	promotion  Role
	castling   string // normalized text of a castling, or ""
	board      bool   // from and to are numbers of pins
	ignoreCase bool   // upper and lower case count as the same
}

var figurines = strings.NewReplacer("♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "P",
	"♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "P",
	"–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-", "―", "-", "×", "x", "…", "...", "\ufe0f", "", "\ufe0e", "")

// clean removes what phones, books and habits add to a move: figurines, dashes, move
// numbers, and signs for check, mate, en passant and judgement.
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

// normalizeCastling makes all ways to write one castling the same: zeros and lower-case
// letters become upper-case letters, spaces go.
func normalizeCastling(s string) string {
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

// candidates lists the ways to read a text as a move, before it is known what is legal.
// With ignoreCase, upper and lower case count as the same.
func (v *Variant) candidates(text string, ignoreCase bool) []candidate {
	s, place, said := strings.Cut(clean(text), "occupies")
	lands := NoCell
	if said {
		s = strings.TrimSuffix(strings.TrimRight(s, "& "), " and")
		if lands = v.cellWritten(strings.TrimSpace(place), ignoreCase); lands == NoCell {
			return nil
		}
	}
	if s == "" || len(s) > maxText {
		return nil
	}
	for _, c := range v.def.castlings {
		if normalizeCastling(c.san) == normalizeCastling(s) {
			return []candidate{{castling: normalizeCastling(s), from: NoCell, to: NoCell}}
		}
	}
	drop := "-x:=() "
	if ignoreCase {
		drop = "-xX:=() "
	}
	board := false
	if len(v.pins) > 0 {
		if s, board = strings.CutPrefix(s, "@"); !board {
			s, board = strings.CutPrefix(s, "A")
		}
		if !board && ignoreCase && (strings.HasPrefix(s, "a-") || strings.HasPrefix(s, "a ")) {
			s, board = s[2:], true
		}
	}
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune(drop, r) {
			return -1
		}
		return r
	}, s)
	var list []candidate
	for _, promotion := range v.suffixes {
		rest, ok := cutSuffix(s, promotion.Letters(), ignoreCase)
		if !ok {
			continue
		}
		if board {
			list = append(list, v.boardCandidates(rest, promotion, ignoreCase)...)
			continue
		}
		for n := 2; n <= min(4, len(rest)); n++ {
			if to := v.cellWritten(rest[len(rest)-n:], ignoreCase); to != NoCell {
				c := candidate{to: to, lands: lands, promotion: promotion, ignoreCase: ignoreCase}
				list = append(list, v.originCandidates(rest[:len(rest)-n], c)...)
			}
		}
	}
	return list
}

// boardCandidates reads two names of pins as an attack board's move.
func (v *Variant) boardCandidates(s string, promotion Role, ignoreCase bool) []candidate {
	pin := func(name string) Cell {
		return Cell(slices.IndexFunc(v.pins, func(p Pin) bool {
			return p.Name == name || ignoreCase && strings.EqualFold(p.Name, name)
		}))
	}
	if len(s) != 6 {
		return nil
	}
	from, to := pin(s[:3]), pin(s[3:])
	if from < 0 || to < 0 {
		return nil
	}
	return []candidate{{board: true, from: from, to: to, promotion: promotion, ignoreCase: ignoreCase}}
}

// originCandidates lists the ways to read what comes before the target. The whole name of
// a cell means that cell only: in Next Generation, Bc1-Bd1 starts on board B and is not a
// bishop's move.
func (v *Variant) originCandidates(s string, r candidate) []candidate {
	if r.from = v.cellWritten(s, r.ignoreCase); r.from != NoCell {
		return []candidate{r}
	}
	var list []candidate
	add := func(role Role, level, part string) {
		r.role, r.fromLevel, r.fromPart, r.from = role, level, part, v.cellWritten(part, r.ignoreCase)
		if v.partOfName(part, r.ignoreCase) {
			list = append(list, r)
		}
	}
	add(Pawn, "", s)
	for _, role := range v.suffixes[1:] {
		if part, ok := cutPrefix(s, role.Letters(), r.ignoreCase); ok {
			add(role, "", part)
		}
		if v.def.notation == originTarget && s != "" && strings.Contains(v.def.levelNames, s[:1]) {
			if part, ok := cutPrefix(s[1:], role.Letters(), r.ignoreCase); ok {
				add(role, s[:1], part)
			}
		}
	}
	return list
}

// partOfName reports whether a text is a part of some cell's name.
func (v *Variant) partOfName(s string, ignoreCase bool) bool {
	if ignoreCase {
		return v.lowerNameParts[strings.ToLower(s)]
	}
	return v.nameParts[s]
}

// cellWritten returns the cell with a name, or NoCell. With ignoreCase, upper and lower case
// count as the same.
func (v *Variant) cellWritten(name string, ignoreCase bool) Cell {
	c, ok := v.byName[name]
	if !ok && ignoreCase {
		c, ok = v.byLowerName[strings.ToLower(name)]
	}
	if !ok {
		return NoCell
	}
	return c
}

// cutPrefix is strings.CutPrefix that can ignore case.
func cutPrefix(s, prefix string, ignoreCase bool) (string, bool) {
	if len(s) < len(prefix) || !(s[:len(prefix)] == prefix || ignoreCase && strings.EqualFold(s[:len(prefix)], prefix)) {
		return "", false
	}
	return s[len(prefix):], true
}

// cutSuffix is strings.CutSuffix that can ignore case.
func cutSuffix(s, suffix string, ignoreCase bool) (string, bool) {
	at := len(s) - len(suffix)
	if at < 0 || !(s[at:] == suffix || ignoreCase && strings.EqualFold(s[at:], suffix)) {
		return "", false
	}
	return s[:at], true
}
