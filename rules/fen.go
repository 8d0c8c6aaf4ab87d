package rules

import (
	"strconv"
	"strings"
)

// FENFields returns the fields of the game's position strings, in the order in which they
// are written.
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

// FEN returns the position string of the position, which the package comment specifies;
// Variant.ParseFEN reads it. For orthodox chess it is Forsyth-Edwards Notation.
func (p *Position) FEN() string {
	var texts []string
	for _, field := range p.v.FENFields() {
		texts = append(texts, p.fenField(field))
	}
	return strings.Join(texts, " ")
}

// fenField returns one field of the position string.
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
		return p.fenUnmoved()
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

// fenRights lists the castlings whose pieces have not moved: symbols of one letter without
// a separator, longer ones with commas.
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

func (p *Position) fenUnmoved() string {
	if p.unmoved == (CellSet{}) {
		return "-"
	}
	if p.unmoved == p.pawnsAtHome() {
		return "*"
	}
	var names []string
	for c := range p.unmoved.All {
		names = append(names, p.v.names[c])
	}
	return strings.Join(names, ",")
}

// pawnsAtHome returns the cells of pawns that are where a pawn of their color starts.
func (p *Position) pawnsAtHome() (s CellSet) {
	for color := range p.v.pawnHomes {
		for c := range p.v.pawnHomes[color].All {
			if p.board[c] == NewPiece(Color(color), Pawn) {
				s.add(c)
			}
		}
	}
	return s
}
