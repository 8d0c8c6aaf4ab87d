package rules

import (
	"strconv"
	"strings"
)

// notation is how the players of a game write its moves. It decides what SAN writes;
// ParseMove reads every form that is clear.
type notation uint8

const (
	pieceTarget  notation = iota // Nf3, exd5: as short as is clear
	originTarget                 // R-8g5, 7c2-2h2: pieces short, pawns in full, level before the letter
	wholeOrigin                  // Nb2B-c4B: always in full
	bareOrigin                   // Ag1-Bg3: always in full, without the piece
)

// LAN returns a move in Long Algebraic Notation, such as "1e2-1e4", "3a7-3a8=Q" or
// "@b2A-b5A". The package comment specifies it.
func (v *Variant) LAN(m Move) string {
	promotion := ""
	if m.Promotion != NoRole {
		promotion = "=" + m.Promotion.Letters()
	}
	if m.Kind == BoardMove {
		return "@" + v.pins[m.From].Name + "-" + v.pins[m.To].Name + promotion
	}
	return v.names[m.From] + "-" + v.names[m.To] + promotion
}

// SAN returns a legal move of the position as the game's players write it, which is the
// Standard Algebraic Notation of orthodox chess and its like in other games, with + for
// check or # for mate. ParseMove reads it.
func (p *Position) SAN(m Move) string { return p.SANs([]Move{m}, p.Moves())[0] }

// Numbered returns a legal move of the position in SAN with its number, such as "4. N3c5" or
// "4… N3c5".
func (p *Position) Numbered(m Move) string {
	dots := "."
	if p.Turn() == Black {
		dots = "…"
	}
	return strconv.Itoa(p.MoveNumber()) + dots + " " + p.SAN(m)
}

// MoveNumber returns the number of the next move, which is counted as in FEN.
func (p *Position) MoveNumber() int { return p.Ply()/2 + 1 }

// NumberedSANs returns moves that are made one after the other from the position, in SAN. White's
// moves, and the first one, have their numbers: "4… N3c5", "5. Bb2", "K3g7".
func (p Position) NumberedSANs(moves ...Move) []string {
	texts := make([]string, len(moves))
	var u Undo
	for i, m := range moves {
		if i == 0 || p.Turn() == White {
			texts[i] = p.Numbered(m)
		} else {
			texts[i] = p.SAN(m)
		}
		p.Make(m, &u)
	}
	return texts
}

// SANs returns several moves of the position as SAN writes them; legal must be all its
// legal moves.
func (p *Position) SANs(moves, legal []Move) []string {
	texts := make([]string, len(moves))
	next := *p
	var u Undo
	for i, m := range moves {
		texts[i] = p.sanWithoutSuffix(m, legal)
		next.Make(m, &u)
		if next.InCheck() {
			if next.hasLegalMove() {
				texts[i] += "+"
			} else {
				texts[i] += "#"
			}
		}
		next.Unmake(m, &u)
	}
	return texts
}

// Captures returns the piece that a legal move captures; ok is false when it captures none.
func (p *Position) Captures(m Move) (taken Piece, ok bool) {
	switch m.Kind {
	case EnPassant:
		return p.board[p.epPawn], true
	case Castle, BoardMove:
		return Empty, false
	}
	return p.board[m.To], p.board[m.To].Exists()
}

// Mover returns the piece that a move moves and the cells it leaves and reaches. For an
// attack board that is the pawn it carries; piece is Empty and the cells are NoCell when it
// carries none.
func (p *Position) Mover(m Move) (piece Piece, from, to Cell) {
	if m.Kind != BoardMove {
		return p.board[m.From], m.From, m.To
	}
	rider, piece, _ := p.rider(int(m.From))
	if rider == NoCell {
		return Empty, NoCell, NoCell
	}
	return piece, rider, p.v.riderTarget(m, rider)
}

// sanWithoutSuffix returns a move as SAN writes it, without the sign for check or mate.
func (p *Position) sanWithoutSuffix(m Move, legal []Move) string {
	v := p.v
	switch m.Kind {
	case BoardMove:
		return "A-" + strings.TrimPrefix(v.LAN(m), "@")
	case Castle:
		if v.def.notation == bareOrigin { // G4
			return v.LAN(m)
		}
		return v.def.castlings[p.castlingOf(m)].san
	}
	promotion := ""
	if m.Promotion != NoRole {
		promotion = "=" + m.Promotion.Letters()
	}
	forms := p.forms(m)
	if len(forms) == 1 {
		return forms[0] + promotion
	}
	rivals := make([]Move, 0, 8) // only moves to the same cell can be mistaken for it
	for _, r := range legal {
		if r.To == m.To && r.Promotion == m.Promotion && r.Kind != BoardMove {
			rivals = append(rivals, r)
		}
	}
	for _, form := range forms[:len(forms)-1] {
		if found := p.movesMatching(form+promotion, rivals); len(found) == 1 && found[0] == m {
			return form + promotion
		}
	}
	return forms[len(forms)-1] + promotion
}

// forms lists how the game's players may write a move: the preferred form first, the form
// that is always clear last.
func (p *Position) forms(m Move) []string {
	v, role := p.v, p.board[m.From].Role()
	at, origin, target := v.cells[m.From], v.names[m.From], v.names[m.To]
	file, rank, level := v.def.namePart('f', at), v.def.namePart('r', at), v.def.namePart('l', at)
	letters := role.Letters()
	if role == Pawn {
		letters = ""
	}
	separator, short := "-", ""
	if _, ok := p.Captures(m); ok {
		separator, short = "x", "x"
	}
	whole := letters + origin + separator + target
	switch {
	case v.def.notation == wholeOrigin:
		return []string{whole}
	case v.def.notation == bareOrigin:
		return []string{origin + separator + target}
	case role == Pawn && v.def.notation == originTarget:
		return []string{whole}
	case role == Pawn && short == "x":
		return []string{file + "x" + target, whole}
	case role == Pawn:
		return []string{target, whole}
	case v.def.notation == originTarget:
		return []string{letters + separator + target, level + letters + separator + target, letters + file + separator + target,
			letters + rank + separator + target, whole}
	}
	list := []string{letters + short + target, letters + file + short + target, letters + rank + short + target}
	if origin != file+rank {
		return append(list, letters+level+short+target, whole)
	}
	return append(list, letters+origin+short+target)
}
