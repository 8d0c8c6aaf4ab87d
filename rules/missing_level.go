package rules

import (
	"slices"
	"strings"
)

// MovesWithoutLevel returns the legal moves that a text means if it leaves out levels: "e4"
// for 1e4 and 3e4, "Ng3" for N2g3. The list is empty for a text that is no such move, and in
// standard chess, which has one level.
func (p *Position) MovesWithoutLevel(text string) (list []Move) {
	want := strings.Map(func(r rune) rune {
		if strings.ContainsRune("-x:=() ", r) {
			return -1
		}
		return r
	}, clean(text))
	if p.v.def.levels == 1 || want == "" || len(want) > maxText {
		return nil
	}
	equals := func(a string) bool { return a == want }
	for range 2 {
		for _, m := range p.Moves() {
			if m.Kind != Castle && m.Kind != BoardMove && slices.ContainsFunc(p.formsWithoutLevel(m), equals) {
				list = append(list, m)
			}
		}
		if list != nil {
			return list
		}
		equals = func(a string) bool { return strings.EqualFold(a, want) }
	}
	return nil
}

// formsWithoutLevel lists how a move may be written without the level of its target.
func (p *Position) formsWithoutLevel(m Move) (list []string) {
	v := p.v
	at, to := v.cells[m.From], withoutLevel(v, m.To)
	from, file := withoutLevel(v, m.From), v.def.namePart('f', at)
	role := p.board[m.From].Role()
	letters := []string{role.Letters()}
	if role == Pawn {
		letters = append(letters, "")
	}
	for _, l := range letters {
		list = append(list, l+to, l+file+to, l+from+to, l+v.names[m.From]+to)
	}
	list = append(list, from+to, v.names[m.From]+to)
	if m.Promotion != NoRole {
		for _, form := range list {
			list = append(list, form+m.Promotion.Letters())
		}
	}
	return list
}

// withoutLevel returns the name of a cell without its level.
func withoutLevel(v *Variant, c Cell) string {
	name := ""
	for _, part := range v.def.nameOrder {
		if part != 'l' {
			name += v.def.namePart(byte(part), v.cells[c])
		}
	}
	return name
}
