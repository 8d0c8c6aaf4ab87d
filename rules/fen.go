package rules

import (
	"strconv"
	"strings"
)

// FENFields returns the fields of this game's position strings in their order.
func (v *Variant) FENFields() []FENField {
	fields := []FENField{FieldPlacement, FieldTurn, FieldCastling, FieldEnPassant}
	if v.pawnsReturn {
		fields = append(fields, FieldUnmoved)
	}
	if len(v.pins) > 0 {
		fields = append(fields, FieldPins)
	}
	return append(fields, FieldClock, FieldMove)
}

// FEN writes the position in the manner of Forsyth-Edwards Notation; ParseFEN reads
// it back. For orthodox chess it is exactly that notation. Elsewhere boards are
// separated by |, lowest level first, attack boards behind them in the order of
// their pins; a role of two letters stands in parentheses. Games in which a pawn can
// come back to where another began have a field of the pawns that have never moved
// (* for all that stand where pawns begin), and a game with attack boards one of
// their pins.
func (p *Position) FEN() string {
	var texts []string
	for _, field := range p.v.FENFields() {
		texts = append(texts, p.fenField(field))
	}
	return strings.Join(texts, " ")
}

func (p *Position) fenField(field FENField) string {
	switch field {
	case FieldPlacement:
		return p.fenPlacement()
	case FieldTurn:
		return p.turn.String()[:1]
	case FieldCastling:
		return orDash(p.fenRights())
	case FieldEnPassant:
		if p.ep == NoCell {
			return "-"
		}
		return p.v.names[p.ep]
	case FieldUnmoved:
		return p.fenFresh()
	case FieldPins:
		var names []string
		for _, pin := range p.AttackBoardPins() {
			names = append(names, p.v.pins[pin].Name)
		}
		return strings.Join(names, ",")
	case FieldClock:
		return strconv.Itoa(int(p.clock))
	default:
		return strconv.Itoa(int(p.ply)/2 + 1)
	}
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// fenRights lists the castlings not forfeited: letters in a row, names with commas.
func (p *Position) fenRights() string {
	var symbols []string
	separator := ""
	for i, c := range p.v.def.castlings {
		if len(c.symbol) > 1 {
			separator = ","
		}
		if p.rights>>i&1 != 0 {
			symbols = append(symbols, c.symbol)
		}
	}
	return strings.Join(symbols, separator)
}

func (p *Position) fenFresh() string {
	if p.unmoved == (bitboard{}) {
		return "-"
	}
	if p.unmoved == p.pawnsAtHome() {
		return "*"
	}
	var names []string
	for c := range p.unmoved.all {
		names = append(names, p.v.names[c])
	}
	return strings.Join(names, ",")
}

// pawnsAtHome returns the pawns that stand where a pawn of their color began.
func (p *Position) pawnsAtHome() (s bitboard) {
	for color := range p.v.pawnHomes {
		for c := range p.v.pawnHomes[color].all {
			if p.board[c] == NewPiece(Color(color), Pawn) {
				s.add(c)
			}
		}
	}
	return s
}
