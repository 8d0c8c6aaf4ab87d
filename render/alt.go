package render

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"stackmate/bot/textutil"
	"stackmate/rules"
)

// AltLimit is the greatest number of characters in words about a picture, as chat
// programs bound it.
const AltLimit = 1024

// Alt returns the picture in words, at most AltLimit characters. What does not fit is
// summed up: levels that the last move or the preview has changed are told in full
// first, then the others in their order.
func (p Picture) Alt() string {
	s, before := p.resolve(), p.Before
	if p.Preview != nil {
		before = &p.Position
	}
	return s.alt(before)
}

func (s *resolvedPicture) alt(before *rules.Position) string {
	turn, number := s.status()
	head := fmt.Sprintf("%s. %s. %s", s.pos.Variant().Name(), number, turn)
	levels := levelTexts(before, &s.pos)
	tell := func(i int, full bool) string {
		if full {
			return levels[i].full
		}
		return levels[i].short
	}
	full := make([]bool, len(levels))
	write := func() string {
		parts := []string{head + "."}
		for i := range levels {
			parts = append(parts, tell(i, full[i]))
		}
		return strings.Join(parts, " ")
	}
	order := make([]int, len(levels))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return int(levels[b].changed) - int(levels[a].changed)
	})
	for _, i := range order {
		full[i] = true
		if utf8.RuneCountInString(write()) > AltLimit {
			full[i] = false
		}
	}
	return textutil.Truncate(write(), AltLimit)
}

// levelText is what there is to say of a level.
type levelText struct {
	full, short string
	changed     uint8 // 1 if it differs from the position before
}

// levelTexts describes each level that is not altogether air.
func levelTexts(before, p *rules.Position) (list []levelText) {
	v := p.Variant()
	_, _, levels := v.Size()
	byLevel := make([][]rules.Cell, levels)
	for c := range rules.Cell(v.Cells()) {
		if p.At(c) != rules.Air || before != nil && before.At(c) != rules.Air {
			byLevel[v.Coord(c).Level] = append(byLevel[v.Coord(c).Level], c)
		}
	}
	titles := make(map[int]string)
	for _, b := range v.Boards() {
		titles[b.Level] = b.Title
	}
	for _, level := range levelsByName(v) {
		cells := byLevel[level]
		if len(cells) == 0 {
			continue
		}
		title := titles[level]
		if title == "" {
			title = "Level " + v.LevelName(level)
		}
		w := levelText{full: title + ": ", short: title + ": "}
		empty := true
		for _, c := range []rules.Color{rules.White, rules.Black} {
			if full, count := sideText(p, cells, c); count > 0 {
				if !empty {
					w.full, w.short = w.full+"; ", w.short+", "
				}
				empty = false
				w.full += full
				w.short += fmt.Sprintf("%s %d", c, count)
			}
		}
		if empty {
			w.full, w.short = title+": empty", title+": empty"
		}
		w.full, w.short = w.full+".", w.short+"."
		for _, c := range cells {
			if before != nil && before.At(c) != p.At(c) {
				w.changed = 1
			}
		}
		list = append(list, w)
	}
	return list
}

// levelsByName returns the levels by their names.
func levelsByName(v *rules.Variant) (list []int) {
	_, _, levels := v.Size()
	for level := range levels {
		list = append(list, level)
	}
	slices.SortFunc(list, func(a, b int) int { return strings.Compare(v.LevelName(a), v.LevelName(b)) })
	return list
}

// sideText tells a side's pieces on some cells, such as "White king e1, pawns a2 b2".
func sideText(p *rules.Position, cells []rules.Cell, c rules.Color) (words string, count int) {
	v := p.Variant()
	var parts []string
	for _, r := range v.Roles() {
		var at []string
		for _, cell := range cells {
			if p.At(cell) == rules.NewPiece(c, r) {
				where := v.Coord(cell)
				at = append(at, fileName(int(where.File))+rankName(int(where.Rank)))
			}
		}
		if len(at) == 0 {
			continue
		}
		name := r.String()
		if len(at) > 1 {
			name += "s"
		}
		parts = append(parts, name+" "+strings.Join(at, " "))
		count += len(at)
	}
	return c.String() + " " + strings.Join(parts, ", "), count
}
