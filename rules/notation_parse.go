package rules

import (
	"slices"
	"strings"
)

// ParseMove reads a legal move of the position as people write it, or in Long Algebraic
// Notation. The error is a *SyntaxError, an *AmbiguousError or an *IllegalError.
func (p *Position) ParseMove(text string) (Move, error) {
	found := p.movesMatching(text, p.Moves())
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return Move{}, p.explain(text)
	}
	return Move{}, &AmbiguousError{Text: text, Moves: found}
}

// ParseLAN reads a legal move of the position exactly as Variant.LAN writes it. It is
// faster than ParseMove. The error is a *SyntaxError or an *IllegalError.
func (p *Position) ParseLAN(text string) (Move, error) {
	v := p.v
	body, promotion, promotes := strings.Cut(text, "=")
	from, to, _ := strings.Cut(body, "-")
	if strings.HasPrefix(from, "@") {
		for _, m := range p.BoardMoves() {
			if v.LAN(m) == text {
				return m, nil
			}
		}
	} else if c, target := v.CellNamed(from), v.CellNamed(to); c != NoCell && target != NoCell {
		var buffer [64]Move
		for _, m := range p.appendMovesFrom(buffer[:0], c) {
			if m.To == target && m.Promotion.Letters() == promotion && promotes == (m.Promotion != NoRole) {
				return m, nil
			}
		}
	}
	return Move{}, p.explain(text)
}

// movesMatching returns the legal moves that a text can mean. Upper and lower case differ,
// unless nothing is found that way.
func (p *Position) movesMatching(text string, legal []Move) []Move {
	for _, ignoreCase := range []bool{false, true} {
		var found []Move
		for _, r := range p.v.candidates(text, ignoreCase) {
			for _, m := range legal {
				if p.matches(m, &r) && !slices.Contains(found, m) {
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

// matches reports whether a legal move is a candidate's move.
func (p *Position) matches(m Move, r *candidate) bool {
	v := p.v
	switch {
	case r.castling != "":
		return m.Kind == Castle && normalizeCastling(v.def.castlings[p.castlingOf(m)].san) == r.castling
	case r.board != (m.Kind == BoardMove):
		return false
	case r.board:
		return m.From == r.from && m.To == r.to && m.Promotion == r.promotion
	case r.lands != NoCell && r.lands != m.To:
		return false
	case m.Kind == EnPassant && r.to == p.epPawn && r.from != NoCell: // G2: Ab5xBa5 names the captured pawn
	case m.To != r.to || m.Promotion != r.promotion:
		return false
	case m.Kind == Castle && r.from == NoCell:
		return false
	}
	return p.standsAt(m.From, r)
}

// standsAt reports whether the piece on a cell can be the one that a candidate names.
func (p *Position) standsAt(c Cell, r *candidate) bool {
	if r.role != NoRole && p.board[c].Role() != r.role {
		return false
	}
	if r.from != NoCell {
		return r.from == c
	}
	at := p.v.cells[c]
	if r.fromLevel != "" && !r.equal(r.fromLevel, p.v.def.namePart('l', at)) {
		return false
	}
	if r.fromPart == "" {
		return true
	}
	order := p.v.def.nameOrder
	for i := range order {
		name := ""
		for j := i; j < len(order); j++ {
			name += p.v.def.namePart(order[j], at)
			if r.equal(r.fromPart, name) && !p.v.isLevelBeforePiece(order[i:j+1]) {
				return true
			}
		}
	}
	return false
}

// isLevelBeforePiece reports whether parts of a cell's name are a level alone, in a game
// that writes the level before the piece: in R3-8g5 the 3 is a rank.
func (v *Variant) isLevelBeforePiece(parts string) bool {
	return v.def.notation == originTarget && parts == "l"
}

// equal compares two texts, as the candidate demands with or without case.
func (r *candidate) equal(a, b string) bool { return a == b || r.ignoreCase && strings.EqualFold(a, b) }
