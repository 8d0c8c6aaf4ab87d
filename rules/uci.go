package rules

import "strings"

// withoutMarks removes from LAN the marks that chess programs leave out.
var withoutMarks = strings.NewReplacer("-", "", "=", "")

// UCI returns a move as programs write it to one another in the Universal Chess Interface:
// in orthodox chess as every chess program does, such as "e2e4", "e1g1" for a castling or
// "e7e8q"; in the other games as LAN.
func (p *Position) UCI(m Move) string {
	if p.v != orthodox {
		return p.v.LAN(m)
	}
	return p.v.names[m.From] + p.v.names[m.To] + strings.ToLower(m.Promotion.Letters())
}

// ParseUCI reads a legal move of the position as programs write it: as UCI or as
// LAN, with or without "-" and "=", in upper or lower case. Errors are as in
// Position.ParseMove.
func (p *Position) ParseUCI(text string) (Move, error) {
	if len(text) <= maxText {
		for _, m := range p.Moves() {
			if lan := p.v.LAN(m); strings.EqualFold(text, lan) || strings.EqualFold(text, withoutMarks.Replace(lan)) {
				return m, nil
			}
		}
	}
	if _, err := p.ParseMove(text); err != nil {
		return Move{}, err
	}
	return Move{}, &SyntaxError{Text: text} // a move as people write it
}
